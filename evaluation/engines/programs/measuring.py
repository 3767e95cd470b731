"""One program learned from its home address, and what it gives beside what it shows."""

import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from evaluation.engines.comparison import LEAST_F1, has_second_page, keys
from evaluation.engines.programs.asking import learn_and_ask
from evaluation.engines.programs.html_program import HtmlProgram
from evaluation.engines.today.corpus import IMPOSSIBLE
from evaluation.engines.today.engine import RunningEngine
from evaluation.engines.today.measuring import NOT_INSTALLED, host_of
from evaluation.quality.items import is_alone

# Misses that are kept of a program.
KEPT_MISSES = 4


@dataclass
class Learned:
    """What became of one program.

    Records count over all queries and one page 2: `true`, `found`, `right` (address and title),
    `placed` (the address is right), `alone` (of those right: the snippet holds nothing else, and
    most of it). `none_kind` is what the answer to a made-up word was called.
    """

    name: str
    half: str
    state: str = NOT_INSTALLED
    reason: str = ""
    seconds: float = 0.0
    true: int = 0
    found: int = 0
    right: int = 0
    placed: int = 0
    alone: int = 0
    second_page: bool = False
    none_kind: str = ""
    misses: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """F1 of address and title."""
        return 2 * self.right / (self.true + self.found) if self.true + self.found else 0.0

    @property
    def titles(self) -> float:
        """Share of the records with right addresses whose titles are right, too."""
        return self.right / self.placed if self.placed else 0.0

    @property
    def snippets(self) -> float:
        """Share of the right records whose snippets are what the engine shows as snippets."""
        return self.alone / self.right if self.right else 0.0

    @property
    def measured(self) -> bool:
        """Whether the program could be had."""
        return self.state != NOT_INSTALLED

    @property
    def passes(self) -> bool:
        """Whether it became searchable as it must."""
        return self.state == "ACTIVE" and self.f1 >= LEAST_F1


def measure(program: HtmlProgram, served: RunningEngine) -> Learned:
    """Learn a program in an empty installation, ask it all queries, a page 2, a made-up word."""
    row = Learned(program.name, program.half)
    words = program.asked_words()
    second = next((word for word in words if has_second_page(served, word)), None)
    pages = [(word, 1) for word in words] + ([] if second is None else [(second, 2)])
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        asked = [*pages, (IMPOSSIBLE, 1)]
        learned, answers = learn_and_ask(folder, host_of(served), served.home_url, asked)
    # Next to nothing beside it: the searches.
    row.seconds = time.monotonic() - started
    row.state, row.reason = learned["state"], learned["reason"]
    row.second_page = second is not None
    for (word, page), answer in zip(pages, answers, strict=False):
        _compare(row, served, word, page, answer)
    if answers:
        row.none_kind = answers[-1]["engines"][0]["kind"]
    return row


def _compare(
    row: Learned, served: RunningEngine, query: str, page: int, answer: dict[str, Any]
) -> None:
    true, results = served.true_records(query, page), answer["results"]
    wanted, given = keys(true), keys(results)
    right = wanted & given
    row.true += wanted.total()
    row.found += given.total()
    row.right += right.total()
    row.placed += (_addresses(wanted) & _addresses(given)).total()
    row.alone += _snippets_alone(true, results, right)
    if wanted != given and len(row.misses) < KEPT_MISSES:
        row.misses.append(
            f"{query!r} page {page} ({answer['engines'][0]['kind']}): {wanted.total()} true, "
            f"{given.total()} found, {right.total()} right; e.g. missed "
            f"{list(wanted - given)[:1]}, wrong {list(given - wanted)[:1]}"
        )


def _addresses(records: Counter[tuple[str, str]]) -> Counter[str]:
    return Counter(address for address, _ in records.elements())


def _snippets_alone(
    true: list[dict[str, Any]], results: list[dict[str, Any]], right: Counter[tuple[str, str]]
) -> int:
    """Return how many of the right results have the snippet that the page shows, and no more."""
    snippets = {key: record["snippet"] for record in true for key in keys([record])}
    found = {key: record["snippet"] for record in results for key in keys([record])}
    return sum(count * is_alone(snippets[key], found[key]) for key, count in right.items())
