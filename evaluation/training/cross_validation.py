"""Extraction cross-validated over sites: `python -m evaluation.training.cross_validation DIR...`.

The sites of all folders are divided into folds. For each fold the weights of the ranking and of the
refusal are fitted on the decision lists of all other sites.
With these weights wrappers are learned and tried on the fold's pages, as in
`evaluation.quality.extraction`. The pages of the first folder are measured.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from unittest.mock import patch

import msgspec

from evaluation.beds.packed import unpacked
from evaluation.printing import on_processes
from evaluation.quality.extraction import (
    Outcome,
    Task,
    load_cases,
    print_summary,
    run_task,
    single_tasks,
    summarise,
    transfer_tasks,
)
from evaluation.training.decision_lists import DecisionList
from evaluation.training.fit_candidate_ranking import add_list_options, load_lists
from evaluation.training.fit_refusal import fit_resemblance
from evaluation.training.softmax_fit import FOLDS, assign_folds, fit
from wrappers.induction.features.features import FEATURE_NAMES
from wrappers.induction.ranking import candidate_ranking
from wrappers.induction.ranking.candidate_ranking import ALL_FEATURE_NAMES


def with_weights_of_others(
    folder: Path, tasks: Sequence[Task], lists: Sequence[DecisionList], options: argparse.Namespace
) -> list[Outcome]:
    sites = {decision.site for decision in lists} | {task.target["site"] for task in tasks}
    fold = assign_folds(sites, options.deal)
    outcomes: dict[str, Outcome] = {}
    for number in range(FOLDS):
        inside = [task for task in tasks if fold[task.target["site"]] == number]
        if inside:
            outside = [decision for decision in lists if fold[decision.site] != number]
            with ExitStack() as stack:
                _use_weights(stack, outside)
                found = on_processes(partial(run_task, folder), inside, options.jobs, 4)
            outcomes |= {t.target["id"]: o for t, o in zip(inside, found, strict=True)}
    return [outcomes[task.target["id"]] for task in tasks]


def _use_weights(stack: ExitStack, lists: Sequence[DecisionList]) -> None:
    fitted = fit(lists)
    in_use = candidate_ranking.ranking_weights()
    named = dict(zip(ALL_FEATURE_NAMES, fitted.tolist(), strict=True))
    ranking = msgspec.structs.replace(in_use, weights=named)
    resemblance = fit_resemblance(lists, fitted, in_use.provenance)
    ordered = {name: resemblance.weights[name] for name in FEATURE_NAMES}
    resemblance = msgspec.structs.replace(resemblance, weights=ordered)
    for name, weights in (("ranking_weights", ranking), ("resemblance_weights", resemblance)):
        stack.enter_context(patch.object(candidate_ranking, name, lambda weights=weights: weights))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    add_list_options(parser)
    options = parser.parse_args(arguments)
    with ExitStack() as stack:
        options.folders = [stack.enter_context(unpacked(each)) for each in options.folders]
        return cross_validate(options)


def cross_validate(options: argparse.Namespace) -> int:
    """Measure the first of the folders; return 1 where it has no page to measure."""
    lists = load_lists(options)
    measured = 0
    folder = options.folders[0]
    cases = load_cases(folder)
    for mode, tasks in (("single", single_tasks(cases)), ("transfer", transfer_tasks(cases))):
        if tasks:
            measured += len(tasks)
            outcomes = with_weights_of_others(folder, tasks, lists, options)
            print(f"\n{folder.name}, cross-validated, ", end="")
            print_summary(mode, summarise(tasks, outcomes), len(cases) - len(tasks))
    return 0 if measured else 1


if __name__ == "__main__":
    sys.exit(main())
