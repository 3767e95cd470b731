"""How narrow and how wide contents want to be, from the leaves up; sizes of what is replaced."""

from collections.abc import Iterable

from discovery.pages.layout.items import Item, Kind, Text
from discovery.pages.layout.layout import PieceKind
from discovery.pages.layout.table_columns import table_width
from discovery.pages.layout.texts import FIRST_WIDE_CHARACTER, SPACE, width_in_em
from discovery.pages.styles import Style

# Of an image whose size is not given: an icon; larger ones rarely stand in a line of text. Guess.
IMAGE_SIZE = 16.0
# What browsers give an `<iframe>`, a `<video>` and the like (CSS 2.2, section 10.3.2).
FRAME_SIZE = (300.0, 150.0)
BOLD = 600
# Sizes of controls, in em of their font and in pixels, about as Chromium draws them.
FIELD_EM, FIELD_EDGE, BOX_SIZE = 12.5, 6.0, 13.0
CONTROL_LINE = 1.2
MAX_LABEL = 100
MAX_OPTIONS = 50
_BOXES = frozenset(("checkbox", "radio"))
_BUTTONS = frozenset(("submit", "button", "reset"))


def measure(items: Iterable[Item]) -> None:
    """Give every item its widths and margins; `items` are in document order."""
    for item in reversed(list(items)):
        _hold_blocks(item)
        if item.replaced is not None:
            item.size = replaced_size(item)
            item.least = item.most = item.size[0]
        else:
            _measure_contents(item)
        _add_edges(item)
        _collapse_margins(item)


def is_bold(style: Style) -> bool:
    """Tell whether texts of a style are bold."""
    return style.weight >= BOLD


def edges(style: Style, whole: float = 0.0) -> float:
    """Return padding and border at the left and right, in pixels."""
    return (
        style.padding_left.of(whole)
        + style.padding_right.of(whole)
        + style.border_left
        + style.border_right
    )


def content_width(style: Style, width: float, whole: float = 0.0) -> float:
    """Return the width of the content where the style gives `width`."""
    return max(0.0, width - edges(style, whole)) if style.border_box else width


def _hold_blocks(item: Item) -> None:
    """Make an inline element that holds blocks a block: its texts stand on lines of their own."""
    if item.kind is Kind.INLINE and any(child.kind is Kind.BLOCK for child in item.children()):
        item.kind = Kind.BLOCK


def _measure_contents(item: Item) -> None:
    """Set `least` and `most` from the texts and children."""
    style = item.style
    least = most = line = 0.0
    is_row = style.display in {"flex", "inline-flex"} and style.direction.startswith("row")
    is_row = is_row or style.display == "table-row"
    bold = is_bold(style)
    for part in item.contents:
        if isinstance(part, Text):
            if part.folded:
                _measure_text(part, style, bold=bold)
                least = max(least, part.word)
            elif not line:
                continue
            line += part.width or SPACE * style.size
        elif part.kind is Kind.OUT:
            continue
        elif part.kind is Kind.BREAK:
            most, line = max(most, line), 0.0
        elif part.kind is Kind.BLOCK and not is_row:
            most, line = max(most, line, part.outer_most), 0.0
            least = max(least, part.outer_least)
        else:
            line += part.outer_most
            least = least + part.outer_least if is_row else max(least, part.outer_least)
    item.least, item.most = least, max(most, line, least)
    if style.display == "table":
        narrowest, widest = table_width(item)
        item.least, item.most = max(item.least, narrowest), max(item.most, widest)
    if not style.wraps:
        item.least = item.most


def _measure_text(text: Text, style: Style, *, bold: bool) -> None:
    """Set the widths of a text."""
    if style.keeps_lines:
        lines = [" ".join(line.split()) for line in text.text.split("\n")]
        text.width = max(width_in_em(line, bold=bold) for line in lines) * style.size
    else:
        text.width = width_in_em(text.folded, bold=bold) * style.size
    if style.wraps:
        longest = max(text.folded.split(" "), key=len)
        if not longest.isascii() and max(longest) >= FIRST_WIDE_CHARACTER:
            longest = longest[0]
        text.word = width_in_em(longest, bold=bold) * style.size
    else:
        text.word = text.width


def _add_edges(item: Item) -> None:
    """Set the outer widths: those of the style, padding, border, margin."""
    style = item.style
    if item.kind is Kind.INLINE:
        around = edges(style)
    else:
        if item.replaced is None and style.width is not None and not style.width.share:
            width = content_width(style, style.width.pixels)
            is_cell = style.display in {"table", "table-cell"}
            item.least = max(item.least, width) if is_cell else width
            item.most = max(item.least, width)
        elif style.width is not None and style.width.share:
            item.least = 0.0 if style.clips else item.least
        if style.max_width is not None and not style.max_width.share:
            most = content_width(style, style.max_width.pixels)
            item.least, item.most = min(item.least, most), min(item.most, most)
        if style.min_width.pixels:
            narrowest = content_width(style, style.min_width.pixels)
            item.least, item.most = max(item.least, narrowest), max(item.most, narrowest)
        around = edges(style) if item.replaced is None else 0.0
    for margin in (style.margin_left, style.margin_right):
        around += 0.0 if margin is None else margin.pixels
    item.outer_least = max(0.0, item.least + around)
    item.outer_most = max(0.0, item.most + around)


def collapsed(first: float, second: float) -> float:
    """Return two margins that meet as one (CSS 2.2, section 8.3.1).

    >>> collapsed(10, 16), collapsed(10, -4)
    (16, 6)
    """
    if first >= 0 and second >= 0:
        return max(first, second)
    return min(first, second) if first < 0 and second < 0 else first + second


def _collapse_margins(item: Item) -> None:
    """Set the margins above and below, with those of the first and last child inside."""
    style = item.style
    item.margin_top = 0.0 if style.margin_top is None else style.margin_top.pixels
    item.margin_bottom = 0.0 if style.margin_bottom is None else style.margin_bottom.pixels
    if item.kind is not Kind.BLOCK or item.replaced is not None or item.holds_floats():
        return
    if open_above(item):
        first = next((part for part in item.contents if _counts(part)), None)
        if isinstance(first, Item) and first.kind is Kind.BLOCK and not first.style.clear:
            item.margin_top = collapsed(item.margin_top, first.margin_top)
    if open_below(item):
        last = next((part for part in reversed(item.contents) if _counts(part)), None)
        if isinstance(last, Item) and last.kind is Kind.BLOCK:
            item.margin_bottom = collapsed(item.margin_bottom, last.margin_bottom)


def open_above(item: Item) -> bool:
    """Tell whether the first child's margin reaches out of an item."""
    style = item.style
    if style.border_top or style.padding_top.pixels or item.parent is None:
        return False
    return not item.holds_floats() and item.parent.style.display not in _NO_COLLAPSING


def open_below(item: Item) -> bool:
    """Tell whether the last child's margin reaches out of an item."""
    style = item.style
    if style.border_bottom or style.padding_bottom.pixels or item.parent is None:
        return False
    return (
        style.height is None
        and not item.holds_floats()
        and item.parent.style.display not in _NO_COLLAPSING
    )


_NO_COLLAPSING = frozenset("flex grid inline-flex inline-grid table-row".split())


def _counts(part: Item | Text) -> bool:
    """Tell whether something stands between a margin and the margins inside."""
    if isinstance(part, Text):
        return bool(part.folded)
    return part.kind not in {Kind.OUT, Kind.FLOAT} and not (
        part.kind is Kind.INLINE and not part.contents
    )


def replaced_size(item: Item) -> tuple[float, float]:
    """Return width and height of an image, a control or a rule: its border box."""
    style = item.style
    width = None if style.width is None or style.width.share else style.width.pixels
    height = None if style.height is None or style.height.share else style.height.pixels
    if item.replaced is PieceKind.RULE:
        return width or 0.0, 2.0 if height is None else height
    if item.replaced is PieceKind.CONTROL:
        own = _control_size(item)
    elif item.tag in {"img", "svg"}:
        own = _image_size(width, height)
    else:
        own = (0.0, 0.0) if item.tag == "audio" else FRAME_SIZE
    around = 0.0 if style.border_box else edges(style)
    return (
        own[0] if width is None else width + around,
        own[1] if height is None else height + (0.0 if style.border_box else _heights(style)),
    )


def _heights(style: Style) -> float:
    """Return padding and border above and below."""
    return (
        style.padding_top.pixels
        + style.padding_bottom.pixels
        + style.border_top
        + style.border_bottom
    )


def _image_size(width: float | None, height: float | None) -> tuple[float, float]:
    """Return the size of an image of which one side may be known: the other is about as long."""
    known = width if width is not None else height
    return (IMAGE_SIZE, IMAGE_SIZE) if known is None else (known, known)


def _control_size(item: Item) -> tuple[float, float]:
    """Return width and height of a control with nothing said of its size."""
    style, element = item.style, item.element
    kind = (element.get("type") or "").strip().lower()
    line = style.size * CONTROL_LINE
    height = line + (_heights(style) or FIELD_EDGE)
    edge = edges(style) or FIELD_EDGE
    if item.tag == "input" and kind in _BOXES:
        return BOX_SIZE, BOX_SIZE
    if item.tag == "input" and kind == "image":
        return IMAGE_SIZE, IMAGE_SIZE
    if item.tag == "button" or kind in _BUTTONS:
        label = element.get("value") or "" if item.tag == "input" else element.text_content()
        label = " ".join(label[: 10 * MAX_LABEL].split())[:MAX_LABEL]
        label = label or ("Submit" if kind == "submit" else "")
        return width_in_em(label) * style.size + max(edge, 2 * FIELD_EDGE), height
    if item.tag == "select":
        texts = [option.text or "" for option in list(element.iter("option"))[:MAX_OPTIONS]]
        label = max((" ".join(text.split())[:MAX_LABEL] for text in texts), key=len, default="")
        return width_in_em(label) * style.size + edge + style.size * 1.5, height
    if item.tag == "textarea":
        columns, rows = _count(element.get("cols"), 20), _count(element.get("rows"), 2)
        return columns * style.size * 0.6 + edge + 15, rows * line + edge
    scale = _count(element.get("size"), 20) / 20
    return FIELD_EM * style.size * scale + edge, height


def _count(value: str | None, default: int) -> int:
    """Return a number of an attribute, `default` for what is none."""
    value = (value or "").strip()
    return min(200, max(1, int(value))) if value.isdecimal() and len(value) < 6 else default
