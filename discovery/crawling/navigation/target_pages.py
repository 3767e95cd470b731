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
from heapq import heapify, heappop, heapreplace
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


# What it costs to take a target's links too, which is downloaded anyway. Guess: less than an index
# page, but targets are removed and added, and their links with them.
_TARGET_COST = 0.5


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
    return _Mapping(entry, graph, targets).run()


class _Mapping:
    """The targets covered by hubs, greedily: most targets for the fewest pages first."""

    def __init__(self, entry: str, graph: LinkGraph, targets: Iterable[str]) -> None:
        self.entry = entry
        self.graph = graph
        self.wanted = frozenset(targets) - {entry}
        self.parents = _breadth_first(entry, graph)
        self.links_in: dict[str, list[str]] = {}
        for page, links in graph.items():
            for link in links:
                self.links_in.setdefault(link.address, []).append(page)
        self.hubs: dict[str, str | None] = {entry: None}
        self.covered: dict[str, str] = {}

    def run(self) -> TargetPagesMap:
        """Take the page worth most, with its way from the entry, until all targets are covered."""
        self._cover_by(self.entry)
        candidates = {page for target in self.wanted for page in self.links_in.get(target, ())}
        queue = [(-self._worth(page), page) for page in candidates]
        heapify(queue)
        while queue and len(self.covered) < len(self.wanted):
            worth, page = queue[0]
            current = -self._worth(page)
            if not current:
                heappop(queue)
            elif current > worth:
                heapreplace(queue, (current, page))
            else:
                heappop(queue)
                for step in reversed(self._path(page)):
                    self.hubs[step[0]] = step[1]
                    self._cover_by(step[0])
        return TargetPagesMap(self.entry, self.hubs, self.covered)

    def _cover_by(self, page: str) -> None:
        for address in self._new_targets(page):
            self.covered[address] = page

    def _new_targets(self, page: str) -> set[str]:
        linked = {link.address for link in self.graph.get(page, ())} & self.wanted
        return linked - self.covered.keys() - {page}

    def _worth(self, page: str) -> float:
        """Return how many targets a page brings for each page that has to be downloaded."""
        if page in self.hubs or not (targets := self._new_targets(page)):
            return 0.0
        return len(targets) / (_TARGET_COST if page in self.covered else len(self._path(page)))

    def _path(self, page: str) -> list[tuple[str, str | None]]:
        """Return `page` and what leads to it from the hubs, each with its parent, itself first."""
        path: list[tuple[str, str | None]] = []
        while page not in self.hubs:
            if page in self.covered:
                path.append((page, self.covered[page]))
                break
            hub = next((other for other in self.links_in.get(page, ()) if other in self.hubs), None)
            parent = hub or self.parents.get(page)
            path.append((page, parent))
            if parent is None:
                break
            page = parent
        return path


def _breadth_first(entry: str, graph: LinkGraph) -> dict[str, str | None]:
    """Return the pages reached from the entry, each with the page that first linked to it."""
    parents: dict[str, str | None] = {}
    for root in (entry, *graph):
        if root in parents:
            continue
        parents[root] = None
        order = [root]
        for page in order:
            for link in graph.get(page, ()):
                if link.address not in parents and link.address in graph:
                    parents[link.address] = page
                    order.append(link.address)
    return parents
