"""Learning a program in an empty installation, and asking it what its truth knows."""

import re
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from statistics import median
from typing import Any

from evaluation.engines.comparison import LEAST_F1, Comparison, has_second_page
from evaluation.engines.programs.corpus import IMPOSSIBLE
from evaluation.engines.programs.program import Program, RunningEngine
from evaluation.own_installation import call, prepare_installation

# What scripted engines must reach over their queries and a page 2.
LEAST_F1_SCRIPTED = 0.95
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
