"""Grids of columns, and texts in columns (CSS Grid, section 7; CSS Multi-column)."""

import re

from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Frame, Place, Steps, lay_loose
from discovery.pages.layout.intrinsic import edges
from discovery.pages.layout.items import Item, Kind
from discovery.pages.styles import read_length, used_length

# Tracks of one grid.
MAX_TRACKS = 60
# The gap between columns of text that is `normal`, in em.
COLUMN_GAP = 1.0
ROOT_EM = 16.0
_REPEAT = re.compile(
    r"repeat\(\s*(\d{1,3}|auto-fill|auto-fit)\s*,\s*([^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_TRACK = re.compile(r"minmax\(([^(),]*),([^()]*)\)|fit-content\([^()]*\)|\[[^\]]*\]|[^\s()\[\]]+")
_SPAN = re.compile(r"span\s+(\d{1,3})")


def lay_grid(
    engine: Engine, item: Item, frame: Frame, left: float, top: float, width: float
) -> Steps:
    """Lay out the items of a grid row by row, in the columns given; return their bottom."""
    style = item.style
    gap = used_length(style.column_gap, width)
    children = [child for child in item.children() if child.kind is not Kind.OUT]
    top = yield from lay_loose(engine, item, frame, left, top, width)
    widths = tracks(style.grid_columns, width, gap, style.size)
    lefts = [left]
    for each in widths:
        lefts.append(lefts[-1] + each + gap)
    y, column = top, 0
    row: list[Frame] = []
    for child in children:
        begin, columns = _columns_of(child, len(widths))
        start = column if begin is None else begin
        if row and (start < column or start + columns > len(widths)):
            y = _end_row(row, y) + style.row_gap.of(width)
            row, start = [], 0 if begin is None else begin
        room = lefts[start + columns] - gap - lefts[start]
        own = child.style
        border = room if own.width is None and child.replaced is None else None
        inner = yield engine.lay(child, room, Place(Floats()), border)
        inner.left, inner.top = lefts[start], y
        frame.frames.append(inner)
        row.append(inner)
        column = start + columns
    return _end_row(row, y)


def _end_row(row: list[Frame], top: float) -> float:
    """Make the items of a row equally high; return its bottom."""
    height = max((frame.height for frame in row), default=0.0)
    for frame in row:
        if frame.item.style.height is None and frame.item.replaced is None:
            frame.height = height
    return top + height


def _columns_of(item: Item, count: int) -> tuple[int | None, int]:
    """Return the first column that an item asks for, and how many it takes."""
    begin, end = item.style.grid_start, item.style.grid_end
    spanned = _SPAN.search(begin) or _SPAN.search(end)
    columns = int(spanned[1]) if spanned else 1
    first = int(begin) - 1 if begin.isdecimal() else None
    last = _line(end, count)
    if first is not None and last is not None and last > first:
        columns = last - first
    if first is None or not 0 <= first < count:
        return None, max(1, min(columns, count))
    return first, max(1, min(columns, count - first))


def _line(text: str, count: int) -> int | None:
    """Return the number of a line of the grid from the left, counting from nought."""
    if text.isdecimal() and len(text) < 4:
        return int(text) - 1
    return count if text == "-1" else None


def tracks(text: str, width: float, gap: float, em: float) -> list[float]:
    """Return the widths of the columns of a grid.

    >>> tracks("100px repeat(2, 1fr)", 320, 10, 16), tracks("none", 320, 0, 16)
    ([100.0, 100.0, 100.0], [320])
    >>> tracks("repeat(auto-fill, minmax(100px, 1fr))", 330, 10, 16)
    [103.33333333333333, 103.33333333333333, 103.33333333333333]
    """

    def repeated(found: "re.Match[str]") -> str:
        inner = found[2].strip()
        if found[1].isdecimal():
            return " ".join([inner] * min(MAX_TRACKS, int(found[1])))
        needed = sum(_track(part[0], width, em)[0] for part in _TRACK.finditer(inner)) or width
        return " ".join([inner] * max(1, min(MAX_TRACKS, int((width + gap) // (needed + gap)))))

    parts = [part[0] for part in _TRACK.finditer(_REPEAT.sub(repeated, text))]
    sizes = [_track(part, width, em) for part in parts if not part.startswith("[")][:MAX_TRACKS]
    if text in {"", "none"} or not sizes:
        return [width]
    rest = width - gap * (len(sizes) - 1)
    flexible = sum(share for _, share in sizes)
    fixed = sum(pixels for pixels, share in sizes if not share)
    each = max(0.0, rest - fixed) / flexible if flexible else 0.0
    return [each * share if share else pixels for pixels, share in sizes]


def _track(text: str, width: float, em: float) -> tuple[float, float]:
    """Return the pixels of one column, and its share of what is left."""
    if text.startswith("minmax("):
        least, _, most = text[len("minmax(") : -1].partition(",")
        pixels, _ = _track(least.strip(), width, em)
        wider, share = _track(most.strip(), width, em)
        return (pixels, share) if share else (max(pixels, wider), 0.0)
    if text.endswith("fr"):
        try:
            return 0.0, max(0.0, min(1_000.0, float(text[:-2])))
        except ValueError:
            return 0.0, 1.0
    length = read_length(text, em, ROOT_EM, width)
    # `auto` and its like: what the contents want, here an equal part of what is left.
    return (0.0, 1.0) if length is None else (max(0.0, length.of(width)), 0.0)


def lay_columns(
    engine: Engine, item: Item, frame: Frame, left: float, top: float, width: float
) -> Steps:
    """Lay out contents in columns of text, about equally long; return their bottom."""
    style = item.style
    gap = COLUMN_GAP * style.size if style.column_gap is None else style.column_gap.of(width)
    count = style.columns or MAX_TRACKS
    if style.column_width:
        count = min(count, max(1, int((width + gap) // (style.column_width + gap))))
    each = max(1.0, (width - gap * (count - 1)) / count)
    inner = Frame(item, 0.0, 0.0, each + edges(style))
    bottom = yield from engine.flow(item, inner, left, top, each, Place(Floats()))
    length = (bottom - top) / count
    offset, column, lowest = 0.0, 0, top
    for child in sorted(inner.frames, key=lambda each: each.top):
        if child.top - top - offset >= length - 1 and column < count - 1:
            column += 1
            offset = child.top - top
        child.left += column * (each + gap)
        child.top -= offset
        lowest = max(lowest, child.top + child.height)
    frame.frames.extend(inner.frames)
    for fragment in inner.fragments:
        place = min(count - 1, int((fragment.top - top) // max(1.0, length)))
        fragment.left += place * (each + gap)
        fragment.top -= place * length
        lowest = max(lowest, fragment.top + fragment.height)
    frame.fragments.extend(inner.fragments)
    return lowest
