"""Floats of one block formatting context, and what room they leave (CSS 2.2, section 9.5)."""

from dataclasses import dataclass, field

# Floats that may still reach down to where the next thing stands; more are passed by. Guess: no
# page puts as many beside each other.
MAX_OPEN = 60


@dataclass(slots=True)
class Floats:
    """The floats at either side: their inner edge, top and bottom."""

    left: list[tuple[float, float, float]] = field(default_factory=list)
    right: list[tuple[float, float, float]] = field(default_factory=list)
    bottom: float = 0.0
    last_top: float = 0.0

    def room(self, top: float, left: float, right: float) -> tuple[float, float]:
        """Return what is left between `left` and `right` for a line at `top`."""
        for edge, begin, end in self.left:
            if begin <= top < end and edge > left:
                left = edge
        for edge, begin, end in self.right:
            if begin <= top < end and edge < right:
                right = edge
        return left, right

    def next_edge(self, top: float) -> float | None:
        """Return where the next float ends below `top`."""
        return min((end for _, _, end in (*self.left, *self.right) if end > top), default=None)

    def fit(
        self, width: float, top: float, left: float, right: float
    ) -> tuple[float, float, float]:
        """Return top, left and right of the first place from `top` down that is `width` wide."""
        for _ in range(MAX_OPEN):
            begin, end = self.room(top, left, right)
            if end - begin >= width - 0.5 or (begin <= left and end >= right):
                break
            edge = self.next_edge(top)
            if edge is None:
                break
            top = edge
        return top, *self.room(top, left, right)

    def put(
        self, side: str, width: float, height: float, top: float, left: float, right: float
    ) -> tuple[float, float]:
        """Place a float; return its left side and top."""
        top, begin, end = self.fit(width, max(top, self.last_top), left, right)
        self.last_top = top
        bottom = top + height
        self.bottom = max(self.bottom, bottom)
        if side == "left":
            if height > 0:
                self.left.append((begin + width, top, bottom))
                del self.left[:-MAX_OPEN]
            return begin, top
        if height > 0:
            self.right.append((end - width, top, bottom))
            del self.right[:-MAX_OPEN]
        return end - width, top

    def below(self, side: str, top: float) -> float:
        """Return the first place from `top` down that has no float at `side` (or `both`)."""
        sides = {"left": (self.left,), "right": (self.right,)}.get(side, (self.left, self.right))
        return (
            max((end for floats in sides for _, _, end in floats), default=top, key=float)
            if (any(end > top for floats in sides for _, _, end in floats))
            else top
        )
