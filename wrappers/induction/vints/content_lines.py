"""Content lines of a page, blocks of them, and the tag paths through its tree.

Zhao et al. 2005, sections 3.1 to 3.3. "A content line is a group of characters that visually form a
horizontal line in the same section on the rendered page." A line is represented as a (type code,
position code) pair.

Tag paths: section 3.5. The definition is lost from that text; this one is made after its examples,
details ours. It lists the nodes from the root, each with a direction: `C` to go on to its first
child, `S` to go on to its next sibling.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property
from itertools import accumulate, groupby, zip_longest
from typing import NamedTuple

from lxml.html import HtmlElement
from rapidfuzz.distance import Levenshtein

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind, bounding_box, link_around
from discovery.pages.page import Page
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, fold_space
from wrappers.extraction.records.separators import child_nodes, is_tree_node


class Direction(StrEnum):
    """Where a tag path goes on from a node."""

    CHILD = "C"
    SIBLING = "S"


class PathNode(NamedTuple):
    """A node of a tag path; a plain tuple, because paths are long and compared often.

    `structure` is empty, or describes the inside of the node where a separator was *expanded*.
    """

    tag: str
    direction: Direction
    structure: str = ""


TagPath = tuple[PathNode, ...]


class TreePosition(NamedTuple):
    """A place in the tag tree, in `parent` before its child number `child`, or the text there.

    A tag path leads to a place.
    """

    parent: HtmlElement
    child: int


@dataclass
class TagTree:
    """A page's elements numbered in document order; paths and common ancestors by the numbers."""

    root: HtmlElement

    def __post_init__(self) -> None:
        self._children: dict[HtmlElement, tuple[HtmlElement, ...]] = {}
        self._child_numbers: dict[HtmlElement, list[int]] = {}
        self._kept_before: dict[HtmlElement, list[int]] = {}
        self._paths: dict[HtmlElement, TagPath] = {}
        elements = [node for node in self.root.iter() if isinstance(node.tag, str)]
        self.number: dict[HtmlElement, int] = {each: n for n, each in enumerate(elements)}
        self.end = list(range(1, len(elements) + 1))
        for number in range(len(elements) - 1, 0, -1):
            parent = self.number[elements[number].getparent()]
            self.end[parent] = max(self.end[parent], self.end[number])

    def children(self, parent: HtmlElement) -> tuple[HtmlElement, ...]:
        if parent not in self._children:
            self._children[parent] = child_nodes(parent)
        return self._children[parent]

    def place(self, parent: HtmlElement, children_before: int) -> TreePosition:
        """Return the place after so many of the markup's child nodes, skipped ones among them."""
        counts = self._kept_before.get(parent)
        if counts is None:
            kept = map(is_tree_node, parent)
            counts = self._kept_before[parent] = list(accumulate(kept, initial=0))
        return TreePosition(parent, counts[children_before])

    def path_to_inside(self, parent: HtmlElement) -> TagPath:
        path = self._paths.get(parent)
        if path is None:
            nodes: list[PathNode] = []
            element: HtmlElement | None = parent
            while element is not None and element is not self.root:
                nodes.append(PathNode(str(element.tag), Direction.CHILD))
                above = element.getparent()
                siblings = self.children(above)
                nodes.extend(
                    PathNode(str(sibling.tag), Direction.SIBLING)
                    for sibling in reversed(siblings[: siblings.index(element)])
                )
                element = above
            nodes.append(PathNode(str(self.root.tag), Direction.CHILD))
            path = self._paths[parent] = tuple(reversed(nodes))
        return path

    def minimal_subtree(self, places: Sequence[TreePosition]) -> HtmlElement:
        root = places[0].parent
        numbers = [self.number[place.parent] for place in places]
        low, high = min(numbers), max(numbers)
        while root is not self.root:
            number = self.number[root]
            if number <= low and high < self.end[number]:
                break
            root = root.getparent()
        return root

    def child_place(self, ancestor: HtmlElement, place: TreePosition) -> TreePosition:
        if place.parent is ancestor:
            return place
        numbers = self._child_numbers.get(ancestor)
        if numbers is None:
            numbers = [self.number[child] for child in self.children(ancestor)]
            self._child_numbers[ancestor] = numbers
        return TreePosition(ancestor, bisect_right(numbers, self.number[place.parent]) - 1)


# Pixels of what is drawn by the markup alone: a line, a character, an indented level.
LINE, LETTER, INDENT = 20.0, 8.0, 40.0
# What stands apart from the lines around it, what is indented, what begins beside what is before.
_APART = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl blockquote pre table hr".split())
_INDENTED = frozenset("ul ol dd blockquote".split())
_CELLS = frozenset(("td", "th"))


class _Pen:
    """Where the next thing stands, counted by the markup."""

    def __init__(self) -> None:
        self.left = self.x = self.y = 0.0
        self.is_empty = True
        self.pieces: list[Piece] = []

    def end_line(self, gap: float = 0.0) -> None:
        if not self.is_empty:
            self.y += LINE + gap
            self.is_empty = True
        self.x = self.left

    def write(self, kind: PieceKind, element: HtmlElement, before: int, text: str) -> None:
        width = LETTER * max(1, len(text))
        looks = Font(family=f"{element.tag} {element.get('class', '')}"[:300])
        box = Box(self.x, self.y, width, LINE - 1)
        self.pieces.append(Piece(kind, element, before, text, box, looks, link_around(element)))
        self.x += width + LETTER
        self.is_empty = False


def markup_layout(page: Page) -> Layout:
    """Return the lines and their order as the markup tells them, for a page no browser laid out.

    Ours. Tags and class names stand for fonts, levels of lists and cells for places.
    """
    pen = _Pen()
    # Texts and elements to be entered, with what they stand in, and elements to be left.
    stack: list[tuple[HtmlElement, int, str | None]] = [(page.root, 0, None)]
    lefts: dict[HtmlElement, float] = {}
    while stack:
        element, before, text = stack.pop()
        if text is not None:
            lines = text.split("\n") if element.tag == "pre" else [text]
            for number, line in enumerate(lines):
                if number:
                    pen.end_line()
                if shown := fold_space(line):
                    pen.write(PieceKind.TEXT, element, before, shown)
        elif before < 0:
            pen.left = lefts[element]
            pen.end_line(LINE if element.tag in _APART else 0.0)
        elif isinstance(element.tag, str) and element.tag not in INVISIBLE_TAGS:
            is_line = element.tag in LINE_TAGS
            if element.tag == "br" and pen.is_empty:
                pen.y += LINE
            if is_line and element.tag not in _CELLS:
                pen.end_line(LINE if element.tag in _APART else 0.0)
            if is_line:
                lefts[element] = pen.left
                pen.left += INDENT * (element.tag in _INDENTED)
                stack.append((element, -1, None))
            if element.tag == "hr":
                pen.write(PieceKind.RULE, element, 0, "")
            for number, child in reversed(list(enumerate(element))):
                if child.tail:
                    stack.append((element, number + 1, child.tail))
                stack.append((child, 0, None))
            if element.text:
                stack.append((element, 0, element.text))
    right = max((piece.box.right for piece in pen.pieces), default=0.0)
    return Layout(Box(0.0, 0.0, right, pen.y + LINE), tuple(pen.pieces), {})


# "more than 90% of the area of the rendering box of this line is link area" (section 3.1).
MIN_AREA_SHARE = 0.9
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
        return (self.type, self.position)

    @property
    def text(self) -> str:
        return " ".join(piece.text for piece in self.pieces)


def content_lines(layout: Layout) -> tuple[ContentLine, ...]:
    """Return the content lines of a rendered page, in document order, blank ones included.

    Images and form controls are no characters, so they form no lines.
    """
    lines: list[ContentLine] = []
    for pieces in _pieces_by_line(layout.pieces):
        box = bounding_box(piece.box for piece in pieces)
        line = ContentLine(line_type(pieces), round(box.left), box, pieces)
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
    return PieceKind.RULE not in {left.kind, right.kind} and left.box.is_on_line_with(right.box)


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
        return min(self.shape, default=0)

    @cached_property
    def box(self) -> Box:
        return bounding_box(line.box for line in self.lines)

    @cached_property
    def has_link(self) -> bool:
        return any(line.type in LINK_TYPES for line in self.lines) or any(
            piece.link is not None for line in self.lines for piece in line.pieces
        )

    @cached_property
    def characters(self) -> int:
        return sum(len(line.text) for line in self.lines)


def modified_shape_code(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the modified shape code of a shape (section 3.3).

    >>> modified_shape_code((8, 48, 48, 48, 48))
    (0, 40)
    """
    smallest = min(shape, default=0)
    return tuple(position - smallest for position, _ in groupby(shape))


def type_distance(a: Block, b: Block) -> int:
    return Levenshtein.distance(a.type_code, b.type_code)


def shape_distance(a: Block, b: Block) -> int:
    """Return the largest difference between the indentions of two blocks."""
    pairs = zip_longest(a.modified_shape_code, b.modified_shape_code, fillvalue=0)
    return max((abs(left - right) for left, right in pairs), default=0)


def position_distance(a: Block, b: Block) -> int:
    """Return how far the points of two blocks closest to the left boundary are apart."""
    return abs(a.position - b.position)


def alike_anywhere(a: Block, b: Block) -> bool:
    """Return whether two blocks can be records of one section, side by side too (ours)."""
    if shape_distance(a, b) > MAX_SHAPE_DISTANCE:
        return False
    longer = max(len(a.type_code), len(b.type_code))
    return type_distance(a, b) <= max(MIN_TYPE_ALLOWANCE, MAX_TYPE_DIFFERENCE * longer)
