"""Fit the weights of the ranking: `python -m evaluation.training.fit_candidate_ranking DIR...`.

The weights maximise the probability (softmax over the list) of the candidates that are most right,
with a penalty on their squares (L2). They are cross-validated over sites. Pages are
also used in variants (`page_variants`), so that the weights do not come to rely on one fashion of
markup. Needs numpy and scipy (requirements-dev.txt).
"""

import argparse
import json
import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from evaluation.training.decision_lists import INDUCER_NAMES, DecisionList, Matrix, make_lists
from evaluation.training.fit_refusal import fit_resemblance, report_refusal
from wrappers.induction.features.features import FEATURE_NAMES
from wrappers.induction.features.links import LINK_FEATURES
from wrappers.induction.features.record_features import Feature
from wrappers.induction.features.regions import REGION_FEATURES
from wrappers.induction.features.shapes import SHAPE_FEATURES
from wrappers.induction.features.texts import TEXT_FEATURES
from wrappers.induction.features.titles import TITLE_FEATURES
from wrappers.induction.ranking.candidate_ranking import ALL_FEATURE_NAMES, WEIGHTS_FILE
from wrappers.induction.ranking.evaluated_rule import CROSS_PAGE_FEATURE_NAMES

Names = Sequence[str]

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


def fit(lists: Sequence[DecisionList], penalty: float) -> Matrix:
    """Return the weights that make the best candidates of the lists most probable.

    All lists count alike, page variants as much as pages as they are. With a quarter of the weight
    for variants, cross-validated figures were lower for every kind of list.
    """
    prepared = []
    for decision in lists:
        f1 = decision.f1
        if f1.max() >= MIN_BEST:
            credit = np.exp(SHARPNESS * (f1 - f1.max()))
            prepared.append((decision.features, credit))

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
            value / len(prepared) + penalty * float(weights @ weights),
            gradient / len(prepared) + 2 * penalty * weights,
        )

    bounds = [(0.0 if n in FOR else None, 0.0 if n in AGAINST else None) for n in ALL_FEATURE_NAMES]
    start = np.zeros(len(ALL_FEATURE_NAMES))
    weights: Matrix = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return weights


def assign_folds(sites: Iterable[str], seed: int = 0) -> dict[str, int]:
    """Return the fold of each site, in rotation: by alphabet or shuffled by a seed."""
    ordered = sorted(set(sites))
    if seed:
        random.Random(seed).shuffle(ordered)
    return {site: place % FOLDS for place, site in enumerate(ordered)}


def cross_validate(
    lists: Sequence[DecisionList], penalty: float, seed: int = 0
) -> Iterator[tuple[DecisionList, int]]:
    """Yield every decision with the place of the candidate that weights of other sites choose."""
    fold = assign_folds((decision.site for decision in lists), seed)
    for number in range(FOLDS):
        weights = fit([d for d in lists if fold[d.site] != number], penalty)
        for decision in lists:
            if fold[decision.site] == number:
                yield decision, decision.choose(weights)


def ablate(lists: Sequence[DecisionList], penalty: float, names: Mapping[str, Names]) -> None:
    """Print what is lost, cross-validated, without each inducer and each kind of feature."""
    print(f"{'without':28} single pages                 several pages")
    _print_row("nothing", lists, penalty)
    for number, name in enumerate(INDUCER_NAMES):
        _print_row(name, [d for d in (_without_inducer(d, number) for d in lists) if d], penalty)
    for kind, members in names.items():
        places = [ALL_FEATURE_NAMES.index(name) for name in members]
        _print_row(kind, [_without_features(d, places) for d in lists], penalty)


def features_by_theme() -> dict[str, Names]:
    """Return the names of the features by the modules they stand in."""
    modules: dict[str, Sequence[Feature]] = {
        "text features": TEXT_FEATURES,
        "link features": LINK_FEATURES,
        "title features": TITLE_FEATURES,
        "shape features": SHAPE_FEATURES,
        "region features": REGION_FEATURES,
    }
    themes = {theme: [f.__name__ for f in functions] for theme, functions in modules.items()}
    known = {name for names in themes.values() for name in names}
    themes["compared on the page"] = [name for name in FEATURE_NAMES if name not in known]
    themes["over several pages"] = list(CROSS_PAGE_FEATURE_NAMES)
    return themes


def _without_inducer(decision: DecisionList, number: int) -> DecisionList | None:
    """Return a decision without the candidates of one inducer, None when none are left."""
    kept = decision.inducers != number
    if not (kept & decision.eligible).any():
        return None
    return replace(
        decision,
        inducers=decision.inducers[kept],
        features=decision.features[kept],
        counts=decision.counts[kept],
        measured=decision.measured[kept],
        eligible=decision.eligible[kept],
    )


def _without_features(decision: DecisionList, places: Sequence[int]) -> DecisionList:
    """Return a decision without some features."""
    features = decision.features.copy()
    features[:, places] = 0.0
    return replace(decision, features=features)


def _print_row(name: str, lists: Sequence[DecisionList], penalty: float) -> None:
    chosen = [(d, p) for d, p in cross_validate(lists, penalty) if d.has_records]
    figures = []
    for is_transfer in (False, True):
        rows = [d.measured[p] for d, p in chosen if d.kind.startswith("transfer") is is_transfer]
        figures.append(_figures(np.array(rows)) if rows else "-")
    print(f"{name:28} {figures[0]}   {figures[1]}", flush=True)


def report(chosen: Iterable[tuple[DecisionList, int]], errors: bool) -> None:
    """Print micro F1 and share of perfect decisions for each kind of list, and the ceilings."""
    kinds: dict[str, list[tuple[DecisionList, int]]] = defaultdict(list)
    for decision, place in chosen:
        if not decision.has_records:
            continue
        kinds[decision.kind].append((decision, place))
    for kind, rows in kinds.items():
        picked = np.array([decision.measured[place] for decision, place in rows])
        best = np.array([d.measured[int(np.argmax(d.f1))] for d, _ in rows])
        print(f"{kind:18} {len(rows):4}  {_figures(picked)}   ceiling {_figures(best)}")
        for decision, place in rows if errors else ():
            if decision.measured[place][1:].any():
                print(f"    {decision.name:45} {decision.measured[place]}")


def _figures(counts: Matrix) -> str:
    hits, extra, missed = counts.sum(axis=0)
    perfect = float(np.mean(~counts[:, 1:].any(axis=1)))
    return f"F1 {2 * hits / max(1, 2 * hits + extra + missed):.4f} perfect {perfect:.4f}"


def add_list_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say which decision lists are fitted on, and how."""
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--penalty", type=float, default=PENALTY)
    parser.add_argument("--cache", type=Path, help="keep the lists here between runs")
    parser.add_argument("--remake", choices=["single", "transfer", "both"], default=None)
    parser.add_argument("--without", nargs="*", default=[], help="features to leave out")
    parser.add_argument("--modes", nargs="*", default=["single", "transfer"])
    parser.add_argument("--only", nargs="*", help="kinds of lists used")
    parser.add_argument("--deal", type=int, default=0, help="seed that deals sites into folds")


def load_lists(options: argparse.Namespace) -> list[DecisionList]:
    """Return the decision lists of all folders, from the cache or made anew."""
    lists: list[DecisionList] = []
    for folder in options.folders:
        for mode in options.modes:
            kept = options.cache and options.cache.with_suffix(f".{folder.name}.{mode}")
            if kept and kept.exists() and options.remake not in {mode, "both"}:
                lists += pickle.loads(kept.read_bytes())
            else:
                made = make_lists(folder, options.jobs, mode)
                if kept:
                    kept.write_bytes(pickle.dumps(made))
                lists += made
    for name in options.without:
        place = ALL_FEATURE_NAMES.index(name)
        for decision in lists:
            decision.features[:, place] = 0.0
    if options.only:
        lists = [decision for decision in lists if decision.kind in options.only]
    return lists


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, cross-validate, and write the weights when asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_list_options(parser)
    parser.add_argument("--errors", action="store_true", help="name the decisions that went wrong")
    parser.add_argument("--ablation", choices=["themes", "each"], help="what each part is worth")
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS_FILE.name}")
    options = parser.parse_args(arguments)
    lists = load_lists(options)
    if options.ablation:
        each = {name: [name] for name in ALL_FEATURE_NAMES}
        themes = features_by_theme()
        ablate(lists, options.penalty, themes if options.ablation == "themes" else each)
        return 0
    chosen = list(cross_validate(lists, options.penalty, options.deal))
    report(chosen, options.errors)
    report_refusal(chosen, FOLDS)
    if options.write:
        weights = fit(lists, options.penalty)
        program = "python -m evaluation.training.fit_candidate_ranking"
        command = f"{program} DIR... --penalty {options.penalty} --write"
        ordered = sorted(
            zip(ALL_FEATURE_NAMES, weights, strict=True), key=lambda item: -abs(item[1])
        )
        data = {
            "command": command,
            "resemblance": fit_resemblance(lists, weights),
            "weights": {name: round(float(weight), 3) for name, weight in ordered},
        }
        WEIGHTS_FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
