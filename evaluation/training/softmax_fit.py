"""The fit of the ranking: weights that make the best candidates most probable, cross-validated.

The weights maximise the probability (softmax over the list) of the candidates that are most right,
with a penalty on their squares (L2).
"""

import random
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from scipy.optimize import minimize

from evaluation.training.decision_lists import DecisionList, Matrix, Truth
from wrappers.induction.ranking.candidate_ranking import ALL_FEATURE_NAMES

FOLDS = 10
# On the squares of the weights. Measured: a third or three times as much costs little.
PENALTY = 0.003
# How sharply a candidate's F1 counts: .95 instead of 1.0 gives a third of the credit. Measured:
# with 60, a twentieth, as many pages are perfect on the sites fitted on, and several of a hundred
# less on sites that were not, whatever the penalty; 10 does as well.
SHARPNESS = 20.0
# Lists in which nothing is better than this teach nothing.
MIN_BEST = 0.5
# Features whose direction is known beforehand: the fit may find it worthless, not the contrary.
FOR = frozenset(
    """round_number grid_number agrees_with_range query_in_records query_in_titles
    distinct_addresses distinct_titles leads_away words_in_titles title_in_heading title_emphasised
    title_is_first_link plain_text_length with_plain_text shape_agreement prices_or_dates
    region_filled one_parent title_place_agreement""".split()
)
AGAINST = frozenset(
    """two_or_three query_in_addresses same_path linked_elsewhere title_first inner_titles
    missed_namesakes missed_twins in_chrome nested_records record_is_link length_variation
    link_count_variation empty_pages recurring_records long_key title_by_length""".split()
)


def fit(lists: Sequence[DecisionList]) -> Matrix:
    """Return the weights that make the best candidates of the lists most probable."""
    bounds = [(0.0 if n in FOR else None, 0.0 if n in AGAINST else None) for n in ALL_FEATURE_NAMES]
    prepared = [
        (d.features, np.exp(SHARPNESS * (d.f1 - d.f1.max())))
        for d in lists
        if d.f1.max() >= MIN_BEST
    ]

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        value, gradient = 0.0, np.zeros_like(weights)
        for features, credit in prepared:
            scores = features @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            right = chances * credit
            sum_right = right.sum() + 1e-300
            value -= np.log(sum_right)
            gradient += features.T @ (chances - right / sum_right)
        return (
            value / len(prepared) + PENALTY * float(weights @ weights),
            gradient / len(prepared) + 2 * PENALTY * weights,
        )

    start = np.zeros(len(bounds))
    weights: Matrix = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return weights


def assign_folds(sites: Iterable[str], seed: int = 0) -> dict[str, int]:
    """Return the fold of each site, in rotation: by alphabet or shuffled by a seed."""
    ordered = sorted(set(sites))
    if seed:
        random.Random(seed).shuffle(ordered)
    return {site: place % FOLDS for place, site in enumerate(ordered)}


def folds(sites: Sequence[str], seed: int = 0) -> Iterator[Truth]:
    """Yield fold by fold which of the examples are in it: all those of a site."""
    fold = assign_folds(sites, seed)
    numbers = np.array([fold[site] for site in sites])
    for number in range(FOLDS):
        yield numbers == number


def cross_validate(
    lists: Sequence[DecisionList],
    seed: int = 0,
    beside: Sequence[DecisionList] = (),
) -> Iterator[tuple[DecisionList, Matrix]]:
    """Yield every decision, and those `beside`, with weights fitted on other sites."""
    fold = assign_folds((decision.site for decision in lists), seed)
    for number in range(FOLDS):
        weights = fit([d for d in lists if fold[d.site] != number])
        for decision in (*lists, *beside):
            if fold.get(decision.site) == number:
                yield decision, weights


def figures_of(chosen: Iterable[tuple[DecisionList, int]]) -> dict[str, float]:
    """Return micro F1 and share of perfect decisions, of one page and of several."""
    rows: dict[str, list[Matrix]] = {"one_page": [], "several_pages": []}
    for decision, place in chosen:
        if decision.has_records:
            kind = "several_pages" if decision.kind.startswith("transfer") else "one_page"
            rows[kind].append(decision.measured[place])
    figures = {}
    for kind, counts in rows.items():
        if counts:
            figures[f"{kind}_f1"], figures[f"{kind}_perfect"] = f1_and_perfect(np.array(counts))
    return figures


def f1_and_perfect(counts: Matrix) -> tuple[float, float]:
    hits, extra, missed = counts.sum(axis=0)
    perfect = float(np.mean(~counts[:, 1:].any(axis=1)))
    return float(2 * hits / max(1, 2 * hits + extra + missed)), perfect
