"""What was measured of one fault."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evaluation.engines.faults.fault import Ask, Fault
from evaluation.engines.faults.sites.contents import decoys_of, find_page
from evaluation.engines.faults.sites.design import EngineDesign

# What the healthy engines are asked too: two words that all know, and one that nobody knows.
WORDS = ("radio", "linux")
MADE_UP_WORD = "qvzkrwblutx"


@dataclass(frozen=True, slots=True)
class Shown:
    """What the product showed of one engine's answer.

    `untrue` are addresses shown as results that the engine's page does not give as such, `share`
    the part of the true ones that were shown. Of the `count` records shown `wrong` are untrue,
    `invisible` ones among them, and `misread` have another title.
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
    count: int = 0
    wrong: int = 0
    invisible: int = 0
    misread: int = 0


@dataclass(slots=True)
class Measurement:
    """One fault: what was shown of it, the harm that it did, and the delay of other engines.

    `check` says what the check did while the fault lasted; `taken_out`: it called an engine BROKEN
    that is not. `delay` is in seconds.
    """

    fault: str
    shown: list[Shown] = field(default_factory=list)
    harm: list[str] = field(default_factory=list)
    delay: float = 0.0
    check: str = ""
    taken_out: bool = False
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
        case Ask.LONG_QUERY:
            return "74"[turn] * 260, 1


def judge(
    fault: Fault, design: EngineDesign, query: str, page: int, answer: Any, urls: Sequence[str],
    is_after_check: bool = False,
) -> Shown:  # fmt: skip
    """Return what an answer of the product shows, held to what is expected of the fault."""
    found = find_page(design.language, query, page)
    titles = {record.url: record.title for record in fault.shown(found).records}
    true = set(titles)
    doubtful = fault.doubtful(found).records
    tolerated = () if fault.check_drops and is_after_check else doubtful
    known = true | {record.url for record in tolerated}
    untrue = tuple(url for url in urls if url not in known)
    hidden = {record.url for record in decoys_of(found)} - true
    misread = fault.titled and sum(
        _folded(record.title or "") != _folded(titles.get(record.url, record.title or ""))
        for record in answer.records
    )
    share = len(true & set(urls)) / len(true) if true else 1.0
    kind, reason = str(answer.kind), str(answer.reason)
    named = (kind, reason) in fault.expected
    if kind == "RESULTS":
        named = named and not untrue and not misread and share >= fault.least
    return Shown(
        design.name, query, kind, reason, answer.detail,
        round(answer.seconds, 3), untrue[:3], round(share, 2), named,
        len(urls), len(untrue), sum(url in hidden for url in untrue), int(misread),
    )  # fmt: skip


def _folded(title: str) -> str:
    """Return a title without what nobody sees of it: formatting characters, kinds of blanks."""
    seen = "".join(sign for sign in title if unicodedata.category(sign) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", seen).split()).casefold()
