"""ViNTs: wrappers for result pages from visual information and tag structures.

Zhao et al. 2005, section 3: content lines → candidate records → initial wrappers → refined wrappers
→ the record groups of the page, the likeliest search results first (section 3.7). Ours: in place of
integration over pages (section 3.8) each wrapper is tried on all of them, beside other rules.

The correct group "likely (1) occupies a large area, (2) is centrally located, (3) contains many
characters, (4) has a large number of records". These are four weights, combined "by weighted
summation".
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice
from math import hypot
from statistics import fmean

from lxml.html import HtmlElement

from discovery.pages.layout import Box, Layout, bounding_box
from discovery.pages.page import Page
from wrappers.extraction.records.separators import has_link
from wrappers.induction.vints.candidate_records import CandidateRecords, candidate_records
from wrappers.induction.vints.content_lines import (
    MAX_POSITION_DISTANCE,
    Block,
    ContentLine,
    TagTree,
    TreePosition,
    alike_anywhere,
    content_lines,
    position_distance,
    type_distance,
)
from wrappers.induction.vints.initial_wrappers import (
    InitialWrapperBuilder,
    Stretch,
    VintsWrapper,
)

# Fewer records show no regularity: refined groups keep at least as many as a sub-group.
MIN_RECORDS = 3
# Records in a row that are unlike the middle one before others that are like it. Guess.
MAX_UNLIKE = 2
# Share of the records that begin at one left side for it to be a column of theirs. Guess.
MIN_IN_COLUMN = 0.1
# Levels between the minimal sub-tree and the parents of its records. Guess: the rows of a table.
MAX_LEVELS = 3


@dataclass(frozen=True)
class RecordGroup:
    """The records that a wrapper extracts from its page, in page order, with their blocks.

    They are child nodes of one element, the `region`, or of all that stand in it under the tags
    `below`: the rows of a grid, the lists of several days.
    """

    wrapper: VintsWrapper
    records: tuple[Stretch, ...]
    blocks: tuple[Block, ...]
    nodes: tuple[tuple[HtmlElement, ...], ...]
    region: HtmlElement
    below: tuple[str, ...] = ()

    @cached_property
    def box(self) -> Box:
        return bounding_box(block.box for block in self.blocks)

    @cached_property
    def area(self) -> float:
        """The rendering area: of each parent's records together, not of what is between those."""
        by_parent: dict[HtmlElement, list[Box]] = defaultdict(list)
        for stretch, block in zip(self.records, self.blocks, strict=True):
            by_parent[stretch.parent].append(block.box)
        return sum(bounding_box(boxes).area for boxes in by_parent.values())


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
            for found in (group, *(() if group is None else _in_rows(group, builder, places))):
                if found is not None:
                    groups.setdefault(found.records, found)
    return tuple(groups.values())


def _in_rows(
    group: RecordGroup, builder: InitialWrapperBuilder, places: "LinePlaces"
) -> Iterator[RecordGroup]:
    """Yield the groups of what the separators divide in other elements like the group's parent.

    The prefix is to lead to "the minimal sub-tree t that contains all SRRs", and separators are
    found "in the descendants of t" (section 3.4): three records may stand in one of its rows.
    """
    below: tuple[str, ...] = ()
    parent, count = group.region, 1
    for region in islice(parent.iterancestors(), MAX_LEVELS):
        below = (str(parent.tag), *below)
        parent = region
        parents = [region]
        for tag in below:
            parents = [child for each in parents for child in each if child.tag == tag]
        parents = [each for each in parents if each.get("class") == group.region.get("class")]
        if len(parents) > count:
            count = len(parents)
            stretches = list(chain.from_iterable(builder.cut(group.wrapper, p) for p in parents))
            wider = refine(group.wrapper, stretches, places)
            if wider is not None and _is_one_section(wider.blocks, group.blocks):
                yield replace(wider, region=region, below=below)


def _is_one_section(blocks: Sequence[Block], known: Sequence[Block]) -> bool:
    """Return whether all blocks are like those known: somewhere else, a column, even more so."""
    middle = known[len(known) // 2]
    columns = {block.position // MAX_POSITION_DISTANCE for block in known}
    return all(
        alike_anywhere(block, middle)
        and (block.position // MAX_POSITION_DISTANCE in columns or not type_distance(block, middle))
        for block in blocks
    )


def refine(
    wrapper: VintsWrapper, stretches: Sequence[Stretch], places: "LinePlaces"
) -> RecordGroup | None:
    """Return the records in [min, max] of an initial wrapper (section 3.6), None of too few.

    "We start from Rm [the record in the middle] and move towards the two ends of the list. …
    When the next record is encountered, if it does not contain a link or its block is not visually
    similar to the block of Rm, the serial number of the record plus 1 becomes min." Ours: some
    records unlike that one make no end before others that are like it.
    """
    nodes = [places.nodes(stretch) for stretch in stretches]
    linked = [number for number, own in enumerate(nodes) if any(map(has_link, own))]
    if not linked:
        return None
    blocks = [places.block(stretches[number]) for number in linked]
    counts = Counter(block.position // MAX_POSITION_DISTANCE for block in blocks)
    # Texts in the middle of the cells of a grid begin anywhere.
    is_list = max(counts.values()) * 2 >= len(blocks)
    least = max(2.0, MIN_IN_COLUMN * len(blocks)) if is_list else 0.0
    columns = {place for place, count in counts.items() if count >= least}
    # Ours: of the three in the middle the one that most are like.
    half = len(blocks) // 2
    by_middle = {
        number: [_continues(block, blocks[number], columns) for block in blocks]
        for number in (half, half - 1, half + 1)
        if 0 <= number < len(blocks)
    }
    middle, alike = max(by_middle.items(), key=lambda item: sum(item[1]))
    first = last = middle
    for number in range(middle - 1, -1, -1):
        if alike[number] and first - number <= MAX_UNLIKE + 1:
            first = number
    for number in range(middle + 1, len(blocks)):
        if alike[number] and number - last <= MAX_UNLIKE + 1:
            last = number
    kept = linked[first : last + 1]
    if len(kept) < MIN_RECORDS:
        return None
    return RecordGroup(
        wrapper,
        tuple(stretches[number] for number in kept),
        tuple(blocks[first : last + 1]),
        tuple(nodes[number] for number in kept),
        stretches[kept[0]].parent,
    )


def _continues(block: Block, middle: Block, columns: Collection[int]) -> bool:
    """Return whether the list of records goes on with `block`, below the middle one or beside it.

    Records between the same separators are similar already when they begin alike (ours). Parts that
    only some have (a date, links into the page) make no boundary.
    """
    if not block.lines or not middle.lines:
        return False
    in_column = block.position // MAX_POSITION_DISTANCE in columns
    if not in_column and position_distance(block, middle) > MAX_POSITION_DISTANCE:
        return False
    return block.lines[0].type is middle.lines[0].type or alike_anywhere(block, middle)


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

    def nodes(self, stretch: Stretch) -> tuple[HtmlElement, ...]:
        return self.tree.children(stretch.parent)[stretch.start : stretch.end]

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
ACNW_FACTOR = 0.25
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
    areas = [group.area for group in groups]
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
