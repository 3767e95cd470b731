"""ViNTs: wrappers for result pages from visual information and tag structures.

Zhao et al. 2005, section 3: content lines → candidate records → initial wrappers → refined wrappers
→ the record groups of the page, the likeliest search results first (section 3.7), and one wrapper
integrated over several pages (section 3.8).

The correct group "likely (1) occupies a large area, (2) is centrally located, (3) contains many
characters, (4) has a large number of records". These are four weights, combined "by weighted
summation".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from math import hypot
from statistics import fmean

from lxml.html import HtmlElement

from discovery.pages.layout import Box, Layout, bounding_box
from discovery.pages.page import Page
from wrappers.induction.vints.candidate_records import CandidateRecords, candidate_records
from wrappers.induction.vints.content_lines import (
    MAX_POSITION_DISTANCE,
    Block,
    ContentLine,
    Direction,
    TagPath,
    TagTree,
    TreePosition,
    child_nodes,
    content_lines,
    position_distance,
    visually_similar,
)
from wrappers.induction.vints.initial_wrappers import (
    InitialWrapperBuilder,
    Separation,
    Separator,
    Stretch,
    VintsWrapper,
)


def integrate_wrappers(wrappers: Sequence[VintsWrapper]) -> VintsWrapper | None:
    """Return the integrated wrapper with the largest support, None for no wrappers.

    "Two wrappers are considered at a time … At the end of this process … the integrated wrapper
    with the largest support … will be selected" (section 3.8). A tie goes to the one integrated
    first.
    """
    integrated: list[VintsWrapper] = []
    for wrapper in wrappers:
        for position, other in enumerate(integrated):
            joined = integrate_two(other, wrapper)
            if joined is not None:
                integrated[position] = joined
                break
        else:
            integrated.append(wrapper)
    return max(integrated, key=lambda wrapper: wrapper.support, default=None)


def integrate_two(a: VintsWrapper, b: VintsWrapper) -> VintsWrapper | None:
    if (a.expansion, a.separation.leads) != (b.expansion, b.separation.leads):
        return None
    separators = integrate_separators(a.separation.separators, b.separation.separators)
    if separators is None:
        return None
    prefix = integrate_prefixes(a.compact_prefix, b.compact_prefix)
    if prefix is None:
        return None
    return VintsWrapper(
        Separation(prefix, separators, a.separation.leads),
        a.expansion,
        min(a.minimum, b.minimum),
        max(a.maximum, b.maximum),
        a.support + b.support,
    )


def integrate_separators(
    a: frozenset[Separator], b: frozenset[Separator]
) -> frozenset[Separator] | None:
    """Return the larger set when one set of separators is a subset of the other, else None."""
    if a <= b:
        return b
    return a if b <= a else None


def integrate_prefixes(a: TagPath, b: TagPath) -> TagPath | None:
    """Return one prefix for two in compact form, None when they lead to different sub-trees.

    "Prefix integration can be carried out reasonably easily after prefixes are converted into
    compact forms". Details ours: after the last node with direction C the fewer nodes are kept.
    """
    if _to_subtree(a) != _to_subtree(b):
        return None
    return min(a, b, key=len)


def _to_subtree(path: TagPath) -> TagPath:
    """Return the nodes of a path up to the last one with direction C."""
    end = len(path)
    while end and path[end - 1].direction is not Direction.CHILD:
        end -= 1
    return path[:end]


# Fewer records show no regularity: refined groups keep at least as many as a sub-group.
MIN_RECORDS = 3


@dataclass(frozen=True)
class RecordGroup:
    """The records that a wrapper extracts from its page, in page order, with their blocks."""

    wrapper: VintsWrapper
    records: tuple[Stretch, ...]
    blocks: tuple[Block, ...]

    @cached_property
    def nodes(self) -> tuple[tuple[HtmlElement, ...], ...]:
        return nodes_of(self.records)

    @cached_property
    def box(self) -> Box:
        return bounding_box(block.box for block in self.blocks)


def find_record_groups(
    page: Page, layout: Layout, no_result_lines: frozenset[str] = frozenset()
) -> tuple[RecordGroup, ...]:
    """Return the record groups of a result page, every list of records once.

    `no_result_lines` are the texts of the content lines of the no-result page: what also stands
    there "contains only information irrelevant to any user query".
    """
    lines = [line for line in content_lines(layout) if line.text not in no_result_lines]
    tree = TagTree(page.root)
    places = LinePlaces(tree, lines)
    builder = InitialWrapperBuilder(tree)
    groups: dict[tuple[Stretch, ...], RecordGroup] = {}
    for candidates in candidate_records(lines):
        for wrapper, stretches in builder.build(places.starts(candidates)):
            group = refine(wrapper, stretches, places)
            if group is not None:
                groups.setdefault(group.records, group)
    return tuple(groups.values())


def nodes_of(records: Sequence[Stretch]) -> tuple[tuple[HtmlElement, ...], ...]:
    children = child_nodes(records[0].parent) if records else ()
    return tuple(children[record.start : record.end] for record in records)


def apply_wrapper(wrapper: VintsWrapper, page: Page) -> tuple[tuple[HtmlElement, ...], ...]:
    """Return the nodes of the records that a wrapper extracts from a page: those in [min, max]."""
    records = InitialWrapperBuilder(TagTree(page.root)).extract(wrapper)
    return nodes_of(records[max(0, wrapper.minimum - 1) : wrapper.maximum])


def refine(
    wrapper: VintsWrapper, stretches: Sequence[Stretch], places: "LinePlaces"
) -> RecordGroup | None:
    """Determine [min, max] of an initial wrapper (section 3.6), None when too little remains.

    "We start from Rm [the record in the middle] and move towards the two ends of the list. …
    When the next record is encountered, if it does not contain a link or its block is not visually
    similar to the block of Rm, the serial number of the record plus 1 becomes min."
    """
    blocks = [places.block(stretch) for stretch in stretches]
    middle = len(blocks) // 2
    if not blocks or not blocks[middle].has_link:
        return None
    first = middle
    while first > 0 and _continues(blocks[first - 1], blocks[middle]):
        first -= 1
    last = middle
    while last + 1 < len(blocks) and _continues(blocks[last + 1], blocks[middle]):
        last += 1
    if last - first + 1 < MIN_RECORDS:
        return None
    return RecordGroup(
        replace(wrapper, minimum=first + 1, maximum=last + 1),
        tuple(stretches[first : last + 1]),
        tuple(blocks[first : last + 1]),
    )


def _continues(block: Block, middle: Block) -> bool:
    """Return whether the list of records goes on with `block`.

    Records between the same separators are similar already when they begin alike (ours). Parts that
    only some have (a date, links into the page) make no boundary.
    """
    if not block.has_link:
        return False
    begins_alike = (
        position_distance(block, middle) <= MAX_POSITION_DISTANCE
        and block.lines[0].type is middle.lines[0].type
    )
    return begins_alike or visually_similar(block, middle)


class LinePlaces:
    """Where in the tag tree the content lines stand, and which lines stand in a stretch of it."""

    def __init__(self, tree: TagTree, lines: Sequence[ContentLine]) -> None:
        self.tree = tree
        self.lines = lines
        firsts = (line.pieces[0] if line.pieces else None for line in lines)
        self._places = [
            None if first is None else tree.place(first.element, first.children_before)
            for first in firsts
        ]
        self._line_range = self._lines_by_element()
        self._children: dict[HtmlElement, dict[int, list[int]]] = {}

    def _lines_by_element(self) -> dict[HtmlElement, tuple[int, int]]:
        ranges: dict[HtmlElement, tuple[int, int]] = {}
        for number, place in enumerate(self._places):
            if place is not None:
                first, _ = ranges.get(place.parent, (number, number))
                ranges[place.parent] = (first, number)
        for element in reversed(list(self.tree.number)):
            own = ranges.get(element)
            parent = element.getparent()
            if own is not None and parent is not None and element is not self.tree.root:
                first, last = ranges.get(parent, own)
                ranges[parent] = (min(first, own[0]), max(last, own[1]))
        return ranges

    def starts(self, candidates: CandidateRecords) -> list[TreePosition]:
        places = (self._places[start] for start in candidates.starts)
        return [place for place in places if place is not None]

    def block(self, stretch: Stretch) -> Block:
        if stretch.parent not in self._children:
            self._children[stretch.parent] = self._lines_by_child(stretch.parent)
        by_child = self._children[stretch.parent]
        children = range(stretch.start, stretch.end)
        numbers = chain.from_iterable(by_child.get(child, ()) for child in children)
        return Block(tuple(self.lines[number] for number in numbers))

    def _lines_by_child(self, parent: HtmlElement) -> dict[int, list[int]]:
        first, last = self._line_range.get(parent, (0, -1))
        by_child: dict[int, list[int]] = {}
        child = 0
        for number in range(first, last + 1):
            place = self._places[number]
            if place is not None:
                child = self.tree.child_place(parent, place).child
            by_child.setdefault(child, []).append(number)
        return by_child


# The paper does not give the factors of the sum. Measured on 171 result pages of 60 sites (2017),
# in steps of 0.5 to 1: RAW decides, the others hardly differ within a factor of two.
RAW_FACTOR = 3.0
CDW_FACTOR = 1.0
NRW_FACTOR = 1.0
ACNW_FACTOR = 0.5
# CDW as given divides by a distance that may be 0: this share of the page's diagonal is added to
# both distances, and the quotient turned so that nearer groups weigh more (details ours).
CENTRE_TOLERANCE = 0.05


def weigh_groups(groups: Sequence[RecordGroup], page: Box) -> tuple[float, ...]:
    """Return the sum of RAW, CDW, NRW and ACNW of each group, each from 0 to 1 times its factor.

    They are of the rendering area, the distance from the centre of the page's box, the number of
    records, and their average characters.
    """
    if not groups:
        return ()
    areas = [group.box.area for group in groups]
    distances = [centre_distance(group.box, page) for group in groups]
    counts = [len(group.records) for group in groups]
    characters = [fmean(block.characters for block in group.blocks) for group in groups]
    tolerance = CENTRE_TOLERANCE * hypot(page.width, page.height) or 1.0
    return tuple(
        RAW_FACTOR * (area / (max(areas) or 1.0))
        + CDW_FACTOR * ((min(distances) + tolerance) / (distance + tolerance))
        + NRW_FACTOR * (count / max(counts))
        + ACNW_FACTOR * (average / (max(characters) or 1.0))
        for area, distance, count, average in zip(areas, distances, counts, characters, strict=True)
    )


def centre_distance(box: Box, page: Box) -> float:
    """Return how far a box is from the centre p0 of the page: 0 when it contains p0.

    >>> centre_distance(Box(0, 0, 50, 100), Box(0, 0, 100, 100))
    0.0
    >>> centre_distance(Box(0, 0, 40, 20), Box(0, 0, 100, 100))
    50.0
    """
    if box.contains(page.centre):
        return 0.0
    (x, y), (centre_x, centre_y) = box.centre, page.centre
    return hypot(x - centre_x, y - centre_y)


def select_groups(groups: Sequence[RecordGroup], page: Box) -> tuple[RecordGroup, ...]:
    weights = weigh_groups(groups, page)
    order = sorted(range(len(groups)), key=lambda number: -weights[number])
    return tuple(groups[number] for number in order)
