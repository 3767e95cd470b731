"""The declarations of a rule: properties that matter for the layout, shorthands taken apart."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

# Characters of a rule's declarations that are read: more are pictures within the sheet.
MAX_DECLARATIONS = 20_000
MAX_VALUE = 400
_WORD = re.compile(r"[^\s(]*\([^()]*(?:\([^()]*\)[^()]*)*\)[^\s]*|[^\s]+")
_SIDES = ("top", "right", "bottom", "left")
# What stands in a longhand of its own; those of other properties are not read.
LONGHANDS = frozenset(
    "display position float clear visibility width height min-width max-width min-height "
    "max-height left top right bottom box-sizing overflow font-size font-weight font-style "
    "font-family color line-height white-space text-align vertical-align background-color "
    "flex-direction flex-wrap flex-grow flex-shrink flex-basis justify-content align-items "
    "align-self order column-count column-width column-gap row-gap grid-template-columns "
    "grid-column-start grid-column-end border-spacing border-collapse table-layout".split()
) | {f"{box}-{side}" for box in ("margin", "padding") for side in _SIDES}
BORDERS = frozenset(f"border-{side}-{what}" for side in _SIDES for what in ("width", "style"))
_KNOWN = LONGHANDS | BORDERS
_RENAMED = {
    "grid-gap": "gap", "grid-column-gap": "column-gap", "grid-row-gap": "row-gap",
    "-webkit-box-sizing": "box-sizing", "-moz-box-sizing": "box-sizing",
    "-webkit-columns": "columns", "-webkit-column-count": "column-count",
    "-webkit-column-width": "column-width", "-webkit-column-gap": "column-gap",
    "overflow-x": "overflow", "margin-inline-start": "margin-left",
    "margin-inline-end": "margin-right", "padding-inline-start": "padding-left",
    "padding-inline-end": "padding-right", "-webkit-flex": "flex",
    "-webkit-flex-direction": "flex-direction", "-webkit-flex-wrap": "flex-wrap",
    "-webkit-justify-content": "justify-content", "-webkit-align-items": "align-items",
}  # fmt: skip
_LINES = frozenset("none hidden dotted dashed solid double groove ridge inset outset".split())
_THICKNESSES = {"thin": "1px", "medium": "3px", "thick": "5px"}
_SIZES = frozenset("xx-small x-small small medium large x-large xx-large smaller larger".split())
Declared = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Declarations:
    """Properties and values of a rule, in order: ordinary ones, and those marked `!important`."""

    normal: Declared = ()
    important: Declared = ()


@lru_cache(maxsize=20_000)
def read_declarations(text: str) -> Declarations:
    """Return what a rule or a `style` attribute declares.

    >>> read_declarations("margin: 0 auto; width: 50% !important; quotes: none")
    Declarations(normal=(('margin-top', '0'), ('margin-right', 'auto'), ('margin-bottom', '0'), \
('margin-left', 'auto')), important=(('width', '50%'),))
    """
    normal: list[tuple[str, str]] = []
    important: list[tuple[str, str]] = []
    for part in text[:MAX_DECLARATIONS].split(";"):
        name, colon, value = part.partition(":")
        name = name.strip()
        if not colon or len(value) > MAX_VALUE:
            continue
        value = value.strip()
        if not name.startswith("--"):
            name, value = name.lower(), value.lower()
        target = normal
        if "!" in value:
            value, _, mark = value.rpartition("!")
            value = value.rstrip()
            if mark.strip().lower() != "important":
                continue
            target = important
        if value:
            target.extend(longhands(name, value))
    return Declarations(tuple(normal), tuple(important))


def longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the longhands of one declaration, as far as they matter."""
    name = _RENAMED.get(name, name)
    if name in _KNOWN or name.startswith("--"):
        yield name, value
    elif "var(" in value:
        # Taken apart when the variables are known.
        if name in _SHORTHANDS:
            yield name, value
    elif name in _SHORTHANDS:
        yield from _SHORTHANDS[name](name, _WORD.findall(value))


def _four(name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take margins or padding apart."""
    if 1 <= len(words) <= 4:
        top, right, bottom, left = (words + words + words + words)[:4]
        if len(words) == 3:
            top, right, bottom, left = *words, words[1]
        yield from (
            (f"{name}-{side}", v)
            for side, v in zip(_SIDES, (top, right, bottom, left), strict=True)
        )


def _border(name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take a border apart: of one side, or of all; its lines and widths."""
    side = name.removeprefix("border").removeprefix("-")
    width, style = "3px", "none"
    for word in words:
        if word in _LINES:
            style = word
        elif word[0].isdigit() or word[0] == "." or word in _THICKNESSES:
            width = _THICKNESSES.get(word, word)
    for each in (side,) if side else _SIDES:
        yield f"border-{each}-width", width
        yield f"border-{each}-style", style


def _border_four(name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take widths or lines of all four borders apart."""
    what = name.removeprefix("border-")
    for longhand, value in _four("border", words):
        yield f"{longhand}-{what}", _THICKNESSES.get(value, value)


def _font(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `font` apart: style and weight stand before the size, the family after it."""
    for place, word in enumerate(words):
        if word in {"bold", "bolder", "lighter"} or (word.isdecimal() and len(word) == 3):
            yield "font-weight", word
        elif word in {"italic", "oblique"}:
            yield "font-style", word
        elif word[0].isdigit() or word[0] == "." or word in _SIZES:
            size, _, height = word.partition("/")
            yield "font-size", size
            yield "line-height", height or "normal"
            yield "font-family", " ".join(words[place + 1 :])
            return


def _background(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Find the colour of a background."""
    colors = [w for w in words if w.startswith(("#", "rgb", "hsl")) or w.isalpha()]
    known = [w for w in colors if w not in _NO_COLORS]
    yield "background-color", known[-1] if known else "transparent"


def _flex(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `flex` apart."""
    grow, shrink, basis = "1", "1", "0px"
    if words == ["none"]:
        grow, shrink, basis = "0", "0", "auto"
    elif words == ["auto"]:
        basis = "auto"
    elif words == ["initial"]:
        grow, basis = "0", "auto"
    else:
        numbers = [word for word in words if word.replace(".", "", 1).isdecimal()]
        sizes = [word for word in words if word not in numbers]
        grow = numbers[0] if numbers else "1"
        shrink = numbers[1] if len(numbers) > 1 else "1"
        basis = sizes[0] if sizes else "0px"
    yield from (("flex-grow", grow), ("flex-shrink", shrink), ("flex-basis", basis))


def _flex_flow(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `flex-flow` apart."""
    for word in words:
        yield ("flex-wrap" if "wrap" in word else "flex-direction"), word


def _columns(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `columns` apart: a number counts, a length is a width."""
    for word in words:
        yield ("column-count" if word.isdecimal() else "column-width"), word


def _gap(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `gap` apart."""
    yield "row-gap", words[0]
    yield "column-gap", words[-1]


def _grid_column(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `grid-column` apart."""
    start, _, end = " ".join(words).partition("/")
    yield "grid-column-start", start.strip()
    yield "grid-column-end", end.strip() or "auto"


def _grid_template(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Find the columns of `grid-template`: they stand behind the slash."""
    yield "grid-template-columns", " ".join(words).partition("/")[2].strip() or "none"


def _all(_name: str, words: list[str]) -> Iterator[tuple[str, str]]:
    """Take `inset` apart."""
    top, right, bottom, left = (value for _, value in _four("inset", words[:4] or ["auto"]))
    yield from (("top", top), ("right", right), ("bottom", bottom), ("left", left))


_NO_COLORS = frozenset(
    "none scroll fixed local repeat center top left right bottom cover contain auto space round "
    "inherit initial unset".split()
)
_SHORTHANDS = {
    "margin": _four, "padding": _four, "border-width": _border_four, "border-style": _border_four,
    "font": _font, "background": _background, "flex": _flex, "flex-flow": _flex_flow,
    "columns": _columns, "gap": _gap, "grid-column": _grid_column, "inset": _all,
    "grid-template": _grid_template,
    **dict.fromkeys(("border", *(f"border-{side}" for side in _SIDES)), _border),
}  # fmt: skip
