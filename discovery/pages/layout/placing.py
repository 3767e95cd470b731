"""From frames within frames to the layout of the page: everything by its place on the page."""

from collections.abc import Iterable

from lxml.html import HtmlElement

from discovery.pages.layout.frames import Frame, OutOfFlow
from discovery.pages.layout.items import Item, Kind, Text
from discovery.pages.layout.layout import Box, Font, Layout, Piece, PieceKind, bounding_box
from discovery.pages.styles import Style, used_length


class Placing:
    """Collects the boxes of items and texts."""

    def __init__(self, window_width: float) -> None:
        self.window_width = window_width
        self.frames: dict[Frame, tuple[float, float]] = {}
        self.boxes: dict[Item, Box] = {}
        self.lines: dict[Text, list[Box]] = {}

    def place(self, frame: Frame, left: float, top: float) -> None:
        """Place a frame at a point of the page, and all inside it."""
        waiting = [(frame, left, top)]
        while waiting:
            frame, left, top = waiting.pop()
            left, top = left + frame.moved_left, top + frame.moved_top
            self.frames[frame] = (left, top)
            self.boxes[frame.item] = Box(left, top, frame.width, frame.height)
            top += frame.shift
            for fragment in frame.fragments:
                box = Box(left + fragment.left, top + fragment.top, fragment.width, fragment.height)
                self.lines.setdefault(fragment.text, []).append(box)
            waiting.extend((inner, left + inner.left, top + inner.top) for inner in frame.frames)

    def place_out(self, entries: Iterable[OutOfFlow]) -> None:
        """Place what is out of the flow, outer ones first, by its sides or where it would stand."""
        for entry in entries:
            around = self.frames.get(entry.around)
            container = self.frames.get(entry.container)
            if around is None or container is None:
                continue
            frame, style = entry.frame, entry.frame.item.style
            whole = entry.container
            # Sides refer to the padding box of the container.
            left, top = container[0] + whole.item.style.border_left, container[1]
            width = whole.width - whole.item.style.border_left - whole.item.style.border_right
            height = whole.height
            margins = [
                used_length(margin, width)
                for margin in (style.margin_left, style.margin_right, style.margin_top)
            ]
            x = around[0] + entry.left + margins[0]
            y = around[1] + entry.top + margins[2]
            if style.left is not None:
                x = left + style.left.of(width) + margins[0]
                if style.right is not None and style.margin_left is None:
                    x += max(0.0, width - frame.width - style.left.of(width)) / 2
            elif style.right is not None:
                x = left + width - style.right.of(width) - frame.width - margins[1]
            if style.top is not None:
                y = top + style.top.of(height) + margins[2]
                if style.bottom is not None and style.height is None and not frame.item.replaced:
                    frame.height = max(0.0, height - style.top.of(height) - style.bottom.of(height))
            elif style.bottom is not None:
                y = top + height - style.bottom.of(height) - frame.height
            self.place(frame, x, y)

    def layout(self, items: Iterable[Item]) -> Layout:
        """Return the layout of the items, which come in document order."""
        items = list(items)
        self._enclose(items)
        pieces: list[Piece] = []
        boxes: dict[HtmlElement, Box] = {}
        backgrounds: dict[HtmlElement, str] = {}
        fonts: dict[int, Font] = {}
        for piece in _in_order(items[0]):
            owner = piece.owner if isinstance(piece, Text) else piece
            if not owner.style.visible:
                continue
            found = self._piece(piece, fonts)
            if found is not None:
                pieces.append(found)
        for item in items:
            box = self.boxes.get(item)
            if box is not None and item.style.visible:
                boxes[item.element] = box
                if item.style.background:
                    backgrounds[item.element] = item.style.background
        bottom = max((box.bottom for box in boxes.values()), default=0.0)
        bottom = max([bottom, *(piece.box.bottom for piece in pieces)])
        page = Box(0.0, 0.0, self.window_width, bottom)
        return Layout(page, tuple(pieces), boxes, backgrounds)

    def _enclose(self, items: list[Item]) -> None:
        """Give inline elements the boxes of what stands in them, from the innermost out."""
        inside: dict[Item, list[Box]] = {}
        for item in reversed(items):
            if item.kind is Kind.INLINE and item not in self.boxes:
                parts = inside.pop(item, [])
                for part in item.contents:
                    if isinstance(part, Text):
                        parts.extend(self.lines.get(part, ()))
                if parts:
                    self.boxes[item] = bounding_box(parts)
            box = self.boxes.get(item)
            outer = item.parent
            if box is None or outer is None or outer.kind is not Kind.INLINE:
                continue
            if item.kind in {Kind.INLINE, Kind.ATOMIC}:
                inside.setdefault(outer, []).append(box)

    def _piece(self, shown: Item | Text, fonts: dict[int, Font]) -> Piece | None:
        """Return the piece of a text or of something replaced; None where it has no place."""
        if isinstance(shown, Text):
            lines = self.lines.get(shown)
            if not lines:
                return None
            owner = shown.owner
            return Piece(
                PieceKind.TEXT, owner.element, shown.children_before, shown.folded,
                bounding_box(lines), _font(owner.style, fonts), owner.link,
                tuple(lines) if len(lines) > 1 else (),
            )  # fmt: skip
        box = self.boxes.get(shown)
        if box is None or shown.replaced is None:
            return None
        font = _font(shown.style, fonts)
        return Piece(shown.replaced, shown.element, 0, "", box, font, shown.link)


def _font(style: Style, fonts: dict[int, Font]) -> Font:
    """Return the font of a style."""
    font = fonts.get(id(style))
    if font is None:
        font = Font(style.size, style.weight, style.italic, style.color, style.family)
        fonts[id(style)] = font
    return font


def _in_order(root: Item) -> Iterable[Item | Text]:
    """Yield texts and replaced items in document order."""
    waiting: list[Item | Text] = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Text):
            yield part
        else:
            if part.replaced is not None:
                yield part
            waiting.extend(reversed(part.contents))
