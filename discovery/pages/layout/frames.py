"""What laying out yields: frames within frames, each placed relative to the one around it."""

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Protocol

from discovery.pages.layout.floats import Floats
from discovery.pages.layout.items import Item, Kind, Text


@dataclass(slots=True)
class Fragment:
    """One line of a text, relative to its frame; the box is as high as the letters."""

    text: Text
    left: float
    top: float
    width: float
    height: float


@dataclass(slots=True, eq=False)
class Frame:
    """The border box of an item; `left` and `top` are relative to the frame around it.

    `baseline` is that of the last line inside, from the top (None without one). `shift` moves all
    that is inside down: cells whose contents stand in the middle.
    """

    item: Item
    left: float = 0.0
    top: float = 0.0
    width: float = 0.0
    height: float = 0.0
    baseline: float | None = None
    shift: float = 0.0
    moved_left: float = 0.0
    moved_top: float = 0.0
    frames: "list[Frame]" = field(default_factory=list)
    fragments: list[Fragment] = field(default_factory=list)


@dataclass(slots=True)
class OutOfFlow:
    """A frame placed by itself: where it would stand, and the frame that its sides refer to."""

    frame: Frame
    around: Frame
    left: float
    top: float
    container: Frame


@dataclass(slots=True)
class Place:
    """Where something is laid out: the floats around it, and where its frame stands among them."""

    floats: Floats
    left: float = 0.0
    top: float = 0.0


# A step of laying out asks for frames of items inside and is given them: no recursion, as pages
# nest thousands deep.
Steps = Generator["Steps", Frame, Any]


class Engine(Protocol):
    """What lays out one item, whatever it is."""

    def lay(self, item: Item, available: float, place: Place, width: float | None) -> Steps:
        """Return the frame of an item in `available` pixels; its border box is `width` if given."""
        ...

    def flow(
        self, item: Item, frame: Frame, left: float, top: float, width: float, place: Place
    ) -> Steps:
        """Lay out blocks and lines below each other; return the bottom."""
        ...

    def write(
        self, parts: list[Item | Text], frame: Frame, left: float, top: float, width: float
    ) -> Steps:
        """Write inline contents with no floats around; return the bottom."""
        ...

    def put_out(self, item: Item, around: Frame, left: float, top: float) -> Steps:
        """Lay out what is out of the flow and would stand at a place of `around`."""
        ...


def run(steps: Steps) -> Frame:
    """Take the steps one after the other, those asked for first; return the outermost frame."""
    open_steps = [steps]
    frame: Any = None
    while open_steps:
        try:
            asked = open_steps[-1].send(frame)
        except StopIteration as end:
            frame = end.value
            open_steps.pop()
        else:
            open_steps.append(asked)
            frame = None
    assert isinstance(frame, Frame)
    return frame


def lay_loose(
    engine: Engine, item: Item, frame: Frame, left: float, top: float, width: float
) -> Generator[Steps, Frame, float]:
    """Lay out what in a grid or flexible box is none of its items; return where these begin.

    What is out of the flow stands at the corner, texts between the items are lines above them.
    """
    for child in item.children():
        if child.kind is Kind.OUT:
            yield from engine.put_out(child, frame, left, top)
    texts: list[Item | Text] = [
        part for part in item.contents if isinstance(part, Text) and part.folded
    ]
    if texts:
        top = yield from engine.write(texts, frame, left, top, width)
    return top
