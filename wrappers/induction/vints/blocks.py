"""Blocks of content lines, their shapes, and how much two blocks differ.

Zhao et al. 2005, sections 3.2 and 3.3.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, zip_longest

from rapidfuzz.distance import Levenshtein

from discovery.pages.layout import Box, bounding_box
from wrappers.induction.vints.content_lines import LINK_TYPES, ContentLine, LineType

# When two blocks are visually similar the paper does not say in this digest; details ours.
# Of the longer type code, this share may differ, one line in any case. Guess: a snippet, a date
# and a row of links may each be missing from one of two records.
MAX_TYPE_DIFFERENCE = 0.4
MIN_TYPE_ALLOWANCE = 1
# Pixels: two indentations of the default style sheet (40 each) with which a part that only some
# records have may be set apart. Measured: 30 finds the records of fewer pages, 300 of no more.
MAX_SHAPE_DISTANCE = 90
# Pixels: records of one section start at the same left side; rounding and a number's width apart.
MAX_POSITION_DISTANCE = 12


@dataclass(frozen=True)
class Block:
    """Content lines that follow each other from top to bottom."""

    lines: tuple[ContentLine, ...]

    @cached_property
    def type_code(self) -> tuple[LineType, ...]:
        """The types of the lines, consecutive TEXT lines as one (section 3.3)."""
        code: list[LineType] = []
        for type_, run in groupby(line.type for line in self.lines):
            code.extend((type_,) if type_ is LineType.TEXT else run)
        return tuple(code)

    @cached_property
    def shape(self) -> tuple[int, ...]:
        """The shape code: the position codes of the lines (definition 3.2)."""
        return tuple(line.position for line in self.lines)

    @cached_property
    def modified_shape_code(self) -> tuple[int, ...]:
        """The shape as indentions: the smallest code subtracted, repeated codes suppressed."""
        return modified_shape_code(self.shape)

    @cached_property
    def position(self) -> int:
        """The smallest position code of the lines."""
        return min(self.shape, default=0)

    @cached_property
    def box(self) -> Box:
        """The rendering box of the block."""
        return bounding_box(line.box for line in self.lines)

    @cached_property
    def has_link(self) -> bool:
        """Whether one of the lines contains a link."""
        return any(line.type in LINK_TYPES for line in self.lines) or any(
            piece.link is not None for line in self.lines for piece in line.pieces
        )

    @cached_property
    def characters(self) -> int:
        """How many characters stand in the block."""
        return sum(len(line.text) for line in self.lines)


def modified_shape_code(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the modified shape code of a shape (section 3.3).

    >>> modified_shape_code((8, 48, 48, 48, 48))
    (0, 40)
    """
    smallest = min(shape, default=0)
    return tuple(position - smallest for position, _ in groupby(shape))


def type_distance(a: Block, b: Block) -> int:
    """Return the edit distance between the type codes of two blocks."""
    return Levenshtein.distance(a.type_code, b.type_code)


def shape_distance(a: Block, b: Block) -> int:
    """Return the largest difference between the indentions of two blocks.

    The shorter modified shape code is padded with 0's at the end.
    """
    pairs = zip_longest(a.modified_shape_code, b.modified_shape_code, fillvalue=0)
    return max((abs(left - right) for left, right in pairs), default=0)


def position_distance(a: Block, b: Block) -> int:
    """Return how far the points of two blocks closest to the left boundary are apart."""
    return abs(a.position - b.position)


def visually_similar(a: Block, b: Block) -> bool:
    """Return whether two blocks can be records of one section by all three distances."""
    if position_distance(a, b) > MAX_POSITION_DISTANCE or shape_distance(a, b) > MAX_SHAPE_DISTANCE:
        return False
    longer = max(len(a.type_code), len(b.type_code))
    return type_distance(a, b) <= max(MIN_TYPE_ALLOWANCE, MAX_TYPE_DIFFERENCE * longer)
