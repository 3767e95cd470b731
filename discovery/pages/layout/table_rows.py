"""The rows of a table, its cells placed in columns (HTML standard, section 4.9.12, simplified)."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discovery.pages.layout.items import Item, Kind

if TYPE_CHECKING:
    from discovery.pages.layout.frames import Frame

# Wider tables and longer spans are mistakes of the markup; HTML itself stops spans at 1000.
MAX_COLUMNS = 100
MAX_ROW_SPAN = 1_000
ROW_GROUPS = frozenset(("table-row-group", "table-header-group", "table-footer-group"))


@dataclass(slots=True)
class Cell:
    """A cell with the columns and the rows that it takes."""

    item: Item
    column: int
    columns: int
    rows: int
    frame: "Frame | None" = None


@dataclass(slots=True)
class Row:
    """A row: its item, where it has one, the group around it, and its cells."""

    item: Item | None
    group: Item | None
    cells: list[Cell] = field(default_factory=list)


def table_rows(table: Item) -> tuple[list[Row], list[Item]]:
    """Return the rows of a table with their cells placed, and what else is in it."""
    rows: list[Row] = []
    others: list[Item] = []
    # How many rows the cells of earlier rows still reach down, by column.
    taken: list[int] = []
    loose: Row | None = None
    for item, group in _parts(table):
        display = item.style.display
        if item.kind is not Kind.BLOCK or display not in {"table-row", "table-cell"}:
            if item.kind in {Kind.BLOCK, Kind.OUT}:
                others.append(item)
            continue
        if display == "table-cell":
            # Cells without a row are one.
            if loose is None:
                loose = Row(None, group)
                rows.append(loose)
                taken = [max(0, left - 1) for left in taken]
            _place(loose, item, taken)
            continue
        loose = None
        row = Row(item, group)
        rows.append(row)
        taken = [max(0, left - 1) for left in taken]
        for cell in item.children():
            if cell.kind in {Kind.BLOCK, Kind.INLINE, Kind.ATOMIC}:
                _place(row, cell, taken)
            elif cell.kind is Kind.OUT:
                others.append(cell)
    return rows, others


def _parts(table: Item) -> Iterator[tuple[Item, Item | None]]:
    """Yield what is in a table and its row groups, with the group."""
    for child in table.children():
        if child.style.display in ROW_GROUPS and child.kind is Kind.BLOCK:
            for inner in child.children():
                yield inner, child
        else:
            yield child, None


def _place(row: Row, item: Item, taken: list[int]) -> None:
    """Add a cell to a row, in the first column that is free."""
    column = row.cells[-1].column + row.cells[-1].columns if row.cells else 0
    while column < len(taken) and taken[column] > 0:
        column += 1
    column = min(column, MAX_COLUMNS - 1)
    columns = min(span(item, "colspan", MAX_COLUMNS), MAX_COLUMNS - column)
    rows = span(item, "rowspan", MAX_ROW_SPAN)
    taken.extend([0] * (column + columns - len(taken)))
    taken[column : column + columns] = [rows] * columns
    row.cells.append(Cell(item, column, columns, rows))


def span(item: Item, name: str, most: int) -> int:
    """Return the attribute `colspan` or `rowspan` of a cell, between 1 and `most`."""
    value = (item.element.get(name) or "").strip()
    return min(most, max(1, int(value))) if value.isdecimal() and len(value) < 6 else 1
