"""Whether a page is like the sample: RTDM (Vidal et al. 2006, section 3), `RTDMSim` of Fig. 3."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from discovery.pages import Page
from discovery.pages.matching import LabeledTree, LabelOptions, rtdm_similarity

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


def check_to_json(check: TargetCheck) -> dict[str, Any]:
    """Return a check as an object of JSON."""
    return {"least": check.least, "samples": trees_to_json(check.samples)}


def check_from_json(data: object) -> TargetCheck:
    """Read a check. Raises `ValueError` on anything else."""
    if not isinstance(data, dict):
        raise ValueError("no check of target pages")
    least, trees = data.get("least"), data.get("samples")
    if isinstance(least, bool) or not isinstance(least, int | float) or not 0 <= least <= 1:
        raise ValueError("no similarity between 0 and 1")
    if not trees:
        raise ValueError("no sample page")
    return TargetCheck(trees_from_json(trees), float(least))


def trees_to_json(trees: Iterable[LabeledTree]) -> list[dict[str, Any]]:
    """Return trees as a list of JSON."""
    return [
        {"labels": list(tree.labels), "children": list(map(list, tree.children))} for tree in trees
    ]


def trees_from_json(data: object) -> tuple[LabeledTree, ...]:
    """Read trees. Raises `ValueError` on anything else."""
    if not isinstance(data, list) or len(data) > _MAX_SAMPLES:
        raise ValueError(f"no list of at most {_MAX_SAMPLES} sample pages")
    return tuple(map(_tree, data))


def _tree(data: object) -> LabeledTree:
    labels, children = (
        (data.get("labels"), data.get("children")) if isinstance(data, dict) else 2 * (0,)
    )
    if not isinstance(labels, list) or not isinstance(children, list):
        raise ValueError("no tree")
    if len(labels) > _MAX_CLASSES or sum(map(_length, children)) > _MAX_CLASSES:
        raise ValueError("a tree that is too large")
    if any(not isinstance(label, str) or len(label) > _MAX_LABEL for label in labels):
        raise ValueError("a label that is none")
    if any(type(child) is not int for row in children for child in row):
        raise ValueError("a child that is none")
    return LabeledTree.from_classes(labels, children)


def _length(row: object) -> int:
    if not isinstance(row, list):
        raise ValueError("children that are no list")
    return len(row)
