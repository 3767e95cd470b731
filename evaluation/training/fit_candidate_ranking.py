"""Fit the weights of the ranking: `python -m evaluation.training.fit_candidate_ranking BED...`.

The weights of the candidate ranking (`softmax_fit`) and of the resemblance to results
(`fit_refusal`) are cross-validated over sites; both files are written with `--write`, thresholds
and provenance beside the weights. Pages are also used in variants (`page_variants`), so that the
weights do not come to rely on one fashion of markup. Needs numpy and scipy (requirements-dev.txt).
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np

from discovery.pages.weights import Origin, Provenance, Threshold, Weights
from evaluation.beds.packed import unpacked
from evaluation.training.decision_lists import MIXED, DecisionList, Matrix, make_lists
from evaluation.training.fit_refusal import RIGHT, fit_resemblance
from evaluation.training.softmax_fit import cross_validate, figures_of, fit
from evaluation.training.weights_files import (
    heaviest_first,
    print_changes,
    provenance_of,
    rounded,
    write_weights,
)
from wrappers.induction.ranking.candidate_ranking import (
    ALL_FEATURE_NAMES,
    RANKING_FILE,
    RESEMBLANCE_FILE,
)

# Times the greatest lead of a right choice: a guess of how much further unseen sites go.
SAFETY = 2.0


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What weights of other sites choose, and how far one page's own rule is ahead of it.

    `leads` are those of right choices on pages of one site, `mixed_leads` on pages of two sites.
    """

    chosen: list[tuple[DecisionList, int]]
    leads: Matrix
    mixed_leads: Matrix


def hold_out(lists: Sequence[DecisionList], mixed: Sequence[DecisionList], deal: int) -> HeldOut:
    chosen, leads, mixed_leads = [], [], []
    for decision, weights in cross_validate(lists, deal, beside=mixed):
        if decision.kind == MIXED:
            mixed_leads.append(decision.lead(weights))
            continue
        place = decision.choose(weights)
        chosen.append((decision, place))
        if decision.kind.startswith("transfer") and decision.f1[place] > RIGHT:
            leads.append(decision.lead(weights))
    return HeldOut(chosen, np.array(leads), np.array(mixed_leads))


def max_lead(held_out: HeldOut) -> Threshold:
    greatest = float(held_out.leads.max())
    value = round(SAFETY * greatest, 2)
    figures = {
        "right": float(len(held_out.leads)),
        "greatest_lead_of_right": greatest,
        "right_refused": float(np.mean(held_out.leads > value)),
        "mixed": float(len(held_out.mixed_leads)),
        "mixed_accepted": float(np.mean(held_out.mixed_leads <= value)),
    }
    rule = f"{SAFETY:g} times the greatest lead of right choices on pages of one site, held out"
    return Threshold(value, Origin.FITTED, rule, rounded(figures))


def add_list_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--deal", type=int, default=0, help="seed that deals sites into folds")


def load_lists(
    options: argparse.Namespace, modes: Sequence[str] = ("single", "transfer")
) -> list[DecisionList]:
    made = (make_lists(folder, options.jobs, mode) for folder in options.folders for mode in modes)
    return list(chain(*made))


def provenance(
    options: argparse.Namespace, lists: Sequence[DecisionList], weights: Matrix, held_out: HeldOut
) -> Provenance:
    counts = {
        "decisions": len(lists),
        "decisions_of_several_pages": sum(d.kind.startswith("transfer") for d in lists),
        "candidates": sum(len(d.features) for d in lists),
    }
    return provenance_of(
        "fit_candidate_ranking",
        options.folders,
        ("--deal", str(options.deal)),
        options.deal,
        counts,
        note="Without pages too heavy for the product. Figures by the first section alone; of "
        "several pages one not learned from.",
        fitted=rounded(figures_of((d, d.choose(weights)) for d in lists)),
        held_out=rounded(figures_of(held_out.chosen)),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_list_options(parser)
    parser.add_argument("--write", action="store_true", help="write both files of weights")
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        options.folders = [stack.enter_context(unpacked(each)) for each in options.folders]
        fit_and_write(options)
    return 0


def fit_and_write(options: argparse.Namespace) -> None:
    lists = load_lists(options)
    held_out = hold_out(lists, load_lists(options, [MIXED]), options.deal)
    fitted = fit(lists)
    named = dict(zip(ALL_FEATURE_NAMES, fitted, strict=True))
    origin = provenance(options, lists, fitted, held_out)
    ranking = Weights(origin, {"max_lead_of_one_page": max_lead(held_out)}, heaviest_first(named))
    resemblance = fit_resemblance(lists, fitted, origin)
    for path, weights in ((RANKING_FILE, ranking), (RESEMBLANCE_FILE, resemblance)):
        print_changes(path, weights)
        if options.write:
            write_weights(path, weights)


if __name__ == "__main__":
    sys.exit(main())
