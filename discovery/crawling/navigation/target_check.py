"""Whether a page is like the sample: RTDM (Vidal et al. 2006, section 3), `RTDMSim` of Fig. 3."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from discovery.documents.document import Document, Share
from discovery.pages.matching.label_options import LabelOptions
from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.matching.rtdm import rtdm_similarity
from discovery.pages.page import Page

# Elements are told apart by class names too. Measured on five sites: mean F1 .88, by tags .75.
_LABELS = LabelOptions(with_class=True)
# The threshold lies at most at this share of what the least similar member reaches, so that pages
# to come which are a little more different than all before pass. Guess.
_MARGIN = 0.8
# Bounds of a stored tree: some hundred classes of subtrees are usual.
_MAX_CLASSES = 20_000
_MAX_LABEL = 400
_MAX_SAMPLES = 5


@dataclass(frozen=True, slots=True)
class TargetCheck:
    """Sample pages and how like one of them a target page is at least, from 0 to 1."""

    samples: tuple[LabeledTree, ...]
    least: float

    def passes(self, page: Page) -> bool:
        """Tell whether a page may be a target page."""
        return sample_similarity(self.samples, page) >= self.least


def sample_trees(pages: Iterable[Page]) -> tuple[LabeledTree, ...]:
    """Return the trees of sample pages."""
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
    """The tree of a sample page as it is stored."""

    labels: Annotated[
        tuple[Annotated[str, Meta(max_length=_MAX_LABEL)], ...], Meta(max_length=_MAX_CLASSES)
    ]
    children: Annotated[
        tuple[Annotated[tuple[int, ...], Meta(max_length=_MAX_CLASSES)], ...],
        Meta(max_length=_MAX_CLASSES),
    ]

    def __post_init__(self) -> None:
        """Raise `ValueError` for what is too large or no tree."""
        if sum(map(len, self.children)) > _MAX_CLASSES:
            raise ValueError("a tree that is too large")
        self.tree()

    def tree(self) -> LabeledTree:
        """Return the tree."""
        return LabeledTree.from_classes(self.labels, self.children)


StoredTrees = Annotated[tuple[StoredTree, ...], Meta(max_length=_MAX_SAMPLES)]


def stored_trees(trees: Iterable[LabeledTree]) -> tuple[StoredTree, ...]:
    """Return how trees are stored."""
    return tuple(StoredTree(tree.labels, tree.children) for tree in trees)


class StoredCheck(Document, frozen=True):
    """A check as it is stored."""

    least: Share
    samples: Annotated[StoredTrees, Meta(min_length=1)]

    @classmethod
    def of(cls, check: TargetCheck) -> "StoredCheck":
        """Return how a check is stored."""
        return cls(check.least, stored_trees(check.samples))

    def check(self) -> TargetCheck:
        """Return the check."""
        return TargetCheck(tuple(sample.tree() for sample in self.samples), self.least)
