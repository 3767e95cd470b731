"""Learn programs from their home addresses, compare with what they truly show.

usage: python -m evaluation.engines.programs [NAME …] [--half build|unopened] [--json FILE]
       [--cache FOLDER] [--list]

Programs of PyPI and npm are brought into a folder outside the repository at the first run, in the
versions pinned in the manifest; Debian's are used where they are installed, and named where they
are not. Printed are the state, the seconds of learning, F1 of address and title over five queries
and a page 2, the share of right titles and of snippets that are the snippet alone, and what the
answer to a made-up word is called. Halves are by program; of the unopened half no misses are shown.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from evaluation.engines.comparison import LEAST_F1, Comparison, has_second_page
from evaluation.engines.programs.corpus import IMPOSSIBLE
from evaluation.engines.programs.program import (
    BUILD,
    UNOPENED,
    NotInstalledError,
    Program,
    RunningEngine,
    programs,
)
from evaluation.own_installation import call, free_ports, prepare_installation
from evaluation.printing import write_figures

# What scripted engines must reach over their queries and a page 2.
LEAST_F1_SCRIPTED = 0.95
# Misses that are shown of an engine.
SHOWN_MISSES = 4
NOT_INSTALLED = "not installed"
# What the log of learning puts round each query it tells of.
ASKED = re.compile("“[^”]+”")


@dataclass
class Learned:
    """What became of one engine.

    `records` are those of all queries and one page 2; `second_f1` is that of page 2 alone, None
    where there is none. `none_kind` is what the answer to a made-up word was called. `queries` are
    those of learning; `search_seconds` is the median of the engine's answers.
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
    return call("add_engine", home_url)


def _ask(slug: str, asked: Sequence[tuple[str, int]]) -> list[dict[str, Any]]:
    engine = ("--engine", slug)
    return [call("search", query, *engine, "--page", str(page)) for query, page in asked]


def measure(program: Program, served: RunningEngine) -> Learned:
    """Learn an engine in an empty installation, ask it all queries, a page 2, a made-up word."""
    row = Learned(program.name, program.half, program.kind, program.is_scripted)
    words = program.asked_words()
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
        row.search_seconds = median(answer["engines"][0]["seconds"] for answer in answers)
    return row


def measure_all(asked: Sequence[Program], cache: Path) -> list[Learned]:
    """Measure the programs one after the other."""
    rows = []
    for program in asked:
        try:
            with program.running(cache, free_ports(1)) as served:
                row = measure(program, served)
        except NotInstalledError as error:
            row = Learned(program.name, program.half, program.kind, program.is_scripted)
            row.reason = str(error)
        rows.append(row)
        print_row(row, with_head=len(rows) == 1)
    return rows


def print_row(row: Learned, with_head: bool) -> None:
    """Print the line of an engine; of the build half with the reason and misses."""
    if with_head:
        print(
            f"{'engine':22} {'half':9} {'state':13} {'after':>7} {'queries':>7} {'true':>5} "
            f"{'found':>5} {'F1':>6} {'titles':>6} {'snippets':>8} {'page 2':>6} {'a search':>9} "
            "made-up word"
        )
    of = row.records
    second = f"{'–':>6}" if row.second_f1 is None else f"{row.second_f1:6.3f}"
    print(
        f"{row.name:22} {row.half:9} {row.state:13} {row.learning_seconds:5.1f} s "
        f"{row.queries:7} {of.true:5} {of.found:5} {of.f1:6.3f} {of.titles:6.3f} "
        f"{of.snippets:8.3f} {second} {row.search_seconds * 1000:6.0f} ms {row.none_kind}",
        flush=True,
    )
    if row.half == BUILD or not row.measured:
        for line in [*([] if row.passes else [row.reason]), *of.misses[:SHOWN_MISSES]]:
            print(f"    {line}", flush=True)


def print_totals(rows: Sequence[Learned]) -> None:
    """Print both halves beside each other, of scripted engines and others; of records means."""
    for is_scripted in (False, True):
        kind = [row for row in rows if row.is_scripted is is_scripted]
        if not kind:
            continue
        parts = [[row for row in kind if row.half == half] for half in (BUILD, UNOPENED)]
        measured = [[row for row in part if row.measured] for part in parts]
        active = [[row for row in part if row.state == "ACTIVE"] for part in measured]
        least = LEAST_F1_SCRIPTED if is_scripted else LEAST_F1
        title = "searched as today" if is_scripted else "searched by pages of HTML"
        print(f"\n{title:52} {BUILD:>10} {UNOPENED:>10}")
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
        }.items():
            print(f"{label:52} " + " ".join(f"{figure:>10}" for figure in figures))


def _share(flags: Sequence[bool]) -> str:
    return f"{sum(flags)}/{len(flags)}"


def _mean(figures: Sequence[float]) -> str:
    return f"{sum(figures) / len(figures):.3f}" if figures else "–"


def default_cache() -> Path:
    """Return where downloads are kept from run to run."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "metasearch-evaluation" / "programs"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 1 when an engine of the build half is short of what it must."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="programs: all, or those named")
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="folder of downloads")
    parser.add_argument("--list", action="store_true", help="list them, measure nothing")
    options = parser.parse_args(arguments)
    asked = [
        program
        for program in programs()
        if (not options.names or program.name in options.names)
        and options.half in {None, program.half}
    ]
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.list:
        for program in asked:
            print(f"{program.name:22} {program.half:9} {program.kind} ({program.needs})")
        return 0
    rows = measure_all(asked, options.cache)
    write_figures(options.json, [asdict(row) for row in rows])
    print_totals(rows)
    return 0 if all(row.passes for row in rows if row.half == BUILD and row.measured) else 1


if __name__ == "__main__":
    sys.exit(main())
