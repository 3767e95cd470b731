"""Declarations of style sheets and `style` attributes that tell whether a thing is seen."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from discovery.pages.style_rules import DISPLAYS, WINDOW, pixels, without_escapes

# Declarations of one rule, and characters of a value, that are read.
MAX_DECLARATIONS = 4_000
MAX_VALUE = 200
# Pixels to the left or above that are off the screen: drawers wait a few hundred beside it. Guess.
OFF_SCREEN = 600.0
# Pixels to the right or below: pages are scrolled down, and read far to the right by nobody. Guess.
FAR_AWAY = 5_000.0
FAINT = 0.05
# Pixels of a blur that leave no letter. Guess.
BLURRED = 20.0
# Per cent of its own size by which a thing is moved off the screen: pictures slide by some. Guess.
MANY_TIMES = 900.0
# A box as small as that shows nothing of what it cuts off: the pixel of "for screen readers only".
SMALL = 1.0
# Tags whose boxes are as large as their text, whatever size is asked for.
_INLINE_TAGS = frozenset(
    "a abbr acronym b bdi bdo big cite code dfn em font i kbd label mark q s samp small span "
    "strike strong sub sup time tt u var td th tr".split()
)
_NO_SIZES = ("inline", "contents", "table-cell", "table-row")
OUT_OF_FLOW = ("absolute", "fixed")
_SIDES = ("top", "right", "bottom", "left")
_PROPERTIES = frozenset(_SIDES) | frozenset(
    "display visibility opacity filter position transform translate scale clip clip-path overflow "
    "width height max-width max-height min-width min-height padding-top padding-bottom flex-grow "
    "float margin-left margin-top text-indent font-size content-visibility animation-name "
    "zoom transition pointer-events rotate mask-image color".split()
)
_RENAMED = {
    "overflow-x": "overflow", "overflow-y": "overflow", "inline-size": "width",
    "overflow-inline": "overflow", "overflow-block": "overflow", "block-size": "height",
    "max-inline-size": "max-width", "max-block-size": "max-height", "min-inline-size": "min-width",
    "min-block-size": "min-height", "inset-inline-start": "left", "inset-inline-end": "right",
    "inset-block-start": "top", "inset-block-end": "bottom", "animation": "animation-name",
    "-webkit-animation": "animation-name", "flex": "flex-grow", "-webkit-clip-path": "clip-path",
    "-webkit-transform": "transform", "margin-inline-start": "margin-left",
    "margin-block-start": "margin-top", "font": "font-size", "-webkit-transition": "transition",
    "-webkit-filter": "filter", "mask": "mask-image", "-webkit-mask": "mask-image",
    "-webkit-mask-image": "mask-image", "-webkit-text-fill-color": "color",
}  # fmt: skip
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?%?")
_USE_OF_VARIABLE = re.compile(r"var\(\s*(--[\w-]{1,80})\s*(?:,([^()]{0,100}))?\)")
VARIABLE = re.compile(r"(--[\w-]{1,80})\s*:([^;{}]{1,200})")
# How often variables name variables, and how many are kept of a sheet.
MAX_SUBSTITUTIONS = 6
# Words of a declaration that browsers know; what has others is left out.
_WORDS = {
    "display": DISPLAYS,
    "visibility": frozenset(("visible", "hidden", "collapse")),
    "position": frozenset(("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky")),
}
_OF_ALL = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
# Angles under which what is turned is seen from its edge.
_EDGEWISE = frozenset(("90deg", "-90deg", "270deg", ".25turn", "0.25turn", "100grad"))
MOVED = ("transform", "translate", "scale", "rotate")
_FUNCTION = re.compile(r"([a-z0-9-]+)\(([^()]*)\)")
_SEPARATOR = re.compile(r"[\s,]+")
# What `contain` says so that nothing is painted outside.
_PAINTED = frozenset(("paint", "strict", "content"))
_NO_COLOUR = re.compile(
    r"transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00|(?:rgb|hsl)a?\([^()]*[,/]\s*(?:0|\.0+|0\.0*|0%)\s*\)"
)
_COLOUR = re.compile(
    rf"{_NO_COLOUR.pattern}|#[0-9a-f]+|[a-z]+\([^()]*\)|\b(?!to\b|deg\b)[a-z]{{3,20}}\b"
)
Declared = tuple[tuple[str, str, bool], ...]
Values = Mapping[str, str]
_T = TypeVar("_T")


@lru_cache(maxsize=4_000)
def read_hiding(text: str) -> Declared:
    """Return what of a rule's or a `style` attribute's declarations matters: name, value, strength.

    >>> read_hiding("cursor: help; DISPLAY: none !important; inset: 0 auto")[:2]
    (('display', 'none', True), ('top', '0', False))
    """
    found: list[tuple[str, str, bool]] = []
    own = dict(VARIABLE.findall(text[:MAX_DECLARATIONS])) if "--" in text else {}
    for part in without_escapes(text[:MAX_DECLARATIONS]).lower().split(";"):
        name, _, value = part.partition(":")
        if "var(" in value and len(value) < MAX_VALUE:
            value = with_variables(value, own)
        value, mark, strength = value.partition("!")
        if (
            len(value) + len(strength) < MAX_VALUE
            and "var(" not in value
            and value.strip()
            and (not mark or strength.strip() == "important")
        ):
            said = _longhands(name.strip(), value.strip())
            found += [(each, its_value, bool(mark)) for each, its_value in said]
    if "background" in text:
        found = list(_on_background(text, found))
    return tuple(found)


def _on_background(
    text: str, found: Iterable[tuple[str, str, bool]]
) -> Iterator[tuple[str, str, bool]]:
    """Yield declarations, with what colour a text has on the background that is said with it.

    Letters of that colour are not seen; those that the background is cut to are.
    """
    said = {
        name.strip(): value.strip()
        for name, _, value in (each.partition(":") for each in text.lower().split(";"))
    }
    background = said.get("background-color", said.get("background"))
    is_cut_to_text = "text" in (said.get("background-clip"), said.get("-webkit-background-clip"))
    for name, value, is_important in found:
        if name == "color" and is_cut_to_text:
            yield name, "seen", is_important
        elif name == "color" and background and said.get("color") == background != "inherit":
            yield name, "transparent", is_important
        else:
            yield name, value, is_important


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
        text = _USE_OF_VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), text)
    return text


def _longhands(name: str, value: str) -> Iterator[tuple[str, str]]:
    if name in ("inset-inline", "inset-block", "margin-inline", "margin-block"):
        first, *rest = value.split()
        yield from _longhands(f"{name}-start", first)
        yield from _longhands(f"{name}-end", rest[-1] if rest else first)
        return
    if name == "contain" and not _PAINTED.isdisjoint(value.split()):
        yield "overflow", "clip"
        return
    if name == "color":
        # Of colours it matters whether they are none.
        is_none = _NO_COLOUR.fullmatch(value) is not None
        value = value if value in _OF_ALL else "transparent" if is_none else "seen"
    if name in ("inset", "margin", "padding"):
        prefix = "" if name == "inset" else f"{name}-"
        for side, word in zip(_SIDES, _four(value.split()), strict=True):
            if prefix + side in _PROPERTIES:
                yield prefix + side, word
        return
    if name == "font":
        sizes = (word.partition("/")[0] for word in value.split())
        value = next((word for word in sizes if pixels(word) is not None), "")
    elif name == "flex":
        value = value.split()[0] if value[0].isdigit() else ("0" if value == "none" else "1")
    name = _RENAMED.get(name, name)
    known = _WORDS.get(name)
    is_known = known is None or value in _OF_ALL or known.issuperset(value.split())
    if name in _PROPERTIES and value and is_known:
        yield name, value


def _four(words: Sequence[_T]) -> Sequence[_T]:
    return (*words, words[1]) if len(words) == 3 else (tuple(words) * 4)[:4]


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
        case "opacity" | "zoom":
            return _is_faint(value)
        case "filter":
            return any(
                (pixels(by.strip()) or 0.0) >= BLURRED if n == "blur" else _is_faint(by)
                for n, by in _FUNCTION.findall(value)
                if n in ("opacity", "blur")
            )
        case "mask-image":
            return value.partition("(")[0].endswith("gradient") and _is_clear(value)
        case "color":
            return value == "transparent"
        case "transform" | "translate" | "scale" | "rotate":
            said = _FUNCTION.findall(value) if name == "transform" else [(name, value)]
            return any(_leaves_nothing(function, written.strip()) for function, written in said)
        case "clip" | "clip-path":
            return _is_cut(value)
        case "width" | "height" | "max-width" | "max-height" | "font-size":
            return _is_small(value)
        case "left" | "right" | "top" | "bottom" | "margin-left" | "margin-top" | "text-indent":
            return _is_away(name, value)
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
    wanted = ["display"]
    if values.get("content-visibility") == "hidden":
        wanted.append("content-visibility")
    # What fades in is there for a person.
    if values.get("animation-name", "none").split()[0] == "none":
        wanted += ["opacity", "filter", "mask-image", *MOVED, "zoom"]
    position = values.get("position", "static")
    wanted += ["clip", "clip-path"] if position in OUT_OF_FLOW else ["clip-path"]
    wanted += _SIDES if position in (*OUT_OF_FLOW, "relative") else ()
    wanted += ["margin-left", "margin-top", "text-indent"]
    found = (name for name in wanted if name in values and is_extreme(name, values[name]))
    return next(found, "") or _smallness(values, tag, position)


def _smallness(values: Values, tag: str, position: str) -> str:
    """Return the property by which an element has no room for what it holds, and cuts it off."""
    # What scrolls in a box without size is seen by nobody, either.
    if values.get("overflow", "visible") in ("visible", *_OF_ALL):
        return ""
    if position not in OUT_OF_FLOW and values.get("float", "none") == "none":
        display = values.get("display", "")
        # A row or column shares its room out to what grows.
        grows = (pixels(values.get("flex-grow", "0")) or 0.0) > 0.0
        if grows or (display in _NO_SIZES if display else tag in _INLINE_TAGS):
            return ""
    for name in ("height", "width"):
        least = values.get(f"min-{name}", "0")
        if least not in ("auto", "0") and not _is_small(least):
            continue
        # Within the padding there is room: boxes of a fixed proportion show all there.
        paddings = (pixels(values.get(f"padding-{side}", "0")) for side in ("top", "bottom"))
        if name == "height" and any((padding or 0.0) > SMALL for padding in paddings):
            continue
        for asked in (name, f"max-{name}"):
            if asked in values and _is_small(values[asked]):
                return asked
    return ""


def _is_faint(value: str) -> bool:
    if "(" in value:
        share = pixels(value)
        return share is not None and share < FAINT
    if _NUMBER.fullmatch(value) is None:
        return False
    return float(value.rstrip("%")) / (100 if value.endswith("%") else 1) < FAINT


def _is_small(value: str) -> bool:
    length = pixels(value)
    return length is not None and length <= SMALL


def _is_away(name: str, value: str) -> bool:
    length = pixels(value)
    if length is None:
        return False
    if value.endswith(("%", "vw", "vh")) and name in _SIDES:
        screen = pixels("100vh" if value.endswith("vh") else "100vw") or 0.0
        # Pages are scrolled down by screens, not sideways.
        # A share is one of what stands around.
        most = screen if value.endswith("vw") else 1.5 * screen
        return length <= -screen or (name in ("left", "right") and length >= most)
    if name == "text-indent" and value.endswith("%"):
        return abs(length) >= WINDOW["width"]
    return length <= -OFF_SCREEN or length >= FAR_AWAY


def _leaves_nothing(function: str, written: str) -> bool:
    words = [word for word in _SEPARATOR.split(written) if word]
    if function in ("rotatex", "rotatey", "rotate3d") or (function == "rotate" and len(words) > 1):
        is_in_plane = words[:1] == ["z"] or words[:2] == ["0", "0"]
        return not _EDGEWISE.isdisjoint(words[-1:]) and not is_in_plane
    if function == "matrix":
        return _is_flat(words) or any(_is_away("translate", word) for word in words[4:])
    if function == "matrix3d":
        return _is_flat([*words[:2], *words[4:6], "0", "0"]) if len(words) == 16 else False
    if function.startswith("scale"):
        return any(map(_is_faint, words[:2]))
    return function.startswith("translate") and any(
        abs(float(word[:-1])) >= MANY_TIMES
        if word.endswith("%") and _NUMBER.fullmatch(word)
        else _is_away("translate", word)
        for word in words[:2]
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
    lengths = [pixels(word) for word in words]
    if match[1] in ("circle", "ellipse"):
        until = words.index("at") if "at" in words else len(words)
        return any(length is not None and length <= SMALL for length in lengths[:until])
    if match[1] == "rect":
        # The edges of the thing itself: nothing to the left and above, all else beyond.
        ends = (0.0, float("inf"), float("inf"), 0.0)
        lengths = [
            end if word == "auto" else length
            for word, length, end in zip(words, lengths, ends, strict=False)
        ]
    known = [length for length in lengths if length is not None]
    if not known or len(known) < len(words):
        return False
    if match[1] == "polygon":
        return _area(known) <= SMALL
    if match[1] == "xywh":
        return len(known) == 4 and min(known[2:]) <= SMALL
    top, right, bottom, left = _four(known[:4])
    if match[1] == "rect":
        return len(known) == 4 and (bottom - top <= SMALL or right - left <= SMALL)
    whole = WINDOW["width"]
    return match[1] == "inset" and (top + bottom >= whole or left + right >= whole)


def _area(ends: Sequence[float]) -> float:
    corners = list(zip(ends[::2], ends[1::2], strict=False))
    pairs = zip(corners, [*corners[1:], *corners[:1]], strict=True)
    return abs(sum(x * below - right * y for (x, y), (right, below) in pairs)) / 2


def _is_clear(gradient: str) -> bool:
    colours = _COLOUR.findall(gradient.partition("(")[2])
    return bool(colours) and all(map(_NO_COLOUR.fullmatch, colours))
