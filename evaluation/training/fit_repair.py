"""Weigh what speaks for a repair: `python -m evaluation.training.fit_repair REDESIGNS ENGINES`.

REDESIGNS is the bed `redesigned`, unpacked (`evaluation.beds.packed`), ENGINES the bed
`synthetic_engines`: what stands on their no-result pages must not be taken. The weights in use are
measured, and weights fitted on other sites beside them: those of the history as the ranking's own
(`softmax_fit`), those of certainty by logistic regression in the unit of the ranking's score.
Fitted ones take the place of those in use only where they do better on sites not fitted on.
"""

import argparse
import pickle
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import compress
from pathlib import Path

import msgspec
import numpy as np

from discovery.pages.weights import Origin, Provenance, Threshold, Weights
from evaluation.quality.adaptation.pairs import (
    OldWrapper,
    Pair,
    Task,
    learn_old,
    load_pairs,
    read_samples,
)
from evaluation.quality.extraction import load_cases
from evaluation.quality.record_matching import Case
from evaluation.training.decision_lists import Matrix, Truth, count_records
from evaluation.training.fit_refusal import RIGHT, fit_logistic
from evaluation.training.softmax_fit import PENALTY, fit_softmax, folds
from evaluation.training.weights_files import (
    described,
    heaviest_first,
    print_changes,
    provenance_of,
    rounded,
    write_weights,
)
from wrappers.adaptation.adaptation import NotAdaptedError
from wrappers.adaptation.history_features import (
    CERTAINTY_FILE,
    CERTAINTY_NAMES,
    FEATURE_NAMES,
    HISTORY_FILE,
    certainty_weights,
    history_weights,
)
from wrappers.induction.samples import InductionError


@dataclass(frozen=True, slots=True)
class Choices:
    """The rules that a repair may choose: ranking scores, features, F1 of what they find."""

    site: str
    scores: Matrix
    history: Matrix
    certainty: Matrix
    f1: Matrix

    def best(self, weights: Matrix) -> int:
        return int(np.argmax(self.scores + self.history @ weights))


def site_choices(folder: Path, pairs: Sequence[Pair]) -> list[Choices]:
    """Return the choices for each pair of a site; none where nothing was learned or found."""
    found = []
    learned: dict[str, OldWrapper] = {}
    for pair in pairs:
        try:
            names = " ".join(case["id"] for case in pair.old)
            if names not in learned:
                learned[names] = learn_old(folder, pair.old)
            old, samples = learned[names], read_samples(folder, pair.new)
            asked = {sample.query for sample in samples}
            known = tuple(answer for answer in old.answers if answer.query in asked)
            repair = Task(old, samples, known).prepare()
        except (InductionError, NotAdaptedError):
            continue
        cases = {id(s.page): case for s, case in zip(samples, pair.new, strict=True)}
        pages = [page.features for page in repair.pool.pages]
        rows = [
            sum(
                count_records(page, cases[id(page.sample.page)], match)
                for page, match in zip(pages, choice.evaluated.matches, strict=True)
            )
            for choice in repair.choices
        ]
        if rows:
            hits, extra, missed = np.array(rows).T
            found.append(
                Choices(
                    pair.site,
                    np.array([choice.score for choice in repair.choices]),
                    np.array([choice.history.row for choice in repair.choices]),
                    np.array([choice.history.certainty_row for choice in repair.choices]),
                    2 * hits / np.maximum(1, 2 * hits + extra + missed),
                )
            )
    return found


def no_result_pairs(folder: Path) -> list[Pair]:
    """Return pages of results, with the no-result pages as what the engine answers today."""
    templates: dict[str, list[Case]] = defaultdict(list)
    for case in load_cases(folder):
        of_template = templates[case["site"]]
        if not of_template or of_template[0]["template"] == case["template"]:
            of_template.append(case)
    pairs = []
    for site, cases in templates.items():
        old = tuple(case for case in cases if not case["no_result"])
        new = tuple(case for case in cases if case["no_result"])
        pairs.append(Pair(site, "no result", old, new, old))
    return pairs


def gather(folder: Path, pairs: Sequence[Pair], jobs: int) -> list[Choices]:
    sites: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        sites[pair.site].append(pair)
    choices: list[Choices] = []
    with ProcessPoolExecutor(jobs) as pool:
        for done, some in enumerate(pool.map(partial(site_choices, folder), sites.values()), 1):
            choices += some
            print(f"{folder.name}: {done} of {len(sites)} sites", file=sys.stderr, flush=True)
    return choices


# At least this share of right choices may be refused.
LOST = 0.005
# The ranking's score counts at least this much where certainty is fitted.
LEAST_WEIGHT = 1e-6
BY_HAND = "Set by hand on 2026-11-22, before the ranking in whose unit they are was fitted last."
BOUNDS = [(None, 0.0) if name == "noise" else (0.0, None) for name in FEATURE_NAMES]


def fit_history(redesigned: Sequence[Choices]) -> Matrix:
    return fit_softmax([(c.history, c.scores, c.f1) for c in redesigned], BOUNDS, PENALTY)


def fit_certainty(rows: Matrix, truth: Truth) -> Matrix:
    fitted = fit_logistic(rows, truth)[1:]
    weights: Matrix = fitted[1:] / max(fitted[0], LEAST_WEIGHT)
    return weights


def history_figures(redesigned: Sequence[Choices], weights: Sequence[Matrix]) -> dict[str, float]:
    """Return the share of right choices by the `weights` of each, where there is a right one."""
    right = [
        c.f1[c.best(own)] > RIGHT
        for c, own in zip(redesigned, weights, strict=True)
        if c.f1.max() > RIGHT
    ]
    return {"right_chosen": float(np.mean(right))}


def certainty_figures(values: Matrix, truth: Truth, least: float) -> dict[str, float]:
    return {
        "right_refused": float(np.mean(values[truth] < least)),
        "without_records_accepted": float(np.mean(values[~truth] >= least)),
    }


def weigh_history(redesigned: Sequence[Choices], deal: int, origin: Provenance) -> Weights:
    """Return the better weights of the history: those in use, or fitted ones."""
    stored = history_weights()
    in_use = np.array(list(stored.weights.values()))
    of_others = np.zeros((len(redesigned), len(FEATURE_NAMES)))
    for inside in folds([c.site for c in redesigned], deal):
        of_others[inside] = fit_history(list(compress(redesigned, ~inside)))
    held_out = history_figures(redesigned, list(of_others))
    measured = history_figures(redesigned, [in_use] * len(redesigned))
    print(f"history in use: {measured}; fitted on other sites: {held_out}")
    better = held_out["right_chosen"] > measured["right_chosen"]
    chosen = fit_history(redesigned) if better else in_use
    figures = history_figures(redesigned, [chosen] * len(redesigned))
    is_fitted = better or stored.provenance.origin is Origin.FITTED
    origin = described(origin, BY_HAND, figures, held_out, is_fitted)
    counts = {"redesigns": len(redesigned), "choices": sum(len(c.scores) for c in redesigned)}
    return msgspec.structs.replace(
        stored,
        provenance=msgspec.structs.replace(origin, counts=counts),
        weights=heaviest_first(dict(zip(FEATURE_NAMES, chosen, strict=True))),
    )


def weigh_certainty(
    redesigned: Sequence[Choices],
    nothing: Sequence[Choices],
    history: Weights,
    deal: int,
    origin: Provenance,
) -> Weights:
    """Return the better weights of certainty, and what is asked for.

    Of fitted weights as many right choices are refused as of those in use, so that what they let
    pass can be compared.
    """
    stored = certainty_weights()
    by_history = np.array([history.weights[name] for name in FEATURE_NAMES])
    chosen = [(c, c.best(by_history)) for c in (*redesigned, *nothing)]
    chosen = [(c, n) for c, n in chosen if c.f1[n] > RIGHT or not c.f1.any()]
    rows = np.array([(c.scores[n], *c.certainty[n]) for c, n in chosen])
    truth = np.array([c.f1[n] > RIGHT for c, n in chosen])
    in_use, least = np.array(list(stored.weights.values())), stored.threshold("least")
    measured = certainty_figures(rows[:, 0] + rows[:, 1:] @ in_use, truth, least)
    values = np.zeros(len(rows))
    for inside in folds([c.site for c, _ in chosen], deal):
        weights = fit_certainty(rows[~inside], truth[~inside])
        values[inside] = rows[inside, 0] + rows[inside, 1:] @ weights
    fitted_least = float(np.quantile(values[truth], max(LOST, measured["right_refused"])))
    held_out = certainty_figures(values, truth, fitted_least)
    print(f"certainty in use: {measured}; fitted on other sites: {held_out}")
    better = all(held_out[name] <= figure for name, figure in measured.items()) and (
        held_out != measured
    )
    threshold = msgspec.structs.replace(stored.thresholds["least"], figures=rounded(measured))
    if better:
        in_use = fit_certainty(rows, truth)
        rule = f"{max(LOST, measured['right_refused']):.1%} quantile of right choices, held out"
        threshold = Threshold(round(fitted_least, 2), Origin.FITTED, rule, rounded(held_out))
    own = certainty_figures(rows[:, 0] + rows[:, 1:] @ in_use, truth, threshold.value)
    is_fitted = better or stored.provenance.origin is Origin.FITTED
    origin = described(origin, BY_HAND, own, held_out, is_fitted)
    counts = {"right_choices": int(truth.sum()), "without_records": int((~truth).sum())}
    return Weights(
        msgspec.structs.replace(origin, counts=counts),
        {"least": threshold},
        heaviest_first(dict(zip(CERTAINTY_NAMES, in_use, strict=True))),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("redesigns", type=Path)
    parser.add_argument("engines", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--deal", type=int, default=0, help="seed that deals sites into folds")
    parser.add_argument("--cache", type=Path, help="keep the choices here between runs")
    parser.add_argument("--write", action="store_true", help="write both files of weights")
    options = parser.parse_args(arguments)
    if options.cache and options.cache.exists():
        redesigned, nothing = pickle.loads(options.cache.read_bytes())
    else:
        pairs = load_pairs(options.redesigns, options.redesigns / "PAIRS.json")
        redesigned = gather(options.redesigns, pairs, options.jobs)
        nothing = gather(options.engines, no_result_pairs(options.engines), options.jobs)
        if options.cache:
            options.cache.write_bytes(pickle.dumps((redesigned, nothing)))
    folders, given = (options.redesigns, options.engines), ("--deal", str(options.deal))
    counts = {"redesigns": len(redesigned)}
    origin = provenance_of("fit_repair", folders, given, options.deal, counts)
    history = weigh_history(redesigned, options.deal, origin)
    certainty = weigh_certainty(redesigned, nothing, history, options.deal, origin)
    for path, weights in ((HISTORY_FILE, history), (CERTAINTY_FILE, certainty)):
        print_changes(path, weights)
        if options.write:
            write_weights(path, weights)
    return 0


if __name__ == "__main__":
    sys.exit(main())
