"""What declarations hide: the few properties by which an element, or its text, is not seen.

Told without a layout: where an element stands is not known, only that it is put where no screen is.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

# Declarations of one rule, and characters of a value, that are read.
MAX_DECLARATIONS = 4_000
MAX_VALUE = 200
# Pixels to the left or above by which a thing is off the screen: drawers that open wait a few
# hundred beside it. Guess.
OFF_SCREEN = 600.0
# Pixels to the right or below: pages are scrolled down, and read far to the right by nobody. Guess.
FAR_AWAY = 5_000.0
FAINT = 0.05
# A box as small as that shows nothing of what it cuts off: the pixel of "for screen readers only".
SMALL = 1.0
_SIDES = ("top", "right", "bottom", "left")
_EDGES = frozenset(_SIDES)
_PROPERTIES = _EDGES | frozenset(
    "display visibility opacity filter position transform translate scale clip clip-path overflow "
    "width height max-width max-height min-width min-height padding-top padding-bottom flex-grow "
    "float margin-left margin-top text-indent font-size content-visibility animation-name "
    "zoom".split()
)
_RENAMED = {
    "overflow-x": "overflow", "overflow-y": "overflow", "inline-size": "width",
    "block-size": "height", "max-inline-size": "max-width", "max-block-size": "max-height",
    "min-inline-size": "min-width", "min-block-size": "min-height", "inset-inline-start": "left",
    "inset-inline-end": "right", "inset-block-start": "top", "inset-block-end": "bottom",
    "animation": "animation-name", "-webkit-animation": "animation-name", "flex": "flex-grow",
    "-webkit-clip-path": "clip-path", "-webkit-transform": "transform",
    "margin-inline-start": "margin-left", "font": "font-size",
}  # fmt: skip
_LENGTH = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(%|[a-z]{0,5})")
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?%?")
# A sum of lengths, as `calc()` takes it: signs between terms stand between spaces.
_SUM = re.compile(r"calc\(\s*([^()]{1,100}?)\s*\)")
_TERM = re.compile(r"\s+([+-])\s+")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})\s?|\\(.)", re.IGNORECASE)
_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,80})\s*(?:,([^()]{0,100}))?\)")
# How often variables name variables.
MAX_SUBSTITUTIONS = 6
# Words of a declaration that browsers know; what has others is left out.
_WORDS = {
    "display": frozenset(
        "none block inline flow flow-root flex inline-flex grid inline-grid inline-block table "
        "inline-table table-row table-cell table-row-group table-header-group table-footer-group "
        "table-column table-column-group table-caption list-item contents run-in ruby math "
        "-webkit-box -webkit-flex -webkit-inline-box -ms-flexbox".split()
    ),
    "visibility": frozenset(("visible", "hidden", "collapse")),
    "position": frozenset(("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky")),
}
_OF_ALL = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
_PIXELS = {
    "": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 37.8, "mm": 3.78, "em": 16.0,
    "rem": 16.0, "ex": 8.0, "ch": 8.0, "vw": 10.24, "vh": 7.68, "vmin": 7.68, "vmax": 10.24,
    "dvh": 7.68, "svh": 7.68, "lvh": 7.68, "dvw": 10.24,
}  # fmt: skip
# The whole that a share is of, where it may be the screen's.
_WHOLE = 1_024.0
_FUNCTION = re.compile(r"([a-z0-9-]+)\(([^()]*)\)")
_SEPARATOR = re.compile(r"[\s,]+")
# Tags whose boxes are as large as their text, whatever size is asked for.
_INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code dfn em font i kbd label mark q s samp small span "
    "strike strong sub sup time tt u var".split()
)
# Angles under which what is turned is seen from its edge.
_EDGEWISE = frozenset(("90deg", "-90deg", "270deg", ".25turn", "0.25turn", "100grad"))
_NO_SIZES = ("inline", "contents", "table-cell", "table-row")
_OUT_OF_FLOW = frozenset(("absolute", "fixed"))
Declared = tuple[tuple[str, str, bool], ...]
Values = Mapping[str, str]


@lru_cache(maxsize=4_000)
def read_hiding(text: str) -> Declared:
    """Return what of a rule's or a `style` attribute's declarations matters: name, value, strength.

    >>> read_hiding("color: red; DISPLAY: none !important; inset: 0 auto")[:2]
    (('display', 'none', True), ('top', '0', False))
    """
    found: list[tuple[str, str, bool]] = []
    for part in plain_text(text[:MAX_DECLARATIONS]).lower().split(";"):
        name, colon, value = part.partition(":")
        if not colon or len(value) > MAX_VALUE:
            continue
        if "var(" in value:
            value = with_variables(value, {})
        value, mark, strength = value.partition("!")
        value = value.strip()
        if not value or (mark and strength.strip() != "important"):
            continue
        name = name.strip()
        found += [(each, said, bool(mark)) for each, said in _longhands(name, value)]
    return tuple(found)


def plain_text(text: str) -> str:
    """Return what is written in a sheet without comments and escapes.

    >>> plain_text("dis/* x */play:no\\\\6e e")
    'dis play:none'
    """
    if "/*" in text:
        text = _COMMENT.sub(" ", text)
    return _ESCAPE.sub(_escaped, text) if "\\" in text else text


def _escaped(match: "re.Match[str]") -> str:
    if not match[1]:
        return match[2]
    number = int(match[1], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


def with_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return declarations with the values of variables; of an unknown one its second choice.

    >>> with_variables("display:var(--a)", {"--a": "var(--b, x)", "--b": "none"})
    'display:none'
    >>> with_variables("var(--a, block)", {})
    ' block'
    """
    for _ in range(MAX_SUBSTITUTIONS):
        if "var(" not in text:
            break
        text = _VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), text)
    return text


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield what one declaration says of the properties that matter."""
    if name in ("inset", "margin", "padding"):
        words = value.split()
        top, right, bottom, left = (words * 4)[:4] if len(words) != 3 else (*words, words[1])
        prefix = "" if name == "inset" else f"{name}-"
        for side, word in zip(_SIDES, (top, right, bottom, left), strict=True):
            if prefix + side in _PROPERTIES:
                yield prefix + side, word
        return
    renamed = _RENAMED.get(name, name)
    if renamed not in _PROPERTIES:
        return
    if name == "font":
        sizes = (word.partition("/")[0] for word in value.split())
        value = next((word for word in sizes if _pixels(word) is not None), "")
    elif name == "flex":
        value = value.split()[0] if value[0].isdigit() else ("0" if value == "none" else "1")
    known = _WORDS.get(renamed)
    if value and (known is None or value in _OF_ALL or known.issuperset(value.split())):
        yield renamed, value


def is_extreme(name: str, value: str) -> bool:
    """Tell whether a declaration may hide something, alone or with others.

    >>> is_extreme("display", "none"), is_extreme("left", "10px"), is_extreme("left", "-999em")
    (True, False, True)
    """
    match name:
        case "display":
            return value == "none"
        case "visibility" | "content-visibility":
            return value in ("hidden", "collapse")
        case "opacity":
            return _is_faint(value)
        case "filter":
            return "opacity(" in value and _is_faded(value)
        case "transform" | "translate" | "scale":
            return _is_moved(name, value)
        case "clip" | "clip-path":
            return _is_cut(value)
        case "width" | "height" | "max-width" | "max-height":
            return _is_small(value)
        case "left" | "right" | "top" | "bottom" | "margin-left" | "margin-top" | "text-indent":
            return _is_away(name, value)
        case "font-size" | "zoom":
            return _pixels(value) == 0.0
    return False


def hiding_property(values: Values, tag: str) -> str:
    """Return the property by which an element and all in it are not shown, empty if they are.

    `values` are those that the cascade leaves. What is inherited (`visibility`, `font-size`) is no
    matter of the element alone.

    >>> hiding_property({"position": "absolute", "left": "-9999px"}, "li")
    'left'
    >>> hiding_property({"left": "-9999px"}, "li"), hiding_property({"height": "0"}, "li")
    ('', '')
    """
    display = values.get("display", "")
    if display == "none":
        return "display"
    if values.get("content-visibility") == "hidden":
        return "content-visibility"
    # What fades in is there for a person.
    if values.get("animation-name", "none").split()[0] == "none":
        for name in ("opacity", "filter", "transform", "translate", "scale", "zoom"):
            if name in values and is_extreme(name, values[name]):
                return name
    position = values.get("position", "static")
    if position in _OUT_OF_FLOW and _is_cut(values.get("clip", "auto")):
        return "clip"
    if _is_cut(values.get("clip-path", "none")):
        return "clip-path"
    if position in (*_OUT_OF_FLOW, "relative"):
        moved = next((s for s in _SIDES if s in values and _is_away(s, values[s])), "")
        if moved:
            return moved
    for name in ("margin-left", "margin-top", "text-indent"):
        if name in values and _is_away(name, values[name]):
            return name
    return _smallness(values, tag, display, position)


def _smallness(values: Values, tag: str, display: str, position: str) -> str:
    """Return the property by which an element has no room for what it holds, and cuts it off."""
    if not any(word in values.get("overflow", "") for word in ("hidden", "clip")):
        return ""
    if position not in _OUT_OF_FLOW and values.get("float", "none") == "none":
        is_inline = display in _NO_SIZES if display else tag in (*_INLINE_TAGS, "td", "th", "tr")
        # A row or column shares its room out to what grows.
        if is_inline or (_pixels(values.get("flex-grow", "0")) or 0.0) > 0.0:
            return ""
    for name in ("height", "width"):
        least = values.get(f"min-{name}", "0")
        if least not in ("auto", "0") and not _is_small(least):
            continue
        if name == "height" and _has_padding(values):
            continue
        for asked in (name, f"max-{name}"):
            if asked in values and _is_small(values[asked]):
                return asked
    return ""


def _has_padding(values: Values) -> bool:
    """Tell whether there is room within the padding, where boxes of a fixed proportion show all."""
    sides = (values.get(f"padding-{side}", "0") for side in ("top", "bottom"))
    return any((_pixels(side) or 0.0) > SMALL for side in sides)


def _pixels(value: str) -> float | None:
    """Return a length in pixels, as far as that can be told; None for what is none."""
    if summed := _SUM.fullmatch(value):
        return _sum(summed[1])
    match = _LENGTH.fullmatch(value)
    if match is None:
        return None
    scale = _WHOLE / 100 if match[2] == "%" else _PIXELS.get(match[2])
    return None if scale is None else float(match[1]) * scale


def _sum(written: str) -> float | None:
    """Return a sum of lengths in pixels.

    >>> _sum("-100vw - 50px"), _sum("1px * 2")
    (-1074.0, None)
    """
    first, *rest = _TERM.split(written)
    total = _pixels(first)
    for sign, term in zip(rest[::2], rest[1::2], strict=True):
        length = _pixels(term)
        if total is None or length is None:
            return None
        total += length if sign == "+" else -length
    return total


def _is_faint(value: str) -> bool:
    if summed := _SUM.fullmatch(value):
        value = summed[1]
    if _NUMBER.fullmatch(value) is None:
        return False
    return float(value.rstrip("%")) / (100 if value.endswith("%") else 1) < FAINT


def _is_faded(value: str) -> bool:
    return any(name == "opacity" and _is_faint(by) for name, by in _FUNCTION.findall(value))


def _is_small(value: str) -> bool:
    length = _pixels(value)
    return length is not None and length <= SMALL


def _is_away(name: str, value: str) -> bool:
    """Tell whether a position is off every screen."""
    length = _pixels(value)
    if length is None:
        return False
    if value.endswith(("%", "vw", "vh")) and name in _EDGES:
        screen = 100 * (_PIXELS["vh"] if value.endswith("vh") else _PIXELS["vw"])
        # Pages are scrolled down by screens, not sideways.
        return length <= -screen or (name in ("left", "right") and length >= 1.5 * screen)
    return length <= -OFF_SCREEN or length >= FAR_AWAY


def _is_moved(name: str, value: str) -> bool:
    """Tell whether a transformation leaves nothing, or moves all off the screen."""
    said = _FUNCTION.findall(value) if name == "transform" else [(name, value)]
    return any(_leaves_nothing(function, written.strip()) for function, written in said)


def _leaves_nothing(function: str, written: str) -> bool:
    """Tell whether one function of a transformation does."""
    if function in ("rotatex", "rotatey"):
        return written in _EDGEWISE
    words = [word for word in _SEPARATOR.split(written) if word]
    if function == "matrix":
        return _is_flat(words)
    if function.startswith("scale"):
        return any(_NUMBER.fullmatch(word) and _is_faint(word) for word in words[:2])
    return function.startswith("translate") and any(
        not word.endswith("%") and _is_away("translate", word) for word in words[:2]
    )


def _is_flat(words: list[str]) -> bool:
    """Tell whether a matrix leaves no area.

    >>> _is_flat(["0", "0", "0", "0", "0", "0"]), _is_flat(["1", "0", "0", "1", "9", "9"])
    (True, False)
    """
    if len(words) != 6 or not all(map(_NUMBER.fullmatch, words)):
        return False
    a, b, c, d = (float(word.rstrip("%")) for word in words[:4])
    return a * d - b * c == 0.0


def _is_cut(value: str) -> bool:
    """Tell whether a clip leaves nothing.

    >>> _is_cut("rect(0, 0, 0, 0)"), _is_cut("rect(1px 1px 1px 1px)"), _is_cut("inset(50%)")
    (True, True, True)
    >>> _is_cut("rect(0 100px 50px 0)"), _is_cut("circle(50%)"), _is_cut("circle(0)")
    (False, False, True)
    """
    match = _FUNCTION.match(value)
    if match is None:
        return False
    words = [w for w in _SEPARATOR.split(match[2].partition("round")[0].strip()) if w]
    lengths = [_pixels(word) for word in words]
    known = [length for length in lengths if length is not None]
    if match[1] == "rect":
        if len(known) != 4 or len(words) != 4:
            return False
        top, right, bottom, left = known
        return bottom - top <= SMALL or right - left <= SMALL
    if match[1] == "inset" and known and len(known) == len(words) <= 4:
        top, right, bottom, left = (known * 4)[:4] if len(known) != 3 else (*known, known[1])
        return top + bottom >= _WHOLE or left + right >= _WHOLE
    if match[1] in ("circle", "ellipse"):
        return bool(known) and lengths[0] is not None and lengths[0] <= SMALL
    return match[1] == "polygon" and len(known) == len(words) > 0 and max(known) <= SMALL
