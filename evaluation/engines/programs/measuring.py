"""One engine learned from its home address, and what it gives beside what it shows.

The product is a process of its own that learns an engine and is asked: one start for all.
"""

import io
import json
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import median
from typing import Any

from django.core.management import call_command

from evaluation.engines.comparison import LEAST_F1, Comparison, has_second_page
from evaluation.engines.programs.corpus import IMPOSSIBLE, queries
from evaluation.engines.programs.program import BUILD, Engine, RunningEngine
from evaluation.own_installation import prepare_installation

# What scripted engines must reach over their queries and a page 2.
LEAST_F1_SCRIPTED = 0.95
# Misses that are shown of an engine.
SHOWN_MISSES = 4
# Searches of the HTML engine beside each other engine.
HTML_SEARCHES = 2
NOT_INSTALLED = "not installed"
# What the log of learning puts round each query it tells of.
ASKED = re.compile("“[^”]+”")


@dataclass
class Learned:
    """What became of one engine.

    `records` are those of all queries and one page 2; `second_f1` is that of page 2 alone, None
    where there is none. `none_kind` is what the answer to a made-up word was called. `queries` are
    those of learning; `search_seconds` and `html_seconds` are medians of the engine's answers, and
    of an HTML engine's beside it.
    """

    name: str
    half: str
    kind: str = ""
    is_scripted: bool = False
    state: str = NOT_INSTALLED
    reason: str = ""
    learning_seconds: float = 0.0
    queries: int = 0
    records: Comparison = field(default_factory=Comparison)
    second_f1: float | None = None
    none_kind: str = ""
    search_seconds: float = 0.0
    html_seconds: float = 0.0

    @property
    def measured(self) -> bool:
        """Whether the engine could be had."""
        return self.state != NOT_INSTALLED

    @property
    def passes(self) -> bool:
        """Whether it became searchable as it must."""
        least = LEAST_F1_SCRIPTED if self.is_scripted else LEAST_F1
        second = self.second_f1 is None or self.second_f1 >= least
        return self.state == "ACTIVE" and self.records.f1 >= least and second


class Beside:
    """An HTML engine learned once, whose searches those of the others are timed beside.

    On a machine too busy to learn it there are no such figures: its seconds are 0.
    """

    def __init__(self, process: ProcessPoolExecutor, slug: str) -> None:
        self._process = process
        self._slug = slug

    def seconds(self) -> float:
        """Return the median seconds that its answers take now."""
        if not self._slug:
            return 0.0
        asked = [(query, 1) for query in queries()[:HTML_SEARCHES]]
        return _seconds(self._process.submit(_ask, self._slug, asked).result())


@contextmanager
def learned_beside(reference: RunningEngine) -> Iterator[Beside]:
    """Learn the HTML engine in a process that is kept."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, get_context("spawn")) as process,
    ):
        place = (folder, reference.host, reference.home_url)
        learned = process.submit(_learn, *place).result()
        yield Beside(process, learned["slug"] if learned["state"] == "ACTIVE" else "")


def learn_and_ask(
    engine: RunningEngine, asked: Sequence[tuple[str, int]]
) -> tuple[dict[str, Any], float, list[dict[str, Any]]]:
    """Learn an engine in an empty installation; return how it ended, its seconds, the answers.

    `asked` are queries with numbers of pages, from 1 on; answers come in their order, as the
    commands print them, of an engine that is ACTIVE.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(1, get_context("spawn")) as process,
    ):
        started = time.monotonic()
        learned = process.submit(_learn, folder, engine.host, engine.home_url).result()
        seconds = time.monotonic() - started
        if learned["state"] != "ACTIVE":
            return learned, seconds, []
        return learned, seconds, process.submit(_ask, learned["slug"], asked).result()


def _learn(folder: str, host: str, home_url: str) -> dict[str, Any]:
    prepare_installation(folder, [host])
    return _printed("add_engine", home_url)


def _ask(slug: str, asked: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    engine = ("--engine", slug)
    return [_printed("search", query, *engine, "--page", str(page)) for query, page in asked]


def _printed(*arguments: str) -> dict[str, Any]:
    """Return what a command prints as JSON, whatever its exit code."""
    printed = io.StringIO()
    with suppress(SystemExit):
        call_command(*arguments, "--json", stdout=printed, stderr=io.StringIO())
    document: dict[str, Any] = json.loads(printed.getvalue())
    return document


def _seconds(answers: Sequence[dict[str, Any]]) -> float:
    return median(float(answer["engines"][0]["seconds"]) for answer in answers)


def measure(engine: Engine, served: RunningEngine, beside: Beside | None = None) -> Learned:
    """Learn an engine in an empty installation, ask it all queries, a page 2, a made-up word."""
    row = Learned(engine.name, engine.half, engine.kind, engine.is_scripted)
    words = engine.asked_words()
    second = next((word for word in words if has_second_page(served, word)), None)
    pages = [(word, 1) for word in words] + ([] if second is None else [(second, 2)])
    learned, row.learning_seconds, answers = learn_and_ask(served, [*pages, (IMPOSSIBLE, 1)])
    row.state, row.reason = learned["state"], learned["reason"]
    row.queries = sum(len(ASKED.findall(step["outcome"])) for step in learned.get("steps", ()))
    for (word, page), answer in zip(pages, answers, strict=False):
        f1 = row.records.add(served, word, page, answer)
        row.second_f1 = f1 if page == 2 else row.second_f1
    if answers:
        row.none_kind = answers[-1]["engines"][0]["kind"]
        row.search_seconds = _seconds(answers)
        row.html_seconds = beside.seconds() if beside else 0.0
    return row


def print_rows(rows: Sequence[Learned], header: bool) -> None:
    """Print a line for each engine; of the build half with the reason and misses."""
    if header:
        print(
            f"{'engine':22} {'half':9} {'state':13} {'after':>7} {'queries':>7} {'true':>5} "
            f"{'found':>5} {'F1':>6} {'titles':>6} {'snippets':>8} {'page 2':>6} {'a search':>9} "
            f"{'HTML':>9} made-up word"
        )
    for row in rows:
        of = row.records
        second = f"{'–':>6}" if row.second_f1 is None else f"{row.second_f1:6.3f}"
        print(
            f"{row.name:22} {row.half:9} {row.state:13} {row.learning_seconds:5.1f} s "
            f"{row.queries:7} {of.true:5} {of.found:5} {of.f1:6.3f} {of.titles:6.3f} "
            f"{of.snippets:8.3f} {second} {row.search_seconds * 1000:6.0f} ms "
            f"{row.html_seconds * 1000:6.0f} ms {row.none_kind}",
            flush=True,
        )
        if row.half == BUILD or not row.measured:
            for line in [*([] if row.passes else [row.reason]), *of.misses[:SHOWN_MISSES]]:
                print(f"    {line}", flush=True)


def print_totals(rows: Sequence[Learned], halves: Sequence[str]) -> None:
    """Print both halves beside each other, of scripted engines and others; of records means."""
    for is_scripted in (False, True):
        kind = [row for row in rows if row.is_scripted is is_scripted]
        if not kind:
            continue
        parts = [[row for row in kind if row.half == half] for half in halves]
        measured = [[row for row in part if row.measured] for part in parts]
        active = [[row for row in part if row.state == "ACTIVE"] for part in measured]
        least = LEAST_F1_SCRIPTED if is_scripted else LEAST_F1
        title = "searched as today" if is_scripted else "searched by pages of HTML"
        print(f"\n{title:52} " + " ".join(f"{half:>10}" for half in halves))
        for label, figures in {
            "engines": [str(len(part)) for part in measured],
            "not installed here": [str(sum(not row.measured for row in part)) for part in parts],
            "ACTIVE": [_share([row.state == "ACTIVE" for row in part]) for part in measured],
            f"ACTIVE, F1 ≥ {least}, page 2 too": [
                _share([row.passes for row in part]) for part in measured
            ],
            "F1": [_mean([row.records.f1 for row in part]) for part in active],
            "titles right": [_mean([row.records.titles for row in part]) for part in active],
            "snippets alone": [_mean([row.records.snippets for row in part]) for part in active],
            "a made-up word gives NO_RESULTS": [
                _share([row.none_kind == "NO_RESULTS" for row in part]) for part in active
            ],
            "a search beside an HTML engine's, median, worst": [_ratios(part) for part in active],
            "slowest refusal": [_slowest(part) for part in measured],
        }.items():
            print(f"{label:52} " + " ".join(f"{figure:>10}" for figure in figures))


def _share(flags: Sequence[bool]) -> str:
    return f"{sum(flags)}/{len(flags)}"


def _mean(figures: Sequence[float]) -> str:
    return f"{sum(figures) / len(figures):.3f}" if figures else "–"


def _ratios(rows: Sequence[Learned]) -> str:
    ratios = [row.search_seconds / row.html_seconds for row in rows if row.html_seconds]
    return f"{median(ratios):.1f}, {max(ratios):.1f}" if ratios else "–"


def _slowest(rows: Sequence[Learned]) -> str:
    refusals = [row.learning_seconds for row in rows if row.state != "ACTIVE"]
    return f"{max(refusals):.0f} s" if refusals else "–"
