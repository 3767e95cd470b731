"""Candidate ranking: all candidates are scored by the same features.

A candidate's score is the sum of its features times fitted weights: it ranks candidates of the same
pages. Whether the best of them is a list of results at all is another question, with weights of its
own. What is best on a page without results scores well beside the rest of it.
`candidate_ranking_weights.json` holds both and names the command that fitted them.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from wrappers.induction.features import FEATURE_NAMES, PageFeatures, RuleMatch, compute_features
from wrappers.induction.ranking.evaluated_rule import (
    CROSS_PAGE_FEATURE_NAMES,
    CROSS_PAGE_FEATURES,
    EvaluatedRule,
)
from wrappers.induction.ranking.query_variation import share_in_common

WEIGHTS_FILE = Path(__file__).with_name("candidate_ranking_weights.json")
# Shares of the titles that pages of different queries have in common, and what each is worth
# beside resemblance. Measured: on 60 real sites and 92 made-up engines right lists resembled at
# least 1 more than they must; of the best lists without results many did not and showed the same.
MOSTLY_COMMON, HARDLY_COMMON = 0.8, 0.2
LEEWAY = 1.0
ALL_FEATURE_NAMES = (*FEATURE_NAMES, *CROSS_PAGE_FEATURE_NAMES)


@cache
def load_weights() -> tuple[float, ...]:
    """Return the fitted weights in the order of `ALL_FEATURE_NAMES`; 0 for those not fitted."""
    weights: dict[str, float] = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))["weights"]
    return tuple(weights.get(name, 0.0) for name in ALL_FEATURE_NAMES)


@cache
def load_resemblance() -> tuple[float, float, tuple[float, ...]]:
    """Return least resemblance, intercept and weights in the order of `FEATURE_NAMES`."""
    data = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))["resemblance"]
    weights: dict[str, float] = data["weights"]
    ordered = tuple(weights.get(name, 0.0) for name in FEATURE_NAMES)
    return float(data["least"]), float(data["intercept"]), ordered


def resembles_results(
    pages: Sequence[PageFeatures], context: Sequence[Sequence[RuleMatch]], evaluated: EvaluatedRule
) -> bool:
    """Return whether what a rule finds looks like results, by itself.

    What changes with the query need not look so much like them, what stays must look more so.
    """
    least, intercept, weights = load_resemblance()
    common = share_in_common(evaluated, pages)
    if common is not None:
        least += LEEWAY * ((common >= MOSTLY_COMMON) - (common <= HARDLY_COMMON))
    row = compute_rule_features(pages, context, [evaluated])[0]
    resemblance = intercept + sum(w * value for w, value in zip(weights, row, strict=False))
    return resemblance >= least


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
    weights = load_weights()
    return [
        sum(weight * value for weight, value in zip(weights, row, strict=False)) for row in rows
    ]
