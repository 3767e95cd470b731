"""A rule evaluated on all sample pages, and the features that only several pages give."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from wrappers.extraction.record_rule import RecordRule
from wrappers.extraction.records.fields import TitleKind
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import RuleMatch


@dataclass(frozen=True, slots=True)
class EvaluatedRule:
    """A rule with what it finds on each sample page, and the no-result page if there is one."""

    rule: RecordRule
    inducer: str
    matches: tuple[RuleMatch, ...]
    no_result: PageFeatures | None = None

    @property
    def support(self) -> int:
        """The number of sample pages on which the rule finds records."""
        return sum(1 for match in self.matches if match.spans)


CrossPageFeature = Callable[[EvaluatedRule, Sequence[PageFeatures]], float]


def empty_pages(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Share of the sample pages on which the rule finds nothing."""
    return sum(1 for match in evaluated.matches if not match.spans) / len(pages)


def recurring_records(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Overlap of the records of different queries: regions that stay the same are noise.

    Overlap of addresses, averaged over the pairs of pages, relative to the smaller page.
    """
    sets = [
        {page.address_key(span.title) for span in match.spans}
        for page, match in zip(pages, evaluated.matches, strict=True)
        if match.spans
    ]
    overlaps = [len(left & right) / min(len(left), len(right)) for left, right in pairs(sets)]
    return sum(overlaps) / len(overlaps) if overlaps else 0.0


def pairs(sets: Sequence[set[str]]) -> list[tuple[set[str], set[str]]]:
    """Return all pairs."""
    return list(combinations(sets, 2))


def stands_on_no_result_page(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Share of the records whose address stands on the no-result page too: ground for refusal.

    As often as on their own page, that is: a menu of all there is leads to them on both, and what
    was found leads there once more. In the ranking it earns nothing: what stands there too is left
    out as a fixed region.
    """
    if evaluated.no_result is None:
        return 0.0
    known = evaluated.no_result.address_counts
    stand = [
        known[address] >= page.address_counts[address]
        for page, match in zip(pages, evaluated.matches, strict=True)
        for address in (page.address_key(span.title) for span in match.spans)
    ]
    return sum(stand) / max(1, len(stand))


def long_key(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Steps of the shortest key: long paths do not travel."""
    return min(1.0, min(len(key.steps) for key in evaluated.rule.keys) / 10)


def title_by_length(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Whether the title link is chosen by its length."""
    return float(evaluated.rule.titles[0].kind is TitleKind.LONGEST)


CROSS_PAGE_FEATURES: tuple[CrossPageFeature, ...] = (
    empty_pages,
    recurring_records,
    long_key,
    title_by_length,
)
CROSS_PAGE_FEATURE_NAMES = tuple(function.__name__ for function in CROSS_PAGE_FEATURES)
