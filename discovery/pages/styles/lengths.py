"""Lengths of CSS: pixels and a share of what they are measured by."""

import re
from dataclasses import dataclass
from functools import lru_cache

WINDOW_HEIGHT = 768.0
# Pixels beyond which a length is a trick to hide something; browsers stop further out.
MAX_PIXELS = 100_000.0
_NUMBER = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))(%|[a-z]{1,4})?")
_SUM = re.compile(r"calc\(\s*([^()\s]{1,20})\s+([+-])\s+([^()\s]{1,20})\s*\)")
_ABSOLUTE = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4}


@dataclass(frozen=True, slots=True)
class Length:
    """`pixels` and a `share` of the whole that the length is measured by.

    >>> Length(10, 0.5).of(200)
    110.0
    """

    pixels: float = 0.0
    share: float = 0.0

    def of(self, whole: float) -> float:
        """Return the length in pixels."""
        return self.pixels + self.share * whole


ZERO = Length()


def used_length(length: Length | None, whole: float) -> float:
    """Return a margin or gap in pixels; `auto` and `normal` (None) take no room by themselves.

    >>> used_length(Length(0, 0.5), 200), used_length(None, 200)
    (100.0, 0.0)
    """
    return 0.0 if length is None else length.of(whole)


@lru_cache(maxsize=4_096)
def read_length(text: str, em: float, root_em: float, window_width: float) -> Length | None:
    """Return a length; None for keywords (`auto`) and what is none.

    >>> read_length("1.5em", 10, 16, 1024), read_length("calc(100% - 20px)", 10, 16, 1024)
    (Length(pixels=15.0, share=0.0), Length(pixels=-20.0, share=1.0))
    >>> read_length("auto", 10, 16, 1024) is None
    True
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        combined = _SUM.fullmatch(text)
        if combined is None:
            return None
        first = read_length(combined[1], em, root_em, window_width)
        second = read_length(combined[3], em, root_em, window_width)
        if first is None or second is None:
            return None
        sign = 1 if combined[2] == "+" else -1
        return Length(first.pixels + sign * second.pixels, first.share + sign * second.share)
    number, unit = float(match[1]), match[2] or "px"
    if unit == "%":
        return Length(0.0, max(-100.0, min(100.0, number / 100)))
    relative = {
        "em": em, "rem": root_em, "ex": em / 2, "ch": em / 2,
        "vw": window_width / 100, "vh": WINDOW_HEIGHT / 100,
        "vmin": WINDOW_HEIGHT / 100, "vmax": window_width / 100,
    }  # fmt: skip
    scale = _ABSOLUTE.get(unit) or relative.get(unit)
    if scale is None:
        return None
    return Length(max(-MAX_PIXELS, min(MAX_PIXELS, number * scale)))
