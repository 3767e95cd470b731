"""A layout as it is stored beside its page: numbers alone, for the page itself is stored too."""

from collections.abc import Iterator
from typing import Annotated, Self

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents import Count, Document
from discovery.pages.layout.layout import Box, Font, Layout, Piece, PieceKind
from discovery.pages.page import Page
from discovery.pages.tree import elements_in_order, fold_space

# Bounds of what is read: those of what a browser is given, with room. Guess.
MAX_ENTRIES = 400_000
MAX_LINES = 1_000
KINDS = tuple(PieceKind)

Pixels = Annotated[int, Meta(ge=-(10**8), le=10**8)]
ShortText = Annotated[str, Meta(max_length=300)]
StoredBox = tuple[Pixels, Pixels, Pixels, Pixels]


class StoredFont(Document, frozen=True, array_like=True):
    """A font of the page."""

    size: float
    weight: Count
    italic: bool
    color: ShortText
    family: ShortText


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
    fonts: Annotated[tuple[StoredFont, ...], Meta(max_length=MAX_ENTRIES)]
    pieces: Annotated[tuple[StoredPiece, ...], Meta(max_length=MAX_ENTRIES)]
    boxes: Annotated[tuple[tuple[Count, StoredBox], ...], Meta(max_length=MAX_ENTRIES)]
    backgrounds: Annotated[tuple[tuple[Count, ShortText], ...], Meta(max_length=MAX_ENTRIES)]

    @classmethod
    def of(cls, layout: Layout, page: Page) -> Self:
        """Return what is stored of the layout of `page`."""
        numbers = {element: number for number, element in enumerate(elements_in_order(page.root))}
        fonts = {font: number for number, font in enumerate({p.font: 0 for p in layout.pieces})}
        return cls(
            elements=len(numbers),
            page=_numbers_of(layout.page),
            fonts=tuple(
                StoredFont(font.size, font.weight, font.italic, font.color, font.family)
                for font in fonts
            ),
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
        fonts = [Font(f.size, f.weight, f.italic, f.color, f.family) for f in self.fonts]
        try:
            return Layout(
                Box(*self.page),
                tuple(self._pieces(elements, fonts)),
                {elements[number]: Box(*box) for number, box in self.boxes},
                {elements[number]: color for number, color in self.backgrounds},
            )
        except IndexError:
            return None

    def _pieces(self, elements: list[HtmlElement], fonts: list[Font]) -> Iterator[Piece]:
        """Yield the pieces; raises `IndexError` for what the page does not have."""
        for each in self.pieces:
            element, kind = elements[each.element], KINDS[each.kind]
            text = _text_at(element, each.children_before) if kind is PieceKind.TEXT else ""
            yield Piece(
                kind,
                element,
                each.children_before,
                text,
                Box(*each.box),
                fonts[each.font],
                link_around(element),
                tuple(Box(*line) for line in each.lines),
            )


def link_around(element: HtmlElement) -> HtmlElement | None:
    """Return the `<a href>` that an element is or stands in."""
    node: HtmlElement | None = element
    while node is not None and (node.tag != "a" or node.get("href") is None):
        node = node.getparent()
    return node


def _numbers_of(box: Box) -> StoredBox:
    return (round(box.left), round(box.top), round(box.width), round(box.height))


def _text_at(element: HtmlElement, children_before: int) -> str:
    """Return the text after so many children of an element, white space folded."""
    part = element[children_before - 1].tail if children_before else element.text
    return fold_space(part or "")
