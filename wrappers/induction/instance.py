"""A candidate on one page: the records it finds there, as stretches of the page's index."""

from dataclasses import dataclass
from itertools import pairwise

from wrappers.extraction import Extent, RecordRule
from wrappers.induction.page_index import PageIndex

# A run counts as such when at least this share of the gaps between first elements holds text.
MIN_FILLED_GAPS = 0.5
# Characters between two first elements that make the gap part of the record, not punctuation.
MIN_GAP_TEXT = 3


@dataclass(frozen=True, slots=True)
class RecordSpan:
    """One record: elements `first` up to `end`, pieces of text, and its title link's number.

    `element_end` is the end of the first element alone; `next_sibling` of a run is where the
    record after it starts.
    """

    first: int
    end: int
    characters_before: int
    characters_end: int
    piece_before: int
    piece_end: int
    title: int

    @property
    def characters(self) -> int:
        """The visible characters of the record."""
        return self.characters_end - self.characters_before


@dataclass(frozen=True, slots=True)
class Instance:
    """The records that a rule finds on a page, and the elements it found in vain.

    `untitled` are elements that the key found but that hold no title link.
    """

    index: PageIndex
    spans: tuple[RecordSpan, ...]
    extent: Extent
    untitled: int = 0


def instance_of(index: PageIndex, rule: RecordRule) -> Instance:
    """Return what `rule` finds on a page."""
    members, titles = [], []
    for nodes in rule.find(index.page.root):
        first, title = nodes.elements[0], nodes.title_link
        if first in index.number and title in index.number:
            members.append(index.number[first])
            titles.append(index.number[title])
    spans = spans_of(index, members, titles, rule.extent)
    untitled = 0
    if rule.keys and members:
        found = next((n for n in (len(key.find(index.page.root)) for key in rule.keys) if n), 0)
        untitled = max(0, found - len(members))
    return Instance(index, spans, rule.extent, untitled)


def spans_of(
    index: PageIndex, members: list[int], titles: list[int], extent: Extent
) -> tuple[RecordSpan, ...]:
    """Return the records that start at `members` (ascending) with the title links `titles`."""
    if extent is Extent.ELEMENT:
        return tuple(
            RecordSpan(
                member,
                index.end[member],
                index.text_before[member],
                index.text_end[member],
                index.piece_before[member],
                index.piece_end[member],
                title,
            )
            for member, title in zip(members, titles, strict=True)
        )
    return tuple(_run_spans(index, members, titles))


def fills_gaps(index: PageIndex, members: list[int]) -> bool:
    """Return whether the stretches between sibling members hold text of their own."""
    pairs = [
        (left, right)
        for left, right in pairwise(members)
        if index.parent[left] == index.parent[right]
    ]
    filled = [
        index.text_before[right] - index.text_end[left] >= MIN_GAP_TEXT for left, right in pairs
    ]
    return len(pairs) * 2 >= len(members) - 1 > 0 and sum(filled) > MIN_FILLED_GAPS * len(pairs)


def _run_spans(index: PageIndex, members: list[int], titles: list[int]) -> list[RecordSpan]:
    """Return the runs of siblings that start at the members.

    The last run of a parent has no next record to end it: it is as many siblings long as the
    longest other run at most.
    """
    starts = set(members)
    runs = []
    for member in members:
        element = index.elements[member]
        last, count = element, 1
        ended = False
        for sibling in element.itersiblings():
            if index.number.get(sibling) in starts:
                ended = True
                break
            last, count = sibling, count + 1
        runs.append((member, last, count, ended))
    longest = max((count for _, _, count, ended in runs if ended), default=1)
    spans = []
    for (member, last, count, ended), title in zip(runs, titles, strict=True):
        if not ended and count > longest:
            last = index.elements[member]
            for _, sibling in zip(range(longest - 1), last.itersiblings(), strict=False):
                last = sibling
        spans.append(_run_span(index, member, last, title))
    return spans


def _run_span(index: PageIndex, member: int, last: object, title: int) -> RecordSpan:
    """Return the stretch from element `member` to the end of its sibling `last` and its tail."""
    while last not in index.number:  # an invisible sibling: go back to one that can be seen
        last = last.getprevious()  # type: ignore[attr-defined]
    number = index.number[last]
    end = index.end[number]
    piece_end = index.piece_end[number]
    characters_end = index.text_end[number]
    following = end if end < len(index.elements) else -1
    if following >= 0 and index.parent[following] == index.parent[number]:
        piece_end = index.piece_before[following]
        characters_end = index.text_before[following]
    elif index.parent[number] >= 0:
        parent = index.parent[number]
        piece_end, characters_end = index.piece_end[parent], index.text_end[parent]
    return RecordSpan(
        member,
        end,
        index.text_before[member],
        max(characters_end, index.text_before[member]),
        index.piece_before[member],
        piece_end,
        title,
    )
