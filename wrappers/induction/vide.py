"""ViDE: records and data items of a page by its visual blocks (Liu, Meng and Meng 2010).

Data record extraction, by a position and a size feature: data regions stand in the middle of the
page's width (*PF1*) and take much of its area (*PF2*). Of several such blocks the smallest is the
region.

Phase 1. Since data records are adjoining (*LF2*), noise blocks are at the top or the bottom of the
region. Since records begin at one left side (*LF1*), a block there is noise when it is not. Ours: a
region has as many left sides as recur in it, those of the columns of a grid; a rule is noise too.

Phase 2: data records look alike (*AF1*), in the sizes of their images and in the fonts they use.
sim(b1, b2) is the sum of simIMG, simPT and simLT, each weighted by the share that images, plain
texts and link texts have of the area of both blocks.

Changed: the paper compares the fonts by their number. Here simPT and simLT are the fonts that both
have over all fonts, so that two texts in different fonts are not alike. The area of a block is that
of what it shows, since boxes hold more or less blank.

The first block forms a cluster. Each further block joins the cluster that it is most similar to, if
it is so by more than a threshold, else it forms one itself.

Changed: the similarity with a cluster is the mean over all of its blocks in the paper, which takes
time in the square of their number. Here it is that over the first `BLOCKS_COMPARED`.

Phase 3. A cluster holds what means the same in different records. The first item of a record is
mandatory (*CF1*) and items follow in a fixed order (*CF2*). So the blocks of the largest cluster
are the seeds of the records. Every other block joins the seed before it, or, where its cluster
begins before the first seed, the one after it.

Data item extraction. The leaf blocks of a record are its items. A *composite text* holds several,
divided by static text, which does not come from the database behind the page (*CF3*) and recurs in
the records: "Our Price:". An item has a position in its record, a size where it is an image, a font
where it is a text (*AF2*).

Two items match when both are images of one size, or texts in one font, and stand at the same
position of their records, or come after items that match (*AF2*, *CF2*). In turn, the first items
that are not aligned yet are put into clusters of matching ones. The cluster whose items do not
stand further behind in other records is aligned; the other records get a blank.

Items are *mandatory* when every record has one, *static* when their text is the same in all,
*optional* otherwise.

Visual wrapper generation: on further pages nothing need be clustered again. For records the wrapper
holds where the data region is, its level in the tree, and position and font of the first item,
which begins each record (*CF1*). For each item it holds the triple of its font, whether its
position is fixed, and its data type.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice, pairwise

from discovery.pages.layout import Box, Font, PieceKind
from discovery.pages.segmentation import VisualBlock

# A label before a colon is static text where it stands in this share of the records. Guess.
MIN_SHARE_WITH_LABEL = 0.4
_LABEL = re.compile(r"[^\d\W][^:]{0,29}:")
# Items of one record that are aligned: a bound. Guess: the longest real records have 30.
MAX_ITEMS = 40


@dataclass(frozen=True, slots=True)
class DataItem:
    """One item: its text (empty for an image), and pixels from the left side of its record."""

    text: str
    left: int
    font: Font | None = None
    size: tuple[int, int] | None = None
    is_link: bool = False


def segment_records(records: Sequence[Sequence[VisualBlock]]) -> tuple[tuple[DataItem, ...], ...]:
    """Return the items of each record, in the order of its blocks."""
    items = [leaf_items(blocks) for blocks in records]
    labels = Counter(label for own in items for label in {label_of(item.text) for item in own})
    least = max(2, MIN_SHARE_WITH_LABEL * len(records))
    static = {label for label, count in labels.items() if label and count >= least}
    return tuple(tuple(_divided(own, static)[:MAX_ITEMS]) for own in items)


def leaf_items(blocks: Sequence[VisualBlock]) -> list[DataItem]:
    left = min((block.box.left for block in blocks), default=0.0)
    pieces = (piece for block in blocks for piece in block.pieces())
    found = []
    for piece in islice(pieces, MAX_ITEMS):
        place = round(piece.box.left - left)
        if piece.kind is PieceKind.TEXT:
            is_link = piece.link is not None
            found.append(DataItem(piece.text, place, piece.font, is_link=is_link))
        elif piece.kind is PieceKind.IMAGE:
            size = round(piece.box.width), round(piece.box.height)
            found.append(DataItem("", place, size=size))
    return found


def label_of(text: str) -> str:
    """Return the label that a text begins with, empty without one.

    >>> label_of("Our Price: $12"), label_of("12:30")
    ('Our Price:', '')
    """
    match = _LABEL.match(text)
    return match[0] if match else ""


def _divided(items: Sequence[DataItem], static: set[str]) -> list[DataItem]:
    """Return items with composite texts divided behind their static labels."""
    found = []
    for item in items:
        label = label_of(item.text)
        value = item.text[len(label) :].strip()
        if label in static and value:
            found.append(DataItem(label, item.left, item.font, is_link=item.is_link))
            # The label's width, whatever it is, is the same in all records.
            left = item.left + len(label)
            found.append(DataItem(value, left, item.font, is_link=item.is_link))
        else:
            found.append(item)
    return found


# Columns of a group: what has more is no list of records. Guess.
MAX_COLUMNS = 60
# Pixels within which items stand at one position.
TOLERANCE = 5
# What this share of the records has is mandatory: one of many may be a heading. Guess.
MANDATORY_SHARE = 0.9


class ItemType(StrEnum):
    """The types of items."""

    MANDATORY = "mandatory"
    OPTIONAL = "optional"
    STATIC = "static"


@dataclass(frozen=True, slots=True)
class Column:
    """One item over all records; None where a record has a blank."""

    items: tuple[DataItem | None, ...]

    @property
    def present(self) -> tuple[DataItem, ...]:
        return tuple(item for item in self.items if item is not None)

    @property
    def type(self) -> ItemType:
        texts = {item.text for item in self.present}
        if len(self.present) > 1 and len(texts) == 1 and texts != {""}:
            return ItemType.STATIC
        is_mandatory = len(self.present) >= MANDATORY_SHARE * len(self.items)
        return ItemType.MANDATORY if is_mandatory else ItemType.OPTIONAL


def align(records: Sequence[Sequence[DataItem]]) -> tuple[Column, ...]:
    places = [0] * len(records)
    last = [-1] * len(records)  # the column of each record's item before
    places_by_look = [_places_by_look(record) for record in records]
    columns: list[Column] = []
    while len(columns) < MAX_COLUMNS:
        clusters = _clusters(records, places, last)
        if not clusters:
            break
        further = [_furthest(cluster, records, places, places_by_look) for cluster in clusters]
        number = min(range(len(clusters)), key=lambda n: (further[n], -len(clusters[n]), n))
        row: list[DataItem | None] = [None] * len(records)
        for record in clusters[number]:
            row[record] = records[record][places[record]]
            places[record] += 1
            last[record] = len(columns)
        columns.append(Column(tuple(row)))
    return tuple(columns)


def _clusters(
    records: Sequence[Sequence[DataItem]], places: Sequence[int], last: Sequence[int]
) -> list[list[int]]:
    """Return the records whose first items not aligned yet match, in clusters."""
    by_look: dict[Hashable, list[list[int]]] = defaultdict(list)
    for number, (record, place) in enumerate(zip(records, places, strict=True)):
        if place >= len(record):
            continue
        clusters = by_look[_look(record[place])]
        for cluster in clusters:
            first = cluster[0]
            same_position = _stand_alike(record[place], records[first][places[first]])
            if same_position or last[number] == last[first] >= 0:
                cluster.append(number)
                break
        else:
            clusters.append([number])
    return [cluster for clusters in by_look.values() for cluster in clusters]


def _furthest(
    cluster: Sequence[int],
    records: Sequence[Sequence[DataItem]],
    places: Sequence[int],
    places_by_look: Sequence[dict[Hashable, list[int]]],
) -> int:
    """Return how far behind a cluster's item stands in the other records, 0 where in none."""
    members = set(cluster)
    item = records[cluster[0]][places[cluster[0]]]
    furthest = 0
    for number, by_look in enumerate(places_by_look):
        found = [] if number in members else by_look.get(_look(item), [])
        later = bisect_right(found, places[number])
        if later < len(found) and _stand_alike(records[number][found[later]], item):
            furthest = max(furthest, found[later] - places[number])
    return furthest


def _look(item: DataItem) -> Hashable:
    return (item.font, item.size, item.is_link)


def _stand_alike(a: DataItem, b: DataItem) -> bool:
    return abs(a.left - b.left) <= TOLERANCE


def _places_by_look(record: Sequence[DataItem]) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = defaultdict(list)
    for place, item in enumerate(record):
        found[_look(item)].append(place)
    return found


@dataclass(frozen=True, slots=True)
class Appearance:
    """What a block shows: areas in square pixels, and fonts."""

    image_area: float
    plain_area: float
    link_area: float
    plain_fonts: frozenset[Font]
    link_fonts: frozenset[Font]


def appearance_of(block: VisualBlock) -> Appearance:
    """Return what a block shows; rules and controls count for nothing."""
    images = plain = links = 0.0
    plain_fonts, link_fonts = set(), set()
    for piece in block.pieces():
        if piece.kind is PieceKind.IMAGE:
            images += piece.box.area
        elif piece.kind is PieceKind.TEXT and piece.link is None:
            plain += piece.box.area
            plain_fonts.add(piece.font)
        elif piece.kind is PieceKind.TEXT:
            links += piece.box.area
            link_fonts.add(piece.font)
    return Appearance(images, plain, links, frozenset(plain_fonts), frozenset(link_fonts))


def similarity(a: Appearance, b: Appearance) -> float:
    """Return sim(b1, b2), from 0 to 1; 0 where nothing is seen in either."""
    parts = (
        (a.image_area + b.image_area, _min_over_max(a.image_area, b.image_area)),
        (a.plain_area + b.plain_area, _shared_fonts(a.plain_fonts, b.plain_fonts)),
        (a.link_area + b.link_area, _shared_fonts(a.link_fonts, b.link_fonts)),
    )
    total = sum(area for area, _ in parts)
    return sum(area * alike for area, alike in parts) / total if total else 0.0


def _min_over_max(a: float, b: float) -> float:
    """Return simIMG.

    >>> _min_over_max(10, 40), _min_over_max(0, 0)
    (0.25, 0.0)
    """
    return min(a, b) / max(a, b) if a or b else 0.0


def _shared_fonts(a: frozenset[Font], b: frozenset[Font]) -> float:
    return len(a & b) / len(a | b) if a or b else 0.0


# The threshold that the literature gives.
THRESHOLD = 0.8
# Guess: of fifty blocks of one look the first few are as good as all.
BLOCKS_COMPARED = 3
# Clusters of a region: further looks, which come once each, are left out. Guess.
MAX_CLUSTERS = 60


def cluster_blocks(appearances: Sequence[Appearance]) -> tuple[tuple[int, ...], ...]:
    clusters: list[list[int]] = []
    for place, appearance in enumerate(appearances):
        likeness = [
            _mean_similarity(appearance, [appearances[p] for p in cluster[:BLOCKS_COMPARED]])
            for cluster in clusters
        ]
        best = max(range(len(clusters)), key=likeness.__getitem__, default=None)
        if best is not None and likeness[best] > THRESHOLD:
            clusters[best].append(place)
        elif len(clusters) < MAX_CLUSTERS:
            clusters.append([place])
    return tuple(map(tuple, clusters))


def _mean_similarity(appearance: Appearance, others: Sequence[Appearance]) -> float:
    return sum(similarity(appearance, other) for other in others) / len(others)


# PF2: the share of the page's area that a region has at least, as the literature says.
MIN_AREA_SHARE = 0.4
# PF1: of the page's width, that the middle may be off. Guess: a column of links beside it moves a
# region by half the column's width.
MAX_OFF_CENTRE = 0.2
# Blocks tried as regions. Ours: the paper takes one; here the ranking judges between candidates,
# and a page whose menu is longer than its results has no region by PF2.
MAX_REGIONS = 12
# Blocks of one grid: what has more is no result page. Guess.
MAX_CELLS = 3_000
# Pixels by which neighbours may overlap.
ROUNDING = 2.0
# A region of fewer blocks shows nothing that recurs. Two records are two blocks.
MIN_BLOCKS = 2


def data_regions(root: VisualBlock) -> tuple[VisualBlock, ...]:
    """Return the blocks of PF1 and PF2, the smallest first, then others, the largest first."""
    blocks = [block for block in root.walk() if len(block.children) >= MIN_BLOCKS]
    blocks += _grids(root)
    likely = [
        block
        for block in blocks
        if is_centred(block.box, root.box) and block.box.area >= MIN_AREA_SHARE * root.box.area
    ]
    likely.sort(key=lambda block: block.box.area)
    known = set(likely)
    others = [block for block in blocks if block not in known]
    others.sort(key=lambda block: -block.box.area)
    return tuple([*likely[: MAX_REGIONS // 2], *others][:MAX_REGIONS])


def is_centred(box: Box, page: Box) -> bool:
    """Return whether a box stands in the middle of the page (PF1).

    >>> is_centred(Box(200, 0, 600, 10), Box(0, 0, 1000, 10))
    True
    >>> is_centred(Box(0, 0, 200, 10), Box(0, 0, 1000, 10))
    False
    """
    return abs(box.centre[0] - page.centre[0]) <= MAX_OFF_CENTRE * page.width


def _grids(root: VisualBlock) -> Iterator[VisualBlock]:
    """Yield the regions of rows whose blocks stand side by side, the cells of a grid (ours)."""
    for block in root.walk():
        rows = sum(_is_row(child) for child in block.children)
        if rows >= 2 and 2 * rows >= len(block.children) and not _is_row(block):
            cells = tuple(islice(_cells(block), MAX_CELLS))
            yield VisualBlock(block.box, block.coherence, cells)


def _cells(block: VisualBlock) -> Iterator[VisualBlock]:
    """Yield the blocks of a block, those of its rows instead of the rows."""
    stack = list(reversed(block.children))
    while stack:
        inner = stack.pop()
        if _is_row(inner):
            stack.extend(reversed(inner.children))
        else:
            yield inner


def _is_row(block: VisualBlock) -> bool:
    children = block.children
    return len(children) > 1 and all(
        left.box.right <= right.box.left + ROUNDING for left, right in pairwise(children)
    )


# Pixels within which left sides are the same: rounding, and the space before an inline element.
NOISE_TOLERANCE = 5.0
# A left side of at least this share of the most frequent one's blocks is flush too. Guess.
MIN_SHARE = 0.5


def without_noise_blocks(blocks: Sequence[VisualBlock]) -> tuple[VisualBlock, ...]:
    """Return the blocks of a region without the noise at its top and its bottom."""
    lefts = Counter(_column(block) for block in blocks if not _is_rule(block))
    most = max(lefts.values(), default=0)
    flush = {left for left, count in lefts.items() if count >= MIN_SHARE * most}
    kept = [
        place
        for place, block in enumerate(blocks)
        if not _is_rule(block)
        and not flush.isdisjoint(range(_column(block) - 1, _column(block) + 2))
    ]
    return tuple(blocks[kept[0] : kept[-1] + 1]) if kept else ()


def _column(block: VisualBlock) -> int:
    return round(block.box.left / NOISE_TOLERANCE)


def _is_rule(block: VisualBlock) -> bool:
    return not block.children and all(piece.kind is PieceKind.RULE for piece in block.own)


# Clusters tried as seeds: the largest, and (ours) others of at least this share of its blocks,
# since what stands twice in each record has more blocks than there are records.
MAX_SEED_CLUSTERS = 3
MIN_SHARE_OF_LARGEST = 0.3
MIN_SEEDS = 2


def seed_clusters(clusters: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the clusters whose blocks may be the seeds, the largest first.

    Of clusters of one size the one that begins first leads: what begins a record is mandatory.
    """
    if not clusters:
        return ()
    ordered = sorted(clusters, key=lambda cluster: (-len(cluster), cluster))
    least = max(MIN_SEEDS, MIN_SHARE_OF_LARGEST * len(ordered[0]))
    return tuple(cluster for cluster in ordered[:MAX_SEED_CLUSTERS] if len(cluster) >= least)


def regroup(
    clusters: Sequence[tuple[int, ...]], seeds: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return the records, each the ascending places of its blocks.

    >>> regroup([(0, 3, 5), (1, 4), (2, 6)], (0, 3, 5))
    ((0, 1, 2), (3, 4), (5, 6))

    What stands before the first seed stands before each:

    >>> regroup([(0, 2, 4), (1, 3, 5)], (1, 3, 5))
    ((0, 1), (2, 3), (4, 5))
    """
    records: list[list[int]] = [[seed] for seed in seeds]
    for cluster in clusters:
        if cluster == seeds:
            continue
        leads = cluster[0] < seeds[0]
        for block in cluster:
            record = bisect_left(seeds, block) if leads else bisect_right(seeds, block) - 1
            if 0 <= record < len(seeds):
                records[record].append(block)
    return tuple(tuple(sorted(record)) for record in records)


# Blocks of a region that are clustered: a longer list is no result page. Guess.
MAX_BLOCKS = 3_000
# Records whose items are aligned; further ones show nothing new. Guess.
MAX_ALIGNED = 30
MIN_RECORDS = 2

Record = tuple[VisualBlock, ...]


@dataclass(frozen=True, slots=True)
class VisualRecords:
    """The records of a region, each its blocks in order, and the columns of the first ones."""

    region: VisualBlock
    records: tuple[Record, ...]
    columns: tuple[Column, ...]

    @property
    def complete(self) -> tuple[Record, ...]:
        """The records with all mandatory items; those that were not aligned count as complete.

        What lacks one is a heading or a box in the place of a record.
        """
        mandatory = [c.items for c in self.columns if c.type is ItemType.MANDATORY]
        return tuple(
            record
            for number, record in enumerate(self.records)
            if number >= MAX_ALIGNED or all(items[number] is not None for items in mandatory)
        )


def find_visual_records(root: VisualBlock) -> tuple[VisualRecords, ...]:
    """Return the record groups of a page's visual block tree, of the likeliest region first."""
    found: dict[tuple[Record, ...], VisualRecords] = {}
    for region in data_regions(root):
        blocks = without_noise_blocks(region.children[:MAX_BLOCKS])
        clusters = cluster_blocks([appearance_of(block) for block in blocks])
        for seeds in seed_clusters(clusters):
            groups = regroup(clusters, seeds)
            records = tuple(tuple(blocks[place] for place in group) for group in groups)
            if len(records) >= MIN_RECORDS and records not in found:
                columns = align(segment_records(records[:MAX_ALIGNED]))
                found[records] = VisualRecords(region, records, columns)
    return tuple(found.values())


# Blocks of one level that are compared with the region. Guess.
MAX_COMPARED = 500
# Levels that a region may be further up or down: a notice above the records adds one. Guess.
MAX_LEVELS_APART = 1
_NUMBER = re.compile(r"[+-]?[\d.,\s]{1,20}\Z")
_CURRENCY = re.compile(r"[$€£¥₹₽]\s?\d|\d\s?(?:[$€£¥₹₽]|USD|EUR|GBP)")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")


class DataType(StrEnum):
    """The data types of items."""

    TEXT = "text"
    NUMBER = "number"
    CURRENCY = "currency"
    DATE = "date"
    IMAGE = "image"


@dataclass(frozen=True, slots=True)
class ItemWrapper:
    """Font, position (None where it is not fixed) and data type of an item, and its type."""

    font: Font | None
    left: int | None
    data_type: DataType
    type: ItemType

    def accepts(self, item: DataItem) -> bool:
        if item.font != self.font or self.data_type not in {DataType.TEXT, data_type(item)}:
            return False
        return self.left is None or abs(item.left - self.left) <= TOLERANCE


@dataclass(frozen=True, slots=True)
class VisualWrapper:
    """Box and level of the data region, what begins a record, and the items of a record."""

    region: Box
    level: int
    first: ItemWrapper
    items: tuple[ItemWrapper, ...]


def data_type(item: DataItem) -> DataType:
    """Return the data type of an item.

    >>> [str(data_type(DataItem(text, 0))) for text in ("1,200", "$12", "2001-02-03", "a 1")]
    ['number', 'currency', 'date', 'text']
    """
    if item.size is not None:
        return DataType.IMAGE
    if _CURRENCY.search(item.text):
        return DataType.CURRENCY
    if _NUMBER.match(item.text):
        return DataType.NUMBER
    return DataType.DATE if _DATE.search(item.text) else DataType.TEXT


def make_visual_wrapper(root: VisualBlock, found: VisualRecords) -> VisualWrapper | None:
    """Return the wrapper of a page's records; None where no item is mandatory."""
    items = tuple(_item_wrapper(column) for column in found.columns)
    first = next((item for item in items if item.type is not ItemType.OPTIONAL), None)
    if first is None:
        return None
    box, levels = found.region.box, enumerate(_levels(root))
    level = next((n for n, blocks in levels if any(block.box == box for block in blocks)), 0)
    return VisualWrapper(box, level, first, items)


def apply_visual_wrapper(wrapper: VisualWrapper, root: VisualBlock) -> tuple[Record, ...]:
    """Return the records of another page of the site: what begins like a record, begins one."""
    region = _closest_region(wrapper, root)
    if region is None:
        return ()
    records: list[list[VisualBlock]] = []
    for block in region.children[:MAX_BLOCKS]:
        if _begins_record(wrapper, block):
            records.append([block])
        elif records:
            records[-1].append(block)
    segmented = segment_records(records)
    mandatory = [each for each in wrapper.items if each.type is ItemType.MANDATORY]
    return tuple(
        tuple(record)
        for record, items in zip(records, segmented, strict=True)
        if all(any(map(each.accepts, items)) for each in mandatory)
    )


def _item_wrapper(column: Column) -> ItemWrapper:
    lefts = [item.left for item in column.present]
    types = {data_type(item) for item in column.present}
    return ItemWrapper(
        column.present[0].font,
        lefts[0] if max(lefts) - min(lefts) <= TOLERANCE else None,
        types.pop() if len(types) == 1 else DataType.TEXT,
        column.type,
    )


def _closest_region(wrapper: VisualWrapper, root: VisualBlock) -> VisualBlock | None:
    """Return the block about the region's level in which most records begin.

    Of several the one that stands most as the region did: a block is as wide as what it shows.
    """
    near = [
        block
        for level, blocks in enumerate(_levels(root))
        if abs(level - wrapper.level) <= MAX_LEVELS_APART
        for block in blocks[:MAX_COMPARED]
        if len(block.children) > 1
    ]
    begun = {
        block: sum(_begins_record(wrapper, child) for child in block.children[:MAX_BLOCKS])
        for block in near
    }
    there = wrapper.region

    def rank(block: VisualBlock) -> tuple[int, float]:
        box = block.box
        apart = abs(box.left - there.left) + abs(box.width - there.width) + abs(box.top - there.top)
        return -begun[block], apart

    return min(near, key=rank, default=None)


def _begins_record(wrapper: VisualWrapper, block: VisualBlock) -> bool:
    return any(map(wrapper.first.accepts, leaf_items([block])[:1]))


def _levels(root: VisualBlock) -> Iterator[list[VisualBlock]]:
    current = [root]
    while current:
        yield current
        current = [child for block in current for child in block.children]
