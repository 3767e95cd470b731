"""Noise blocks: what stands above and below the records in their region.

Liu et al. 2010, data record extraction, phase 1. Since data records are adjoining (*LF2*), noise
blocks are at the top or the bottom of the region. Since records begin at one left side (*LF1*), a
block there is noise when it is not. Ours: a region has as many left sides as recur in it, those of
the columns of a grid; a horizontal rule is noise as well.
"""

from collections import Counter
from collections.abc import Sequence

from discovery.pages.layout import PieceKind
from discovery.pages.segmentation.visual_block import VisualBlock

# Pixels within which left sides are the same: rounding, and the space before an inline element.
TOLERANCE = 5.0
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
    """Return where a block's left side is, in steps of the tolerance."""
    return round(block.box.left / TOLERANCE)


def _is_rule(block: VisualBlock) -> bool:
    """Return whether a block is a horizontal rule and nothing else."""
    return not block.children and all(piece.kind is PieceKind.RULE for piece in block.own)
