"""Content structure construction: the tree of visual blocks of a page.

Cai et al. 2003, section 4.3. In rounds, a block is divided into a pool of smaller ones
(`division_rules`); the pool is joined to a tree by the separators between them, those of least
weight first; every leaf that is less coherent than permitted is divided in the next round. Joining
at the least weight first is the same as cutting at the greatest first, as done here.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from discovery.pages.layout import Box, Layout, Piece, PieceKind, bounding_box
from discovery.pages.segmentation.division_rules import DIVIDE, ONE_FONT, Situation, decide
from discovery.pages.segmentation.separators import (
    Looks,
    columns_of,
    find_separators,
    rows_of,
    weigh,
)
from discovery.pages.segmentation.visible_nodes import VisibleNode, visible_nodes
from discovery.pages.segmentation.visual_block import VisualBlock

# The permitted degree of coherence: below it blocks are divided. ViDE's leaves are "continuous
# texts or images", which only the highest degrees are.
PERMITTED_COHERENCE = 9
# Levels of the tree: what nests deeper stays whole. Guess: the deepest of 171 real pages has 30.
MAX_LEVELS = 60
# Pieces of a page: one with more stays whole. Guess: the longest of 171 real pages has 5,000.
MAX_PIECES = 20_000


def segment_page(layout: Layout) -> VisualBlock:
    """Return the visual block tree of a rendered page."""
    if not layout.pieces or len(layout.pieces) > MAX_PIECES:
        return VisualBlock(layout.page, 1, own=layout.pieces)
    root = visible_nodes(layout)
    return _divided(root, 1, 0)


def _divided(node: VisibleNode, coherence: int, level: int) -> VisualBlock:
    """Return the block of a node with all below it."""
    pool = _pool(node) if coherence < PERMITTED_COHERENCE and level < MAX_LEVELS else []
    if not pool:
        return _leaf(node, coherence)
    return _structure(pool, level + 1)


def _pool(root: VisibleNode) -> list[tuple[VisibleNode, int]]:
    """Return the nodes that a block is divided into in one round, with their coherence."""
    pool: list[tuple[VisibleNode, int]] = []
    area = root.box.area
    # Siblings are looked at in their order: whether the one before was divided counts.
    stack: list[list[VisibleNode]] = [root.parts[::-1]]
    whole = [False]
    while stack:
        if not stack[-1]:
            stack.pop()
            whole.pop()
            continue
        node = stack[-1].pop()
        said = decide(node, Situation(area, whole[-1]))
        whole[-1] = said != DIVIDE and bool(node.parts) and said < PERMITTED_COHERENCE
        if said == DIVIDE:
            stack.append(node.parts[::-1])
            whole.append(False)
        else:
            pool.append((node, said))
    return pool


def _structure(pool: Sequence[tuple[VisibleNode, int]], level: int) -> VisualBlock:
    """Return the tree of a pool: cut at its separators of greatest weight."""
    if len(pool) == 1:
        node, coherence = pool[0]
        return _divided(node, coherence, level)
    looks = [_looks(node) for node, _ in pool]
    groups, weight = _cut(pool, looks)
    if len(groups) == 1 or level >= MAX_LEVELS:
        # Blocks that overlap: no stripe is between them.
        children = [_divided(node, coherence, level + 1) for node, coherence in pool]
    else:
        children = [_structure(group, level + 1) for group in groups]
    box = bounding_box(child.box for child in children)
    return VisualBlock(box, max(1, PERMITTED_COHERENCE - weight), tuple(children))


def _cut(
    pool: Sequence[tuple[VisibleNode, int]], looks: Sequence[Looks]
) -> tuple[list[list[tuple[VisibleNode, int]]], int]:
    """Return the groups between the separators of greatest weight, and this weight.

    Of horizontal and vertical ones of the same weight the horizontal: parts of a page, records and
    their lines follow each other downwards.
    """
    found = [_weighed(looks, shadow_of) for shadow_of in (rows_of, columns_of)]
    order, weights = max(found, key=lambda side: max(side[1].values(), default=-1))
    greatest = max(weights.values(), default=0)
    kept = [cut for cut, weight in weights.items() if weight == greatest]
    bounds = [0, *kept, len(order)]
    return [[pool[n] for n in order[a:b]] for a, b in pairwise(bounds)], greatest


def _weighed(
    looks: Sequence[Looks], shadow_of: Callable[[Box], tuple[float, float]]
) -> tuple[list[int], dict[int, int]]:
    """Return the order of blocks in one direction, and the weight of each separator in it."""
    shadows = [shadow_of(block.box) for block in looks]
    order, cuts = find_separators(shadows)
    weights = {}
    for start, cut in pairwise((0, *cuts)):
        # The block that reaches nearest to the separator, and the first one behind it.
        above = max(order[start:cut], key=lambda number: shadows[number][1])
        below = order[cut]
        gap = shadows[below][0] - shadows[above][1]
        weights[cut] = weigh(looks[above], looks[below], gap)
    return order, weights


def _looks(node: VisibleNode) -> Looks:
    """Return what separators ask of a node."""
    piece = node.piece
    is_rule = piece is not None and piece.kind is PieceKind.RULE
    return Looks(node.box, node.background, node.fonts, is_rule)


def _leaf(node: VisibleNode, coherence: int) -> VisualBlock:
    """Return a node as a leaf block."""
    return VisualBlock(node.box, min(coherence, ONE_FONT), own=tuple(_pieces(node)))


def _pieces(node: VisibleNode) -> list[Piece]:
    """Return the pieces of a node in document order."""
    found: list[Piece] = []
    stack = [node]
    while stack:
        inner = stack.pop()
        if inner.piece is not None:
            found.append(inner.piece)
        stack.extend(reversed(inner.parts))
    return found
