"""Tables: rows as high as their cells, cells in columns (CSS 2.2, chapter 17).

Simplified: borders do not collapse into each other, and captions stand above.
"""

from collections import defaultdict
from collections.abc import Iterator

from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Frame, Place, Steps
from discovery.pages.layout.items import Item, Kind
from discovery.pages.layout.table_columns import (
    Cell,
    Row,
    fixed_columns,
    share_width,
    wanted_columns,
)

# Wider tables and longer spans are mistakes of the markup; HTML itself stops spans at 1000.
MAX_COLUMNS = 100
MAX_ROW_SPAN = 1_000
_GROUPS = frozenset(("table-row-group", "table-header-group", "table-footer-group"))
_PARTS = _GROUPS | {"table-row", "table-cell"}


def is_table(item: Item) -> bool:
    """Tell whether an item lays its children out as a table: it is one, or holds parts of one."""
    if item.style.display == "table":
        return True
    if item.style.display in _PARTS and item.style.display != "table-cell":
        return False
    return any(
        child.style.display in _PARTS and child.kind is Kind.BLOCK for child in item.children()
    )


def lay_table(
    engine: Engine, item: Item, frame: Frame, left: float, top: float, width: float
) -> Steps:
    """Lay out a table whose content box is `width` wide; return its bottom."""
    y = top
    rows, others = _rows(item)
    for other in others:
        if other.kind is Kind.OUT:
            yield from engine.put_out(other, frame, left, y)
            continue
        placed = yield engine.lay(other, width, Place(Floats()), width)
        placed.left, placed.top = left, y
        frame.frames.append(placed)
        y += placed.height
    spacing = item.style.spacing if item.tag == "table" else 0.0
    columns = wanted_columns(rows)
    if not columns:
        return y
    if item.style.fixed_columns and item.style.width is not None:
        columns = fixed_columns(rows, len(columns))
    widths = share_width(columns, width - spacing * (len(columns) + 1))
    lefts = [left + spacing]
    for each in widths:
        lefts.append(lefts[-1] + each + spacing)
    return (yield from _lay_rows(engine, rows, frame, y + spacing, (lefts, spacing)))


def _lay_rows(
    engine: Engine,
    rows: list[Row],
    frame: Frame,
    top: float,
    places: tuple[list[float], float],
) -> Steps:
    """Lay out the rows below each other; return the bottom of the last."""
    lefts, spacing = places
    y = top
    # Cells that reach into rows further down, with their tops, by their last row.
    reaching: dict[int, list[tuple[Cell, float]]] = defaultdict(list)
    groups: dict[Item, Frame] = {}
    for number, row in enumerate(rows):
        height = 0.0
        for cell in row.cells:
            end = min(cell.column + cell.columns, len(lefts) - 1)
            width = max(0.0, lefts[end] - lefts[cell.column] - spacing)
            inner = yield engine.lay(cell.item, width, Place(Floats()), width)
            inner.left, inner.top = lefts[cell.column], y
            cell.frame = inner
            frame.frames.append(inner)
            if cell.rows == 1:
                height = max(height, inner.height)
            else:
                reaching[min(number + cell.rows, len(rows)) - 1].append((cell, y))
        if row.item is not None and row.item.style.height is not None:
            height = max(height, row.item.style.height.pixels)
        for cell, begin in reaching[number]:
            if cell.frame is not None:
                height = max(height, begin + cell.frame.height - y)
        for cell in row.cells:
            if cell.rows == 1:
                _stretch(cell, height, row)
        for cell, begin in reaching.pop(number):
            _stretch(cell, y + height - begin, row)
        if row.item is not None:
            own = Frame(row.item, lefts[0], y, lefts[-1] - spacing - lefts[0], height)
            frame.frames.append(own)
        if row.group is not None:
            group = groups.get(row.group)
            if group is None:
                group = groups[row.group] = Frame(
                    row.group, lefts[0], y, lefts[-1] - spacing - lefts[0]
                )
                frame.frames.append(group)
            group.height = y + height - group.top
        y += height + (spacing if row.cells else 0.0)
    return y


def _stretch(cell: Cell, height: float, row: Row) -> None:
    """Make a cell as high as its row; its contents stand above, in the middle or below."""
    frame = cell.frame
    if frame is None:
        return
    vertical = cell.item.style.vertical
    if row.item is not None and row.item.style.vertical:
        own = cell.item.element.get("valign") or cell.item.style.vertical != "middle"
        vertical = vertical if own else row.item.style.vertical
    rest = max(0.0, height - frame.height)
    frame.shift = {"middle": rest / 2, "bottom": rest}.get(vertical, 0.0)
    frame.height = max(frame.height, height)


def _rows(table: Item) -> tuple[list[Row], list[Item]]:
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
        if child.style.display in _GROUPS and child.kind is Kind.BLOCK:
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
