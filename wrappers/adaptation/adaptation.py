"""Adapting: what is asked for, and its outcome, an adapted wrapper or why there is none.

Ferrara and Baumgartner 2011, section 4: "process flow" (the page is another one) is for those who
fetch pages. Details ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from discovery.documents.document import Document, Share
from discovery.pages.data.roles import DataView
from discovery.pages.data.showing import is_shown_title
from discovery.pages.matching.trees import LabelOptions
from discovery.pages.visibility import NO_STYLES
from wrappers.adaptation.tree_grams import TreeGrams
from wrappers.extraction.constraints import RecordField
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples import Sample, as_seen, in_one_view


class Strategy(StrEnum):
    """What tells that records on redesigned pages are the old ones."""

    CLUSTERED = "clustered"  # clustered tree matching with the tree-grams
    SIMPLE = "simple"  # simple tree matching with them: what the paper compares clustered with
    BIGRAM = "bigram"  # bigrams of trees: parts of a record may have changed places
    JARO_WINKLER = "jaro_winkler"  # Jaro–Winkler over trees: levels may have come and gone
    ATTRIBUTES = "attributes"  # class names, ids and other names that are still in use
    ORACLE = "oracle"  # records that the same queries once gave, found in the new answers
    LEARN_ANEW = "learn_anew"  # nothing of the old structure is asked for


@dataclass(frozen=True, slots=True)
class Adaptation:
    """What adapting led to.

    `strategy` is None when the old wrapper still reads the pages as well as any: then it is
    `wrapper`, but for the rules of `fields`, which no longer came and were adapted alone. `lost`
    are those that were found nowhere. `score` is the likeness to the old records by the strategy's
    measure, from 0 to 1. `tree_grams` are those to keep from here on.
    """

    wrapper: Wrapper
    strategy: Strategy | None
    score: float
    tree_grams: TreeGrams
    fields: tuple[RecordField, ...] = ()
    lost: tuple[RecordField, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A query, as it was sent, and the records of its answer before the redesign."""

    query: str
    records: tuple[ResultRecord, ...]


class NotAdaptedError(ValueError):
    """No adaptation passed; the message says why."""


# How like the tree-grams records must be, from 0 to 1. The paper sets 40 to 90 % by site.
DEFAULT_THRESHOLDS: Mapping[Strategy, float] = {
    Strategy.CLUSTERED: 0.6,
    Strategy.SIMPLE: 0.6,
    Strategy.BIGRAM: 0.6,
    Strategy.JARO_WINKLER: 0.75,
    Strategy.ATTRIBUTES: 0.5,
    Strategy.ORACLE: 0.5,
    Strategy.LEARN_ANEW: 0.0,
}
# Simple matching is there to be compared with: where it finds records, clustered matching does.
DEFAULT_ORDER = tuple(strategy for strategy in Strategy if strategy is not Strategy.SIMPLE)


def _without_flags(data: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in data.items() if name not in ("top_down", "bottom_up")}
    return kept | {"format": "metasearch-adaptation/2"}


class AdaptationSettings(Document, frozen=True, forbid_unknown_fields=True):
    """How a wrapper is adapted.

    `order` are the strategies in the order asked, `thresholds` the similarity that each asks for.
    `labels` tell elements of one tag apart when trees are matched. `update_tree_grams`: those of
    the new pages take the place of the old.
    """

    VERSION: ClassVar = ("format", "metasearch-adaptation/2")
    UPGRADES: ClassVar = {"metasearch-adaptation/1": _without_flags}

    order: Annotated[tuple[Strategy, ...], Meta(min_length=1)] = DEFAULT_ORDER
    thresholds: Mapping[Strategy, Share] = field(default_factory=dict)
    labels: LabelOptions = field(default_factory=LabelOptions)
    update_tree_grams: bool = True

    def __post_init__(self) -> None:
        if len(set(self.order)) < len(self.order):
            raise ValueError("order is no list of different strategies")

    def threshold(self, strategy: Strategy) -> float:
        return self.thresholds.get(strategy, DEFAULT_THRESHOLDS[strategy])


# Elements of all pages together that are adapted to. About 5,000 are weighed a second, and a result
# page has some hundreds to some thousands. Guess.
MAX_ELEMENTS = 40_000


def in_view_of(wrapper: Wrapper, samples: Sequence[Sample]) -> tuple[list[Sample], DataView | None]:
    """Return samples of answers that are no HTML as the wrapper shows them, if it reads any.

    Else as they show themselves: paths have other names. Addresses are built alike.
    """
    samples = as_seen(samples, wrapper.styles or NO_STYLES)
    known = wrapper.view
    if known is not None:
        seen = [replace(sample, page=sample.page.seen_by(known)) for sample in samples]
        links = [nodes.title_link for each in seen for nodes in wrapper.record_nodes(each.page)]
        if sum(is_shown_title(link) for link in links) * 2 > len(links):
            return seen, known
    return in_one_view(samples, known)


def limit_size(samples: Sequence[Sample]) -> list[Sample]:
    """Return the samples that are not too large together. Raises `NotAdaptedError` when all are."""
    kept, left = [], MAX_ELEMENTS
    for sample in samples:
        size = sum(1 for _ in sample.page.root.iter())
        if size <= left:
            kept.append(sample)
            left -= size
    if samples and not kept:
        raise NotAdaptedError(f"The pages have more than {MAX_ELEMENTS:,} elements each.")
    return kept
