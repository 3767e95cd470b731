"""Tables: rows as high as their cells, cells in columns (CSS 2.2, chapter 17).

Simplified: borders do not collapse into each other, and captions stand above.
"""

from collections import defaultdict

from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Frame, Place, Steps
from discovery.pages.layout.items import Item, Kind
from discovery.pages.layout.table_columns import (
    cell_spacing,
    fixed_columns,
    share_width,
    wanted_columns,
)
from discovery.pages.layout.table_rows import ROW_GROUPS, Cell, Row, table_rows

_PARTS = ROW_GROUPS | {"table-row", "table-cell"}


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
    rows, others = table_rows(item)
    for other in others:
        if other.kind is Kind.OUT:
            yield from engine.put_out(other, frame, left, y)
            continue
        placed = yield engine.lay(other, width, Place(Floats()), width)
        placed.left, placed.top = left, y
        frame.frames.append(placed)
        y += placed.height
    spacing = cell_spacing(item)
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
