"""Candidate ranking: all candidates are scored by the same features.

A candidate's score is the sum of its features times fitted weights: it ranks candidates of the same
pages. Whether the best of them is a list of results at all is another question, with weights of its
own. What is best on a page without results scores well beside the rest of it. Both files of weights
name the command that wrote them.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from discovery.pages.weights.weights import Weights, read_weights
from wrappers.induction.features.features import FEATURE_NAMES, compute_features
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.features.rule_match import RuleMatch
from wrappers.induction.ranking.evaluated_rule import (
    CROSS_PAGE_FEATURE_NAMES,
    CROSS_PAGE_FEATURES,
    EvaluatedRule,
)
from wrappers.induction.ranking.query_variation import share_in_common

RANKING_FILE = Path(__file__).with_name("candidate_ranking_weights.json")
RESEMBLANCE_FILE = Path(__file__).with_name("resemblance_weights.json")
# A list on a page of nothing else: share of the text, and the fewest records. Measured on made-up
# bare pages: right lists hold .74 and more; menus on pages without results .6, or are shorter.
MOST_OF_PAGE = 0.7
MIN_RECORDS = 6
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
    """Return the share of the pages' text that lists of enough records hold."""
    held = 0
    for match in evaluated.matches:
        end = 0
        for span in match.spans if len(match.spans) >= MIN_RECORDS else ():
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
    return _weighted_sums(compute_features(features, matches))


def score_rules(
    pages: Sequence[PageFeatures],
    context: Sequence[Sequence[RuleMatch]],
    evaluated_rules: Sequence[EvaluatedRule],
) -> list[float]:
    """Return the scores of rules tried on all pages.

    `context` holds each page's own candidates, with which the rules are compared.
    """
    return _weighted_sums(compute_rule_features(pages, context, evaluated_rules))


def compute_rule_features(
    pages: Sequence[PageFeatures],
    context: Sequence[Sequence[RuleMatch]],
    evaluated_rules: Sequence[EvaluatedRule],
) -> list[list[float]]:
    """Return the features of each evaluated rule in the order of `ALL_FEATURE_NAMES`.

    That of single pages is averaged over the pages on which a rule finds anything.
    """
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


def _weighted_sums(rows: Sequence[Sequence[float]]) -> list[float]:
    """Return the weighted sums of rows of features."""
    weights = ranking_weights()
    return [weights.score(row) for row in rows]
