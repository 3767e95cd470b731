"""Blocks below each other, lines between them, floats beside them (CSS 2.2, sections 9.4, 10.3)."""

from discovery.pages.layout.flexible import lay_flexible
from discovery.pages.layout.floating import float_frame
from discovery.pages.layout.floats import Floats
from discovery.pages.layout.frames import Engine, Frame, OutOfFlow, Place, Steps
from discovery.pages.layout.grids import lay_columns, lay_grid
from discovery.pages.layout.intrinsic import (
    collapsed,
    content_width,
    edges,
    open_above,
    open_below,
)
from discovery.pages.layout.items import Item, Kind, Text
from discovery.pages.layout.lines import Lines
from discovery.pages.layout.tables import is_table, lay_table
from discovery.pages.styles import Length, Style, used_length

# Pixels of a page's height after which nothing more is moved down: tricks of hostile pages.
MAX_HEIGHT = 10_000_000.0
_FLEXIBLE = frozenset(("flex", "inline-flex"))
_GRIDS = frozenset(("grid", "inline-grid"))


class Blocks(Engine):
    """Lays out items of all kinds; what is out of the flow is kept to be placed at the end."""

    def __init__(self, window_width: float) -> None:
        self.window_width = window_width
        self.out: list[OutOfFlow] = []
        self.containers: list[Frame] = []

    def lay(self, item: Item, available: float, place: Place, width: float | None) -> Steps:
        """Return the frame of an item in `available` pixels; its border box is `width` if given."""
        style = item.style
        frame = Frame(item)
        if item.replaced is not None:
            frame.width, frame.height = _replaced(item, available)
            if width is not None and item.replaced.value == "rule":
                frame.width = width
            return frame
        frame.width = border_width(item, available) if width is None else width
        left = style.border_left + style.padding_left.of(available)
        top = style.border_top + style.padding_top.of(available)
        inner = max(0.0, frame.width - edges(style, available))
        is_container = style.position != "static" or not self.containers
        if is_container:
            self.containers.append(frame)
        bottom = yield from self.contents(item, frame, left, top, inner, place)
        if is_container:
            self.containers.pop()
        below = style.border_bottom + style.padding_bottom.of(available)
        frame.height = _height(style, bottom - top, top + below)
        if style.position == "relative":
            _move(frame, available)
        return frame

    def write(
        self, parts: list[Item | Text], frame: Frame, left: float, top: float, width: float
    ) -> Steps:
        """Write inline contents with no floats around; return the bottom."""
        return (yield from Lines(self, frame, left, top, width, Place(Floats())).write(parts))

    def contents(
        self, item: Item, frame: Frame, left: float, top: float, width: float, place: Place
    ) -> Steps:
        """Lay out what is inside an item; return its bottom."""
        display = item.style.display
        if display in _FLEXIBLE:
            return (yield from lay_flexible(self, item, frame, left, top, width))
        if display in _GRIDS:
            return (yield from lay_grid(self, item, frame, left, top, width))
        if is_table(item):
            return (yield from lay_table(self, item, frame, left, top, width))
        if item.style.columns > 1 or item.style.column_width:
            return (yield from lay_columns(self, item, frame, left, top, width))
        if item.holds_floats():
            place = Place(Floats())
        return (yield from self.flow(item, frame, left, top, width, place))

    def flow(
        self, item: Item, frame: Frame, left: float, top: float, width: float, place: Place
    ) -> Steps:
        """Lay out blocks below each other, runs of inline things as lines; return the bottom."""
        own = place.floats
        begins_context = item.holds_floats()
        margin = 0.0
        joined = open_above(item)  # the first margin inside is already outside
        y = top
        run: list[Item | Text] = []
        for part in (*item.contents, None):
            if part is not None and _is_inline(part, running=bool(run)):
                run.append(part)
                continue
            if run:
                lines = Lines(self, frame, left, y + margin, width, place)
                bottom = yield from lines.write(run)
                if bottom > y + margin:
                    y, margin, joined = bottom, 0.0, False
                run = []
            if not isinstance(part, Item):
                continue
            if part.kind is Kind.FLOAT:
                yield from float_frame(self, part, frame, place, (left, left + width, y + margin))
            elif part.kind is Kind.OUT:
                yield from self.put_out(part, frame, left, y + margin)
            else:
                above = 0.0 if joined else collapsed(margin, part.margin_top)
                child = yield from self.block(part, frame, left, y + above, width, place)
                if child.height or child.frames or child.fragments or part.contents:
                    joined = False
                y = min(MAX_HEIGHT, child.top + child.height)
                margin = part.margin_bottom if child.height else max(above, part.margin_bottom)
                if not child.height:
                    y -= above
        if not open_below(item):
            y += margin
        if begins_context:
            y = max(y, own.bottom - place.top)
        elif item.style.clears_inside:
            y = max(y, own.below("both", y + place.top) - place.top)
        return y

    def block(
        self, item: Item, frame: Frame, left: float, top: float, width: float, place: Place
    ) -> Steps:
        """Lay out a block at a place of its frame; return its frame."""
        style = item.style
        y = top
        if style.clear:
            y = max(y, place.floats.below(style.clear, y + place.top) - place.top)
        start, end = left, left + width
        given: float | None = None
        beside = item.holds_floats() or item.replaced is not None
        if beside and (place.floats.left or place.floats.right):
            # Beside floats: as wide as they leave room, below them where there is too little.
            wanted = item.outer_least if style.width is None else border_width(item, width)
            below, start, end = place.floats.fit(
                min(wanted, width), y + place.top, left + place.left, left + width + place.left
            )
            y, start, end = below - place.top, start - place.left, end - place.left
        margins = [used_length(margin, width) for margin in (style.margin_left, style.margin_right)]
        if style.width is None and (end - start) < width and not _shrinks(item):
            given = max(0.0, end - start - sum(margins))
        own = border_width(item, width) if given is None else given
        rest = end - start - own - sum(margins)
        x = start + margins[0]
        if rest > 0:
            x += rest * _aligned(style, frame.item.style)
        inside = Place(place.floats, place.left + x, place.top + y)
        child = yield self.lay(item, width, inside, own)
        child.left, child.top = x, y
        frame.frames.append(child)
        if child.baseline is not None:
            frame.baseline = y + child.baseline
        return child

    def put_out(self, item: Item, around: Frame, left: float, top: float) -> Steps:
        """Lay out what is out of the flow and would stand at a place of `around`."""
        style = item.style
        fixed = style.position == "fixed" or not self.containers
        container = self.containers[0] if fixed else self.containers[-1]
        whole = self.window_width if fixed else container.width
        entry = OutOfFlow(Frame(item), around, left, top, container)
        self.out.append(entry)
        sides = [None if side is None else side.of(whole) for side in (style.left, style.right)]
        width: float | None = None
        if style.width is None and item.replaced is None:
            room = whole - sum(side or 0.0 for side in sides)
            margins = item.outer_most - item.most - edges(style)
            if None not in sides:
                width = max(0.0, room - margins)
            else:
                room = max(room, 0.0)
                width = min(item.most, max(item.least, room)) + edges(style, whole)
        entry.frame = yield self.lay(item, whole, Place(Floats()), width)
        return entry.frame


def _is_inline(part: Item | Text, *, running: bool) -> bool:
    """Tell whether something stands in a line; blanks and floats only within one."""
    if isinstance(part, Text):
        return running or bool(part.folded)
    if part.kind in {Kind.FLOAT, Kind.OUT}:
        return running
    return part.kind is not Kind.BLOCK


def _shrinks(item: Item) -> bool:
    """Tell whether a block is only as wide as its contents want."""
    return item.kind in {Kind.FLOAT, Kind.ATOMIC, Kind.OUT} or is_table(item)


def border_width(item: Item, available: float) -> float:
    """Return the width of the border box in `available` pixels (CSS 2.2, section 10.3)."""
    style = item.style
    around = edges(style, available)
    margins = sum(
        margin.of(available)
        for margin in (style.margin_left, style.margin_right)
        if margin is not None
    )
    if item.replaced is not None:
        width = _replaced(item, available)[0]
        return width if width or item.tag != "hr" else max(0.0, available - margins)
    if style.width is not None:
        width = content_width(style, style.width.of(available), available)
        if style.display == "table":
            width = max(width, item.least)
    elif _shrinks(item):
        width = min(item.most, max(item.least, available - margins - around))
    else:
        width = available - margins - around
    return max(0.0, clamped(width, style, available)) + around


def clamped(width: float, style: Style, available: float) -> float:
    """Return a content width between the least and the most that the style allows."""
    if style.max_width is not None:
        width = min(width, content_width(style, style.max_width.of(available), available))
    least = style.min_width
    if least.pixels or least.share:
        width = max(width, content_width(style, least.of(available), available))
    return width


def _aligned(style: Style, outer: Style) -> float:
    """Return which share of the room that a block leaves stands to its left."""
    automatic = (style.margin_left is None, style.margin_right is None)
    if automatic[0]:
        return 0.5 if automatic[1] else 1.0
    if automatic[1] or not outer.aligns_blocks:
        return 0.0
    return {"center": 0.5, "right": 1.0}.get(outer.align, 0.0)


def _replaced(item: Item, available: float) -> tuple[float, float]:
    """Return width and height of the border box of what has a size of its own."""
    style = item.style
    width, height = item.size
    first = width
    if style.width is not None and style.width.share:
        width = style.width.of(available) + (0.0 if style.border_box else edges(style))
    if style.max_width is not None:
        width = min(width, style.max_width.of(available))
    if width < first and style.height is None and first:
        height *= width / first
    if style.max_height is not None and not style.max_height.share:
        height = min(height, style.max_height.pixels)
    return max(0.0, width), max(0.0, height)


def _height(style: Style, content: float, around: float) -> float:
    """Return the height of the border box; shares of an unknown height count as none."""

    def inner(length: Length) -> float:
        return max(0.0, length.pixels - around) if style.border_box else length.pixels

    height = max(0.0, content)
    is_table_part = style.display in {"table", "table-cell", "table-row"}
    if style.height is not None and not style.height.share:
        given = inner(style.height)
        height = max(height, given) if is_table_part else given
    if style.max_height is not None and not style.max_height.share:
        height = min(height, inner(style.max_height))
    return max(height, inner(style.min_height)) + around


def _move(frame: Frame, width: float) -> None:
    """Move a frame as `position: relative` wants it; what is around it stays."""
    style = frame.item.style
    if style.left is not None:
        frame.moved_left = style.left.of(width)
    elif style.right is not None:
        frame.moved_left = -style.right.of(width)
    if style.top is not None:
        frame.moved_top = style.top.pixels
    elif style.bottom is not None:
        frame.moved_top = -style.bottom.pixels
