"""Weigh the cues of search forms: `python -m evaluation.training.fit_search_forms DIR [--write]`.

DIR is that of `evaluation.quality.forms`. The weights in use are measured, and weights fitted on
other sites (logistic regression on the cues of the field that takes the query) beside them. The
fitted ones take their place only where they find more forms with the right field on sites that they
were not fitted on. `--set CUE WEIGHT` sets a weight by hand; a new cue needs one.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import compress
from pathlib import Path

import msgspec
import numpy as np

from discovery.forms.classification import classify
from discovery.forms.cues import FIELD_CUES, FORM_CUES, WEIGHTS_FILE, gather_features
from discovery.pages.weights import Origin, Threshold, Weights
from evaluation.quality.forms import ClassifiedForm, LabelledForm, load_forms, score
from evaluation.training.decision_lists import Matrix
from evaluation.training.fit_refusal import fit_logistic
from evaluation.training.softmax_fit import folds
from evaluation.training.weights_files import (
    described,
    heaviest_first,
    print_changes,
    provenance_of,
    rounded,
    write_weights,
)

CUES = (*FIELD_CUES, *FORM_CUES)
FIGURES = ("text_search_f1", "text_search_precision", "text_search_recall", "whole")
BY_HAND = (
    "Set by hand in steps of a half on 2026-11-20, while looking at the same pages: no figure is "
    "held out."
)
# Share of the fields known to take a query that may be thought not to.
LOST = 0.005


def cues_of(form: LabelledForm, weights: Weights) -> Matrix | None:
    """Return which cues hold for the field that takes the query, or else scores best."""
    rows = [
        (features.field.name, np.array([cue.holds(features) for cue in CUES], dtype=float))
        for features in gather_features(form.form)
    ]
    known = [row for name, row in rows if name in form.query_fields]
    fields = list(weights.weights.values())[: len(FIELD_CUES)]
    return max(
        known or [row for _, row in rows],
        key=lambda row: float(row[: len(fields)] @ fields),
        default=None,
    )


def fit(forms: Sequence[LabelledForm], weights: Weights) -> Weights:
    """Return weights fitted on forms; `weights` choose the field where nobody said which it is."""
    rows = [(cues_of(form, weights), form.is_search) for form in forms]
    matrix = np.array([row for row, _ in rows if row is not None])
    truth = np.array([is_search for row, is_search in rows if row is not None])
    intercept, *values = fit_logistic(matrix, truth)
    named = dict(zip((cue.name for cue in CUES), values, strict=True))
    named["any form"] += intercept
    fields = matrix[truth][:, : len(FIELD_CUES)] @ np.array(values[: len(FIELD_CUES)])
    least = float(np.quantile(fields, LOST))
    thresholds = {
        "search": Threshold(0.0, Origin.FITTED, "the even chance of the logistic regression"),
        "query_field": Threshold(
            round(least, 2), Origin.FITTED, f"{LOST:.1%} quantile of the fields of search forms"
        ),
    }
    return msgspec.structs.replace(weights, weights=named, thresholds=thresholds)


def measure(classified: Sequence[ClassifiedForm]) -> dict[str, float]:
    figures = score(classified)
    return rounded({name: figures[name] for name in FIGURES})


def hold_out(forms: Sequence[LabelledForm], weights: Weights, seed: int) -> list[ClassifiedForm]:
    classified = []
    for inside in folds([form.site for form in forms], seed):
        fitted = fit(list(compress(forms, ~inside)), weights)
        own = compress(forms, inside)
        classified += [ClassifiedForm(form, classify(form.form, fitted)) for form in own]
    return classified


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--deal", type=int, default=0, help="seed that deals sites into folds")
    parser.add_argument("--set", nargs=2, action="append", default=[], metavar=("CUE", "WEIGHT"))
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS_FILE.name}")
    options = parser.parse_args(arguments)
    stored = msgspec.json.decode(WEIGHTS_FILE.read_bytes(), type=Weights)
    values = stored.weights | {name: float(value) for name, value in options.set}
    if missing := [cue.name for cue in CUES if cue.name not in values]:
        parser.error(f"no weight for {missing}: --set them")
    stored = msgspec.structs.replace(stored, weights={cue.name: values[cue.name] for cue in CUES})
    forms = list(load_forms(options.folder))
    in_use = measure([ClassifiedForm(f, classify(f.form, stored)) for f in forms])
    held_out = measure(hold_out(forms, stored, options.deal))
    print(f"in use: {in_use}\nfitted on other sites: {held_out}")
    better = all(held_out[name] >= in_use[name] for name in ("text_search_f1", "whole"))
    is_fitted = better and held_out != in_use
    chosen = fit(forms, stored) if is_fitted else stored
    counts = {"forms": len(forms), "search_forms": sum(form.is_search for form in forms)}
    origin = provenance_of("fit_search_forms", [options.folder], (), options.deal, counts)
    own = measure([ClassifiedForm(f, classify(f.form, chosen)) for f in forms])
    weights = msgspec.structs.replace(
        chosen,
        weights=heaviest_first(chosen.weights),
        provenance=described(origin, BY_HAND, own, held_out, is_fitted),
    )
    print_changes(WEIGHTS_FILE, weights)
    if options.write:
        write_weights(WEIGHTS_FILE, weights)
    return 0


if __name__ == "__main__":
    sys.exit(main())
