"""Flexible boxes: items in rows that share what is left, or in columns (CSS Flexbox, section 9)."""

from dataclasses import dataclass

from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Frame, Place, Steps, lay_loose
from discovery.pages.layout.intrinsic import content_width, edges
from discovery.pages.layout.items import Item, Kind
from discovery.pages.styles import Style, used_length

# Text that stands in a flexible box by itself is laid out as lines of the box.
_START, _CENTER, _END = 0.0, 0.5, 1.0
_PLACES = {"center": _CENTER, "flex-end": _END, "end": _END, "right": _END}


@dataclass(slots=True)
class _Flexed:
    """An item of a row: its border width, and the margins at its sides."""

    item: Item
    width: float
    margins: tuple[float, float]
    frame: Frame | None = None


def lay_flexible(
    engine: Engine, item: Item, frame: Frame, left: float, top: float, width: float
) -> Steps:
    """Lay out the contents of a flexible box; return their bottom."""
    children = sorted(
        (child for child in item.children() if child.kind is not Kind.OUT),
        key=lambda child: child.style.order,
    )
    top = yield from lay_loose(engine, item, frame, left, top, width)
    style = item.style
    if style.direction.startswith("column"):
        return (yield from _column(engine, children, frame, left, top, width))
    gap = used_length(style.column_gap, width)
    if style.direction == "row-reverse":
        children.reverse()
    rows = _rows([_flexed(child, width) for child in children], width, gap, style)
    y = top
    for row in rows:
        if y > top:
            y += style.row_gap.of(width)
        y += yield from _row(engine, row, frame, (left, y, width), gap)
    return y


def _flexed(item: Item, whole: float) -> _Flexed:
    """Return an item with its hypothetical width (section 9.2)."""
    style = item.style
    around = edges(style, whole) if item.replaced is None else 0.0
    wanted = style.basis if style.basis is not None else style.width
    if wanted is not None:
        width = content_width(style, wanted.of(whole), whole) + around
    else:
        width = item.most + around
    margins = tuple(
        used_length(margin, whole) for margin in (style.margin_left, style.margin_right)
    )
    width = _bounded(item, width, whole, around)
    return _Flexed(item, width, (margins[0], margins[1]))


def _bounded(item: Item, width: float, whole: float, around: float) -> float:
    """Return a border width between the least and the most that the style allows."""
    style = item.style
    if style.max_width is not None:
        width = min(width, content_width(style, style.max_width.of(whole), whole) + around)
    least = content_width(style, style.min_width.of(whole), whole) + around
    return max(width, least, 0.0)


def _rows(flexed: list[_Flexed], width: float, gap: float, style: Style) -> list[list[_Flexed]]:
    """Return the items by the lines of the box."""
    if not style.flex_wraps:
        return [flexed] if flexed else []
    rows: list[list[_Flexed]] = []
    used = 0.0
    for each in flexed:
        outer = each.width + sum(each.margins)
        if rows and used + gap + outer <= width + 0.5:
            rows[-1].append(each)
            used += gap + outer
        else:
            rows.append([each])
            used = outer
    return rows


def _row(
    engine: Engine,
    row: list[_Flexed],
    frame: Frame,
    room: tuple[float, float, float],
    gap: float,
) -> Steps:
    """Lay out one line of a row; return its height."""
    left, top, width = room
    style = frame.item.style
    gaps = gap * (len(row) - 1)
    rest = width - gaps - sum(each.width + sum(each.margins) for each in row)
    rest = _share(row, rest, width)
    automatic = sum(
        (each.item.style.margin_left is None) + (each.item.style.margin_right is None)
        for each in row
    )
    each_auto = max(0.0, rest) / automatic if automatic else 0.0
    x, between = left, gap
    if rest > 0 and not automatic:
        before, extra = _justified(style.justify, rest, len(row))
        x, between = left + before, gap + extra
    for each in row:
        x += each.margins[0] + (each_auto if each.item.style.margin_left is None else 0.0)
        each.frame = yield engine.lay(each.item, width, Place(Floats()), each.width)
        each.frame.left = x
        x += each.width + each.margins[1] + between
        x += each_auto if each.item.style.margin_right is None else 0.0
        frame.frames.append(each.frame)
    height = max((_outer_height(each.frame, width) for each in row if each.frame), default=0.0)
    given = style.height
    if given is not None and not given.share and not style.flex_wraps:
        height = max(height, given.pixels)
    for each in row:
        if each.frame is not None:
            _align(each.frame, top, height, style, width)
    return height


def _share(row: list[_Flexed], rest: float, whole: float) -> float:
    """Let the items grow or shrink into what is left; return what remains (section 9.7)."""
    if rest > 0:
        total = sum(each.item.style.grow for each in row)
        if not total:
            return rest
        share = rest / max(1.0, total)
        for each in row:
            before = each.width
            around = edges(each.item.style, whole)
            wider = each.width + share * each.item.style.grow
            each.width = _bounded(each.item, wider, whole, around)
            rest -= each.width - before
        return rest
    # Nothing gets narrower than its longest word, so those that cannot leave it to the others.
    for _ in range(3):
        shrinking = [each for each in row if each.width > _narrowest(each) + 0.01]
        total = sum(each.item.style.shrink * each.width for each in shrinking)
        if rest >= -0.01 or not total:
            break
        share = -rest / total
        for each in shrinking:
            before = each.width
            narrower = each.width * (1 - share * each.item.style.shrink)
            each.width = max(_narrowest(each), narrower)
            rest += before - each.width
    return rest


def _narrowest(flexed: _Flexed) -> float:
    """Return the least width of an item: that of its contents, where nothing else is said."""
    item, style = flexed.item, flexed.item.style
    if style.clips or not style.shrink:
        return 0.0 if style.shrink else flexed.width
    least = item.least + (edges(style) if item.replaced is None else 0.0)
    return min(flexed.width, least)


def _justified(justify: str, rest: float, count: int) -> tuple[float, float]:
    """Return the blank before the first item, and between items."""
    if justify == "space-between":
        return 0.0, rest / (count - 1) if count > 1 else 0.0
    if justify == "space-around":
        return rest / count / 2, rest / count
    if justify == "space-evenly":
        return rest / (count + 1), rest / (count + 1)
    return rest * _PLACES.get(justify, _START), 0.0


def _outer_height(frame: Frame, whole: float) -> float:
    """Return the height of a frame with its margins."""
    style = frame.item.style
    margins = sum(m.of(whole) for m in (style.margin_top, style.margin_bottom) if m is not None)
    return frame.height + margins


def _align(frame: Frame, top: float, height: float, outer: Style, whole: float) -> None:
    """Place a frame across its line: stretched, or above, in the middle, below."""
    style = frame.item.style
    wanted = style.align_self if style.align_self not in {"", "auto"} else outer.align_items
    margin = used_length(style.margin_top, whole)
    rest = height - _outer_height(frame, whole)
    frame.top = top + margin
    if style.margin_top is None and style.margin_bottom is None:
        frame.top += rest / 2
    elif wanted in {"", "normal", "stretch"}:
        if style.height is None and frame.item.replaced is None:
            frame.height += rest
    else:
        frame.top += rest * _PLACES.get(wanted, _START)


def _column(
    engine: Engine, children: list[Item], frame: Frame, left: float, top: float, width: float
) -> Steps:
    """Lay out items below each other; return their bottom."""
    style = frame.item.style
    y = top
    if style.direction == "column-reverse":
        children.reverse()
    for count, child in enumerate(children):
        if count:
            y += style.row_gap.of(width)
        own = child.style
        wanted = own.align_self if own.align_self not in {"", "auto"} else style.align_items
        flexed = _flexed(child, width)
        basis = own.basis
        room = width - sum(flexed.margins)
        stretches = wanted in {"", "normal", "stretch"} and own.width is None
        if stretches and child.replaced is None and None not in {own.margin_left}:
            flexed.width = _bounded(child, room, width, edges(own, width))
        elif own.width is None and child.replaced is None:
            flexed.width = min(child.most + edges(own, width), max(0.0, room))
        elif own.width is not None and basis is not None:
            flexed.width = content_width(own, own.width.of(width), width) + edges(own, width)
        inner = yield engine.lay(child, width, Place(Floats()), flexed.width)
        rest = room - inner.width
        share = _PLACES.get(wanted, _START)
        if own.margin_left is None:
            share = _CENTER if own.margin_right is None else _END
        margin_top = used_length(own.margin_top, width)
        inner.left = left + flexed.margins[0] + rest * share
        inner.top = y + margin_top
        y += _outer_height(inner, width)
        frame.frames.append(inner)
    return y
