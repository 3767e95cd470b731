"""A rooted, ordered, labelled tree in which every subtree that recurs is kept once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.matching.label_options import LabelOptions, label_of
from discovery.pages.tree import elements_in_order

# Nodes of a tree; a larger page is cut in document order. The largest page of results seen has
# about 20,000 elements.
MAX_NODES = 50_000
TAGS_ONLY = LabelOptions()


class TreeTooLargeError(ValueError):
    """A tree of more than `MAX_NODES` nodes."""


@dataclass(frozen=True, slots=True)
class LabeledTree:
    """A tree as its classes of identical subtrees, children before parents, the root's class last.

    Of class `c` the root is labelled `labels[c]`, its children are of the classes `children[c]`,
    and the subtree has `sizes[c]` nodes. A result page of 1,500 nodes has some 200 classes: that is
    what makes matching fast. Reis et al. 2004 find these equivalence classes in one post-order
    walk.
    """

    labels: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, element: HtmlElement, options: LabelOptions = TAGS_ONLY) -> "LabeledTree":
        """Return the tree of `element`, its first `MAX_NODES` nodes in document order.

        >>> from lxml.html import fromstring
        >>> tree = LabeledTree.of(fromstring("<ul><li><b>1</b></li><li><b>2</b></li></ul>"))
        >>> tree.labels, tree.children, tree.size
        (('b', 'li', 'ul'), ((), (0,), (1, 1)), 5)
        """
        labels: list[str] = []
        parents: list[int] = []
        numbers: dict[HtmlElement, int] = {}
        for number, node in enumerate(islice(elements_in_order(element), MAX_NODES)):
            numbers[node] = number
            labels.append(label_of(node, options))
            parents.append(numbers[node.getparent()] if number else -1)
        return cls.from_parents(labels, parents)

    @classmethod
    def from_parents(cls, labels: Sequence[str], parents: Sequence[int]) -> "LabeledTree":
        """Return the tree of nodes in document order, given the number of each one's parent.

        The parent of the first node, the root, is not looked at.

        >>> LabeledTree.from_parents(["ul", "li", "li"], [-1, 0, 0]).children
        ((), (0, 0))
        """
        below: list[list[int]] = [[] for _ in labels]
        for number, parent in enumerate(parents[1:], start=1):
            below[parent].append(number)
        builder = _Builder()
        classes = [0] * len(labels)
        # A child comes after its parent in document order: backwards, children are done first.
        for number in range(len(labels) - 1, -1, -1):
            children = tuple(classes[child] for child in below[number])
            classes[number] = builder.add(labels[number], children)
        return builder.tree()

    @classmethod
    def from_classes(
        cls, labels: Sequence[str], children: Sequence[Sequence[int]]
    ) -> "LabeledTree":
        """Return the tree of stored classes. Raises `ValueError` when they describe no tree."""
        if not labels or len(labels) != len(children):
            raise ValueError("no tree: labels and children do not fit each other")
        builder = _Builder()
        for number, (label, below) in enumerate(zip(labels, children, strict=True)):
            if not all(0 <= child < number for child in below):
                raise ValueError(f"no tree: class {number} comes before a child of it")
            if builder.add(label, tuple(below)) != number:
                raise ValueError(f"no tree: class {number} stands twice")
        return builder.tree()

    @property
    def root(self) -> int:
        """The class of the whole tree."""
        return len(self.labels) - 1

    @property
    def size(self) -> int:
        """The number of nodes."""
        return self.sizes[-1]

    def occurrences(self) -> list[int]:
        """Return how often each class stands in the tree."""
        counts = [0] * len(self.labels)
        counts[self.root] = 1
        for number in range(self.root, -1, -1):
            for child in self.children[number]:
                counts[child] += counts[number]
        return counts

    def labels_in_order(self) -> Iterator[str]:
        """Yield the labels of all nodes in document order."""
        stack = [self.root]
        while stack:
            number = stack.pop()
            yield self.labels[number]
            stack.extend(reversed(self.children[number]))


class _Builder:
    """Classes of subtrees, each numbered when it is first met."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, tuple[int, ...]], int] = {}
        self._sizes: list[int] = []

    def add(self, label: str, children: tuple[int, ...]) -> int:
        """Return the class of a subtree whose children's classes are known.

        Raises `TreeTooLargeError`.
        """
        number = self._numbers.setdefault((label, children), len(self._sizes))
        if number == len(self._sizes):
            size = 1 + sum(self._sizes[child] for child in children)
            # Only stored data can get here: a few classes may describe a tree beyond all bounds.
            if size > MAX_NODES:
                raise TreeTooLargeError(f"a tree of {size} nodes")
            self._sizes.append(size)
        return number

    def tree(self) -> LabeledTree:
        """Return the tree whose root was added last."""
        labels, children = zip(*self._numbers, strict=True)
        return LabeledTree(labels, children, tuple(self._sizes))
