"""Boxes for pages that tests write: lines below each other, cells side by side, fonts by tags.

What needs a layout is given a browser's; tests of its algorithms draw theirs with this ruler.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind, bounding_box
from discovery.pages.page import Page
from discovery.pages.tree import fold_space

WIDTH, LINE, LETTER, INDENT, SPACING = 1024.0, 18.0, 8.0, 40.0, 4.0
UNSEEN = frozenset("head script style title template option".split())
MARGINS = (
    dict.fromkeys("p h1 h2 h3 ul ol dl blockquote pre".split(), 16.0)
    | dict.fromkeys(
        "html body div li dt dd form table tbody tr td th main center footer address".split(), 0.0
    )
    | {"hr": 8.0}
)
INDENTED = frozenset("ul ol dd blockquote".split())
REPLACED = {
    "img": PieceKind.IMAGE,
    "input": PieceKind.CONTROL,
    "select": PieceKind.CONTROL,
    "textarea": PieceKind.CONTROL,
    "button": PieceKind.CONTROL,
    "hr": PieceKind.RULE,
}
SIZES = {"h1": 32.0, "h2": 24.0, "h3": 18.7}
BOLD = frozenset("b strong th h1 h2 h3".split())


@dataclass
class _Open:
    """An element being drawn, its number in the one around, what its text looks like, its room."""

    element: HtmlElement
    left: float
    width: float
    font: Font
    link: HtmlElement | None
    number: int
    boxes: list[Box] = field(default_factory=list)
    # Of a row: where it begins, the right end of its last cell, the lowest end of one.
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


class _Pen:
    """Where the next thing stands."""

    def __init__(self) -> None:
        self.x = self.y = self.gap = 0.0
        self.height = 0.0
        self.pieces: list[Piece] = []
        self.boxes: dict[HtmlElement, Box] = {}

    def end_line(self, left: float, margin: float = 0.0) -> None:
        self.y += self.height
        self.gap = margin if self.height else max(self.gap, margin)
        self.height, self.x = 0.0, left

    def put(
        self,
        kind: PieceKind,
        here: _Open,
        size: tuple[float, float],
        text: str = "",
        before: int = 0,
    ) -> None:
        if not self.height:
            self.y, self.gap = self.y + self.gap, 0.0
        box = Box(self.x, self.y, *size)
        self.pieces.append(Piece(kind, here.element, before, text, box, here.font, here.link))
        here.boxes.append(box)
        self.x += size[0]
        self.height = max(self.height, size[1])

    def write(self, here: _Open, text: str | None, before: int) -> None:
        shown = fold_space(text or "")
        if not text or not shown:
            return
        if text[0].isspace() and self.height:
            self.x += LETTER / 2
        letter = here.font.size / 16 * (LETTER + (here.font.weight > 400))
        size = (len(shown) * letter, LINE * here.font.size / 16)
        self.put(PieceKind.TEXT, here, size, shown, before)
        if text[-1].isspace():
            self.x += LETTER / 2


def boxes_of(page: Page) -> Layout:
    """Return a layout of `page`; no text is broken into lines."""
    pen = _Pen()
    opened: list[tuple[_Open, Iterator[tuple[int, HtmlElement]]]] = []

    def enter(element: HtmlElement, number: int, around: _Open) -> None:
        tag = str(element.tag)
        here = _inside(element, number, around)
        if tag in MARGINS:
            pen.end_line(here.left, MARGINS[tag])
        if tag == "tr":
            here.top, here.right = pen.y, here.left
        if tag in ("td", "th") and around.element.tag == "tr":
            share = re.fullmatch(r"(\d+)%", element.get("width") or "")
            rest = max(0.0, around.left + around.width - around.right)
            cells = len(around.element) - number + 1
            here.width = around.width * int(share[1]) / 100 if share else rest / cells
            here.left, around.right = around.right, around.right + here.width
            pen.x, pen.y, pen.gap = here.left, around.top, 0.0
        if tag == "br":
            pen.height = pen.height or LINE
            pen.end_line(around.left)
        elif tag in REPLACED:
            said = (element.get(name) or "" for name in ("width", "height"))
            width, height = (float(each) if each.isdecimal() else 16.0 for each in said)
            pen.put(REPLACED[tag], here, (here.width, 2.0) if tag == "hr" else (width, height))
        elif tag not in UNSEEN:
            pen.write(here, element.text, 0)
            opened.append((here, iter(list(enumerate(element, start=1)))))
            return
        leave(here, around)

    def leave(here: _Open, around: _Open) -> None:
        tag = str(here.element.tag)
        if tag in MARGINS:
            pen.end_line(around.left, MARGINS[tag])
        if tag in ("td", "th"):
            around.bottom = max(around.bottom, pen.y)
        if tag == "tr":
            pen.y = max(here.bottom, pen.y) + SPACING
        if here.boxes:
            box = bounding_box(here.boxes)
            if tag in MARGINS:
                box = Box(here.left, box.top, max(here.width, box.width), box.height)
            pen.boxes[here.element] = box
            around.boxes.append(box)

    outside = _Open(page.root, 0.0, WIDTH, Font(), None, 0)
    enter(page.root, 0, outside)
    while opened:
        here, children = opened[-1]
        around = opened[-2][0] if len(opened) > 1 else outside
        for number, child in children:
            depth = len(opened)
            enter(child, number, here)
            if len(opened) > depth:
                break
            pen.write(here, child.tail, number)
        else:
            opened.pop()
            leave(here, around)
            if opened:
                pen.write(around, here.element.tail, here.number)
    bottom = max((box.bottom for box in pen.boxes.values()), default=0.0)
    return Layout(Box(0.0, 0.0, WIDTH, bottom), tuple(pen.pieces), pen.boxes)


def _inside(element: HtmlElement, number: int, around: _Open) -> _Open:
    """Return what an element takes over from the one around it."""
    tag = str(element.tag)
    margin = re.search(r"margin-left:(\d+)px", element.get("style") or "")
    indent = INDENT if tag in INDENTED else float(margin[1]) if margin else 0.0
    font = around.font
    if tag in BOLD:
        font = font.replace(weight=700)
    if tag in SIZES:
        font = font.replace(size=SIZES[tag])
    if tag in ("i", "em"):
        font = font.replace(italic=True)
    link = element if tag == "a" and element.get("href") is not None else around.link
    return _Open(element, around.left + indent, around.width - indent, font, link, number)
