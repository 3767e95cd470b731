"""Fit when nothing is taken for records: is the best of a page a list of results at all?

Right choices on pages with records are told from the best choices on pages without: those whose
records were taken away (`emptied`), and no-result pages. Logistic regression on the features that
one page gives.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.optimize import minimize

from evaluation.training.decision_lists import DecisionList, Matrix
from wrappers.induction.features.features import FEATURE_NAMES

# At most this share of right choices (F1 above RIGHT) may be refused: the threshold.
LOST = 0.005
RIGHT = 0.9
PENALTY = 0.01

Chosen = Sequence[tuple[DecisionList, int]]


def fit_resemblance(lists: Sequence[DecisionList], weights: Matrix) -> dict[str, Any]:
    """Return threshold, intercept and weights, for choices made with the `weights` of the ranking.

    The threshold is taken from choices of sites that were not fitted on.
    """
    chosen = [(decision, decision.choose(weights)) for decision in lists]
    values, right, _ = held_out(chosen, 10)
    rows, truth, _ = _examples(chosen)
    fitted = _fit(rows, truth)
    named = zip(FEATURE_NAMES, fitted[1:], strict=True)
    return {
        "least": round(float(np.quantile(values[right], LOST)), 2),
        "intercept": round(float(fitted[0]), 3),
        "weights": {
            name: round(float(weight), 3)
            for name, weight in sorted(named, key=lambda item: -abs(item[1]))
        },
    }


def report_refusal(chosen: Chosen, folds: int) -> None:
    """Print how many pages without records are refused, where few right choices are."""
    values, right, _ = held_out(chosen, folds)
    if right.all():
        return
    for lost in (0.005, 0.01, 0.02, 0.05):
        least = np.quantile(values[right], lost)
        share = float(np.mean(values[~right] < least))
        print(f"refused, {lost:.1%} of right choices lost: {share:.3f} of pages without records")


def held_out(chosen: Chosen, folds: int) -> tuple[Matrix, Matrix, list[DecisionList]]:
    """Return the values of choices by weights of other sites, which are right, their decisions."""
    rows, truth, decisions = _examples(chosen)
    sites = {site: n % folds for n, site in enumerate(sorted({d.site for d in decisions}))}
    fold = np.array([sites[d.site] for d in decisions])
    values = np.zeros(len(rows))
    for number in range(folds):
        fitted = _fit(rows[fold != number], truth[fold != number])
        inside = fold == number
        values[inside] = fitted[0] + rows[inside] @ fitted[1:]
    return values, truth, decisions


def _examples(chosen: Chosen) -> tuple[Matrix, Matrix, list[DecisionList]]:
    """Return the features of right choices and of those on pages without records."""
    kept = [
        (decision, place)
        for decision, place in chosen
        if not decision.has_records or decision.f1[place] > RIGHT
    ]
    rows = np.array([d.features[place][: len(FEATURE_NAMES)] for d, place in kept])
    truth = np.array([decision.has_records for decision, _ in kept])
    return rows, truth, [decision for decision, _ in kept]


def _fit(rows: Matrix, truth: Matrix) -> Matrix:
    """Return intercept and weights; both kinds of examples count alike."""
    counts = np.where(truth, 0.5 / max(1, truth.sum()), 0.5 / max(1, (~truth).sum()))
    signs = np.where(truth, 1.0, -1.0)
    design = np.hstack([np.ones((len(rows), 1)), rows])

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        margins = signs * (design @ weights)
        value = float(counts @ np.logaddexp(0.0, -margins))
        gradient = -(counts * signs / (1.0 + np.exp(np.minimum(margins, 500.0)))) @ design
        free = weights.copy()
        free[0] = 0.0
        return value + PENALTY * float(free @ free), gradient + 2 * PENALTY * free

    fitted: Matrix = minimize(loss, np.zeros(design.shape[1]), jac=True, method="L-BFGS-B").x
    return fitted
