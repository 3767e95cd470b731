"""What was measured of one fault."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.engines.faults.fault import Ask, Fault
from evaluation.engines.faults.sites.contents import find_page
from evaluation.engines.faults.sites.design import EngineDesign

# What the healthy engines are asked too: two words that all know, and one that nobody knows.
WORDS = ("radio", "linux")
MADE_UP_WORD = "qvzkrwblutx"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the product showed of one engine's answer.

    `untrue` are addresses shown as results that the engine's page does not give as such, `share`
    the part of the true ones that were shown.
    """

    design: str
    query: str
    kind: str
    reason: str
    detail: str
    seconds: float
    untrue: tuple[str, ...]
    share: float
    is_right: bool


@dataclass(slots=True)
class Measurement:
    """One fault: what was shown of it, the harm that it did, and the delay of other engines.

    `check` says what the check did while the fault lasted. `delay` is in seconds.
    """

    fault: str
    shown: list[Shown] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)
    delay: float = 0.0
    check: str = ""
    seconds: float = 0.0

    @property
    def is_right(self) -> bool:
        """Whether every answer was rightly named."""
        return bool(self.shown) and all(shown.is_right for shown in self.shown)

    @property
    def worst(self) -> Shown:
        """An answer that was wrongly named, or the first."""
        return next((shown for shown in self.shown if not shown.is_right), self.shown[0])


def question(fault: Fault, turn: int) -> tuple[str, int]:
    """Return the query and page that a fault is met with in the first and the second search."""
    match fault.asks:
        case Ask.WORD:
            return WORDS[turn], 1
        case Ask.NOTHING:
            return (MADE_UP_WORD, MADE_UP_WORD[::-1])[turn], 1
        case Ask.SECOND_PAGE:
            return WORDS[turn], 2


def judge(
    fault: Fault, design: EngineDesign, query: str, page: int, answer: Any, urls: Sequence[str]
) -> Shown:
    """Return what an answer of the product shows, held to what is expected of the fault."""
    true = {record.url for record in fault.shown(find_page(design.language, query, page)).records}
    untrue = tuple(url for url in urls if url not in true)
    share = len(true & set(urls)) / len(true) if true else 1.0
    kind, reason = str(answer.kind), str(answer.reason)
    named = (kind, reason) in fault.expected
    if kind == "RESULTS":
        named = named and not untrue and share >= fault.least
    return Shown(
        design.name, query, kind, reason, answer.detail,
        round(answer.seconds, 3), untrue[:3], round(share, 2), named,
    )  # fmt: skip
