"""The nodes of a page that show something, as VIPS looks at them.

Cai et al. 2003, section 4.1: a *valid node* can be seen; an *inline node* affects the looks of text
and can be applied to words without a line break; a *virtual text node* is an inline node of text
and virtual text nodes alone.
"""

from dataclasses import dataclass, field

from lxml.html import HtmlElement

from discovery.pages.layout import Box, Font, Layout, Piece, PieceKind
from discovery.pages.tree import LINE_TAGS

# Two pieces stand on one line when they share half the height of the lower one. Guess, as for the
# content lines of ViNTs.
MIN_SHARED_HEIGHT = 0.5


@dataclass(slots=True, eq=False)
class VisibleNode:
    """A valid node: an element with what is seen of it, or one piece (`element` is None).

    `box` is the smallest around its pieces, `area` the sum of its parts' areas, `is_text` whether
    it is a text or a virtual text node, `has_break` whether its text goes on below its first line.
    """

    element: HtmlElement | None
    box: Box
    piece: Piece | None = None
    parts: list["VisibleNode"] = field(default_factory=list)
    is_text: bool = False
    has_break: bool = False
    background: str = ""
    fonts: frozenset[Font] = frozenset()

    @property
    def is_line_break(self) -> bool:
        """Whether the node is no inline node."""
        return self.element is not None and self.element.tag in LINE_TAGS


def visible_nodes(layout: Layout) -> VisibleNode:
    """Return the tree of a page's valid nodes; its root shows nothing where nothing is seen."""
    root = VisibleNode(None, layout.page)
    known: dict[HtmlElement, VisibleNode] = {}
    order: list[VisibleNode] = []
    for piece in layout.pieces:
        leaf = VisibleNode(
            None,
            piece.box,
            piece,
            is_text=piece.kind is PieceKind.TEXT,
            fonts=frozenset((piece.font,)) if piece.kind is PieceKind.TEXT else frozenset(),
        )
        node, element = leaf, piece.element
        while element is not None and element not in known:
            above = VisibleNode(
                element, piece.box, background=layout.backgrounds.get(element, ""), parts=[node]
            )
            known[element] = above
            order.append(above)
            node, element = above, element.getparent()
        (root if element is None else known[element]).parts.append(node)
    # What was made later stands inside or behind: every node comes after its parts.
    for node in _parts_first(root):
        _sum_up(node)
    return root


def _parts_first(root: VisibleNode) -> list[VisibleNode]:
    """Return all nodes with parts, each after its parts."""
    found, stack = [], [root]
    while stack:
        node = stack.pop()
        if node.parts:
            found.append(node)
            stack.extend(node.parts)
    return found[::-1]


def _sum_up(node: VisibleNode) -> None:
    """Work out of a node's parts what it shows."""
    boxes = [part.box for part in node.parts]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    node.box = Box(left, top, right - left, bottom - top)
    only_text = all(part.is_text for part in node.parts)
    node.is_text = only_text and not node.is_line_break
    node.has_break = any(part.has_break and part.is_text for part in node.parts) or any(
        before.is_text and after.is_text and not side_by_side(before.box, after.box)
        for before, after in zip(node.parts, node.parts[1:], strict=False)
    )
    node.fonts = (
        frozenset().union(*(part.fonts for part in node.parts)) if only_text else frozenset()
    )


def side_by_side(left: Box, right: Box) -> bool:
    """Return whether two boxes stand on one line."""
    lower = min(left.height, right.height)
    return left.rows_shared_with(right) >= MIN_SHARED_HEIGHT * max(lower, 1.0)
