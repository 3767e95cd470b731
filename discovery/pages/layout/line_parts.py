"""What a line consists of: entries around a base, and in which order they are written."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from discovery.pages.layout.frames import Fragment, Frame
from discovery.pages.layout.items import Item, Kind, Text
from discovery.pages.styles import Style

# Of the font size: a line, the letters from the top to the bottom, and from the top to the base.
LINE_HEIGHT = 1.17
LETTERS = 1.17
ASCENT = 0.93


def line_height(style: Style) -> float:
    """Return the height of a line in a style."""
    if style.line_pixels is not None:
        return style.line_pixels
    return style.size * (style.line_factor or LINE_HEIGHT)


@dataclass(slots=True)
class Entry:
    """Something on a line, or the parts of the line that it reaches above and below the base."""

    thing: Fragment | Frame
    above: float
    below: float
    vertical: str = ""
    margin_top: float = 0.0


@dataclass(slots=True)
class Line:
    """The line being written: between which sides, how far, with what."""

    left: float
    right: float
    pen: float
    entries: list[Entry] = field(default_factory=list)
    is_empty: bool = True


def reach(style: Style) -> tuple[float, float]:
    """Return how far a line of a style reaches above and below its base."""
    height = line_height(style)
    blank = (height - LETTERS * style.size) / 2
    above = blank + ASCENT * style.size
    return above, height - above


def tokens(parts: "list[Item | Text]") -> Iterator[tuple[bool, Item | Text]]:
    """Yield texts and things in order; inline elements twice, where they begin and where they end.

    Yields whether it begins.
    """
    waiting: list[tuple[bool, Item | Text]] = [(True, part) for part in reversed(parts)]
    while waiting:
        opened, part = waiting.pop()
        yield opened, part
        if opened and isinstance(part, Item) and part.kind is Kind.INLINE:
            waiting.append((False, part))
            waiting.extend((True, inner) for inner in reversed(part.contents))
