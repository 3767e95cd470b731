"""The tree of what is laid out: elements and their texts, with what flows and what does not."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from lxml.html import HtmlElement

from discovery.pages.layout.layout import PieceKind
from discovery.pages.styles import Style, StyledElement


class Kind(Enum):
    """How an element takes part in the flow (CSS 2.2, sections 9.2 to 9.5)."""

    INLINE = 1  # within a line, broken with it
    ATOMIC = 2  # within a line, as one thing
    BLOCK = 3
    FLOAT = 4
    OUT = 5  # placed by itself: absolute, fixed
    BREAK = 6


@dataclass(slots=True, eq=False)
class Text:
    """A text of an element: after how many of its child elements; `text` as written.

    `width` is of the text without breaks, `word` of its longest word, in pixels.
    """

    owner: "Item"
    children_before: int
    text: str
    folded: str
    width: float = 0.0
    word: float = 0.0


@dataclass(slots=True, eq=False)
class Item:
    """An element to be laid out.

    `least` and `most` are the narrowest and the widest that its content wants (CSS 2.2, 10.3.5),
    `outer_least` and `outer_most` the same with padding, border and margin. The margins are those
    that remain when margins of first and last children have collapsed into them.
    """

    styled: StyledElement
    style: Style
    kind: Kind
    parent: "Item | None"
    link: HtmlElement | None
    replaced: PieceKind | None = None
    contents: "list[Item | Text]" = field(default_factory=list)
    least: float = 0.0
    most: float = 0.0
    outer_least: float = 0.0
    outer_most: float = 0.0
    margin_top: float = 0.0
    margin_bottom: float = 0.0
    # Width and height of what has a size of its own.
    size: tuple[float, float] = (0.0, 0.0)

    @property
    def element(self) -> HtmlElement:
        """The element of the page."""
        return self.styled.element

    @property
    def tag(self) -> str:
        """The tag of the element."""
        return self.styled.tag

    def children(self) -> "Iterator[Item]":
        """Yield the child elements that are shown."""
        return (part for part in self.contents if isinstance(part, Item))

    def holds_floats(self) -> bool:
        """Tell whether floats inside stay inside: a block formatting context of its own."""
        style = self.style
        return (
            self.kind in _ROOTS
            or style.clips
            or style.display in _CONTEXTS
            or style.columns > 1
            or style.column_width > 0
        )


_ROOTS = frozenset((Kind.ATOMIC, Kind.FLOAT, Kind.OUT))
_CONTEXTS = frozenset(
    "flow-root table table-cell table-caption flex grid inline-block inline-flex "
    "inline-grid".split()
)
_INLINE_ATOMS = frozenset(("inline-block", "inline-flex", "inline-grid"))
CONTROL_TAGS = frozenset("input select textarea button".split())
IMAGE_TAGS = frozenset("img svg video canvas iframe embed object audio".split())


def item_tree(top: StyledElement) -> tuple[Item, list[Item]]:
    """Return the tree of what is shown, and all its items in document order."""
    root = Item(top, top.style, Kind.BLOCK, None, None)
    items: list[Item] = []
    waiting = [root]
    while waiting:
        item = waiting.pop()
        items.append(item)
        if item.replaced is None:
            _fill(item)
            waiting.extend(reversed([part for part in item.contents if isinstance(part, Item)]))
    return root, items


def _fill(item: Item) -> None:
    """Add the texts and the child elements that are shown."""
    element = item.element
    if element.text and item.tag != "br":
        item.contents.append(Text(item, 0, element.text, " ".join(element.text.split())))
    shown = {child.element: child for child in item.styled.children}
    for count, child in enumerate(element, start=1):
        styled = shown.get(child)
        if styled is not None and styled.style.display != "none" and not _is_unseen(styled):
            item.contents.append(_item(styled, item))
        if child.tail:
            item.contents.append(Text(item, count, child.tail, " ".join(child.tail.split())))


def _is_unseen(styled: StyledElement) -> bool:
    """Tell whether an element is not shown by what it is."""
    if styled.tag == "input":
        return (styled.element.get("type") or "").strip().lower() == "hidden"
    if styled.style.display in {"table-column", "table-column-group"}:
        return True
    parent = styled.parent
    if parent is None or parent.tag not in {"details", "dialog"}:
        return False
    return parent.element.get("open") is None and (
        parent.tag == "dialog" or styled.tag != "summary"
    )


def _item(styled: StyledElement, parent: Item) -> Item:
    """Return the item of an element."""
    style = styled.style
    link = parent.link
    if styled.tag == "a" and styled.element.get("href") is not None:
        link = styled.element
    replaced = None
    if styled.tag in CONTROL_TAGS:
        replaced = PieceKind.CONTROL
    elif styled.tag in IMAGE_TAGS:
        replaced = PieceKind.IMAGE
    elif styled.tag == "hr":
        replaced = PieceKind.RULE
    return Item(styled, style, _kind(styled, parent, replaced), parent, link, replaced)


def _kind(styled: StyledElement, parent: Item, replaced: PieceKind | None) -> Kind:
    """Return how an element takes part in the flow."""
    style = styled.style
    if styled.tag == "br":
        return Kind.BREAK
    if style.position in {"absolute", "fixed"}:
        return Kind.OUT
    if parent.style.display in {"flex", "grid", "inline-flex", "inline-grid"}:
        return Kind.BLOCK
    if style.floats:
        return Kind.FLOAT
    if style.display in _INLINE_ATOMS or (style.display == "inline" and replaced is not None):
        return Kind.ATOMIC
    return Kind.INLINE if style.display in {"inline", "contents"} else Kind.BLOCK
