"""The target pages map: by which pages those like the sample are reached (Vidal et al. 2006, 4.2).

The paper takes the tree that a breadth-first traversal finds, which shortcuts make accidental: a
target linked from the text of some early page is not the child of the index that lists all. Here a
target is the child of the page that links to most targets. Whether a page is like the sample is
told by RTDM (section 3), `RTDMSim` of Fig. 3.

The paper groups the children of each node (section 4.3, procedure `Group`). Here all hubs of the
map are grouped at once. So numbered pages, each a child of the one before it, are one kind with a
step to itself. Details ours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from discovery.crawling.traversal import LinkGraph
from discovery.documents.document import Document, Share
from discovery.pages.matching.measures import rtdm_similarity
from discovery.pages.matching.trees import LabeledTree, LabelOptions
from discovery.pages.page import Page

# Elements are told apart by class names too. Measured: mean F1 .88, by tags .75.
_LABELS = LabelOptions(with_class=True)
# The threshold lies at most at this share of what the least similar member reaches, so that pages
# to come which are a little more different than all before pass. Guess.
_MARGIN = 0.8
# Bounds of a stored tree: some hundred classes of subtrees are usual.
_MAX_CLASSES = 20_000
_MAX_LABEL = 400
_MAX_SAMPLES = 5


def sample_trees(pages: Iterable[Page]) -> tuple[LabeledTree, ...]:
    return tuple(LabeledTree.of(page.root, _LABELS) for page in pages)[:_MAX_SAMPLES]


def sample_similarity(samples: Sequence[LabeledTree], page: Page) -> float:
    """Return how like the nearest sample a page is, from 0 to 1."""
    tree = LabeledTree.of(page.root, _LABELS)
    return max((rtdm_similarity(sample, tree) for sample in samples), default=0.0)


def least_similarity(members: Iterable[float], others: Iterable[float]) -> float:
    """Return the threshold for pages like `members`, given what other pages reach.

    The paper gives none. It lies below the members; as far below as others leave room for.

    >>> least_similarity([0.9, 0.8, 1.0], [0.2, 0.3])
    0.55
    >>> least_similarity([0.5], [0.45])
    0.4
    """
    lowest = min(members, default=0.0)
    below = max((value for value in others if value < lowest), default=0.0)
    return round(min(_MARGIN * lowest, (lowest + below) / 2), 3)


class StoredTree(Document, frozen=True):
    labels: Annotated[
        tuple[Annotated[str, Meta(max_length=_MAX_LABEL)], ...], Meta(max_length=_MAX_CLASSES)
    ]
    children: Annotated[
        tuple[Annotated[tuple[int, ...], Meta(max_length=_MAX_CLASSES)], ...],
        Meta(max_length=_MAX_CLASSES),
    ]

    def __post_init__(self) -> None:
        if sum(map(len, self.children)) > _MAX_CLASSES:
            raise ValueError("a tree that is too large")
        self.tree()

    def tree(self) -> LabeledTree:
        return LabeledTree.from_classes(self.labels, self.children)


class TargetCheck(Document, frozen=True):
    """How like one of the samples a target page is at least."""

    least: Share
    samples: Annotated[tuple[StoredTree, ...], Meta(min_length=1, max_length=_MAX_SAMPLES)]


def target_check(
    trees: Sequence[LabeledTree], members: Iterable[float], others: Iterable[float]
) -> TargetCheck | None:
    """Return the check by samples, given how like them members and other pages are."""
    samples = tuple(StoredTree(tree.labels, tree.children) for tree in trees)
    return TargetCheck(least_similarity(members, others), samples) if samples else None


@dataclass(frozen=True, slots=True)
class TargetPagesMap:
    """A tree from the entry to the target pages.

    `hubs` are the pages whose links are followed, each after its parent, which is None for the
    entry and pages that cannot be reached from there. `targets` have their hub, and may be one too.
    """

    entry: str
    hubs: dict[str, str | None]
    targets: dict[str, str]


def map_targets(entry: str, graph: LinkGraph, targets: Iterable[str]) -> TargetPagesMap:
    """Cover the targets by the pages that list most of them for each page on the way there."""
    wanted = frozenset(targets) - {entry}
    parents, depths = _breadth_first(entry, graph)
    listed = {
        page: {link.address for link in graph.get(page, ())} & wanted - {page} for page in depths
    }
    hubs: dict[str, str | None] = {entry: None}
    covered = dict.fromkeys(listed[entry], entry)
    for page in sorted(depths, key=lambda page: -len(listed[page]) / depths[page]):
        if not listed[page] - covered.keys():
            continue
        way: list[str] = []
        step: str | None = page
        while step is not None and step not in hubs:
            way.append(step)
            step = parents[step]
        for step in reversed(way):
            hubs[step] = parents[step]
            covered |= dict.fromkeys(listed[step] - covered.keys(), step)
    return TargetPagesMap(entry, hubs, covered)


def _breadth_first(entry: str, graph: LinkGraph) -> tuple[dict[str, str | None], dict[str, int]]:
    """Return the page that first links to each, None where no way leads from the entry, and how
    many pages the way to each has."""
    parents: dict[str, str | None] = {}
    depths: dict[str, int] = {}
    for root in (entry, *graph):
        order = [] if root in depths else [root]
        parents.setdefault(root, None)
        depths.setdefault(root, 1)
        for page in order:
            for link in graph.get(page, ()):
                if link.address not in depths and link.address in graph:
                    parents[link.address], depths[link.address] = page, depths[page] + 1
                    order.append(link.address)
    return parents, depths
