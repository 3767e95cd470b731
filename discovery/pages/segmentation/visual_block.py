"""A visual block: a rectangular region of a page, and the smaller ones it consists of.

Liu, Meng, Meng 2010 (ViDE), section 4.2: "The root block represents the whole page, and each block
in the tree corresponds to a rectangular region on … the Web page. The leaf blocks … represent the
minimum semantic units, such as continuous texts or images."
"""

from collections.abc import Iterator
from dataclasses import dataclass

from discovery.pages.layout import Box, Piece


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlock:
    """One block of the tree: its box, its children from the top left; `own` pieces of a leaf.

    `coherence` is the degree of coherence, 1 to 10: how much what it shows belongs together.
    """

    box: Box
    coherence: int
    children: tuple["VisualBlock", ...] = ()
    own: tuple[Piece, ...] = ()

    def walk(self) -> Iterator["VisualBlock"]:
        """Yield the block and all below it, each before its children."""
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            stack.extend(reversed(block.children))

    def leaves(self) -> Iterator["VisualBlock"]:
        """Yield the leaf blocks in the order of the tree."""
        return (block for block in self.walk() if not block.children)

    def pieces(self) -> Iterator[Piece]:
        """Yield all that the block shows."""
        for leaf in self.leaves():
            yield from leaf.own
