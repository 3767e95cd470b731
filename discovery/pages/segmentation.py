"""The visual block tree of a page: rectangles in rectangles, down to texts and images.

Liu, Meng, Meng 2010 (ViDE), section 4.2: "The root block represents the whole page, and each block
in the tree corresponds to a rectangular region on … the Web page. The leaf blocks … represent the
minimum semantic units, such as continuous texts or images."

Changed: the paper takes the tree that VIPS makes (Cai et al. 2003), which divides a page by the
separators of greatest weight. These cut a row of a grid into its pictures and its titles, and lists
into parts of several records (docs/reproduction.md). Here the blocks are VIPS's *valid nodes*, the
elements of which something is seen, in their order in the document. What shows nothing but one
other block is that block.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages.layout import Box, Layout, Piece, bounding_box

# Pieces of a page: one with more stays whole. Guess: the longest of 171 real pages has 5,000.
MAX_PIECES = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class VisualBlock:
    """One block: its box, its children in the order of the page; `own` pieces of a leaf."""

    box: Box
    children: tuple["VisualBlock", ...] = ()
    own: tuple[Piece, ...] = ()

    def walk(self) -> Iterator["VisualBlock"]:
        stack = [self]
        while stack:
            block = stack.pop()
            yield block
            stack.extend(reversed(block.children))

    def pieces(self) -> Iterator[Piece]:
        for block in self.walk():
            yield from block.own


def segment_page(layout: Layout) -> VisualBlock:
    """Return the visual block tree of a page; its root alone where nothing or too much is seen."""
    if not layout.pieces or len(layout.pieces) > MAX_PIECES:
        return VisualBlock(layout.page, own=layout.pieces)
    parts: dict[HtmlElement | None, list[HtmlElement | Piece]] = {None: []}
    for piece in layout.pieces:
        part: HtmlElement | Piece = piece
        element = piece.element
        while element is not None and element not in parts:
            parts[element] = [part]
            part, element = element, element.getparent()
        parts[element].append(part)
    order: list[HtmlElement | None] = []
    waiting: list[HtmlElement | None] = [None]
    while waiting:
        order.append(waiting.pop())
        waiting.extend(part for part in parts[order[-1]] if not isinstance(part, Piece))
    blocks: dict[HtmlElement | None, VisualBlock] = {}
    for element in reversed(order):
        children = tuple(
            VisualBlock(part.box, own=(part,)) if isinstance(part, Piece) else blocks[part]
            for part in parts[element]
        )
        whole = bounding_box(child.box for child in children)
        blocks[element] = children[0] if len(children) == 1 else VisualBlock(whole, children)
    return blocks[None]
