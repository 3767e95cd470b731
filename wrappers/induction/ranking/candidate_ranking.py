"""Candidate ranking: all candidates are scored by the same features, over all pages.

Wu, Meng et al. 2003, section 2.6, send an impossible query for this end. What the page without
results does not show, and what is another list for another query, has been searched for. Details
ours.

A candidate's score is the sum of its features times fitted weights: it ranks candidates of the same
pages. Whether the best of them is a list of results at all is another question, with weights of its
own. What is best on a page without results scores well beside the rest of it. Both files of weights
name the command that wrote them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path

from discovery.pages.weights import Weights, read_weights
from wrappers.extraction.records.fields import TitleKind
from wrappers.extraction.wrapper import RecordRule
from wrappers.induction.features.features import FEATURE_NAMES, compute_features
from wrappers.induction.features.page_features import PageFeatures, RuleMatch


@dataclass(frozen=True, slots=True)
class EvaluatedRule:
    """A rule with what it finds on each sample page, and the no-result page if there is one."""

    rule: RecordRule
    inducer: str
    matches: tuple[RuleMatch, ...]
    no_result: PageFeatures | None = None

    @property
    def support(self) -> int:
        return sum(1 for match in self.matches if match.spans)

    @property
    def found_without_results(self) -> int:
        """Records that the rule finds on the no-result page."""
        return 0 if self.no_result is None else len(self.no_result.find(self.rule).spans)


CrossPageFeature = Callable[[EvaluatedRule, Sequence[PageFeatures]], float]


def empty_pages(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Share of the sample pages on which the rule finds nothing."""
    return sum(1 for match in evaluated.matches if not match.spans) / len(pages)


def recurring_records(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Overlap of the records of different queries: regions that stay the same are noise."""
    sets = [
        {page.address_key(span.title) for span in match.spans}
        for page, match in zip(pages, evaluated.matches, strict=True)
        if match.spans
    ]
    pairs = combinations(sets, 2)
    overlaps = [len(left & right) / min(len(left), len(right)) for left, right in pairs]
    return sum(overlaps) / len(overlaps) if overlaps else 0.0


def stands_on_no_result_page(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float:
    """Share of the records whose address stands on the no-result page too: ground for refusal.

    As often as on their own page, that is: a menu of all there is leads to them on both, and what
    was found leads there once more. No feature: what stands there too is left out as fixed.
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


# Records that a page must have to count. Seed 002, system architecture: "at least four".
MIN_RECORDS = 4
# Titles that two pages of different queries may have in common (Jaccard): a small collection
# answers many words with the same documents, links of the site itself are all the same. Guess.
MAX_COMMON = 0.8
# Titles that the page without results may show as well. Guess: one of twenty by chance.
MAX_WITHOUT_RESULTS = 0.05


def varies_with_query(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> bool:
    """Return whether a rule finds another list for every query, and none of it where nothing is.

    Titles are compared, not addresses: links that sort or filter carry the query in theirs.
    """
    if evaluated.no_result is None:
        return False
    common = share_in_common(evaluated, pages)
    if common is None or common > MAX_COMMON:
        return False
    known = _titles(evaluated.no_result, evaluated.no_result.index.links)
    found = frozenset().union(*(titles for _, titles in _full_lists(evaluated, pages)))
    return len(found & known) <= MAX_WITHOUT_RESULTS * len(found)


def share_in_common(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float | None:
    """Return the mean share (Jaccard) of titles that a rule finds for two queries, if it does."""
    full = _full_lists(evaluated, pages)
    pairs = [(left, right) for (a, left), (b, right) in combinations(full, 2) if a != b]
    if not pairs:
        return None
    return sum(len(left & right) / len(left | right) for left, right in pairs) / len(pairs)


def _full_lists(
    evaluated: EvaluatedRule, pages: Sequence[PageFeatures]
) -> list[tuple[str, frozenset[str]]]:
    lists = [
        (page.sample.query, _titles(page, [span.title for span in match.spans]))
        for page, match in zip(pages, evaluated.matches, strict=True)
    ]
    return [(query, titles) for query, titles in lists if query and len(titles) >= MIN_RECORDS]


def _titles(page: PageFeatures, links: Sequence[int]) -> frozenset[str]:
    texts = (page.index.element_text(link).strip() for link in links)
    return frozenset(text for text in texts if text)


RANKING_FILE = Path(__file__).with_name("candidate_ranking_weights.json")
RESEMBLANCE_FILE = Path(__file__).with_name("resemblance_weights.json")
# A list on a page of nothing else: share of the text, and the fewest records. Measured on made-up
# bare pages: right lists hold .74 and more; menus on pages without results .6, or are shorter.
MOST_OF_PAGE = 0.7
MIN_RANKED_RECORDS = 6
ALL_FEATURE_NAMES = (*FEATURE_NAMES, *CROSS_PAGE_FEATURE_NAMES)


@cache
def ranking_weights() -> Weights:
    """Return the weights by which candidates are ranked, with `max_lead_of_one_page`."""
    return read_weights(RANKING_FILE, ALL_FEATURE_NAMES)


@cache
def resemblance_weights() -> Weights:
    """Return the weights of resemblance to results, with what is asked for.

    That is `least`, more or less by `leeway` for rules of which pages of different queries have
    `mostly_common` of their titles in common or more, `hardly_common` or less.
    """
    return read_weights(RESEMBLANCE_FILE, FEATURE_NAMES)


def resembles_results(
    pages: Sequence[PageFeatures], context: Sequence[Sequence[RuleMatch]], evaluated: EvaluatedRule
) -> bool:
    """Return whether what a rule finds looks like results, by itself.

    What changes with the query need not look so much like them, what stays must look more so. Nor
    need a list that says most of what its pages say: there is little else the pages could be for.
    """
    weights = resemblance_weights()
    common = share_in_common(evaluated, pages)
    row = compute_rule_features(pages, context, [evaluated])[0]
    least = weights.threshold("least") + _demand(weights, common)
    if _share_of_text(pages, evaluated) >= MOST_OF_PAGE:
        least -= weights.threshold("leeway")
    return weights.score(row) >= least


def _share_of_text(pages: Sequence[PageFeatures], evaluated: EvaluatedRule) -> float:
    held = 0
    for match in evaluated.matches:
        end = 0
        for span in match.spans if len(match.spans) >= MIN_RANKED_RECORDS else ():
            held += max(0, span.characters_end - max(end, span.characters_before))
            end = max(end, span.characters_end)
    return held / max(1, sum(page.index.text_length(0) for page in pages))


def _demand(weights: Weights, common: float | None) -> float:
    """Return how much more a rule must resemble results for the titles that it finds again."""
    if common is None:
        return 0.0
    stays = common >= weights.threshold("mostly_common")
    changes = common <= weights.threshold("hardly_common")
    return weights.threshold("leeway") * (stays - changes)


def score_page(features: PageFeatures, matches: Sequence[RuleMatch]) -> list[float]:
    """Return the scores of a page's candidates, comparable among themselves only."""
    return list(map(ranking_weights().score, compute_features(features, matches)))


def score_rules(
    pages: Sequence[PageFeatures],
    context: Sequence[Sequence[RuleMatch]],
    evaluated_rules: Sequence[EvaluatedRule],
) -> list[float]:
    """Return the scores of rules tried on all pages."""
    rows = compute_rule_features(pages, context, evaluated_rules)
    return list(map(ranking_weights().score, rows))


def compute_rule_features(
    pages: Sequence[PageFeatures],
    context: Sequence[Sequence[RuleMatch]],
    evaluated_rules: Sequence[EvaluatedRule],
) -> list[list[float]]:
    """Return the features of each evaluated rule in the order of `ALL_FEATURE_NAMES`."""
    by_page = [
        _compute_features_beside(
            page, others, [evaluated.matches[number] for evaluated in evaluated_rules]
        )
        for number, (page, others) in enumerate(zip(pages, context, strict=True))
    ]
    rows = []
    for place, evaluated in enumerate(evaluated_rules):
        filled = [row for row in (rows_of_page[place] for rows_of_page in by_page) if row]
        means = [sum(column) / len(filled) for column in zip(*filled, strict=True)]
        cross = [function(evaluated, pages) for function in CROSS_PAGE_FEATURES]
        rows.append([*(means or [0.0] * len(FEATURE_NAMES)), *cross])
    return rows


def _compute_features_beside(
    page: PageFeatures, others: Sequence[RuleMatch], matches: Sequence[RuleMatch]
) -> list[list[float]]:
    """Return the features of rule matches on a page; an empty row where nothing was found."""
    filled = [match for match in matches if match.spans]
    rows = iter(compute_features(page, [*others, *filled])[len(others) :])
    return [next(rows) if match.spans else [] for match in matches]
