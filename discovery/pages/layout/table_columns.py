"""The columns of a table: where each cell stands, by the widths given and the text held."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from discovery.pages.layout.default_style import UNSEEN_TAGS, width_in_em
from discovery.pages.layout.layout import Box, Font

# Wider tables and longer spans are mistakes of the markup; HTML itself stops spans at 1000.
MAX_COLUMNS = 100
MAX_ROW_SPAN = 1_000
# Rows looked at for the widths of the columns: those after them hardly change anything. Guess.
MAX_ROWS_MEASURED = 50
# No column is narrower, so that its text still has a place. Guess.
MIN_COLUMN_WIDTH = 8.0
_LENGTH = re.compile(r"\s*(\d{1,5}(?:\.\d{1,4})?)\s*(%|px)?")
_ROW_GROUPS = frozenset(("tbody", "thead", "tfoot"))
CELL_TAGS = frozenset(("td", "th"))


def given_length(value: str | None, whole: float) -> float | None:
    """Return a length attribute in pixels; percentages are of `whole`.

    >>> given_length("20%", 500), given_length("30", 500), given_length("2*", 500)
    (100.0, 30.0, 2.0)
    >>> given_length("auto", 500) is None
    True
    """
    match = _LENGTH.match(value or "")
    if match is None:
        return None
    number = float(match[1])
    return number * whole / 100 if match[2] == "%" else number


def span(cell: HtmlElement, name: str, most: int) -> int:
    """Return the attribute `colspan` or `rowspan` of a cell, between 1 and `most`."""
    value = (cell.get(name) or "").strip()
    return min(most, max(1, int(value))) if value.isdecimal() and len(value) < 6 else 1


def rows_of(table: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the rows of a table, not those of tables inside it."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in _ROW_GROUPS:
            yield from child.iterchildren("tr")


@dataclass(slots=True)
class TableColumns:
    """The columns of one table, and the state while its rows are gone through."""

    lefts: tuple[float, ...]
    widths: tuple[float, ...]
    column: int = 0
    row_top: float = 0.0
    row_bottom: float = 0.0
    cells: list[HtmlElement] = field(default_factory=list)
    # How many rows the cells of earlier rows still reach down, by column.
    occupied: list[int] = field(default_factory=list)

    def start_row(self, top: float) -> None:
        """Begin a row whose cells start at `top`."""
        self.row_top = self.row_bottom = top
        self.column = 0
        self.cells = []
        self.occupied = [max(0, rows - 1) for rows in self.occupied]

    def place(self, cell: HtmlElement) -> tuple[float, float]:
        """Return left side and width of the next cell of the row."""
        last = len(self.lefts) - 1
        while self.column < last and self.occupied[self.column] > 0:
            self.column += 1
        first = min(self.column, last)
        end = min(first + span(cell, "colspan", MAX_COLUMNS), last + 1)
        for column in range(first, end):
            self.occupied[column] = span(cell, "rowspan", MAX_ROW_SPAN)
        self.column = end
        self.cells.append(cell)
        return self.lefts[first], sum(self.widths[first:end])

    def cell_boxes(self, boxes: Mapping[HtmlElement, Box]) -> Iterator[tuple[HtmlElement, Box]]:
        """Yield the row's cells with their boxes, all as high as the row."""
        height = self.row_bottom - self.row_top
        for cell in self.cells:
            box = boxes[cell]
            yield cell, Box(box.left, self.row_top, box.width, height)


def table_columns(
    table: HtmlElement, left: float, available: float, text_width: Mapping[HtmlElement, float]
) -> TableColumns:
    """Return the columns of `table` in the `available` pixels from `left`.

    After the automatic table layout of CSS 2 (section 17.5.2.2), much simplified. Widths given in
    the markup stay, the rest is shared in proportion to the longest text of each column.
    """
    total = given_length(table.get("width"), available)
    given: dict[int, float] = {}
    wanted: dict[int, float] = {}
    for _, row in zip(range(MAX_ROWS_MEASURED), rows_of(table), strict=False):
        column = 0
        for cell in row.iterchildren("td", "th"):
            columns = span(cell, "colspan", MAX_COLUMNS)
            if column >= MAX_COLUMNS:
                break
            if columns == 1:
                width = given_length(cell.get("width"), total or available)
                if width is not None:
                    given[column] = max(given.get(column, 0.0), width)
                text = min(available, text_width.get(cell, 0.0))
                wanted[column] = max(wanted.get(column, MIN_COLUMN_WIDTH), text)
            column = min(MAX_COLUMNS, column + columns)
            wanted.setdefault(column - 1, MIN_COLUMN_WIDTH)
    widths = _share(given, wanted, min(total or available, available), total is not None)
    lefts = [left]
    for width in widths[:-1]:
        lefts.append(lefts[-1] + width)
    return TableColumns(tuple(lefts), tuple(widths), occupied=[0] * len(widths))


def _share(
    given: Mapping[int, float], wanted: Mapping[int, float], width: float, fill: bool
) -> list[float]:
    """Return the width of every column: what is given, and a share of the rest."""
    count = max(wanted, default=0) + 1
    widths = [max(given.get(column, 0.0), 0.0) for column in range(count)]
    free = [column for column in range(count) if column not in given]
    rest = max(0.0, width - sum(widths))
    needed = sum(wanted.get(column, MIN_COLUMN_WIDTH) for column in free)
    scale = rest / needed if needed and (fill or needed > rest) else 1.0
    for column in free:
        widths[column] = max(MIN_COLUMN_WIDTH, scale * wanted.get(column, MIN_COLUMN_WIDTH))
    too_wide = sum(widths) / width if width else 1.0
    return [each / too_wide for each in widths] if too_wide > 1 else widths


def text_widths(root: HtmlElement) -> dict[HtmlElement, float]:
    """Return for every element the pixels its text would take on one line, about."""
    size = Font().size
    elements = [node for node in root.iter() if isinstance(node.tag, str)]
    widths: dict[HtmlElement, float] = {}
    for element in reversed(elements):
        own = widths.get(element, 0.0)
        if element.tag in UNSEEN_TAGS:
            own = 0.0
        elif element.text:
            own += width_in_em(element.text.strip()) * size
        widths[element] = own
        parent = element.getparent()
        if parent is not None and element is not root:
            tail = width_in_em(element.tail.strip()) * size if element.tail else 0.0
            widths[parent] = widths.get(parent, 0.0) + own + tail
    return widths


def begins_row(cell: HtmlElement) -> bool:
    """Tell whether a cell stands in a table without a row, where it begins one."""
    parent, before = cell.getparent(), cell.getprevious()
    in_row = parent is not None and parent.tag == "tr"
    return not in_row and (before is None or before.tag not in CELL_TAGS)
