"""The layout of a rendered page, as data: where everything stands, in pixels from the top left.

A browser gives it; beside its page it is stored as numbers alone, for the page itself is stored
too. Zhao, Meng et al. 2005 (ViNTs) call a box a *rendering box*, "a rectangle containing the
object". Liu, Meng, Meng 2010 (ViDE, section 4.1) call it a *minimum bounding rectangle*.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Self

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Count, Document
from discovery.pages.page import Page
from discovery.pages.tree import elements_in_order, fold_space

# Bounds of what is read: those of what a browser is given, with room. Guess.
MAX_ENTRIES = 400_000
MAX_LINES = 1_000
# Two things on one line share this part of the height of the lower one. Guess: sub- and
# superscripts do, lines below each other do not.
MIN_SHARED_HEIGHT = 0.5
Pixels = Annotated[int, Meta(ge=-(10**8), le=10**8)]
ShortText = Annotated[str, Meta(max_length=300)]
StoredBox = tuple[Pixels, Pixels, Pixels, Pixels]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with sides parallel to the axes; pixels, the vertical axis points down."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def area(self) -> float:
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.width / 2, self.top + self.height / 2)

    def contains(self, point: tuple[float, float]) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def is_on_line_with(self, other: "Box") -> bool:
        shared = min(self.bottom, other.bottom) - max(self.top, other.top)
        return shared >= MIN_SHARED_HEIGHT * max(min(self.height, other.height), 1.0)


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around `boxes`, an empty one around none."""
    boxes = tuple(boxes)
    if not boxes:
        return Box(0, 0, 0, 0)
    left = min(box.left for box in boxes)
    top = min(box.top for box in boxes)
    right = max(box.right for box in boxes)
    bottom = max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


class Font(Document, frozen=True, array_like=True):
    """How characters look (ViDE, section 4.1.2): equal fonts are equal in every attribute.

    `size` is in pixels, `weight` as in CSS (400 is normal, 700 bold). `color` is `#rrggbb` where a
    browser gave it, else as the page writes it; `family` are the names wanted, in lower case. Both
    are empty for the default.
    """

    size: float = 16.0
    weight: Count = 400
    italic: bool = False
    color: ShortText = ""
    family: ShortText = ""


class PieceKind(StrEnum):
    """What can be seen at a place of the page."""

    TEXT = "text"
    IMAGE = "image"
    RULE = "rule"
    CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Piece:
    """The smallest thing with a box of its own: a text without markup inside, an image, a rule.

    `element` is the image, rule or control itself. Of a text it is the element that the text stands
    in. `children_before` tells where in it: after how many of its child elements. `text` has its
    white space folded. `link` is the `<a href>` around the piece, if any. `lines` are the boxes of
    the lines that a text is broken into, from the top; empty where it takes one, or nobody knows.
    """

    kind: PieceKind
    element: HtmlElement
    children_before: int
    text: str
    box: Box
    font: Font
    link: HtmlElement | None = None
    lines: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """A rendered page: its own box, its pieces in document order, the boxes of its elements.

    Elements that show nothing (scripts, hidden ones) have no box. `backgrounds` are the colours
    (`#rrggbb`) of the elements that have one of their own; the others show what is behind them.
    """

    page: Box
    pieces: tuple[Piece, ...]
    boxes: Mapping[HtmlElement, Box]
    backgrounds: Mapping[HtmlElement, str] = field(default_factory=dict)


KINDS = tuple(PieceKind)


class StoredPiece(Document, frozen=True, array_like=True):
    """A piece: `kind` and `font` are places in lists, `element` counts in document order."""

    kind: Annotated[int, Meta(ge=0, le=len(KINDS) - 1)]
    element: Count
    children_before: Count
    font: Count
    box: StoredBox
    lines: Annotated[tuple[StoredBox, ...], Meta(max_length=MAX_LINES)] = ()


class StoredLayout(Document, frozen=True):
    """A layout whose elements are named by their numbers in document order.

    `elements` is how many the page has. Texts and links are not stored: the page has them.
    Coordinates are whole pixels.
    """

    VERSION = ("version", 1)

    elements: Count
    page: StoredBox
    fonts: Annotated[tuple[Font, ...], Meta(max_length=MAX_ENTRIES)]
    pieces: Annotated[tuple[StoredPiece, ...], Meta(max_length=MAX_ENTRIES)]
    boxes: Annotated[tuple[tuple[Count, StoredBox], ...], Meta(max_length=MAX_ENTRIES)]
    backgrounds: Annotated[tuple[tuple[Count, ShortText], ...], Meta(max_length=MAX_ENTRIES)]

    @classmethod
    def of(cls, layout: Layout, page: Page) -> Self:
        numbers = {element: number for number, element in enumerate(elements_in_order(page.root))}
        fonts = {font: number for number, font in enumerate({p.font: 0 for p in layout.pieces})}
        return cls(
            elements=len(numbers),
            page=_numbers_of(layout.page),
            fonts=tuple(fonts),
            pieces=tuple(
                StoredPiece(
                    KINDS.index(piece.kind),
                    numbers[piece.element],
                    piece.children_before,
                    fonts[piece.font],
                    _numbers_of(piece.box),
                    tuple(map(_numbers_of, piece.lines)),
                )
                for piece in layout.pieces
            ),
            boxes=tuple((numbers[each], _numbers_of(box)) for each, box in layout.boxes.items()),
            backgrounds=tuple((numbers[each], c) for each, c in layout.backgrounds.items()),
        )

    def layout_of(self, page: Page) -> Layout | None:
        """Return the layout of `page`, or None when its tree is not the one this was made of."""
        elements = list(elements_in_order(page.root))
        if len(elements) != self.elements:
            return None
        try:
            return Layout(
                Box(*self.page),
                tuple(self._pieces(elements)),
                {elements[number]: Box(*box) for number, box in self.boxes},
                {elements[number]: color for number, color in self.backgrounds},
            )
        except IndexError:
            return None

    def _pieces(self, elements: list[HtmlElement]) -> Iterator[Piece]:
        """Yield the pieces; raises `IndexError` for what the page does not have."""
        for each in self.pieces:
            element, kind = elements[each.element], KINDS[each.kind]
            text, before = "", each.children_before
            if kind is PieceKind.TEXT:
                text = fold_space((element[before - 1].tail if before else element.text) or "")
            yield Piece(
                kind,
                element,
                before,
                text,
                Box(*each.box),
                self.fonts[each.font],
                link_around(element),
                tuple(Box(*line) for line in each.lines),
            )


def link_around(element: HtmlElement) -> HtmlElement | None:
    node: HtmlElement | None = element
    while node is not None and (node.tag != "a" or node.get("href") is None):
        node = node.getparent()
    return node


def _numbers_of(box: Box) -> StoredBox:
    return (round(box.left), round(box.top), round(box.width), round(box.height))
