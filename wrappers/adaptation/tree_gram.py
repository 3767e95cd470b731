"""A tree-gram: the snapshot of a wrapped subtree (Ferrara and Baumgartner 2011, section 1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.matching.label_options import LabelOptions, make_label, target_form
from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.tree import LINE_TAGS, class_names, elements_in_order

# Elements of one snapshot; what comes later is left out. Few real records have more.
MAX_SNAPSHOT_NODES = 200
# Names of one element that are kept, and characters of each. Guess.
MAX_NAMES = 8
MAX_NAME_LENGTH = 80
Name = Annotated[str, Meta(max_length=MAX_NAME_LENGTH)]
_Names = Annotated[tuple[Name, ...], Meta(max_length=MAX_NAMES)]
# The node above the siblings that a record consists of, and what stands for any line or block.
ROOT_LABEL = "record"
BLOCK_LABEL = "block"
# Attributes besides class and id in which pages name the parts of a record.
NAMING_ATTRIBUTES = ("name", "itemprop", "role", "rel", "data-testid", "data-type", "property")


class SnapshotNode(Document, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An element of a snapshot with what may be its label.

    `parent` is the number of its parent among the nodes, -1 at the top. `is_wrapper` tells that it
    holds one element and no text of its own: it says nothing about what is shown. `is_title`: it is
    the title link. `target` is the form of the address it leads to or shows. In snapshots taken
    before there were these, no node has them.
    """

    parent: int
    tag: Name
    id: Name
    classes: _Names
    names: _Names
    is_wrapper: bool
    is_title: bool = False
    target: Name = ""


@dataclass(frozen=True, slots=True)
class TreeGram:
    """The elements of a wrapped subtree in document order."""

    nodes: tuple[SnapshotNode, ...]

    @property
    def title(self) -> int | None:
        """The number of the title link among the nodes, if it is known."""
        return next((n for n, node in enumerate(self.nodes) if node.is_title), None)

    @property
    def outline(self) -> tuple[list[str], list[int]]:
        """The tags below a node of their own, in document order, and the parent of each."""
        labels = [ROOT_LABEL, *(node.tag for node in self.nodes)]
        return labels, [-1, *(node.parent + 1 for node in self.nodes)]

    def tree(self, options: LabelOptions) -> LabeledTree:
        """Return the snapshot as a tree to match, below a node of its own."""
        labels = [ROOT_LABEL]
        labels += [
            make_label(
                node.tag,
                options,
                own_id=node.id,
                classes=node.classes,
                name=" ".join(node.names),
                target=node.target,
            )
            for node in self.nodes
        ]
        return LabeledTree.from_parents(labels, [-1, *(node.parent + 1 for node in self.nodes)])

    def content_tree(self) -> LabeledTree:
        """Return the tree of what the snapshot shows: no mere wrappers, all blocks alike.

        Wrappers are what redesigns add and remove, and which block element is used is what they
        change (details ours).
        """
        labels, parents = [ROOT_LABEL], [-1]
        places = {-1: 0}
        for number, node in enumerate(self.nodes):
            if node.is_wrapper and node.tag != "a":
                places[number] = places[node.parent]
                continue
            places[number] = len(labels)
            labels.append(BLOCK_LABEL if node.tag in LINE_TAGS else node.tag)
            parents.append(places[node.parent])
        return LabeledTree.from_parents(labels, parents)

    def all_names(self) -> frozenset[str]:
        """Return everything that the page calls the parts of the record."""
        return frozenset(
            name
            for node in self.nodes
            for name in (*node.classes, *node.names, *((node.id,) if node.id else ()))
        )


def take_tree_gram(elements: Sequence[HtmlElement], title: HtmlElement | None = None) -> TreeGram:
    """Return the snapshot of the sibling `elements` that make up a record, `title` its link."""
    nodes: list[SnapshotNode] = []
    numbers: dict[HtmlElement, int] = {}
    for element in elements:
        for node in elements_in_order(element):
            if len(nodes) >= MAX_SNAPSHOT_NODES:
                return TreeGram(tuple(nodes))
            parent = -1 if node is element else numbers[node.getparent()]
            numbers[node] = len(nodes)
            nodes.append(_snapshot_node(node, parent, is_title=node is title))
    return TreeGram(tuple(nodes))


def names_of(element: HtmlElement) -> tuple[str, ...]:
    """Return what the page calls an element: class names, id, and what else names parts."""
    named = (element.get(attribute) for attribute in ("id", *NAMING_ATTRIBUTES))
    return _cut([*class_names(element)[:MAX_NAMES], *(text for text in named if text)])


def _snapshot_node(element: HtmlElement, parent: int, *, is_title: bool) -> SnapshotNode:
    """Return the snapshot of one element."""
    named = (element.get(attribute) for attribute in NAMING_ATTRIBUTES)
    return SnapshotNode(
        parent=parent,
        tag=str(element.tag)[:MAX_NAME_LENGTH],
        id=element.get("id", "")[:MAX_NAME_LENGTH],
        classes=_cut(class_names(element)),
        names=_cut([text for text in named if text]),
        is_wrapper=len(element) == 1 and not (element.text or element[0].tail or "").strip(),
        is_title=is_title,
        target=target_form(element)[:MAX_NAME_LENGTH],
    )


def _cut(names: Sequence[str]) -> tuple[str, ...]:
    """Return the first names, each cut to a bounded length."""
    return tuple(name[:MAX_NAME_LENGTH] for name in names[:MAX_NAMES])
