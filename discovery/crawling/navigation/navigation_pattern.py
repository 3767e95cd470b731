"""Navigation patterns: the links that a crawler follows to the pages of a class; as JSON too.

The pages of one template have their links of one collection under the same tag paths (Blanco,
Crescenzi and Merialdo 2005, section 2). Vidal et al. look at addresses alone. Details ours. Whether
a page is like the sample is told by RTDM (Vidal et al. 2006, section 3), `RTDMSim` of Fig. 3.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, ClassVar

from msgspec import Meta, field

from discovery.crawling.navigation.url_patterns import compile_pattern
from discovery.crawling.traversal import GraphLink
from discovery.documents.document import Document, Share
from discovery.pages.matching.measures import rtdm_similarity
from discovery.pages.matching.trees import LabeledTree, LabelOptions
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url

# Kinds of pages: where a crawl begins; hubs are numbered from 1; what is looked for. A step from
# anywhere applies to pages of all kinds.
ENTRY, TARGET, ANYWHERE = "entry", "target", "any"
HUB = "hub {}"
# Bounds of what is read. Guesses, far above what is written.
MAX_STARTS = 1_000
MAX_STEPS = 2_000
MAX_PATHS = 2_000
MAX_OTHERS = 10_000
_Number = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]


class NavigationStep(Document, frozen=True, omit_defaults=True):
    """On pages of kind `source`, links that match lead to pages of kind `target`.

    A step from a kind to itself walks through numbered pages, or from target to target. `pattern`
    matches whole addresses. `paths`, where given, are tag paths (by number): pages whose addresses
    say nothing are told apart by these alone. `known_others` match, but lead elsewhere.
    """

    source: Annotated[str, Meta(pattern=r"^(entry|any|target|hub [1-9]\d{0,6})\Z")] = field(
        name="from"
    )
    target: Annotated[str, Meta(pattern=r"^(target|hub [1-9]\d{0,6})\Z")] = field(name="to")
    pattern: str
    paths: Annotated[frozenset[_Number], Meta(max_length=MAX_PATHS)] = frozenset()
    known_others: Annotated[frozenset[str], Meta(max_length=MAX_OTHERS)] = frozenset()

    def __post_init__(self) -> None:
        compile_pattern(self.pattern)
        _check_addresses(self.known_others)

    def matches(self, link: GraphLink) -> bool:
        return (not self.paths or link.path in self.paths) and self.leads_to(link.address)

    def leads_to(self, address: str) -> bool:
        is_matched = compile_pattern(self.pattern).fullmatch(address)
        return bool(is_matched) and address not in self.known_others


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


class NavigationPattern(Document, frozen=True, omit_defaults=True):
    """A navigation pattern (Vidal et al. 2006, definition 2), of several paths where one is short.

    `starts` are the entry, and pages to which it does not lead. `hub_count` and `target_count` tell
    how many pages of either sort it was made from. `check` is what a target page must pass besides.
    """

    VERSION: ClassVar = ("version", 1)

    starts: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MAX_STARTS)]
    steps: Annotated[tuple[NavigationStep, ...], Meta(max_length=MAX_STEPS)]
    hub_count: _Number
    target_count: _Number
    check: TargetCheck | None = None

    def __post_init__(self) -> None:
        _check_addresses(self.starts)


def describe_navigation(pattern: NavigationPattern) -> tuple[str, ...]:
    """Return the expressions as Table 1 of the paper shows them."""
    return tuple(
        f"{step.source} -> {step.target}: {step.pattern}"
        + (f" (links at {len(step.paths)} tag paths)" if step.paths else "")
        for step in pattern.steps
    )


def _check_addresses(addresses: Iterable[str]) -> None:
    if not all(resolve_url(each, each) == each for each in addresses):
        raise ValueError("an address that is none")
