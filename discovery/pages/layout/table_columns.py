"""How wide the columns of a table are, by the widths given and what their cells want.

After the automatic table layout (CSS 2.2, section 17.5.2.2), simplified.
"""

from dataclasses import dataclass

from discovery.pages.layout.items import Item
from discovery.pages.layout.table_rows import Cell, Row, table_rows

# Rows looked at for the widths of the columns: those after them hardly change anything. Guess.
MAX_ROWS_MEASURED = 200


@dataclass(slots=True)
class Column:
    """What a column wants: its least and its widest; what is given in pixels, and as a share."""

    least: float = 0.0
    most: float = 0.0
    given: float = 0.0
    share: float = 0.0


def cell_spacing(table: Item) -> float:
    """Return the pixels between neighbouring cells, and around them."""
    return table.style.spacing if table.tag == "table" else 0.0


def table_width(table: Item) -> tuple[float, float]:
    """Return how narrow and how wide a table wants to be: its columns side by side."""
    columns = wanted_columns(table_rows(table)[0])
    between = cell_spacing(table) * (len(columns) + 1) if columns else 0.0
    least = sum(column.least for column in columns) + between
    return least, max(least, sum(column.most for column in columns) + between)


def wanted_columns(rows: list[Row]) -> list[Column]:
    """Return what the columns want, by their cells; wide cells are looked at last."""
    count = max((cell.column + cell.columns for row in rows for cell in row.cells), default=0)
    columns = [Column() for _ in range(count)]
    wide: list[Cell] = []
    for row in rows[:MAX_ROWS_MEASURED]:
        for cell in row.cells:
            if cell.columns > 1:
                wide.append(cell)
                continue
            column = columns[cell.column]
            column.least = max(column.least, cell.item.outer_least)
            column.most = max(column.most, cell.item.outer_most)
            width = cell.item.style.width
            if width is not None and width.share:
                column.share = max(column.share, width.share)
            elif width is not None:
                column.given = max(column.given, cell.item.outer_most)
    for cell in wide:
        _widen(columns[cell.column : cell.column + cell.columns], cell.item)
    return columns


def _widen(columns: list[Column], item: Item) -> None:
    """Let columns together be as wide as a cell over all of them wants."""
    least = item.outer_least - sum(column.least for column in columns)
    most = item.outer_most - sum(column.most for column in columns)
    free = [column for column in columns if not column.given and not column.share] or columns
    total = sum(column.most for column in free)
    for column in free:
        share = column.most / total if total else 1 / len(free)
        column.least += max(0.0, least) * share
        column.most += max(0.0, most) * share
        column.most = max(column.most, column.least)


def fixed_columns(rows: list[Row], count: int) -> list[Column]:
    """Return the columns of a table whose first row decides (section 17.5.2.1)."""
    columns = [Column(0.0, 1.0) for _ in range(count)]
    for cell in rows[0].cells:
        width = cell.item.style.width
        for column in columns[cell.column : cell.column + cell.columns]:
            if width is not None:
                column.given = width.pixels / cell.columns
                column.share = width.share / cell.columns
    return columns


def share_width(columns: list[Column], width: float) -> list[float]:
    """Return the widths of columns that fill `width` together."""
    width = max(0.0, width)
    shares = sum(column.share for column in columns)
    scale = 1 / shares if shares > 1 else 1.0
    widths = []
    for column in columns:
        wanted = column.given or column.least
        if column.share:
            wanted = column.share * scale * width
        widths.append(max(column.least, wanted))
    rest = width - sum(widths)
    free = [n for n, column in enumerate(columns) if not column.given and not column.share]
    if rest < 0:
        # Too narrow for what is given: all give way to what is needed at least.
        spare = [each - column.least for each, column in zip(widths, columns, strict=True)]
        total = sum(spare)
        given_up = min(1.0, -rest / total) if total else 0.0
        return [each - given_up * extra for each, extra in zip(widths, spare, strict=True)]
    wants = [max(0.0, columns[n].most - widths[n]) for n in free]
    total = sum(wants)
    if total > rest:
        for n, want in zip(free, wants, strict=True):
            widths[n] += rest * want / total
        return widths
    for n, want in zip(free, wants, strict=True):
        widths[n] += want
    rest -= total
    growing = free or range(len(columns))
    whole = sum(widths[n] for n in growing)
    for n in growing:
        widths[n] += rest * (widths[n] / whole if whole else 1 / len(growing))
    return widths
