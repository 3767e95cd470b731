"""Tree-grams: the snapshots of wrapped subtrees (Ferrara and Baumgartner 2011, sections 1 and 4).

What is kept of an element, and that wrappers and kinds of blocks may be left out, is ours.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from lxml.html import HtmlElement
from msgspec import Meta, field

from discovery.documents.document import Document
from discovery.pages.matching.trees import LabeledTree, LabelOptions, make_label, target_form
from discovery.pages.page import Page
from discovery.pages.tree import LINE_TAGS, class_names, elements_in_order
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.page_features import (
    PageFeatures,
    RecordSpan,
    RuleMatch,
    page_features,
)
from wrappers.induction.samples import PageTooLargeError, Sample

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
    holds one element and no text of its own. `is_title` is of snapshots stored. `target` is the
    form of the address it leads to or shows.
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
        return frozenset(
            name
            for node in self.nodes
            for name in (*node.classes, *node.names, *((node.id,) if node.id else ()))
        )


def take_tree_gram(elements: Sequence[HtmlElement]) -> TreeGram:
    nodes: list[SnapshotNode] = []
    numbers: dict[HtmlElement, int] = {}
    for element in elements:
        for node in elements_in_order(element):
            if len(nodes) >= MAX_SNAPSHOT_NODES:
                return TreeGram(tuple(nodes))
            parent = -1 if node is element else numbers[node.getparent()]
            numbers[node] = len(nodes)
            nodes.append(_snapshot_node(node, parent))
    return TreeGram(tuple(nodes))


def _snapshot_node(element: HtmlElement, parent: int) -> SnapshotNode:
    named = (element.get(attribute) for attribute in NAMING_ATTRIBUTES)
    return SnapshotNode(
        parent=parent,
        tag=str(element.tag)[:MAX_NAME_LENGTH],
        id=element.get("id", "")[:MAX_NAME_LENGTH],
        classes=_cut(class_names(element)),
        names=_cut([text for text in named if text]),
        is_wrapper=len(element) == 1 and not (element.text or element[0].tail or "").strip(),
        target=target_form(element)[:MAX_NAME_LENGTH],
    )


def _cut(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(name[:MAX_NAME_LENGTH] for name in names[:MAX_NAMES])


# Pages looked at, snapshots kept, and records looked at to choose those that differ most. Guess.
MAX_PAGES = 6
MAX_SNAPSHOTS = 4
MAX_RECORDS_EXAMINED = 40
TAGS_ONLY = LabelOptions()
_Snapshot = Annotated[tuple[SnapshotNode, ...], Meta(max_length=MAX_SNAPSHOT_NODES)]


class TreeGrams(Document, frozen=True):
    """Snapshots of records of a wrapper that differ, the commonest kind first."""

    VERSION: ClassVar = ("format", "metasearch-tree-grams/1")

    snapshots: Annotated[tuple[_Snapshot, ...], Meta(max_length=MAX_SNAPSHOTS)] = field(
        name="records"
    )

    def __post_init__(self) -> None:
        """Raise `ValueError` when the parent of an element does not come before it."""
        for nodes in self.snapshots:
            if not all(-1 <= node.parent < number for number, node in enumerate(nodes)):
                raise ValueError("the parent of an element comes before it")

    @property
    def records(self) -> tuple[TreeGram, ...]:
        return tuple(map(TreeGram, self.snapshots))


def take_tree_grams(wrapper: Wrapper, pages: Sequence[Page]) -> TreeGrams:
    seen = []
    for page in pages[:MAX_PAGES]:
        try:
            shown = replace(page.seen_by(wrapper.view), styles=wrapper.styles)
            features = page_features(Sample(shown))
        except PageTooLargeError:
            continue
        seen.append((features, found_by(wrapper, features)))
    return tree_grams_of(seen)


def tree_grams_of(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> TreeGrams:
    filled = [(features, match) for features, match in pages if match.spans]
    return TreeGrams(tuple(gram.nodes for gram in _snapshots(filled)))


def found_by(wrapper: Wrapper, features: PageFeatures) -> RuleMatch:
    # A record may begin with the heading above what its rule finds.
    within = {
        features.index.number.get(element)
        for nodes in wrapper.record_nodes(features.sample.page)
        for element in nodes.elements
    }
    spans = {
        span.first: span
        for section in reversed(wrapper.sections)
        for span in features.find(section).spans
        if span.first in within
    }
    return RuleMatch(tuple(spans[first] for first in sorted(spans)))


def snapshot_of(features: PageFeatures, span: RecordSpan) -> TreeGram:
    index = features.index
    elements = []
    number = span.first
    while number < span.end:
        elements.append(index.elements[number])
        number = index.end[number]
    return take_tree_gram(elements)


def _snapshots(pages: Sequence[tuple[PageFeatures, RuleMatch]]) -> tuple[TreeGram, ...]:
    kinds: dict[LabeledTree, list[TreeGram]] = {}
    for features, match in pages:
        for span in match.spans[:MAX_RECORDS_EXAMINED]:
            snapshot = snapshot_of(features, span)
            kinds.setdefault(snapshot.tree(TAGS_ONLY), []).append(snapshot)
    ordered = sorted(kinds.values(), key=len, reverse=True)
    return tuple(snapshots[0] for snapshots in ordered[:MAX_SNAPSHOTS])
