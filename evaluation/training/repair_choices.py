"""Choices of repairs: rules on redesigned pages, with what speaks for each and its F1."""

import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from evaluation.quality.adaptation.pairs import (
    OldWrapper,
    Pair,
    Task,
    learn_old,
    read_samples,
)
from evaluation.quality.extraction import load_cases
from evaluation.quality.record_matching import Case
from evaluation.training.decision_lists import Matrix, count_records
from wrappers.adaptation.adaptation import NotAdaptedError
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
    """Return pages of results and no-result pages, which are what the engine answers today.

    Of one engine a page template.
    """
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
    """Return the choices for all pairs, site by site on several processes."""
    sites: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        sites[pair.site].append(pair)
    choices: list[Choices] = []
    with ProcessPoolExecutor(jobs) as pool:
        for done, some in enumerate(pool.map(partial(site_choices, folder), sites.values()), 1):
            choices += some
            print(f"{folder.name}: {done} of {len(sites)} sites", file=sys.stderr, flush=True)
    return choices
