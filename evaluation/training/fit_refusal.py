"""Fit when nothing is taken for records: is the best of a page a list of results at all?

Right choices on pages with records are told from the best choices on pages without: those whose
records were taken away (`emptied`), and no-result pages. Logistic regression on the features that
one page gives.
"""

from collections.abc import Sequence

import msgspec
import numpy as np
from scipy.optimize import minimize

from discovery.pages.weights import Origin, Provenance, Threshold, Weights
from evaluation.training.decision_lists import DecisionList, Matrix, Truth
from evaluation.training.softmax_fit import folds
from evaluation.training.weights_files import heaviest_first, rounded
from wrappers.induction.features.features import FEATURE_NAMES
from wrappers.induction.ranking.candidate_ranking import resemblance_weights

# At most this share of right choices (F1 above RIGHT) may be refused: the threshold.
LOST = 0.005
RIGHT = 0.9
PENALTY = 0.01

Chosen = Sequence[tuple[DecisionList, int]]


def fit_resemblance(lists: Sequence[DecisionList], weights: Matrix, origin: Provenance) -> Weights:
    """Return the weights of resemblance for choices made with the `weights` of the ranking.

    The thresholds are taken from choices of sites that were not fitted on. `origin` is where the
    weights of the ranking come from: the same lists, counted otherwise.
    """
    chosen = [(decision, decision.choose(weights)) for decision in lists]
    values, right, kept = held_out(chosen)
    rows, truth, _ = _examples(chosen)
    fitted = fit_logistic(rows, truth)
    least = round(float(np.quantile(values[right], LOST)), 2)
    own = fitted[0] + rows @ fitted[1:]
    return Weights(
        provenance=msgspec.structs.replace(
            origin,
            note="Right choices of the ranking against its best choices without records.",
            counts={"right_choices": int(truth.sum()), "without_records": int((~truth).sum())},
            fitted=rounded(_shares(own, truth, least)),
            held_out=rounded(_shares(values, right, least)),
        ),
        thresholds={
            "least": Threshold(
                least, Origin.FITTED, f"{LOST:.1%} quantile of the right choices, held out"
            ),
            **_demands(kept, values, right, least),
        },
        weights=heaviest_first(dict(zip(FEATURE_NAMES, fitted[1:], strict=True))),
        intercept=round(float(fitted[0]), 3),
    )


def _demands(kept: Chosen, values: Matrix, right: Truth, least: float) -> dict[str, Threshold]:
    """Return the thresholds set by hand as they are, with what the leeway does today.

    It cannot be fitted: there are no pages of several queries without records to be refused.
    """
    stored = resemblance_weights()
    leeway = stored.threshold("leeway")
    common = np.array([decision.common[place] for decision, place in kept])
    stays = right & (common >= stored.threshold("mostly_common"))
    changes = right & (common <= stored.threshold("hardly_common"))
    figures = {
        "right_that_stay": float(stays.sum()),
        "right_that_stay_refused": float((values[stays] < least + leeway).sum()),
        "right_that_change": float(changes.sum()),
        "right_that_change_refused": float((values[changes] < least - leeway).sum()),
        "right_that_change_refused_without": float((values[changes] < least).sum()),
    }
    measured = msgspec.structs.replace(stored.thresholds["leeway"], figures=figures)
    names = ("mostly_common", "hardly_common")
    return {"leeway": measured, **{name: stored.thresholds[name] for name in names}}


def _shares(values: Matrix, right: Truth, least: float) -> dict[str, float]:
    refused = values < least
    return {
        "right_refused": float(np.mean(refused[right])),
        "without_records_refused": float(np.mean(refused[~right])) if not right.all() else 0.0,
    }


def held_out(chosen: Chosen) -> tuple[Matrix, Truth, Chosen]:
    rows, truth, kept = _examples(chosen)
    values = np.zeros(len(rows))
    for inside in folds([decision.site for decision, _ in kept]):
        fitted = fit_logistic(rows[~inside], truth[~inside])
        values[inside] = fitted[0] + rows[inside] @ fitted[1:]
    return values, truth, kept


def _examples(chosen: Chosen) -> tuple[Matrix, Truth, Chosen]:
    kept = [
        (decision, place)
        for decision, place in chosen
        if not decision.has_records or decision.f1[place] > RIGHT
    ]
    rows = np.array([d.features[place][: len(FEATURE_NAMES)] for d, place in kept])
    truth = np.array([decision.has_records for decision, _ in kept])
    return rows, truth, kept


def fit_logistic(rows: Matrix, truth: Truth) -> Matrix:
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
