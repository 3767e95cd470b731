"""Fit the weights of the judging: `python -m tests.benchmarks.fit_judging DIR... [options]`.

Every list is one decision of the learner: the candidates of one page, or the rules tried on two
pages, each with its evidence and how right it is. The weights maximise the probability (softmax
over the list) of the candidates that are most right, with a penalty on their squares, and are
cross-validated over sites. Pages are also used in other dresses (`tests.benchmarks.dresses`), so
that the weights do not come to rely on one fashion of markup. Needs numpy and scipy
(requirements-dev.txt).
"""

import argparse
import json
import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from discovery.pages import Page
from tests.benchmarks.dresses import dressed
from tests.benchmarks.extraction import LEARNING_PAGES, MIN_RECORDS_TRANSFER, load_cases
from tests.benchmarks.record_matching import Case, score_page
from wrappers.induction.evidence import weigh_page
from wrappers.induction.instance import Instance
from wrappers.induction.integration import context_of, judge_candidates, make_trials
from wrappers.induction.judging import ALL_NAMES, WEIGHTS_FILE, weigh_trials
from wrappers.induction.page_facts import PageFacts, facts_of
from wrappers.induction.pipeline import INDUCERS
from wrappers.induction.sample import SamplePage
from wrappers.induction.tag_prefixes import NAME as TAG_PREFIXES
from wrappers.induction.trial import CROSS_NAMES
from wrappers.induction.vints_inducer import NAME as VINTS

FOLDS = 10
# Dresses in which every page is learned from alone, and those in which a share of the pages is.
SINGLE_DRESSES = ("original", "old")
SAMPLED_DRESSES = ("bare", "flat", "few", "hashed", "redirected", "advertised", "runs")
SAMPLED_SHARE = 0.3
# A site's pages are learned from together as they are, and in one of these dresses.
PAIR_DRESSES = ("old", "old", "bare", "hashed", "redirected", "advertised", "runs")
# How sharply a candidate's F1 counts: .95 instead of 1.0 gives a third of the credit. Guess.
SHARPNESS = 20.0
# Lists in which nothing is better than this teach nothing.
MIN_BEST = 0.5
# The refusal of pages without records: at most this share of right choices (F1 above RIGHT) would
# be lost on these pages, and the score is lowered further, as other pages differ.
LOST = 0.005
RIGHT = 0.9
SAFETY = 0.85

# Evidence whose direction is known beforehand: the fit may find it worthless, not the contrary.
FOR = frozenset(
    """number_of_records round_number grid_number agrees_with_range query_in_records query_in_titles
    distinct_addresses distinct_titles web_addresses leads_away words_in_titles title_in_heading
    title_emphasised title_is_first_link title_is_longest_link title_length text_length
    plain_text_length with_plain_text shape_agreement commonest_shape rich_shape pictures
    prices_or_dates numbered region_filled one_parent title_place_agreement""".split()
)
AGAINST = frozenset(
    """two_or_three more_than_hundred query_in_addresses same_path to_site_top linked_elsewhere
    titles_without_words overlong_titles title_first giant_record empty_records inner_titles
    untitled_elements missed_siblings missed_namesakes missed_twins odd_records in_chrome
    nested_records record_is_link length_variation link_count_variation empty_pages
    recurring_records differing_numbers stands_on_no_result_page finds_on_no_result_page long_key
    bare_key only_one_key title_by_length""".split()
)

INDUCER_NAMES = (TAG_PREFIXES, VINTS)

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DecisionList:
    """The candidates of one decision: evidence, and true and false positives and negatives.

    `inducers` are the numbers of the inducers that proposed them.
    """

    name: str
    site: str
    kind: str
    inducers: Matrix
    evidence: Matrix
    counts: Matrix

    @property
    def f1(self) -> Matrix:
        """How right each candidate is."""
        hits, extra, missed = self.counts.T
        f1: Matrix = 2 * hits / np.maximum(1, 2 * hits + extra + missed)
        return f1


def single_lists(folder: Path, case: Case) -> list[DecisionList]:
    """Return the decisions of learning from one page, in several dresses."""
    lists = []
    chance = random.Random(case["id"])
    sampled = [dress for dress in SAMPLED_DRESSES if chance.random() < SAMPLED_SHARE]
    for dress in (*SINGLE_DRESSES, *sampled):
        found = dressed(folder, case, dress)
        if found is None or len(found[1]["records"]) < (2 if dress == "few" else 4):
            continue
        page, truth = found
        facts = facts_of(SamplePage(page, case.get("query")))
        candidates = [c for propose in INDUCERS for c in propose(facts) if c.instance.spans]
        if candidates:
            instances = [candidate.instance for candidate in candidates]
            rows = np.array(weigh_page(facts, instances))
            evidence = np.hstack([rows, np.zeros((len(rows), len(CROSS_NAMES)))])
            counts = np.array([_counts(facts, truth, instance) for instance in instances])
            inducers = np.array([INDUCER_NAMES.index(c.inducer) for c in candidates])
            lists.append(DecisionList(case["id"], case["site"], dress, inducers, evidence, counts))
    return lists


def pair_lists(folder: Path, cases: Sequence[Case]) -> list[DecisionList]:
    """Return the decisions of learning from two pages of a template, in several dresses."""
    other = random.Random(cases[0]["site"]).choice(PAIR_DRESSES)
    lists = []
    for dress in ("original", other):
        found = [dressed(folder, case, dress) for case in cases]
        pages = [one for one in found if one is not None]
        if len(pages) > LEARNING_PAGES:
            lists += _pair_lists(pages, "transfer" if dress == "original" else "transfer dressed")
    return lists


def _pair_lists(dressed_pages: Sequence[tuple[Page, Case]], kind: str) -> list[DecisionList]:
    """Return the decisions of learning from two pages, judged on a third."""
    lists = []
    cases = [case for _, case in dressed_pages]
    facts = [facts_of(SamplePage(page, case.get("query"))) for page, case in dressed_pages]
    judged = [judge_candidates(f, [c for p in INDUCERS for c in p(f)]) for f in facts]
    for place, case in enumerate(cases):
        others = (*range(place + 1, len(cases)), *range(place))
        teachers = [n for n in others if len(cases[n]["records"]) >= MIN_RECORDS_TRANSFER]
        if len(teachers) < LEARNING_PAGES:
            continue
        teachers = teachers[:LEARNING_PAGES]
        pages = [judged[n] for n in teachers]
        trials = make_trials(pages)
        if not trials:
            continue
        evidence = np.array(weigh_trials([p.facts for p in pages], context_of(pages), trials))
        counts = np.array(
            [
                _counts(facts[place], case, facts[place].find(trial.rule))
                + sum(
                    _counts(facts[n], cases[n], instance)
                    for n, instance in zip(teachers, trial.instances, strict=True)
                )
                for trial in trials
            ]
        )
        inducers = np.array([INDUCER_NAMES.index(trial.inducer) for trial in trials])
        lists.append(DecisionList(case["id"], case["site"], kind, inducers, evidence, counts))
    return lists


def _counts(facts: PageFacts, case: Case, instance: Instance) -> Matrix:
    """Return hits, extra and missed records of an instance."""
    records = [
        {"url": facts.original_address(span.title), "title": facts.text(span.title)}
        for span in instance.spans
    ]
    score = score_page(case, records)
    return np.array([score.hits, score.extra, score.missed], dtype=float)


def make_lists(folder: Path, jobs: int, mode: str) -> list[DecisionList]:
    """Return all decisions of a folder."""
    cases = load_cases(folder)
    sites: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        if case.get("records") and not case.get("no_result"):
            sites[case.get("template") or case["site"]].append(case)
    with ProcessPoolExecutor(jobs) as pool:
        found: Iterable[list[DecisionList]]
        if mode == "single":
            flat = [case for pages in sites.values() for case in pages]
            found = pool.map(partial(single_lists, folder), flat, chunksize=4)
        else:
            found = pool.map(partial(pair_lists, folder), sites.values(), chunksize=1)
        return [decision for some in found for decision in some]


def fit(lists: Sequence[DecisionList], penalty: float) -> Matrix:
    """Return the weights that make the best candidates of the lists most probable.

    All lists count alike, pages in other dresses as much as in their own: with a quarter of the
    weight for them, cross-validated figures were lower for every kind of list.
    """
    prepared = []
    for decision in lists:
        f1 = decision.f1
        if f1.max() >= MIN_BEST:
            credit = np.exp(SHARPNESS * (f1 - f1.max()))
            prepared.append((decision.evidence, credit))

    def loss(weights: Matrix) -> tuple[float, Matrix]:
        value, gradient = 0.0, np.zeros_like(weights)
        for evidence, credit in prepared:
            scores = evidence @ weights
            chances = np.exp(scores - scores.max())
            chances /= chances.sum()
            right = chances * credit
            sum_right = right.sum() + 1e-300
            value -= np.log(sum_right)
            gradient += evidence.T @ (chances - right / sum_right)
        return (
            value / len(prepared) + penalty * float(weights @ weights),
            gradient / len(prepared) + 2 * penalty * weights,
        )

    bounds = [(0.0 if n in FOR else None, 0.0 if n in AGAINST else None) for n in ALL_NAMES]
    start = np.zeros(len(ALL_NAMES))
    weights: Matrix = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return weights


def least_score(lists: Sequence[DecisionList], weights: Matrix) -> float:
    """Return a score that all right choices but a few reach: below it nothing is records."""
    scores = []
    for decision in lists:
        values = decision.evidence @ weights
        if decision.f1[int(np.argmax(values))] > RIGHT:
            scores.append(float(values.max()))
    return SAFETY * float(np.quantile(scores, LOST))


def cross_validate(
    lists: Sequence[DecisionList], penalty: float
) -> Iterator[tuple[DecisionList, int]]:
    """Yield every decision with the place of the candidate that weights of other sites choose."""
    sites = sorted({decision.site for decision in lists})
    fold = {site: place % FOLDS for place, site in enumerate(sites)}
    for number in range(FOLDS):
        weights = fit([d for d in lists if fold[d.site] != number], penalty)
        for decision in lists:
            if fold[decision.site] == number:
                yield decision, int(np.argmax(decision.evidence @ weights))


def ablate(lists: Sequence[DecisionList], penalty: float) -> None:
    """Print what is lost, cross-validated, without each inducer and each kind of evidence."""
    print(f"{'without':28} {'F1':>7} {'perfect':>7}  single, then transfer")
    _print_row("nothing", lists, penalty)
    for number, name in enumerate(INDUCER_NAMES):
        _print_row(name, [d for d in (_without_inducer(d, number) for d in lists) if d], penalty)
    for name in ALL_NAMES:
        place = ALL_NAMES.index(name)
        _print_row(name, [_without_evidence(d, place) for d in lists], penalty)


def _without_inducer(decision: DecisionList, number: int) -> DecisionList | None:
    """Return a decision without the candidates of one inducer, None when none are left."""
    kept = decision.inducers != number
    if not kept.any():
        return None
    return replace(
        decision,
        inducers=decision.inducers[kept],
        evidence=decision.evidence[kept],
        counts=decision.counts[kept],
    )


def _without_evidence(decision: DecisionList, place: int) -> DecisionList:
    """Return a decision without one kind of evidence."""
    evidence = decision.evidence.copy()
    evidence[:, place] = 0.0
    return replace(decision, evidence=evidence)


def _print_row(name: str, lists: Sequence[DecisionList], penalty: float) -> None:
    chosen = list(cross_validate(lists, penalty))
    figures = []
    for is_transfer in (False, True):
        rows = [d.counts[p] for d, p in chosen if d.kind.startswith("transfer") is is_transfer]
        figures.append(_figures(np.array(rows)) if rows else "-")
    print(f"{name:28} {figures[0]}   {figures[1]}", flush=True)


def report(chosen: Iterable[tuple[DecisionList, int]], errors: bool) -> None:
    """Print micro F1 and share of perfect decisions for each kind of list, and the ceilings."""
    kinds: dict[str, list[tuple[DecisionList, int]]] = defaultdict(list)
    for decision, place in chosen:
        kinds[decision.kind].append((decision, place))
    for kind, rows in kinds.items():
        picked = np.array([decision.counts[place] for decision, place in rows])
        best = np.array([d.counts[int(np.argmax(d.f1))] for d, _ in rows])
        print(f"{kind:18} {len(rows):4}  {_figures(picked)}   ceiling {_figures(best)}")
        for decision, place in rows if errors else ():
            if decision.counts[place][1:].any():
                print(f"    {decision.name:45} {decision.counts[place]} {decision.f1.max():.3f}")


def _figures(counts: Matrix) -> str:
    hits, extra, missed = counts.sum(axis=0)
    perfect = float(np.mean(~counts[:, 1:].any(axis=1)))
    return f"F1 {2 * hits / max(1, 2 * hits + extra + missed):.4f} perfect {perfect:.4f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Fit, cross-validate, and write the weights when asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--penalty", type=float, default=0.003)
    parser.add_argument("--cache", type=Path, help="keep the lists here between runs")
    parser.add_argument("--remake", choices=["single", "transfer", "both"], default=None)
    parser.add_argument("--errors", action="store_true", help="name the decisions that went wrong")
    parser.add_argument("--without", nargs="*", default=[], help="evidence to leave out")
    parser.add_argument("--modes", nargs="*", default=["single", "transfer"])
    parser.add_argument("--only", nargs="*", help="kinds of lists used")
    parser.add_argument("--ablation", action="store_true", help="what each part is worth")
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS_FILE.name}")
    options = parser.parse_args(arguments)
    lists = []
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
        place = ALL_NAMES.index(name)
        for decision in lists:
            decision.evidence[:, place] = 0.0
    if options.only:
        lists = [decision for decision in lists if decision.kind in options.only]
    if options.ablation:
        ablate(lists, options.penalty)
        return 0
    report(cross_validate(lists, options.penalty), options.errors)
    if options.write:
        weights = fit(lists, options.penalty)
        command = (
            f"python -m tests.benchmarks.fit_judging DIR... --penalty {options.penalty} --write"
        )
        ordered = sorted(zip(ALL_NAMES, weights, strict=True), key=lambda item: -abs(item[1]))
        data = {
            "command": command,
            "least_score": round(least_score(lists, weights), 2),
            "weights": {name: round(float(weight), 3) for name, weight in ordered},
        }
        WEIGHTS_FILE.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
