"""Which media queries apply: a page is laid out for the screen of a desk, with a mouse."""

import re
from functools import lru_cache

# Lengths in media queries are of the browser's own font.
EM = 16.0
WINDOW_HEIGHT = 768.0
MAX_QUERY = 2_000
_FEATURE = re.compile(r"\(\s*([\w-]+)\s*(?::\s*([^()]{1,40}?)\s*)?\)")
_RANGE = re.compile(r"\(\s*(width|height)\s*([<>]=?)\s*([\d.]{1,9}(?:px|em|rem)?)\s*\)")
_LENGTH = re.compile(r"([\d.]{1,9})(px|em|rem|pt|cm|in)?")
_UNITS = {"px": 1.0, "em": EM, "rem": EM, "pt": 4 / 3, "cm": 37.8, "in": 96.0, None: 1.0}
_SCREENS = frozenset(("screen", "all", ""))
# Features with the value that a desktop has.
_DESKTOP = {
    "orientation": "landscape", "hover": "hover", "any-hover": "hover", "pointer": "fine",
    "any-pointer": "fine", "prefers-color-scheme": "light", "scripting": "none",
    "prefers-reduced-motion": "no-preference", "display-mode": "browser", "update": "fast",
}  # fmt: skip


@lru_cache(maxsize=1_000)
def applies(query: str, window_width: float) -> bool:
    """Tell whether a list of media queries applies to a window as wide.

    >>> applies("screen and (min-width: 60em), print", 1024), applies("print", 1024)
    (True, False)
    >>> applies("only screen and (max-width:600px)", 1024), applies("", 1024)
    (False, True)
    """
    query = query[:MAX_QUERY].strip().lower()
    return not query or any(_one(part.strip(), window_width) for part in query.split(","))


def _one(query: str, window_width: float) -> bool:
    """Tell whether one query applies."""
    negated = query.startswith("not ")
    query = query.removeprefix("not ").removeprefix("only ").strip()
    medium = query.partition("(")[0].removesuffix("and ").partition(" ")[0].strip()
    true = medium in _SCREENS
    for name, value in _FEATURE.findall(query):
        true = true and _has(name, value, window_width)
    for name, comparison, value in _RANGE.findall(query):
        whole = window_width if name == "width" else WINDOW_HEIGHT
        bound = _pixels(value)
        true = true and (whole >= bound if comparison.startswith(">") else whole <= bound)
    return true != negated


def _has(name: str, value: str, window_width: float) -> bool:
    """Tell whether the window has a feature."""
    if name in _DESKTOP:
        return value in {_DESKTOP[name], ""}
    bound, _, feature = name.partition("-")
    if bound not in {"min", "max"}:
        feature = name
    feature = feature.removeprefix("device-")
    if feature not in {"width", "height"}:
        # Densities of pixels, proportions, browsers' own: of a plain screen.
        return name in {"color", "min-color"}
    whole = window_width if feature == "width" else WINDOW_HEIGHT
    wanted = _pixels(value)
    if bound == "min":
        return whole >= wanted
    return whole <= wanted if bound == "max" else whole == wanted


def _pixels(value: str) -> float:
    """Return a length in pixels, 0 for what is none."""
    match = _LENGTH.fullmatch(value)
    try:
        return float(match[1]) * _UNITS[match[2]] if match else 0.0
    except ValueError:
        return 0.0
