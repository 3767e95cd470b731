"""From declared values to a computed style (CSS 2.2, section 6.1; inheritance, variables)."""

import re
from collections.abc import Callable, Iterable, Mapping

from discovery.pages.styles.declarations import longhands
from discovery.pages.styles.lengths import ZERO, Length, read_length
from discovery.pages.styles.style import INHERITED, Style, Window

# Sizes of the keywords, in pixels (CSS 2.2, section 15.7).
SIZES = {
    "xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0,
    "x-large": 24.0, "xx-large": 32.0, "xxx-large": 48.0,
}  # fmt: skip
SMALLER, LARGER = 1 / 1.2, 1.2
SMALLEST, LARGEST = 1.0, 400.0
BOLD, NORMAL = 700, 400
# Columns of one element, and how deep variables stand for variables.
MAX_COLUMNS = 100
MAX_VARIABLES = 10
MAX_SUBSTITUTED = 2_000
_VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,([^()]*(?:\([^()]*\)[^()]*)*))?\)")
_DISPLAYS = {
    "-webkit-box": "flex", "-webkit-flex": "flex", "-ms-flexbox": "flex", "-moz-box": "flex",
    "inline-flex": "inline-flex", "-webkit-inline-flex": "inline-flex", "-ms-grid": "grid",
    "flow-root": "flow-root", "run-in": "block", "inline-table": "inline-block",
}  # fmt: skip
DISPLAYS = frozenset(
    "none inline block inline-block list-item flex inline-flex grid inline-grid table table-row "
    "table-cell table-row-group table-header-group table-footer-group table-caption table-column "
    "table-column-group contents flow-root".split()
)
Declared = Iterable[tuple[str, str]]


def compute(parent: Style, declared: Declared, window: Window) -> Style:
    """Return the style of an element: `declared` in the order of the cascade, the strongest last.

    Values that mean nothing are left out.
    """
    values = dict(declared)
    style = parent.inside()
    own = {name: value for name, value in values.items() if name.startswith("--")}
    if own:
        style.variables = {**parent.variables, **own}
    if any("var(" in value for value in values.values()):
        values = dict(_substituted(values, style.variables))
    if "font-size" in values:
        style.size = _font_size(values["font-size"], parent, window)
    for name, value in values.items():
        reader = _READERS.get(name)
        if reader is None:
            continue
        if value in {"inherit", "initial", "unset", "revert"}:
            _take_over(style, parent, name, value)
        else:
            reader(style, value, parent, window)
    _settle(style, values)
    return style


def _substituted(values: dict[str, str], variables: Mapping[str, str]) -> Declared:
    """Yield the values with their variables filled in, shorthands taken apart."""
    for name, value in values.items():
        for _ in range(MAX_VARIABLES):
            if "var(" not in value or len(value) > MAX_SUBSTITUTED:
                break
            value = _VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), value)
        if not name.startswith("--") and "var(" not in value:
            yield from longhands(name, value.strip().lower())


def _font_size(value: str, parent: Style, window: Window) -> float:
    """Return a font size in pixels."""
    if value in SIZES:
        return SIZES[value]
    if value in {"smaller", "larger"}:
        return parent.size * (SMALLER if value == "smaller" else LARGER)
    length = read_length(value, parent.size, window.root_em, window.width)
    size = parent.size if length is None else length.of(parent.size)
    return max(SMALLEST, min(LARGEST, size))


def _take_over(style: Style, parent: Style, name: str, keyword: str) -> None:
    """Follow `inherit` and its like."""
    for attribute in _ATTRIBUTES.get(name, ()):
        inherits = keyword == "inherit" or (keyword != "initial" and attribute in INHERITED)
        source = parent if inherits else Style
        setattr(style, attribute, getattr(source, attribute))


def _settle(style: Style, values: dict[str, str]) -> None:
    """Set what follows from other properties: what floats is a block, a border needs its line."""
    for side in ("top", "right", "bottom", "left"):
        if values.get(f"border-{side}-style", "none") in {"none", "hidden"}:
            setattr(style, f"border_{side}", 0.0)
    if style.position in {"absolute", "fixed"}:
        style.floats = ""
    if (style.floats or style.position in {"absolute", "fixed"}) and style.display not in {
        *("none", "flex", "grid", "table"),
    }:
        style.display = "block" if style.display != "list-item" else "list-item"


Reader = Callable[[Style, str, Style, Window], None]


def _length(attribute: str, *, automatic: Length | None = None, signed: bool = True) -> Reader:
    """Return the reader of a length; what is no length is `automatic`."""

    def read(style: Style, value: str, parent: Style, window: Window) -> None:
        length = read_length(value, style.size, window.root_em, window.width)
        if length is None:
            setattr(style, attribute, automatic)
        elif signed or (length.pixels >= 0 and length.share >= 0) or (length.share > 0):
            setattr(style, attribute, length)

    return read


def _pixels(attribute: str) -> Reader:
    """Return the reader of a length that knows no shares."""

    def read(style: Style, value: str, parent: Style, window: Window) -> None:
        length = read_length(value.split()[0], style.size, window.root_em, window.width)
        if length is not None:
            setattr(style, attribute, max(0.0, length.pixels))

    return read


def _word(attribute: str, known: dict[str, object]) -> Reader:
    """Return the reader of a keyword; others are not read."""

    def read(style: Style, value: str, parent: Style, window: Window) -> None:
        if value in known:
            setattr(style, attribute, known[value])

    return read


def _text(attribute: str, most: int = 200) -> Reader:
    """Return the reader of what stays as written."""

    def read(style: Style, value: str, parent: Style, window: Window) -> None:
        setattr(style, attribute, value[:most])

    return read


def _number(attribute: str, most: float, kind: type = float) -> Reader:
    """Return the reader of a number between 0 and `most`."""

    def read(style: Style, value: str, parent: Style, window: Window) -> None:
        try:
            number = float(value)
        except ValueError:
            return
        if 0 <= number <= most:
            setattr(style, attribute, kind(number))

    return read


def _display(style: Style, value: str, parent: Style, window: Window) -> None:
    value = _DISPLAYS.get(value, value)
    if value in DISPLAYS:
        style.display = value


def _weight(style: Style, value: str, parent: Style, window: Window) -> None:
    named = {"normal": NORMAL, "bold": BOLD, "bolder": BOLD, "lighter": NORMAL}
    if value in named:
        style.weight = named[value]
    elif value.isdecimal() and len(value) <= 4:
        style.weight = max(1, min(1_000, int(value)))


def _line_height(style: Style, value: str, parent: Style, window: Window) -> None:
    style.line_pixels, style.line_factor = None, 0.0
    try:
        style.line_factor = max(0.0, min(20.0, float(value)))
    except ValueError:
        length = read_length(value, style.size, window.root_em, window.width)
        style.line_pixels = None if length is None else max(0.0, length.of(style.size))


def _white_space(style: Style, value: str, parent: Style, window: Window) -> None:
    style.wraps = value not in {"nowrap", "pre"}
    style.keeps_lines = value in {"pre", "pre-wrap", "pre-line", "break-spaces"}


def _align(style: Style, value: str, parent: Style, window: Window) -> None:
    style.aligns_blocks = value.startswith("-webkit-")
    side = value.removeprefix("-webkit-")
    style.align = {"center": "center", "right": "right", "end": "right"}.get(side, "")


def _vertical(style: Style, value: str, parent: Style, window: Window) -> None:
    style.vertical = value if value in {"top", "middle", "bottom", "text-top"} else ""


def _background(style: Style, value: str, parent: Style, window: Window) -> None:
    style.background = "" if value in {"transparent", "none"} else value[:50]


_VERTICAL = {"left": "left", "right": "right", "none": ""}
_READERS: dict[str, Reader] = {
    "display": _display,
    "position": _word(
        "position",
        {
            **{name: name for name in ("static", "relative", "absolute", "fixed")},
            "sticky": "relative",
        },
    ),
    "float": _word("floats", {**_VERTICAL, "inline-start": "left", "inline-end": "right"}),
    "clear": _word("clear", {**_VERTICAL, "both": "both"}),
    "visibility": _word("visible", {"visible": True, "hidden": False, "collapse": False}),
    "overflow": _word("clips", dict.fromkeys(("hidden", "auto", "scroll", "clip"), True)),
    "box-sizing": _word("border_box", {"border-box": True, "content-box": False}),
    "font-weight": _weight,
    "font-style": _word("italic", {"italic": True, "oblique": True, "normal": False}),
    "font-family": _text("family"),
    "color": _text("color", 50),
    "background-color": _background,
    "line-height": _line_height,
    "white-space": _white_space,
    "text-align": _align,
    "vertical-align": _vertical,
    "border-spacing": _pixels("spacing"),
    "border-collapse": _word("spacing", {"collapse": 0.0}),
    "table-layout": _word("fixed_columns", {"fixed": True, "auto": False}),
    "flex-direction": _text("direction", 20),
    "flex-wrap": _word("flex_wraps", {"wrap": True, "wrap-reverse": True, "nowrap": False}),
    "flex-grow": _number("grow", 10_000),
    "flex-shrink": _number("shrink", 10_000),
    "flex-basis": _length("basis"),
    "justify-content": _text("justify", 20),
    "align-items": _text("align_items", 20),
    "align-self": _text("align_self", 20),
    "order": _number("order", 10_000, int),
    "column-count": _number("columns", MAX_COLUMNS, int),
    "column-width": _pixels("column_width"),
    "column-gap": _length("column_gap", signed=False),
    "row-gap": _length("row_gap", automatic=ZERO, signed=False),
    "grid-template-columns": _text("grid_columns", 400),
    "grid-column-start": _text("grid_start", 20),
    "grid-column-end": _text("grid_end", 20),
    "min-width": _length("min_width", automatic=ZERO, signed=False),
    "min-height": _length("min_height", automatic=ZERO, signed=False),
    **{name: _length(name.replace("-", "_"), signed=False) for name in (
        "width", "height", "max-width", "max-height")},
    **{name: _length(name) for name in ("left", "right", "top", "bottom")},
    **{f"margin-{side}": _length(f"margin_{side}") for side in ("top", "right", "bottom", "left")},
    **{
        f"padding-{side}": _length(f"padding_{side}", automatic=ZERO, signed=False)
        for side in ("top", "right", "bottom", "left")
    },
    **{
        f"border-{side}-width": _pixels(f"border_{side}")
        for side in ("top", "right", "bottom", "left")
    },
}  # fmt: skip
_OTHERS = {
    "float": ("floats",), "visibility": ("visible",), "overflow": ("clips",),
    "box-sizing": ("border_box",), "font-weight": ("weight",), "font-style": ("italic",),
    "font-family": ("family",), "background-color": ("background",),
    "text-align": ("align", "aligns_blocks"),
    "line-height": ("line_factor", "line_pixels"), "white-space": ("wraps", "keeps_lines"),
    "vertical-align": ("vertical",), "flex-grow": ("grow",), "flex-shrink": ("shrink",),
    "flex-basis": ("basis",), "column-count": ("columns",),
}  # fmt: skip
_PLAIN_NAMES = (
    "display", "position", "clear", "width", "height", "min-width", "max-width", "min-height",
    "max-height", "left", "right", "top", "bottom", "color",
    *(f"{box}-{side}" for box in ("margin", "padding") for side in
      ("top", "right", "bottom", "left")),
)  # fmt: skip
_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    **_OTHERS,
    **{name: (name.replace("-", "_"),) for name in _PLAIN_NAMES},
}
