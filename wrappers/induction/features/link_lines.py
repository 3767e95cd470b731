"""How a link stands on its line of running text: at its beginning, and alone or beside others.

Where records are bare links, nothing else tells them from the links of a bar above or below: those
share a line.
"""

from enum import IntEnum

from discovery.pages.tree import LINE_TAGS
from wrappers.induction.features.page_features import LinePlace, PageFeatures
from wrappers.induction.samples.page_index import PageIndex

# Nodes of a line looked at on either side of a link. Guess.
MAX_NODES = 12


class _Step(IntEnum):
    """Which way a line is followed."""

    BACK = -1
    ON = 1


def line_place(features: PageFeatures, number: int) -> LinePlace | None:
    """Return how a link, or words around one, stands on its line; None of what is a line itself."""
    index, known = features.index, features.line_places
    if index.tags[number] in LINE_TAGS:
        return None
    if number not in known:
        text_before, link_before = _beside(index, number, _Step.BACK)
        _, link_behind = _beside(index, number, _Step.ON)
        known[number] = (
            not (text_before or link_before),
            not (link_before or link_behind),
        )
    return known[number]


def _beside(index: PageIndex, link: int, step: _Step) -> tuple[bool, bool]:
    """Return whether there is text, and whether there is a link, on one side of the line."""
    element = index.elements[link]
    in_lines = next(element.iterancestors("pre"), None) is not None
    text = False
    for _ in range(MAX_NODES):
        parent = element.getparent()
        if step is _Step.ON:
            own, beside = element.tail, element.getnext()
        else:
            beside = element.getprevious()
            own = beside.tail if beside is not None else parent.text if parent is not None else ""
        own = own or ""
        if in_lines and "\n" in own:
            own = own.partition("\n")[0] if step is _Step.ON else own.rpartition("\n")[2]
            return text or bool(own.strip()), False
        text = text or bool(own.strip())
        if beside is None:
            if parent is None or parent.tag in LINE_TAGS:
                return text, False
            element = parent
            continue
        element = beside
        number = index.number.get(element)
        if element.tag in LINE_TAGS:
            return text, False
        if number is not None:
            if index.has_link(number):
                return text, True
            text = text or index.text_length(number) > 0
    return text, False
