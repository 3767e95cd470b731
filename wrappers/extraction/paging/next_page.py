"""The next-page rule: how an engine's result pages lead on to the next one.

The digest of the papers does not treat it; details ours. What is followed is a link or a submit
button with a pager's label: "next" in many languages, a number, an arrow, "more". Its address
counts up from the page's own. Which parameter counts is learned from several result pages.
"""

import re
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta, field

from discovery.connection.requests.engine_request import EngineRequest
from discovery.documents.document import Document
from discovery.pages.page import Page
from discovery.pages.urls import comparison_key
from wrappers.extraction.paging.page_address import (
    count_shared_parts,
    number_changes,
    same_site,
)
from wrappers.extraction.paging.pager_controls import (
    ControlKind,
    PagerControl,
    find_buttons,
    find_links,
    find_postbacks,
)
from wrappers.extraction.paging.pager_labels import LabelKind

MAX_PATTERNS = 4
_Text = Annotated[str, Meta(max_length=100)]


class ControlPattern(Document, frozen=True):
    """One way on: what to do, what its label says, and which parameter counts the pages.

    `parameter` is "" for a number in the path or where nothing countable was seen.
    """

    means: ControlKind
    kind: LabelKind = field(name="label")
    word: _Text = ""
    parameter: _Text = ""


class NextPageRule(Document, frozen=True):
    """The ways from a result page to the next, the best first."""

    patterns: Annotated[tuple[ControlPattern, ...], Meta(max_length=MAX_PATTERNS)] = field(
        name="ways"
    )

    def apply(self, page: Page, page_number: int = 1) -> EngineRequest | None:
        """Return the request for the page after `page`, which is number `page_number` (from 1).

        None when `page` is the last.
        """
        for pattern in self.patterns:
            fit = [
                control
                for control in _find_controls(page, pattern)
                if _has_label_of(control, pattern, page_number)
                and _counts_up(control, pattern, page)
            ]
            if fit:
                # A record may have its own pager; that of the results keeps more of the address.
                best = max(fit, key=lambda control: count_shared_parts(page.url, control.address))
                return best.request(page)
        return None


def _find_controls(page: Page, pattern: ControlPattern) -> Iterator[PagerControl]:
    if pattern.means is ControlKind.LINK:
        # The name may stand escaped in the address: its longest plain part finds it.
        return find_links(
            page, max(re.findall(r"\w+", pattern.parameter, re.ASCII), key=len, default="")
        )
    return find_buttons(page) if pattern.means is ControlKind.BUTTON else find_postbacks(page)


def _has_label_of(control: PagerControl, pattern: ControlPattern, page_number: int) -> bool:
    """Tell whether a control is the one a way means, on page `page_number`."""
    label = control.label
    if label.kind is not pattern.kind or label.word != pattern.word:
        return False
    return label.kind is not LabelKind.NUMBER or label.number == page_number + 1


def _counts_up(control: PagerControl, pattern: ControlPattern, page: Page) -> bool:
    """Tell whether a control leads on from `page`, by the number in its address."""
    if control.means is not ControlKind.LINK:
        return True
    if not same_site(page.url, control.address):
        return False
    steps = number_changes(page.url, control.address)
    if not steps:
        # Nothing countable, as where a session holds the place: any other address will do.
        return not pattern.parameter and comparison_key(control.address) != comparison_key(page.url)
    chosen = [step for step in steps if step.parameter == pattern.parameter]
    return any(step.before is None or step.number > step.before for step in chosen)
