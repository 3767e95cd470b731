"""The tag tree of a page, and tag paths through it.

Zhao et al. 2005, section 3.5. The definition of a tag path is lost from that text. This one is made
after its examples, details ours. It lists the nodes from the root, each with a direction. The
direction is `C` to go on to its first child, `S` to go on to its next sibling.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import NamedTuple

from lxml.html import HtmlElement

# Nodes that may stand anywhere and show nothing: no nodes of the tag tree.
SKIPPED_TAGS = frozenset("script style noscript template".split())


class Direction(StrEnum):
    """Where a tag path goes on from a node."""

    CHILD = "C"
    SIBLING = "S"


class PathNode(NamedTuple):
    """A node of a tag path. (A plain tuple, because paths are long and compared often.)

    `structure` is empty, or describes the inside of the node where a separator was *expanded*.
    """

    tag: str
    direction: Direction
    structure: str = ""


TagPath = tuple[PathNode, ...]


class TreePosition(NamedTuple):
    """A place in the tag tree: in `parent`, before its child number `child` (0 is the first).

    A tag path leads to a place. With text before the child, or after the last one, the place is
    that of the text.
    """

    parent: HtmlElement
    child: int


def format_path(path: Sequence[PathNode]) -> str:
    """Return a tag path as the paper writes it."""
    return "".join(f"<{node.tag.upper()}{node.structure}>{node.direction}" for node in path)


def child_nodes(parent: HtmlElement) -> tuple[HtmlElement, ...]:
    """Return the child nodes of an element in the tag tree."""
    return tuple(
        child for child in parent if isinstance(child.tag, str) and child.tag not in SKIPPED_TAGS
    )


@dataclass
class TagTree:
    """A page's elements numbered in document order; paths and common ancestors by the numbers."""

    root: HtmlElement

    def __post_init__(self) -> None:
        """Number the elements."""
        self.number: dict[HtmlElement, int] = {}
        self.end: list[int] = []
        self._children: dict[HtmlElement, tuple[HtmlElement, ...]] = {}
        self._child_numbers: dict[HtmlElement, list[int]] = {}
        self._kept_before: dict[HtmlElement, list[int]] = {}
        self._paths: dict[HtmlElement, TagPath] = {}
        elements = [node for node in self.root.iter() if isinstance(node.tag, str)]
        self.number = {element: number for number, element in enumerate(elements)}
        self.end = list(range(1, len(elements) + 1))
        for number in range(len(elements) - 1, 0, -1):
            parent = self.number[elements[number].getparent()]
            self.end[parent] = max(self.end[parent], self.end[number])

    def children(self, parent: HtmlElement) -> tuple[HtmlElement, ...]:
        """Return the child nodes of an element."""
        children = self._children.get(parent)
        if children is None:
            children = self._children[parent] = child_nodes(parent)
        return children

    def place(self, parent: HtmlElement, children_before: int) -> TreePosition:
        """Return the place after so many of the markup's child nodes, skipped ones among them."""
        counts = self._kept_before.get(parent)
        if counts is None:
            kept = (isinstance(c.tag, str) and c.tag not in SKIPPED_TAGS for c in parent)
            counts = self._kept_before[parent] = list(accumulate(kept, initial=0))
        return TreePosition(parent, counts[children_before])

    def path(self, place: TreePosition) -> TagPath:
        """Return the tag path to a place."""
        siblings = self.children(place.parent)[: place.child]
        return (
            *self.path_to_inside(place.parent),
            *(PathNode(str(sibling.tag), Direction.SIBLING) for sibling in siblings),
        )

    def path_to_inside(self, parent: HtmlElement) -> TagPath:
        """Return the tag path to the first place inside an element."""
        path = self._paths.get(parent)
        if path is None:
            nodes: list[PathNode] = []
            element: HtmlElement | None = parent
            while element is not None and element is not self.root:
                nodes.append(PathNode(str(element.tag), Direction.CHILD))
                above = element.getparent()
                siblings = self.children(above)
                nodes.extend(
                    PathNode(str(sibling.tag), Direction.SIBLING)
                    for sibling in reversed(siblings[: siblings.index(element)])
                )
                element = above
            nodes.append(PathNode(str(self.root.tag), Direction.CHILD))
            path = self._paths[parent] = tuple(reversed(nodes))
        return path

    def follow(self, path: Sequence[PathNode]) -> TreePosition | None:
        """Return the place that a tag path leads to, None when the page has no such nodes.

        Siblings that the path does not name are passed over, so that the compact form of a path
        (`compact_prefix`) leads to the same sub-tree.
        """
        place: TreePosition | None = None
        for step in path:
            siblings = (self.root,) if place is None else self.children(place.parent)
            start = 0 if place is None else place.child
            found = next(
                (n for n in range(start, len(siblings)) if siblings[n].tag == step.tag), -1
            )
            if found < 0:
                return None
            if step.direction is Direction.CHILD:
                place = TreePosition(siblings[found], 0)
            elif place is None:
                return None
            else:
                place = TreePosition(place.parent, found + 1)
        return place

    def minimal_subtree(self, places: Sequence[TreePosition]) -> HtmlElement:
        """Return the root of the minimal sub-tree that contains all `places`."""
        root = places[0].parent
        numbers = [self.number[place.parent] for place in places]
        low, high = min(numbers), max(numbers)
        while root is not self.root:
            number = self.number[root]
            if number <= low and high < self.end[number]:
                break
            root = root.getparent()
        return root

    def child_place(self, ancestor: HtmlElement, place: TreePosition) -> TreePosition:
        """Return the place among the children of `ancestor` that holds `place`."""
        if place.parent is ancestor:
            return place
        numbers = self._child_numbers.get(ancestor)
        if numbers is None:
            numbers = [self.number[child] for child in self.children(ancestor)]
            self._child_numbers[ancestor] = numbers
        return TreePosition(ancestor, bisect_right(numbers, self.number[place.parent]) - 1)
