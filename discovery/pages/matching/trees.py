"""Rooted, ordered, labelled trees in which every subtree that recurs is kept once."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement
from msgspec import field

from discovery.documents.document import Document
from discovery.pages.tree import class_names, elements_in_order

# Characters of a label; what is longer is data, not a name. Guess.
MAX_LABEL_LENGTH = 200
_DIGITS = re.compile(r"\d+")


class LabelOptions(Document, frozen=True):
    """Which attributes tell elements of one tag apart (Ferrara and Baumgartner 2011, section 4).

    The tag always counts. Class names count as a set: their order says nothing. `with_target` is
    for the type-specific attributes (section 3.1), `href` of links and `src` of images: the
    form of the address counts (`target_form`), since no two records lead to one.
    """

    with_id: bool = field(default=False, name="id")
    with_class: bool = field(default=False, name="class")
    with_name: bool = field(default=False, name="name")
    with_target: bool = field(default=False, name="target")


def label_of(element: HtmlElement, options: LabelOptions) -> str:
    """Return the label of an element.

    >>> from lxml.html import fromstring
    >>> label_of(fromstring('<p id="a" class="y x">'), LabelOptions(with_id=True, with_class=True))
    'p#a.x.y'
    """
    return make_label(
        str(element.tag),
        options,
        own_id=element.get("id", ""),
        classes=class_names(element) if options.with_class else (),
        name=element.get("name", ""),
        target=target_form(element) if options.with_target else "",
    )


def target_form(element: HtmlElement) -> str:
    """Return the form of the address that an element links to or shows, empty if it does neither.

    It is the host, the folder and the names of the parameters, numbers as one sign.

    >>> from lxml.html import fromstring
    >>> target_form(fromstring('<a href="/book/17/moby-dick?lang=en">')), target_form(
    ...     fromstring("<p>"))
    ('/book/#/?lang', '')
    """
    address = element.get("href") or element.get("src") or ""
    if not address:
        return ""
    try:
        parts = urlsplit(address.strip()[:MAX_LABEL_LENGTH])
        names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
    except ValueError:
        return ""
    folder = _DIGITS.sub("#", parts.path.rpartition("/")[0])
    return f"{parts.netloc}{folder}/{'?' if names else ''}{'&'.join(names)}"


def make_label(
    tag: str,
    options: LabelOptions,
    *,
    own_id: str = "",
    classes: Sequence[str] = (),
    name: str = "",
    target: str = "",
) -> str:
    label = tag
    if options.with_id and own_id:
        label += f"#{own_id}"
    if options.with_class:
        label += "".join(f".{each}" for each in sorted(set(classes)))
    if options.with_name and name:
        label += f"[{name}]"
    if options.with_target and target:
        label += f"({target})"
    return label[:MAX_LABEL_LENGTH]


# Nodes of a tree; a larger page is cut. The largest page of results seen has about 20,000.
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
        return len(self.labels) - 1

    @property
    def size(self) -> int:
        return self.sizes[-1]

    def occurrences(self) -> list[int]:
        counts = [0] * len(self.labels)
        counts[self.root] = 1
        for number in range(self.root, -1, -1):
            for child in self.children[number]:
                counts[child] += counts[number]
        return counts

    def labels_in_order(self) -> Iterator[str]:
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
        """Return the class of a subtree, given its children's. Raises `TreeTooLargeError`."""
        number = self._numbers.setdefault((label, children), len(self._sizes))
        if number == len(self._sizes):
            size = 1 + sum(self._sizes[child] for child in children)
            # Only stored data can get here: a few classes may describe a tree beyond all bounds.
            if size > MAX_NODES:
                raise TreeTooLargeError(f"a tree of {size} nodes")
            self._sizes.append(size)
        return number

    def tree(self) -> LabeledTree:
        labels, children = zip(*self._numbers, strict=True)
        return LabeledTree(labels, children, tuple(self._sizes))


@dataclass(frozen=True, slots=True)
class ChildPairs:
    """The children of two matched nodes: equal ones at both ends, and those between to be matched.

    Equal subtrees at the same end are matched by some best matching: no other partner is worth more
    to either of them.
    """

    equal: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JoinedTrees:
    """The classes of two trees in one numbering; children have lower numbers than parents."""

    labels: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]
    left: int
    right: int

    @classmethod
    def of(cls, left: LabeledTree, right: LabeledTree) -> "JoinedTrees":
        numbers = {
            key: number for number, key in enumerate(zip(left.labels, left.children, strict=True))
        }
        sizes = list(left.sizes)
        mapped: list[int] = []
        for label, children, size in zip(right.labels, right.children, right.sizes, strict=True):
            key = (label, tuple(mapped[child] for child in children))
            number = numbers.setdefault(key, len(sizes))
            if number == len(sizes):
                sizes.append(size)
            mapped.append(number)
        labels, below = zip(*numbers, strict=True)
        return cls(labels, below, tuple(sizes), left.root, mapped[-1])

    def key(self, left: int, right: int) -> int:
        """Return a pair of classes as one number; pairs of their children have lower ones."""
        return left * len(self.labels) + right

    def pair(self, key: int) -> tuple[int, int]:
        return divmod(key, len(self.labels))

    def child_pairs(self, left: int, right: int) -> ChildPairs:
        first, second = self.children[left], self.children[right]
        start, shorter = 0, min(len(first), len(second))
        while start < shorter and first[start] == second[start]:
            start += 1
        end = 0
        while end < shorter - start and first[-1 - end] == second[-1 - end]:
            end += 1
        first_end, second_end = len(first) - end, len(second) - end
        return ChildPairs(
            (*first[:start], *first[first_end:]), first[start:first_end], second[start:second_end]
        )
