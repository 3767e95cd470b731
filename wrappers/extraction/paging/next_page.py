"""The next-page rule: how an engine's result pages lead on to the next one.

The digest of the papers does not treat it; details ours. What is followed is a link or a submit
button with a pager's label ("next" in many languages, a number, an arrow, "more") whose address
counts on from the page's own; what counts is learned from several result pages.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from discovery.connection import EngineRequest
from discovery.pages import Page, comparison_key
from wrappers.extraction.lines import RuleFormatError
from wrappers.extraction.paging.page_address import (
    likeness,
    page_steps,
    same_site,
)
from wrappers.extraction.paging.pager_controls import (
    Means,
    PagerControl,
    find_buttons,
    find_links,
    find_postbacks,
)
from wrappers.extraction.paging.pager_labels import LabelKind

MAX_WAYS = 4
MAX_TEXT_LENGTH = 100


@dataclass(frozen=True, slots=True)
class NextWay:
    """One way on: what to do, what its label says, and which parameter counts the pages.

    `parameter` is "" for a number in the path or where nothing countable was seen.
    """

    means: Means
    kind: LabelKind
    word: str = ""
    parameter: str = ""


@dataclass(frozen=True, slots=True)
class NextPageRule:
    """The ways from a result page to the next, the best first."""

    ways: tuple[NextWay, ...]

    def apply(self, page: Page, page_number: int = 1) -> EngineRequest | None:
        """Return the request for the page after `page`, which is number `page_number` (from 1).

        None when `page` is the last.
        """
        for way in self.ways:
            fit = [
                control
                for control in _find_controls(page, way)
                if _goes_way(control, way, page_number) and _counts_on(control, way, page)
            ]
            if fit:
                # A record may have its own pager; that of the results keeps more of the address.
                best = max(fit, key=lambda control: likeness(page.url, control.address))
                return best.request(page)
        return None

    def to_json(self) -> dict[str, Any]:
        """Return this rule as plain JSON data."""
        return {
            "ways": [
                {
                    "means": str(way.means),
                    "label": str(way.kind),
                    "word": way.word,
                    "parameter": way.parameter,
                }
                for way in self.ways
            ]
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "NextPageRule":
        """Return the rule stored as `data`. Raises `RuleFormatError`."""
        try:
            ways = tuple(
                NextWay(Means(way["means"]), LabelKind(way["label"]), way["word"], way["parameter"])
                for way in data["ways"][:MAX_WAYS]
            )
        except (KeyError, TypeError, ValueError) as error:
            raise RuleFormatError(f"no next-page rule: {data!r:.80}") from error
        texts = [text for way in ways for text in (way.word, way.parameter)]
        if not all(isinstance(text, str) and len(text) <= MAX_TEXT_LENGTH for text in texts):
            raise RuleFormatError("the words of a next-page rule are no short texts")
        return cls(ways)


def _find_controls(page: Page, way: NextWay) -> Iterator[PagerControl]:
    if way.means is Means.LINK:
        # The name may stand escaped in the address: its longest plain part finds it.
        return find_links(
            page, max(re.findall(r"\w+", way.parameter, re.ASCII), key=len, default="")
        )
    return find_buttons(page) if way.means is Means.BUTTON else find_postbacks(page)


def _goes_way(control: PagerControl, way: NextWay, page_number: int) -> bool:
    """Tell whether a control is the one a way means, on page `page_number`."""
    label = control.label
    if label.kind is not way.kind or label.word != way.word:
        return False
    return label.kind is not LabelKind.NUMBER or label.number == page_number + 1


def _counts_on(control: PagerControl, way: NextWay, page: Page) -> bool:
    """Tell whether a control leads on from `page`, by the number in its address."""
    if control.means is not Means.LINK:
        return True
    if not same_site(page.url, control.address):
        return False
    steps = page_steps(page.url, control.address)
    if not steps:
        # Nothing countable, as where a session holds the place: any other address will do.
        return not way.parameter and comparison_key(control.address) != comparison_key(page.url)
    chosen = [step for step in steps if step.parameter == way.parameter]
    return any(step.before is None or step.number > step.before for step in chosen)
