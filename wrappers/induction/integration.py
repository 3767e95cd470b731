"""Integration: what several pages taught, joined in one wrapper.

Zhao et al. 2005 (seed 002, section 3.8) integrate the wrappers of single pages and take the one
with the largest support. Ours: every good candidate of every page is tried on all pages; the one
that is best over all of them is taken, with its keys that find the same records everywhere as
equivalents, and [min, max] over the pages.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from wrappers.extraction import RecordRule
from wrappers.induction.candidate import Candidate
from wrappers.induction.instance import Instance, instance_of
from wrappers.induction.judging import score_page
from wrappers.induction.page_facts import PageFacts

# Candidates of each page that are tried on the other pages. Beyond the first twenty or so none
# was right on the shared pages.
TRIED_PER_PAGE = 25
# Differing variants of a candidate tried on the other pages. Guess.
VARIANTS_TRIED = 8
# What a page without any record by a rule costs it, in units of score. Guess.
EMPTY_PAGE_SCORE = -8.0
# Equivalent keys that a wrapper keeps. Guess: more were never needed.
MAX_KEYS = 6


@dataclass(frozen=True, slots=True)
class Verdict:
    """A rule with its score over all pages, and what it finds on each."""

    rule: RecordRule
    inducer: str
    score: float
    instances: tuple[Instance, ...]


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """A page with its candidates, best first."""

    facts: PageFacts
    candidates: tuple[Candidate, ...]


def judge_candidates(facts: PageFacts, candidates: Sequence[Candidate]) -> JudgedPage:
    """Return the candidates of one page, best first."""
    scores = score_page(facts, [candidate.instance for candidate in candidates])
    order = sorted(range(len(scores)), key=lambda position: -scores[position])
    return JudgedPage(facts, tuple(candidates[position] for position in order))


def integrate(pages: Sequence[JudgedPage]) -> tuple[Verdict, ...]:
    """Return the rules tried on all pages, best first."""
    trials = [trial for page in pages for trial in _trials(page, pages)]
    scores = [_score_all(page, trials, number) for number, page in enumerate(pages)]
    verdicts = [
        Verdict(rule, inducer, fmean(by_page[position] for by_page in scores), instances)
        for position, (rule, inducer, instances) in enumerate(trials)
    ]
    verdicts.sort(key=lambda verdict: -verdict.score)
    return tuple(verdicts)


Trial = tuple[RecordRule, str, tuple[Instance, ...]]


def _trials(own: JudgedPage, pages: Sequence[JudgedPage]) -> list[Trial]:
    """Return the best candidates of a page and their variants, as they fare on all pages."""
    trials = []
    for candidate in own.candidates[:TRIED_PER_PAGE]:
        rules = [candidate.rule]
        if len(pages) > 1:
            rules += candidate.variants[: VARIANTS_TRIED - 1]
        seen = set()
        for rule in rules:
            instances = tuple(instance_of(page.facts.index, rule) for page in pages)
            outcome = tuple(tuple(span.title for span in i.spans) for i in instances)
            if outcome not in seen:
                seen.add(outcome)
                trials.append((rule, candidate.inducer, instances))
    return trials


def _score_all(page: JudgedPage, trials: Sequence[Trial], number: int) -> list[float]:
    """Return the score of every trial on one page."""
    own = [candidate.instance for candidate in page.candidates]
    tried = [trial[2][number] for trial in trials]
    filled = [instance for instance in tried if instance.spans]
    scores = iter(score_page(page.facts, [*own, *filled])[len(own) :])
    return [next(scores) if instance.spans else EMPTY_PAGE_SCORE for instance in tried]


def with_equivalent_keys(verdict: Verdict, pages: Sequence[JudgedPage]) -> RecordRule:
    """Return the verdict's rule with further keys that find the same on every page."""
    outcome = _outcome(verdict.instances)
    keys = list(verdict.rule.keys)
    for page in pages:
        for candidate in page.candidates[:TRIED_PER_PAGE]:
            for rule in (candidate.rule, *candidate.variants):
                if len(keys) >= MAX_KEYS:
                    break
                same = rule.extent is verdict.rule.extent and rule.titles == verdict.rule.titles
                if same and rule.keys[0] not in keys:
                    instances = [instance_of(p.facts.index, rule) for p in pages]
                    if _outcome(instances) == outcome:
                        keys.append(rule.keys[0])
    counts = [len(instance.spans) for instance in verdict.instances]
    return replace(verdict.rule, keys=tuple(keys), minimum=min(counts), maximum=max(counts))


def _outcome(instances: Sequence[Instance]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return which elements and links a rule found on each page."""
    return tuple(
        tuple((span.first, span.title) for span in instance.spans) for instance in instances
    )
