"""The data region: the block of the tree that holds the records.

Liu et al. 2010, data record extraction, by a position and a size feature: data regions stand in the
middle of the page's width (*PF1*) and take much of its area (*PF2*). Of several such blocks the
smallest is the region.
"""

from collections.abc import Iterator
from itertools import islice, pairwise

from discovery.pages.layout import Box
from discovery.pages.segmentation.visual_block import VisualBlock

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
    """Return the blocks that may be the data region: those of PF1 and PF2, the smallest first.

    Then come the others, the largest first.
    """
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
    """Yield the regions of rows whose blocks stand side by side, with the blocks of all rows.

    Ours: records are the cells of a grid.
    """
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
    """Return whether the blocks of a block stand side by side."""
    children = block.children
    return len(children) > 1 and all(
        left.box.right <= right.box.left + ROUNDING for left, right in pairwise(children)
    )
