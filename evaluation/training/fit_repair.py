"""Weigh what speaks for a repair: `python -m evaluation.training.fit_repair REDESIGNS ENGINES`.

REDESIGNS is the bed `redesigned`, unpacked (`evaluation.beds.packed`), ENGINES the bed
`synthetic_engines`: what stands on their no-result pages must not be taken. The weights in use are
measured, and weights fitted on other sites beside them, as the ranking's own (`softmax_fit`).
Fitted ones take the place of those in use only where they do better on sites not fitted on.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, compress
from pathlib import Path

import msgspec
import numpy as np

from discovery.pages.weights import Origin, Provenance, Weights
from evaluation.printing import on_processes
from evaluation.quality.adaptation.pairs import (
    OldWrapper,
    Pair,
    learn_old,
    load_pairs,
    read_samples,
)
from evaluation.quality.extraction import load_cases
from evaluation.quality.record_matching import Case
from evaluation.training.decision_lists import Matrix, count_records
from evaluation.training.fit_refusal import RIGHT
from evaluation.training.softmax_fit import fit_softmax, folds
from evaluation.training.weights_files import (
    described,
    heaviest_first,
    print_changes,
    provenance_of,
    rounded,
    write_weights,
)
from wrappers.adaptation.adaptation import NotAdaptedError
from wrappers.adaptation.repair import FEATURE_NAMES, HISTORY_FILE, history_weights
from wrappers.induction.samples import InductionError


@dataclass(frozen=True, slots=True)
class Choices:
    """The rules that a repair may choose: ranking scores, features, F1 of what they find."""

    site: str
    scores: Matrix
    history: Matrix
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
            samples = read_samples(folder, pair.new)
            repair = learned[names].task(samples).prepare()
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
                    np.array([choice.history for choice in repair.choices]),
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
    return list(chain(*on_processes(partial(site_choices, folder), list(sites.values()), jobs)))


BY_HAND = "Set by hand, the last time on 2026-11-27, without features that changed no choice."
BOUNDS = [(0.0, None)] * len(FEATURE_NAMES)


def fit_history(redesigned: Sequence[Choices]) -> Matrix:
    return fit_softmax([(c.history, c.scores, c.f1) for c in redesigned], BOUNDS)


def history_figures(redesigned: Sequence[Choices], weights: Sequence[Matrix]) -> dict[str, float]:
    """Return the share of right choices by the `weights` of each, where there is a right one."""
    right = [
        c.f1[c.best(own)] > RIGHT
        for c, own in zip(redesigned, weights, strict=True)
        if c.f1.max() > RIGHT
    ]
    return {"right_chosen": float(np.mean(right))}


def certainty_figures(
    choices: Sequence[Choices], weights: Matrix, least: float
) -> dict[str, float]:
    """Return which shares of best choices have less than `least` though right, or more though not.

    Not right are those where there is no record to be found.
    """
    best = [(c, c.best(weights)) for c in choices]
    totals = {
        is_right: [float(c.scores[n] + c.history[n] @ weights) for c, n in best if counts(c, n)]
        for is_right, counts in (
            (True, lambda c, n: c.f1[n] > RIGHT),
            (False, lambda c, n: not c.f1.any()),
        )
    }
    return {
        "right_refused": float(np.mean(np.array(totals[True]) < least)),
        "without_records_accepted": float(np.mean(np.array(totals[False]) >= least)),
    }


def weigh_history(
    redesigned: Sequence[Choices], nothing: Sequence[Choices], deal: int, origin: Provenance
) -> Weights:
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
    counts = {
        "redesigns": len(redesigned),
        "without_records": len(nothing),
        "choices": sum(len(c.scores) for c in redesigned),
    }
    least = stored.thresholds["least"]
    shares = certainty_figures((*redesigned, *nothing), chosen, least.value)
    least = msgspec.structs.replace(least, figures=rounded(shares))
    return msgspec.structs.replace(
        stored,
        provenance=msgspec.structs.replace(origin, counts=counts),
        thresholds={**stored.thresholds, "least": least},
        weights=heaviest_first(dict(zip(FEATURE_NAMES, chosen, strict=True))),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("redesigns", type=Path)
    parser.add_argument("engines", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--deal", type=int, default=0, help="seed that deals sites into folds")
    parser.add_argument("--write", action="store_true", help="write the file of weights")
    options = parser.parse_args(arguments)
    pairs = load_pairs(options.redesigns, options.redesigns / "PAIRS.json")
    redesigned = gather(options.redesigns, pairs, options.jobs)
    nothing = gather(options.engines, no_result_pairs(options.engines), options.jobs)
    folders, given = (options.redesigns, options.engines), ("--deal", str(options.deal))
    counts = {"redesigns": len(redesigned)}
    origin = provenance_of("fit_repair", folders, given, options.deal, counts)
    history = weigh_history(redesigned, nothing, options.deal, origin)
    print_changes(HISTORY_FILE, history)
    if options.write:
        write_weights(HISTORY_FILE, history)
    return 0


if __name__ == "__main__":
    sys.exit(main())
