"""A candidate on one page: the records it finds there, as stretches of the page's index."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages.tree import LINE_TAGS
from wrappers.extraction.record_rule import MAX_RUN_LENGTH, Extent
from wrappers.induction.samples.page_index import PageIndex

# A run counts as such when at least this share of the gaps between first elements holds text.
MIN_FILLED_GAPS = 0.5
# Characters between two first elements that make the gap part of the record, not punctuation.
MIN_GAP_TEXT = 3


@dataclass(frozen=True, slots=True)
class RecordSpan:
    """One record: elements `first` up to `end`, its text, and its title link's number.

    `characters_before`, `characters_end`, `piece_before`, `piece_end` are counts of the page's
    characters and pieces of text before the record starts and ends.
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
class RuleMatch:
    """The records that a rule finds on a page."""

    spans: tuple[RecordSpan, ...]

    @property
    def outcome(self) -> tuple[tuple[int, int], ...]:
        """Which elements and links were found: equal for rules that do the same."""
        return tuple((span.first, span.title) for span in self.spans)


def match_rule(
    index: PageIndex,
    members: Sequence[int],
    titles: Sequence[int | None],
    extent: Extent,
    non_results: frozenset[int] = frozenset(),
) -> RuleMatch:
    """Return the records that start at those `members` (ascending) that have a title link.

    `non_results` are members that end the run before them but are no records themselves.
    """
    pairs = [(m, t) for m, t in zip(members, titles, strict=True) if t is not None]
    if extent is Extent.ELEMENT:
        spans = [element_span(index, member, title) for member, title in pairs]
    else:
        spans = _run_spans(index, [m for m, _ in pairs], [t for _, t in pairs])
    return RuleMatch(tuple(span for span in spans if span.first not in non_results))


def fills_gaps(index: PageIndex, members: Sequence[int]) -> bool:
    """Return whether the stretches between members of one parent hold text of their own.

    So do the stretches after words in running text: the paragraph that a bold link begins.
    """
    ends = _run_ends(index, members)
    pairs = list(zip(members, ends, strict=True))
    if index.tags[members[0]] in LINE_TAGS:
        pairs = [(left, right) for left, right in pairs if right is not None]
    filled = [_gap(index, left, right) >= MIN_GAP_TEXT for left, right in pairs]
    return len(pairs) * 2 >= len(members) - 1 > 0 and sum(filled) > MIN_FILLED_GAPS * len(pairs)


def _gap(index: PageIndex, left: int, right: int | None) -> int:
    """Return the characters from the end of a member to where its run ends."""
    end = index.text_end[index.parent[left]] if right is None else index.text_before[right]
    return end - index.text_end[left]


def _run_ends(index: PageIndex, members: Sequence[int]) -> list[int | None]:
    """Return the sibling that ends the run of each member: a member, or what holds the next one.

    None where all further siblings may belong to the run.
    """
    ends: list[int | None] = []
    for place, member in enumerate(members):
        parent = index.parent[member]
        later = place + 1
        while later < len(members) and members[later] < index.end[member]:
            later += 1
        following = members[later] if later < len(members) else -1
        if following < 0 or (parent >= 0 and following >= index.end[parent]):
            ends.append(None)
            continue
        while index.parent[following] != parent:
            following = index.parent[following]
        ends.append(following)
    return ends


def longest_run(index: PageIndex, match: RuleMatch) -> int:
    """Return the most siblings in the run of a record that another one ends."""
    members = [span.first for span in match.spans]
    lengths = [
        1 + sum(1 for _ in _siblings_until(index, member, end))
        for member, end in zip(members, _run_ends(index, members), strict=True)
        if end is not None
    ]
    return max(lengths, default=0)


def _siblings_until(index: PageIndex, left: int, right: int) -> Iterator[HtmlElement]:
    """Yield the siblings after element `left` and before element `right`."""
    for sibling in index.elements[left].itersiblings():
        if sibling is index.elements[right]:
            return
        yield sibling


def element_span(index: PageIndex, member: int, title: int) -> RecordSpan:
    """Return a record that is one element."""
    return RecordSpan(
        member,
        index.end[member],
        index.text_before[member],
        index.text_end[member],
        index.piece_before[member],
        index.piece_end[member],
        title,
    )


def _run_spans(index: PageIndex, members: list[int], titles: list[int]) -> list[RecordSpan]:
    """Return the runs of siblings that start at the members (ascending).

    The last run of a parent has no next record to end it. It is as many siblings long as the
    longest other run at most.
    """
    ends = _run_ends(index, members)
    lengths = (
        index.rank[end] - index.rank[member]
        for member, end in zip(members, ends, strict=True)
        if end is not None
    )
    longest = max(lengths, default=MAX_RUN_LENGTH)
    return [
        _run_span(index, member, end or _run_end(index, member, longest), title)
        for member, end, title in zip(members, ends, titles, strict=True)
    ]


def _run_end(index: PageIndex, member: int, most: int) -> int:
    """Return the end of the run of at most `most` siblings that starts at `member`."""
    end = index.end[member]
    for _ in range(most - 1):
        if end >= len(index.elements) or index.parent[end] != index.parent[member]:
            break
        end = index.end[end]
    return end


def _run_span(index: PageIndex, member: int, end: int, title: int) -> RecordSpan:
    """Return the stretch from element `member` to before `end`, the last tail included."""
    parent = index.parent[member]
    if end < len(index.elements) and index.parent[end] == parent:
        characters_end, piece_end = index.text_before[end], index.piece_before[end]
    else:
        characters_end, piece_end = index.text_end[parent], index.piece_end[parent]
    return RecordSpan(
        member,
        end,
        index.text_before[member],
        characters_end,
        index.piece_before[member],
        piece_end,
        title,
    )
