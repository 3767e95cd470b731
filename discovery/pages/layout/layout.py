"""The layout of a rendered page, as data: where everything stands, in pixels from the top left.

One interface, whoever renders: a browser gives true boxes, `estimate_layout` gives boxes worked out
from the markup alone. Zhao, Meng et al. 2005 (ViNTs) call a box a *rendering box*, "a rectangle
containing the object". Liu, Meng, Meng 2010 (ViDE, section 4.1) call it a *minimum bounding
rectangle*.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from lxml.html import HtmlElement


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with sides parallel to the axes; pixels, the vertical axis points down.

    >>> Box(10, 20, 30, 40).right, Box(10, 20, 30, 40).bottom, Box(10, 20, 30, 40).area
    (40, 60, 1200)
    """

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The horizontal coordinate of the right side."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """The vertical coordinate of the lower side."""
        return self.top + self.height

    @property
    def area(self) -> float:
        """Square pixels."""
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.width / 2, self.top + self.height / 2)

    def contains(self, point: tuple[float, float]) -> bool:
        """Return whether `point` lies inside or on a side."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def rows_shared_with(self, other: "Box") -> float:
        """Return the height of the stretch in which both boxes stand side by side.

        >>> Box(0, 0, 5, 10).rows_shared_with(Box(90, 4, 5, 10))
        6
        """
        return max(0, min(self.bottom, other.bottom) - max(self.top, other.top))


EMPTY_BOX = Box(0, 0, 0, 0)


def bounding_box(boxes: Iterable[Box]) -> Box:
    """Return the smallest box around `boxes`; `EMPTY_BOX` around none.

    >>> bounding_box([Box(0, 0, 1, 1), Box(5, 5, 1, 2)])
    Box(left=0, top=0, width=6, height=7)
    """
    boxes = tuple(boxes)
    if not boxes:
        return EMPTY_BOX
    left = min(box.left for box in boxes)
    top = min(box.top for box in boxes)
    right = max(box.right for box in boxes)
    bottom = max(box.bottom for box in boxes)
    return Box(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class Font:
    """How characters look (ViDE, section 4.1.2): equal fonts are equal in every attribute.

    `size` is in pixels, `weight` as in CSS (400 is normal, 700 bold). `color` is `#rrggbb` where a
    browser gave it, else as the page writes it; `family` are the names wanted, in lower case. Both
    are empty for the default.
    """

    size: float = 16.0
    weight: int = 400
    italic: bool = False
    color: str = ""
    family: str = ""


class PieceKind(StrEnum):
    """What can be seen at a place of the page."""

    TEXT = "text"
    IMAGE = "image"
    RULE = "rule"
    CONTROL = "control"


@dataclass(frozen=True, slots=True)
class Piece:
    """The smallest thing with a box of its own: a text without markup inside, an image, a rule.

    `element` is the image, rule or control itself. Of a text it is the element that the text stands
    in. `children_before` tells where in it: after how many of its child elements. `text` has its
    white space folded. `link` is the `<a href>` around the piece, if any. `lines` are the boxes of
    the lines that a text is broken into, from the top; empty where it takes one, or nobody knows.
    """

    kind: PieceKind
    element: HtmlElement
    children_before: int
    text: str
    box: Box
    font: Font
    link: HtmlElement | None = None
    lines: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """A rendered page: its own box, its pieces in document order, the boxes of its elements.

    Elements that show nothing (scripts, hidden ones) have no box. `backgrounds` are the colours
    (`#rrggbb`) of the elements that have one of their own; the others show what is behind them.
    """

    page: Box
    pieces: tuple[Piece, ...]
    boxes: Mapping[HtmlElement, Box]
    backgrounds: Mapping[HtmlElement, str] = field(default_factory=dict)
