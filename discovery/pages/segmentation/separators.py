"""Separators: the blank stripes between blocks, and how much each separates.

Cai et al. 2003 (VIPS), separator detection: a separator is a horizontal or vertical line of the
page that crosses no block. The report adds blocks to the page one after the other, and splits,
narrows or removes separators. What remains are the gaps of the blocks' shadows on one side of the
page, which a sweep finds at once (ours).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from discovery.pages.layout import Box, Font

# Weights of a gap by its width in pixels, ascending. Guess: inside of a line of text, between lines
# (leading 0 to 4), a blank line (from 12), and what sets parts of a page apart.
GAP_WEIGHTS = ((1.0, 0), (5.0, 1), (12.0, 2), (24.0, 3), (48.0, 4), (float("inf"), 5))
RULE_WEIGHT = 4
BACKGROUND_WEIGHT = 2
FONT_WEIGHT = 1
# Pixels by which boxes may overlap without being one: rounding, and lines of tall characters.
OVERLAP = 2.0


@dataclass(frozen=True, slots=True)
class Looks:
    """What separators ask of a block: its box, its background, its fonts, whether it is a rule."""

    box: Box
    background: str = ""
    fonts: frozenset[Font] = frozenset()
    is_rule: bool = False


def rows_of(box: Box) -> tuple[float, float]:
    """Return the shadow of a box on the side of the page."""
    return box.top, box.bottom


def columns_of(box: Box) -> tuple[float, float]:
    """Return the shadow of a box on the top of the page."""
    return box.left, box.right


def find_separators(shadows: Sequence[tuple[float, float]]) -> tuple[list[int], list[int]]:
    """Return the order of the shadows by their starts, and before which of them a gap is.

    >>> find_separators([(20, 30), (0, 10), (5, 12)])
    ([1, 2, 0], [2])
    """
    order = sorted(range(len(shadows)), key=lambda place: shadows[place])
    cuts, reach = [], float("-inf")
    for place, number in enumerate(order):
        start, end = shadows[number]
        # What is as thin as the overlap allowed (a rule) must not be swallowed.
        if place and start >= reach - min(OVERLAP, (end - start) / 2):
            cuts.append(place)
        reach = max(reach, end)
    return order, cuts


def weigh(above: Looks, below: Looks, gap: float) -> int:
    """Return the weight of a separator by the blocks nearest to it on both sides.

    The wider the gap, the higher the weight; it is higher beside a rule, between
    different backgrounds, and where the font below is larger or bolder than that above.
    """
    weight = next(weight for width, weight in GAP_WEIGHTS if gap < width)
    if above.is_rule or below.is_rule:
        weight += RULE_WEIGHT
    if above.background != below.background:
        weight += BACKGROUND_WEIGHT
    if _prominence(below) > _prominence(above) > (0.0, 0):
        weight += FONT_WEIGHT
    return weight


def _prominence(block: Looks) -> tuple[float, int]:
    """Return size and weight of the largest font of a block of text."""
    return max(((font.size, font.weight) for font in block.fonts), default=(0.0, 0))
