"""An estimate of a page's layout from its markup alone, where no browser renders it.

The rules are those of the default style sheet of the HTML standard (section "Rendering"). They are
used as far as they decide what begins a line, how far it is indented and what is left blank. They
cover blocks and inline text, headings, lists, definitions, quotations, tables with their columns,
breaks, rules, fonts. Style sheets are not read, so pages that are laid out by them come out as one
column. A text that is too long for its line stays one piece whose box is as high as its lines.
"""

from dataclasses import dataclass, replace

from lxml.html import HtmlElement

from discovery.pages.layout.default_style import (
    FONT_SCALE,
    INDENTATION,
    MARGINS,
    UNSEEN_TAGS,
    font_inside,
    is_hidden,
    style_indentation,
    width_in_em,
)
from discovery.pages.layout.layout import Box, Font, Layout, Piece, PieceKind
from discovery.pages.layout.table_columns import (
    CELL_TAGS,
    TableColumns,
    begins_row,
    given_length,
    table_columns,
    text_widths,
)
from discovery.pages.page import Page
from discovery.pages.tree import LINE_TAGS

# The width of a window when the pages of ViNTs were rendered (2005): 1024 × 768 was the norm.
WINDOW_WIDTH = 1024.0
BODY_MARGIN = 8.0
LINE_HEIGHT = 1.2
MIN_WIDTH = 40.0
CONTROL_WIDTH = 150.0
# Of an image whose size is not given: an icon; larger ones rarely stand in a line of text. Guess.
IMAGE_SIZE = 16.0
LIST_TAGS = frozenset("ul ol menu dir".split())
CONTROL_TAGS = frozenset("input select textarea button".split())


def estimate_layout(page: Page) -> Layout:
    """Return the estimated layout of `page`, in a window of `WINDOW_WIDTH` pixels."""
    return _Estimate(page.root).layout()


@dataclass(slots=True)
class _Open:
    """An element that is not at its end yet, and what is restored there."""

    element: HtmlElement
    is_block: bool
    top: float
    left: float
    width: float
    outer_left: float
    outer_width: float
    outer_font: Font
    outer_link: HtmlElement | None
    columns: TableColumns | None = None
    # left, top, right, bottom of what the element showed so far
    extent: tuple[float, float, float, float] | None = None


class _Estimate:
    """One walk over the tree, without recursion: pages nest thousands deep."""

    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.text_width = text_widths(root)
        self.pieces: list[Piece] = []
        self.boxes: dict[HtmlElement, Box] = {}
        self.open: list[_Open] = []
        self.tables: list[TableColumns] = []
        self.left, self.width = BODY_MARGIN, WINDOW_WIDTH - 2 * BODY_MARGIN
        self.font = Font()
        self.link: HtmlElement | None = None
        self.top = BODY_MARGIN  # of the current line
        self.margin = 0.0  # wanted above the next thing shown; margins collapse
        self.pen = 0.0  # pixels written on the current line, as if it never wrapped
        self.line_height = 0.0

    def layout(self) -> Layout:
        """Go through the page and return where everything stands."""
        # An element is entered; its texts and children follow; `None` tells that it ends.
        stack: list[tuple[HtmlElement, str | None, int, bool]] = [(self.root, None, 0, True)]
        while stack:
            element, text, children_before, entering = stack.pop()
            if text is not None:
                self.write(element, text, children_before)
            elif not entering:
                self.leave()
            elif self.enter(element):
                stack.append((element, None, 0, False))
                inner: list[tuple[HtmlElement, str | None, int, bool]] = []
                if element.text:
                    inner.append((element, element.text, 0, True))
                for count, child in enumerate(element, start=1):
                    if isinstance(child.tag, str):
                        inner.append((child, None, 0, True))
                    if child.tail:
                        inner.append((element, child.tail, count, True))
                stack.extend(reversed(inner))
        page = Box(0.0, 0.0, WINDOW_WIDTH, self.top + BODY_MARGIN)
        return Layout(page, tuple(self.pieces), self.boxes)

    def enter(self, element: HtmlElement) -> bool:
        """Begin an element; return whether it has an inside that is shown."""
        tag = str(element.tag)
        if tag in UNSEEN_TAGS or is_hidden(element):
            return False
        if tag in CONTROL_TAGS:
            if (element.get("type") or "").strip().lower() != "hidden":
                self.show(PieceKind.CONTROL, element, CONTROL_WIDTH, self.font.size * LINE_HEIGHT)
            return False
        if tag == "img":
            width = given_length(element.get("width"), self.width)
            height = given_length(element.get("height"), self.width)
            self.show(
                PieceKind.IMAGE,
                element,
                IMAGE_SIZE if width is None else width,
                IMAGE_SIZE if height is None else height,
            )
            return False
        if tag == "br":
            self.line_height = max(self.line_height, self.font.size * LINE_HEIGHT)
            self.end_line()
            return False
        if tag == "hr":
            self.rule(element)
            return False
        self.begin(element, tag)
        return True

    def begin(self, element: HtmlElement, tag: str) -> None:
        """Open an element that has an inside."""
        is_block = tag in LINE_TAGS
        if is_block:
            self.end_line()
            self.margin = max(self.margin, self.margin_of(tag))
        opened = _Open(
            element, is_block, self.top, self.left, self.width,
            self.left, self.width, self.font, self.link,
        )  # fmt: skip
        self.font = font_inside(element, tag, self.font)
        if tag == "a" and element.get("href") is not None:
            self.link = element
        if is_block:
            self.indent(element, tag)
            if tag == "table":
                self.use_margin()
                opened.columns = table_columns(element, self.left, self.width, self.text_width)
                self.tables.append(opened.columns)
            elif tag == "tr" and self.tables:
                self.use_margin()
                self.tables[-1].start_row(self.top)
            elif tag in CELL_TAGS and self.tables and self.tables[-1].lefts:
                if begins_row(element):
                    self.use_margin()
                    self.tables[-1].start_row(self.top)
                self.left, self.width = self.tables[-1].place(element)
                self.top = self.tables[-1].row_top
                self.margin = 0.0
        opened.top, opened.left, opened.width = self.top, self.left, self.width
        self.open.append(opened)

    def leave(self) -> None:
        """End the element opened last."""
        opened = self.open.pop()
        tag = str(opened.element.tag)
        if opened.is_block:
            self.end_line()
            if opened.columns is not None:
                self.tables.pop()
            elif tag in CELL_TAGS and self.tables:
                table = self.tables[-1]
                table.row_bottom = max(table.row_bottom, self.top + self.margin)
                self.margin = 0.0
            box = Box(opened.left, opened.top, opened.width, max(0.0, self.top - opened.top))
            self.boxes[opened.element] = box
            if tag == "tr" and self.tables:
                self.top = max(self.top, self.tables[-1].row_bottom)
                self.boxes.update(self.tables[-1].cell_boxes(self.boxes))
                self.boxes[opened.element] = replace(box, height=max(0.0, self.top - opened.top))
            self.margin = max(self.margin, self.margin_of(tag))
        elif opened.extent is not None:
            left, top, right, bottom = opened.extent
            self.boxes[opened.element] = Box(left, top, right - left, bottom - top)
        self.left, self.width = opened.outer_left, opened.outer_width
        self.font, self.link = opened.outer_font, opened.outer_link
        if opened.extent is not None:
            self.extend(opened.extent)

    def indent(self, element: HtmlElement, tag: str) -> None:
        """Move the left side as the element's tag and style want it."""
        styled = style_indentation(element, self.font)
        indentation = INDENTATION.get(tag, 0.0) if styled is None else styled
        indentation = min(indentation, max(0.0, self.width - MIN_WIDTH))
        self.left += indentation
        self.width -= indentation

    def margin_of(self, tag: str) -> float:
        """Return the blank that is left above and below an element, in pixels."""
        if tag in LIST_TAGS and any(opened.element.tag in LIST_TAGS for opened in self.open[-3:]):
            return 0.0
        return MARGINS.get(tag, 0.0) * self.font.size * FONT_SCALE.get(tag, 1.0)

    def use_margin(self) -> None:
        """Leave the blank that is wanted above what comes now."""
        self.top += self.margin
        self.margin = 0.0

    def end_line(self) -> None:
        """Go to the start of the next line, if the current one has anything on it."""
        if self.line_height:
            self.use_margin()
            rows = max(1, -int(-self.pen // max(self.width, MIN_WIDTH)))
            self.top += rows * self.line_height
        self.pen = self.line_height = 0.0

    def rule(self, element: HtmlElement) -> None:
        """Draw a horizontal rule over the whole width."""
        self.end_line()
        self.margin = max(self.margin, self.margin_of("hr"))
        self.show(PieceKind.RULE, element, self.width, 2.0)
        self.end_line()
        self.margin = max(self.margin, self.margin_of("hr"))

    def write(self, element: HtmlElement, text: str, children_before: int) -> None:
        """Write a text on the current line."""
        folded = " ".join(text.split())
        if folded:
            height = self.font.size * LINE_HEIGHT
            width = width_in_em(folded) * self.font.size
            self.show(PieceKind.TEXT, element, width, height, folded, children_before)

    def show(
        self,
        kind: PieceKind,
        element: HtmlElement,
        width: float,
        height: float,
        text: str = "",
        children_before: int = 0,
    ) -> None:
        """Put a piece on the current line, behind what stands there."""
        if not self.line_height:
            self.use_margin()
        room = max(self.width, MIN_WIDTH)
        row, column = divmod(self.pen, room)
        last_row = (self.pen + max(0.0, width - 1)) // room
        self.pen += width
        top = self.top + row * height
        if last_row > row:
            box = Box(self.left, top, room, (last_row - row + 1) * height)
        else:
            box = Box(self.left + column, top, width, height)
        self.line_height = max(self.line_height, height)
        self.pieces.append(Piece(kind, element, children_before, text, box, self.font, self.link))
        if kind is not PieceKind.TEXT:
            self.boxes[element] = box
        self.extend((box.left, box.top, box.right, box.bottom))

    def extend(self, extent: tuple[float, float, float, float]) -> None:
        """Let the innermost open element hold `extent` too."""
        if self.open:
            opened = self.open[-1]
            if opened.extent is not None:
                left, top, right, bottom = opened.extent
                extent = (
                    min(left, extent[0]),
                    min(top, extent[1]),
                    max(right, extent[2]),
                    max(bottom, extent[3]),
                )
            opened.extent = extent
