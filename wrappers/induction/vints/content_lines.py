"""Content lines: what visually forms one horizontal line of a page.

Zhao et al. 2005 define it in section 3.1. "A content line is a group of characters that visually
form a horizontal line in the same section on the rendered page." A line is represented as a (type
code, position code) pair.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from discovery.pages.layout import Box, Layout, Piece, PieceKind, bounding_box

# "more than 90% of the area of the rendering box of this line is link area" (section 3.1).
MIN_AREA_SHARE = 0.9
# Pieces stand on one line when they share half the height of the lower one. Guess: sub- and
# superscripts do, lines below each other do not.
MIN_SHARED_HEIGHT = 0.5
# A gap of this share of a line's height is a blank line. Guess: the margin of a paragraph (5/6 of
# a line) is one, the padding of a table cell is none.
MIN_BLANK_HEIGHT = 0.75
# Pixels: that of 16 pixels' text, the default; wrapped texts and large headings are higher.
USUAL_LINE_HEIGHT = 19.2
# "started with a number like 1, 2, 3, …": set apart by a sign, or by markup of its own.
_NUMBER = re.compile(r"[\[(#]?\d{1,4}[.):\]]?\Z")
_NUMBERED = re.compile(r"[\[(#]?\d{1,4}[.):\]](?=\s)")


class LineType(IntEnum):
    """The types of content lines, with the paper's codes (section 3.1)."""

    LINK = 1
    TEXT = 2
    LINK_TEXT = 3
    LINK_HEAD = 4
    TEXT_HEAD = 5
    LINK_TEXT_HEAD = 6
    HR_LINE = 7
    BLANK = 8


HEAD_TYPES = frozenset((LineType.LINK_HEAD, LineType.TEXT_HEAD, LineType.LINK_TEXT_HEAD))
LINK_TYPES = frozenset(
    (LineType.LINK, LineType.LINK_TEXT, LineType.LINK_HEAD, LineType.LINK_TEXT_HEAD)
)
_HEADED = {
    LineType.LINK: LineType.LINK_HEAD,
    LineType.TEXT: LineType.TEXT_HEAD,
    LineType.LINK_TEXT: LineType.LINK_TEXT_HEAD,
}


@dataclass(frozen=True, slots=True)
class ContentLine:
    """One line: its type, its position code (left side in whole pixels), its rendering box.

    `pieces` are the texts or the rule that form it; a blank line has none.
    """

    type: LineType
    position: int
    box: Box
    pieces: tuple[Piece, ...] = ()

    @property
    def code(self) -> tuple[LineType, int]:
        """The (type code, position code) pair that represents the line."""
        return (self.type, self.position)

    @property
    def text(self) -> str:
        """The characters of the line."""
        return " ".join(piece.text for piece in self.pieces)


def content_lines(layout: Layout) -> tuple[ContentLine, ...]:
    """Return the content lines of a rendered page, in document order, blank ones included.

    Images and form controls are no characters, so they form no lines.
    """
    lines: list[ContentLine] = []
    for pieces in _pieces_by_line(layout.pieces):
        line = _content_line(pieces)
        if lines and _leaves_blank(lines[-1].box, line.box):
            lines.append(_blank_line(lines[-1], line))
        lines.append(line)
    return tuple(lines)


def _pieces_by_line(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, ...]]:
    """Yield the pieces that stand side by side.

    Sections come apart because pieces are in document order. The last line of one column is
    followed by the first of the next, which stands higher.
    """
    line: list[Piece] = []
    for piece in pieces:
        if piece.kind in {PieceKind.IMAGE, PieceKind.CONTROL}:
            continue
        if line and not _side_by_side(line[-1], piece):
            yield tuple(line)
            line = []
        line.append(piece)
    if line:
        yield tuple(line)


def _side_by_side(left: Piece, right: Piece) -> bool:
    """Return whether a piece continues the line of the piece before it."""
    if PieceKind.RULE in {left.kind, right.kind}:
        return False
    lower = min(left.box.height, right.box.height)
    return left.box.rows_shared_with(right.box) >= MIN_SHARED_HEIGHT * max(lower, 1.0)


def _content_line(pieces: tuple[Piece, ...]) -> ContentLine:
    """Return the line that pieces side by side form."""
    box = bounding_box(piece.box for piece in pieces)
    return ContentLine(line_type(pieces), round(box.left), box, pieces)


def line_type(pieces: Sequence[Piece]) -> LineType:
    """Return the type of the line formed by `pieces` (section 3.1).

    The number that heads a line counts for neither link nor text, so that long and short titles
    of numbered records are of one type.
    """
    if pieces[0].kind is PieceKind.RULE:
        return LineType.HR_LINE
    first = pieces[0].text
    number_alone = len(pieces) > 1 and _NUMBER.match(first) is not None
    headed = number_alone or _NUMBERED.match(first) is not None
    rest = pieces[1:] if number_alone else pieces
    total = sum(piece.box.area for piece in rest) or 1.0
    linked = sum(piece.box.area for piece in rest if piece.link is not None) / total
    if linked > MIN_AREA_SHARE:
        type_ = LineType.LINK
    elif 1 - linked > MIN_AREA_SHARE:
        type_ = LineType.TEXT
    else:
        type_ = LineType.LINK_TEXT
    return _HEADED[type_] if headed else type_


def _leaves_blank(above: Box, below: Box) -> bool:
    """Return whether the gap between two lines looks like a blank line."""
    line_height = min(max(above.height, below.height), USUAL_LINE_HEIGHT)
    return below.top - above.bottom >= MIN_BLANK_HEIGHT * max(line_height, 1.0)


def _blank_line(above: ContentLine, below: ContentLine) -> ContentLine:
    """Return the blank line between two lines.

    "The position code of a blank line is set to be the position code of the visible line
    immediately before it."
    """
    height = below.box.top - above.box.bottom
    box = Box(above.box.left, above.box.bottom, above.box.width, height)
    return ContentLine(LineType.BLANK, above.position, box)
