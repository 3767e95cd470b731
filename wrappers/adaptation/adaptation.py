"""Adapting, from its pages and settings to its outcome: an adapted wrapper, or why there is none.

Ferrara and Baumgartner 2011, section 4: a wrapper is a hierarchy of patterns. *Top-down*, the
fields of a record are adapted when the record was. *Bottom-up*, where a field cannot be adapted its
record is adapted first, then the region of the records. *Process flow* (the page is another one) is
for those who fetch pages. Details ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, ClassVar

from msgspec import Meta, field

from discovery.documents.document import Document, Share
from discovery.pages.data.roles import DataView
from discovery.pages.data.showing import is_shown_title
from discovery.pages.matching.trees import LabelOptions
from discovery.pages.tree import tag_path
from discovery.pages.visibility import NO_STYLES
from wrappers.adaptation.tree_grams import TreeGrams
from wrappers.extraction.constraints import RecordField
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule
from wrappers.induction.samples import Sample, as_seen, in_one_view


class Pattern(StrEnum):
    """The patterns of a wrapper, the lowest first."""

    FIELD = "field"  # the title and what else a record holds
    RECORD = "record"  # the records in their region
    REGION = "region"  # where on the page the records stand


@dataclass(frozen=True, slots=True)
class Scope:
    """A pattern that is adapted, and the elements of each page that may start a record then."""

    pattern: Pattern
    starts: tuple[frozenset[int], ...]

    def holds(self, evaluated: EvaluatedRule) -> bool:
        """Tell whether a rule changes nothing above the pattern on any page."""
        return self.pattern is Pattern.REGION or all(
            starts.issuperset(span.first for span in match.spans)
            for starts, match in zip(self.starts, evaluated.matches, strict=True)
        )


def scopes_of(
    wrapper: Wrapper, region: Sequence[str], pages: Sequence[PageFeatures], *, bottom_up: bool
) -> tuple[Scope, ...]:
    """Return the lowest pattern that can have failed, and those above it if `bottom_up`.

    A field is adapted in the elements that the old keys of the records still find, a record in
    those where the old region stood: where there are none it is not the pattern that failed.
    """
    scopes = [
        Scope(Pattern.FIELD, tuple(_elements_found(wrapper, page) for page in pages)),
        Scope(Pattern.RECORD, tuple(_elements_below(region, page) for page in pages)),
        Scope(Pattern.REGION, ()),
    ]
    possible = [scope for scope in scopes if all(scope.starts)]
    return tuple(possible if bottom_up else possible[:1])


def keeps_titles(evaluated: EvaluatedRule, wrapper: Wrapper) -> bool:
    return any(evaluated.rule.titles == section.titles for section in wrapper.sections)


def _elements_found(wrapper: Wrapper, page: PageFeatures) -> frozenset[int]:
    return frozenset(
        number
        for section in wrapper.sections
        for key in section.keys[:1]
        for number in page.members_of(key)
    )


def _elements_below(region: Sequence[str], page: PageFeatures) -> frozenset[int]:
    index = page.index
    return frozenset(
        number
        for start, depth in enumerate(index.depth)
        if depth == len(region) - 1 and tag_path(index.elements[start]) == tuple(region)
        for number in range(start + 1, index.end[start])
    )


class Strategy(StrEnum):
    """How the records are found again on redesigned pages."""

    CLUSTERED = "clustered"  # clustered tree matching with the tree-grams
    SIMPLE = "simple"  # simple tree matching with them: what the paper compares clustered with
    BIGRAM = "bigram"  # bigrams of trees: parts of a record may have changed places
    JARO_WINKLER = "jaro_winkler"  # Jaro–Winkler over trees: levels may have come and gone
    ATTRIBUTES = "attributes"  # class names, ids and other names that are still in use
    ORACLE = "oracle"  # records that the same queries once gave, found in the new answers
    LEARN_ANEW = "learn_anew"  # nothing of the old structure is asked for


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a strategy found when a pattern was adapted.

    `similarity` is that of its best candidate to the old records, by the strategy's own measure.
    `found` tells whether it is above the threshold; `outcome` says in words how it went.
    """

    strategy: Strategy
    pattern: Pattern
    similarity: float
    outcome: str
    found: bool = False
    passed: bool = False


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
    attempts: tuple[Attempt, ...] = ()
    fields: tuple[RecordField, ...] = ()
    lost: tuple[RecordField, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A query, as it was sent, and the records of its answer before the redesign."""

    query: str
    records: tuple[ResultRecord, ...]


class Refusal(StrEnum):
    """Why nothing was adapted."""

    NO_PAGES = "no_pages"  # there is no page to adapt to, or none that can be analysed
    NO_RECORDS = "no_records"  # nothing on the pages looks like search results
    NOT_ALIKE = "not_alike"  # no strategy found records like the old ones
    UNSURE = "unsure"  # what was found did not pass the check


class NotAdaptedError(ValueError):
    """No adaptation passed; the message says why, `attempts` what was tried."""

    def __init__(self, reason: Refusal, message: str, attempts: tuple[Attempt, ...] = ()) -> None:
        super().__init__(message)
        self.reason = reason
        self.attempts = attempts


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


class AdaptationSettings(Document, frozen=True, forbid_unknown_fields=True):
    """How a wrapper is adapted.

    `order` are the strategies in the order tried, `thresholds` the similarity that each asks for.
    `labels` tell elements of one tag apart when trees are matched. Not `top_down` the old rules for
    the title are kept. `update_tree_grams`: those of the new pages take the place of the old.
    """

    VERSION: ClassVar = ("format", "metasearch-adaptation/1")

    order: Annotated[tuple[Strategy, ...], Meta(min_length=1)] = DEFAULT_ORDER
    thresholds: Mapping[Strategy, Share] = field(default_factory=dict)
    labels: LabelOptions = field(default_factory=LabelOptions)
    top_down: bool = True
    bottom_up: bool = True
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
        raise NotAdaptedError(
            Refusal.NO_PAGES, f"The pages have more than {MAX_ELEMENTS:,} elements each."
        )
    return kept
