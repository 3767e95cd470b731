"""The learner's decisions as lists: what the ranking is fitted on.

Every list is one decision: the candidates of one page, or the rules tried on two pages. Each
has its features and how right it is. Pages are also used in variants (`page_variants`).
"""

import random
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discovery.pages.page import NotHtmlError, Page
from evaluation.printing import on_processes
from evaluation.quality.extraction import (
    LEARNING_PAGES,
    MIN_RECORDS_TRANSFER,
    load_cases,
    read_page,
)
from evaluation.quality.record_matching import Case, score_page
from evaluation.training.page_variants import as_variant
from wrappers.extraction.records.fields import address_of
from wrappers.induction.candidates.inducers import InducerName, propose_candidates
from wrappers.induction.features.features import compute_features
from wrappers.induction.features.page_features import PageFeatures, RuleMatch, page_features
from wrappers.induction.ranking.candidate_ranking import (
    CROSS_PAGE_FEATURES,
    EvaluatedRule,
    compute_rule_features,
    share_in_common,
)
from wrappers.induction.ranking.integration import (
    RankedPage,
    context_of,
    evaluate_rules,
    rank_candidates,
)
from wrappers.induction.samples import Sample

# Variants in which every page is learned from alone, and those in which a share of the pages is.
SINGLE_VARIANTS = ("original", "emptied")
SAMPLED_VARIANTS = (
    *("old", "few", "links", "grid"),
    *("bare", "flat", "hashed", "redirected", "advertised", "runs"),
)
SAMPLED_SHARE = 0.4
# A site's pages are learned from together as they are, and in one of these variants.
PAIR_VARIANTS = ("old", "old", "bare", "hashed", "redirected", "advertised", "runs")
# Templates whose no-result page is given to the learner, of those that have one.
SHARE_WITH_NO_RESULT_PAGE = 0.6
MIXED = "mixed"

Matrix = NDArray[np.float64]
Truth = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class DecisionList:
    """The candidates of one decision: features, and true and false positives and negatives.

    `counts` are those over all pages, `measured` those of the page that the benchmark looks at:
    the third of several, else the same. The pipeline takes none but those `eligible`: what finds
    records on both pages. `common` is the share of the titles that a rule finds again for another
    query, NaN where not known.
    """

    site: str
    kind: str
    features: Matrix
    counts: Matrix
    measured: Matrix
    eligible: NDArray[np.bool_]
    common: Matrix

    @property
    def has_records(self) -> bool:
        return bool(self.counts[:, [0, 2]].any())

    def choose(self, weights: Matrix) -> int:
        scores = np.where(self.eligible, self.features @ weights, -np.inf)
        return int(np.argmax(scores))

    @property
    def f1(self) -> Matrix:
        hits, extra, missed = self.counts.T
        f1: Matrix = 2 * hits / np.maximum(1, 2 * hits + extra + missed)
        return f1

    def lead(self, weights: Matrix) -> float:
        scores = self.features @ weights
        return float(scores.max() - scores[self.eligible].max())


def single_lists(folder: Path, case: Case) -> list[DecisionList]:
    lists = []
    chance = random.Random(case["id"])
    sampled = [variant for variant in SAMPLED_VARIANTS if chance.random() < SAMPLED_SHARE]
    for variant in ("original",) if case.get("no_result") else (*SINGLE_VARIANTS, *sampled):
        found = as_variant(folder, case, variant)
        if found is None or 0 < len(found[1]["records"]) < (2 if variant == "few" else 4):
            continue
        page, truth = found
        features = page_features(Sample(page, case.get("query")))
        candidates = rank_page(features).candidates
        if candidates:
            matches = [candidate.match for candidate in candidates]
            rows = np.array(compute_features(features, matches))
            alone = (EvaluatedRule(c.rule, c.inducer, (c.match,)) for c in candidates)
            cross = [[cross(rule, [features]) for cross in CROSS_PAGE_FEATURES] for rule in alone]
            values = np.hstack([rows, cross])
            counts = np.array([count_records(features, truth, match) for match in matches])
            eligible = np.ones(len(candidates), dtype=bool)
            common = np.full(len(candidates), np.nan)
            decision = (case["site"], variant, values, counts, counts, eligible, common)
            lists.append(DecisionList(*decision))
    return lists


def pair_lists(folder: Path, template: Sequence[Case]) -> list[DecisionList]:
    """Return the decisions of learning from two pages of a template, in several variants."""
    cases = [case for case in template if not case.get("no_result")]
    empty = [case for case in template if case.get("no_result")]
    is_given = random.Random(template[0]["id"]).random() < SHARE_WITH_NO_RESULT_PAGE
    other = random.Random(cases[0]["site"]).choice(PAIR_VARIANTS)
    lists = []
    for variant in ("original", other):
        found = [as_variant(folder, case, variant) for case in cases]
        pages = [one for one in found if one is not None]
        nothing = as_variant(folder, empty[0], variant) if empty and is_given else None
        if len(pages) > LEARNING_PAGES:
            kind = "transfer" if variant == "original" else "transfer dressed"
            lists += _pair_lists(pages, nothing and nothing[0], kind)
    return lists


def _pair_lists(
    variant_pages: Sequence[tuple[Page, Case]], nothing: Page | None, kind: str
) -> list[DecisionList]:
    """Return the decisions of learning from two pages, measured on a third, `nothing` given."""
    lists = []
    no_result = None if nothing is None else page_features(Sample(nothing))
    cases = [case for _, case in variant_pages]
    features = [page_features(Sample(page, case.get("query"))) for page, case in variant_pages]
    ranked = [rank_page(f, no_result) for f in features]
    for place, case in enumerate(cases):
        others = (*range(place + 1, len(cases)), *range(place))
        teachers = [n for n in others if len(cases[n]["records"]) >= MIN_RECORDS_TRANSFER]
        if len(teachers) < LEARNING_PAGES:
            continue
        teachers = teachers[:LEARNING_PAGES]
        evaluated_rules = evaluate_rules([ranked[n] for n in teachers], no_result)
        if not evaluated_rules:
            continue
        found = (features[place].find(evaluated.rule) for evaluated in evaluated_rules)
        measured = np.array([count_records(features[place], case, match) for match in found])
        learned = np.array(
            [
                sum(
                    count_records(features[n], cases[n], match)
                    for n, match in zip(teachers, evaluated.matches, strict=True)
                )
                for evaluated in evaluated_rules
            ]
        )
        decision = _decision(case, kind, [ranked[n] for n in teachers], evaluated_rules)
        lists.append(replace(decision, counts=learned + measured, measured=measured))
    return lists


def mixed_lists(folder: Path, cases: tuple[Case, Case]) -> list[DecisionList]:
    """Return the decision of learning from pages of two sites: no rule is right on both."""
    features = [page_features(Sample(read_page(folder, c), c.get("query"))) for c in cases]
    ranked = [rank_page(f) for f in features]
    evaluated_rules = evaluate_rules(ranked)
    return [_decision(cases[0], MIXED, ranked, evaluated_rules)] if evaluated_rules else []


def _decision(
    case: Case, kind: str, pages: Sequence[RankedPage], evaluated_rules: Sequence[EvaluatedRule]
) -> DecisionList:
    features = [page.features for page in pages]
    nothing = np.zeros((len(evaluated_rules), 3))
    supported = np.array([evaluated.support == LEARNING_PAGES for evaluated in evaluated_rules])
    shares = [share_in_common(evaluated, features) for evaluated in evaluated_rules]
    return DecisionList(
        case["site"],
        kind,
        np.array(compute_rule_features(features, context_of(pages), evaluated_rules)),
        nothing,
        nothing,
        supported if supported.any() else ~supported,
        np.array([np.nan if share is None else share for share in shares]),
    )


def rank_page(features: PageFeatures, no_result: PageFeatures | None = None) -> RankedPage:
    (candidates,) = propose_candidates([features], no_result, (InducerName.ELEMENT_GROUPS,))
    return rank_candidates(features, candidates)


def count_records(features: PageFeatures, case: Case, match: RuleMatch) -> Matrix:
    elements, base_url = features.index.elements, features.sample.page.base_url
    records = []
    for span in match.spans:
        address = address_of(dict(elements[span.title].items()), base_url)
        records.append({"url": address, "title": features.text(span.title)})
    score = score_page(case, records)
    return np.array([score.hits, score.extra, score.missed], dtype=float)


def make_lists(folder: Path, jobs: int, mode: str) -> list[DecisionList]:
    sites: dict[str, list[Case]] = defaultdict(list)
    for case in load_cases(folder):
        if case.get("records") or case.get("no_result"):
            try:
                read_page(folder, case)
            except NotHtmlError:
                print(f"left out: {case['id']}", file=sys.stderr)
            else:
                sites[case.get("template") or case["site"]].append(case)
    make: Callable[[Path, Any], list[DecisionList]]
    tasks: Sequence[Any]
    if mode == "single":
        make, tasks = single_lists, [case for pages in sites.values() for case in pages]
    elif mode == "transfer":
        make, tasks = pair_lists, list(sites.values())
    else:
        first = [pages[0] for pages in sites.values() if pages[0].get("records")]
        pairs = zip(first, (*first[1:], *first[:1]), strict=True)
        make, tasks = mixed_lists, [(a, b) for a, b in pairs if a["site"] != b["site"]]
    return list(chain(*on_processes(partial(make, folder), tasks, jobs)))
