"""ViDE: the records of a page by its visual blocks (Liu, Meng and Meng 2010).

The paper takes one data region, by position and size (*PF1*, *PF2*), and in three phases drops its
noise blocks, clusters the others by their appearance, and regroups them to records: the first item
of a record is mandatory (*CF1*), so the largest cluster has one block of each record, and every
other block joins one of these seeds by the order of items, which is fixed (*CF2*).

Changed, each for pages that it spoils (docs/reproduction.md has the figures by stage):

* Blocks are the leaves of a region: whole records are alike in few fonts or many, and one without
  its picture or its second line came into a cluster of its own. Leaves are alike when they are
  texts in one font, links or not, or images of one width (*AF2*).
* Each cluster is tried as seeds, in each region, whole or in its commonest columns (*LF1*): what
  stands twice in each record has more blocks than there are records. So are the children of a
  region.
* A record is what the block tree parts from its neighbours: between two seeds the boundary is where
  the blocks around them are siblings. What stands between these joins the seed before it.
* Noise blocks are at the top and the bottom (*LF2*): records that lack what nearly all have.

So a page has several groups of records. One score weighs how much of the page they take (*PF2*),
how many they are, and that they look alike (*AF1*), are of one height and equally far apart
(*LF3*). Left out: the paper's own alignment of items, which ours beats, and its visual wrapper of
pixels: what begins the records is kept as a key, which needs no browser.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from discovery.pages.layout import Box, PieceKind, bounding_box
from discovery.pages.segmentation import VisualBlock

# Fewer do not show what recurs.
MIN_RECORDS = 3
# More are no result page. Guess.
MAX_SEEDS = 1_000
# PF2 is a factor of the score; what is smaller than this share of the page is no region. Guess.
MIN_AREA_SHARE = 0.03
# Leaves looked at in all regions and groups together: a bound. Guess: real pages have 1,000.
MAX_LEAVES = 1_000_000
# Pixels within which left sides, and widths of images, are the same.
TOLERANCE = 5.0
# Columns of a cluster that are seeds by themselves. Guess.
MAX_COLUMNS = 3
# What this share of the records has is mandatory. Guess: one of five may be a heading.
MANDATORY_SHARE = 0.8
# Records that each group of a likelier reading is divided into are at least so alike. Guess.
LEAST_DIVIDED = 0.5
# Groups of records that are returned, the likeliest first.
MAX_GROUPS = 12

Record = tuple[VisualBlock, ...]
# Places of leaves: the first, and the one behind the last.
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class VisualRecords:
    """Records, each its leaf blocks in order; the score is comparable within one page."""

    records: tuple[Record, ...]
    score: float


def find_visual_records(root: VisualBlock) -> tuple[VisualRecords, ...]:
    """Return the groups of records of a page's visual block tree, the likeliest first."""
    tree = _BlockTree(root)
    found: dict[tuple[Span, ...], float] = {}
    for seeds in _seeds(tree):
        spans = regroup(tree, seeds)
        for records in (spans, without_noise(tree, spans)):
            if len(records) >= MIN_RECORDS and records not in found:
                found[records] = _score(tree, records)
    likeliest = sorted(found.items(), key=lambda item: -item[1])[:MAX_GROUPS]
    for place, (spans, _) in enumerate(likeliest):
        if place and _divides(spans, likeliest[0][0]) and min(_alike(tree, spans)) >= LEAST_DIVIDED:
            likeliest.insert(0, likeliest.pop(place))
    return tuple(
        VisualRecords(tuple(tuple(tree.leaves[a:b]) for a, b in spans), score)
        for spans, score in likeliest
    )


def _divides(records: Sequence[Span], whole: Sequence[Span]) -> bool:
    """Return whether each of `whole` is as many records, two or more; the last may be fewer.

    So are the rows of a grid, and pairs of records of which each second one has one line more.
    """
    ends = {end for _, end in whole}
    starts = {start for start, _ in whole}
    sizes, size = [], 0
    for start, end in records:
        if not size and start not in starts:
            return False
        size += 1
        if end in ends:
            sizes.append(size)
            size = 0
    return len(sizes) == len(whole) and sizes[0] > 1 and {*sizes[:-1]} == {sizes[0]}


class _BlockTree:
    """The leaves of a page in order with their looks, and where each block stands."""

    def __init__(self, root: VisualBlock) -> None:
        self.root = root
        self.blocks = [block for block in root.walk() if block.children or block.own]
        self.leaves = [block for block in self.blocks if not block.children]
        self.looks = [look_of(leaf) for leaf in self.leaves]
        self.characters = _characters(self.leaves)
        self.parent = {child: block for block in self.blocks for child in block.children}
        self.depth = {root: 0}
        for block in self.blocks:
            self.depth.update(dict.fromkeys(block.children, self.depth[block] + 1))
        self.span: dict[VisualBlock, Span] = {
            leaf: (place, place + 1) for place, leaf in enumerate(self.leaves)
        }
        for block in reversed(self.blocks):
            if block.children:
                first, last = block.children[0], block.children[-1]
                self.span[block] = self.span[first][0], self.span[last][1]

    def parted(self, one: int, other: int) -> tuple[VisualBlock, VisualBlock]:
        """Return the siblings that the leaves at two places stand in."""
        a, b = self.leaves[one], self.leaves[other]
        while self.parent[a] is not self.parent[b]:
            if self.depth[a] >= self.depth[b]:
                a = self.parent[a]
            else:
                b = self.parent[b]
        return a, b


def look_of(leaf: VisualBlock) -> Hashable:
    piece = leaf.own[0]
    if piece.kind is PieceKind.IMAGE:
        return piece.kind, round(piece.box.width / TOLERANCE)
    return piece.kind, piece.font if piece.kind is PieceKind.TEXT else None, piece.link is not None


def _seeds(tree: _BlockTree) -> Iterator[tuple[int, ...]]:
    """Yield the places of leaves that may begin records, for each region."""
    seen: set[tuple[int, ...]] = set()
    looked_at = 0
    for region in tree.blocks:
        if len(region.children) < 2 or region.box.area < MIN_AREA_SHARE * tree.root.box.area:
            continue
        start, end = tree.span[region]
        clusters: dict[Hashable, list[int]] = defaultdict(list)
        for place in range(start, end):
            clusters[tree.looks[place]].append(place)
        starts = [tree.span[child][0] for child in region.children]
        tried = [starts, *(part for own in clusters.values() for part in _columns(tree, own))]
        looked_at += end - start
        for seeds in map(tuple, tried):
            if MIN_RECORDS <= len(seeds) <= MAX_SEEDS and seeds not in seen:
                looked_at += end - start
                if looked_at > MAX_LEAVES:
                    return
                seen.add(seeds)
                yield seeds


def _columns(tree: _BlockTree, places: Sequence[int]) -> Iterator[list[int]]:
    """Yield a cluster, and those of its blocks that stand flush left where most do (LF1)."""
    yield list(places)
    columns = [round(tree.leaves[place].box.left / TOLERANCE) for place in places]
    commonest = Counter(columns).most_common(MAX_COLUMNS)
    if len(commonest) > 1:
        for left, _ in commonest:
            yield [p for p, own in zip(places, columns, strict=True) if abs(own - left) <= 1]


def regroup(tree: _BlockTree, seeds: Sequence[int]) -> tuple[Span, ...]:
    """Return the records of seeds (phase 3), the last one as far as it shows what others show."""
    parted = [tree.parted(one, other) for one, other in pairwise(seeds)]
    starts = [tree.span[parted[0][0]][0], *(tree.span[block][0] for _, block in parted)]
    looks = set(tree.looks[starts[0] : starts[-1]])
    longest = max(after - before for before, after in pairwise(starts))
    end = tree.span[parted[-1][1]][1]
    if any(
        tree.span[block][1] < after for (block, _), after in zip(parted, starts[1:], strict=True)
    ):
        while end < min(len(tree.leaves), starts[-1] + longest) and tree.looks[end] in looks:
            end += 1
    return tuple(pairwise((*starts, end)))


def without_noise(tree: _BlockTree, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return records without those at the top and the bottom that lack most that is mandatory."""
    looks = [set(tree.looks[start:end]) for start, end in spans]
    counts = Counter(look for own in looks for look in own)
    mandatory = {look for look, n in counts.items() if n >= MANDATORY_SHARE * len(spans)}
    whole = [n for n, own in enumerate(looks) if 2 * len(mandatory & own) > len(mandatory)]
    return tuple(spans[whole[0] : whole[-1] + 1]) if whole else ()


# More records than this are no likelier; heights within this factor of the middle one are alike.
# Weights: fitted on a half of the shared pages' sites (softmax over the groups of a page).
MOST_LIKELY = 50
HEIGHT_FACTOR = 2.0
GAP_TOLERANCE = 3.0
MEAN_ALIKE, LEAST_ALIKE, SIZE, NUMBER = 2.7, 3.2, 0.35, 1.8
TEXT, HEIGHTS, GAPS, HEIGHT = 0.7, 6.5, 2.0, 0.5


def _score(tree: _BlockTree, spans: Sequence[Span]) -> float:
    alike = _alike(tree, spans)
    boxes = [bounding_box(leaf.box for leaf in tree.leaves[a:b]) for a, b in spans]
    height = median(box.height for box in boxes)
    near = [height <= HEIGHT_FACTOR * b.height <= HEIGHT_FACTOR**2 * height for b in boxes]
    text = sum(_characters(tree.leaves[a:b]) for a, b in spans)
    return (
        MEAN_ALIKE * sum(alike) / len(alike)
        + LEAST_ALIKE * min(alike)
        + SIZE * _log(sum(box.area for box in boxes) / max(1.0, tree.root.box.area))
        + NUMBER * _log(min(len(spans), MOST_LIKELY))
        + TEXT * _log(text / max(1, tree.characters))
        + HEIGHTS * sum(near) / len(near)
        + GAPS * _even_gaps(boxes)
        + HEIGHT * _log(height)
    )


def _alike(tree: _BlockTree, spans: Sequence[Span]) -> list[float]:
    """Return how alike neighbouring records look, 0 to 1 (AF1)."""
    counts = [Counter(tree.looks[start:end]) for start, end in spans]
    return [2 * (a & b).total() / (a.total() + b.total()) for a, b in pairwise(counts)]


def _log(value: float) -> float:
    return math.log(max(value, 1e-3))


def _characters(leaves: Sequence[VisualBlock]) -> int:
    return sum(len(piece.text) for leaf in leaves for piece in leaf.own)


def _even_gaps(boxes: Sequence[Box]) -> float:
    """Return the share of the gaps between rows of records that are the usual one (LF3)."""
    gaps, bottom = [], boxes[0].bottom
    for box in boxes[1:]:
        if box.top >= bottom - GAP_TOLERANCE:
            gaps.append(box.top - bottom)
        bottom = max(bottom, box.bottom)
    usual = median(gaps) if gaps else 0.0
    return sum(abs(gap - usual) <= GAP_TOLERANCE for gap in gaps) / len(gaps) if gaps else 0.0
