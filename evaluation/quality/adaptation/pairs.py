"""One pair of old and new pages: learn on the old, adapt to the new, score."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from pathlib import Path

from discovery.pages.outcomes import AnswerKind
from discovery.pages.page import NotHtmlError, parse_page
from evaluation.quality.extraction import load_cases, read_page
from evaluation.quality.record_matching import Case, PageScore, score_page
from wrappers.adaptation.acceptance import find_objections, read_known
from wrappers.adaptation.adaptation import (
    Adaptation,
    AdaptationSettings,
    KnownAnswer,
    NotAdaptedError,
    Strategy,
)
from wrappers.adaptation.expectations import PastReading, required_share
from wrappers.adaptation.repair import Repair, prepare_repair
from wrappers.adaptation.tree_grams import TreeGrams, take_tree_grams
from wrappers.extraction.answers.classifying import classify_answer
from wrappers.extraction.constraints import IntegrityConstraints, violations
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.constraints import learn_constraints
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import InductionError, Sample

# Table 1 of Ferrara and Baumgartner 2011: what is likest is taken, by either measure.
PUBLISHED = {f"{each}, unchecked": each for each in (Strategy.SIMPLE, Strategy.CLUSTERED)}

# Decimals of a likeness that tell candidates apart: a twentieth of a record's nodes is chance.
LIKENESS_DIGITS = 1


def match_alone(repair: Repair, strategy: Strategy) -> Wrapper:
    """Return the wrapper for what is likest by a strategy's measure; raises `NotAdaptedError`."""
    likest = max(
        (choice for choice in repair.choices if repair.pool.proposes(strategy, choice.evaluated)),
        key=lambda choice: (
            round(repair.similarity_of(choice, strategy), LIKENESS_DIGITS),
            choice.total,
        ),
        default=None,
    )
    if likest is None:
        raise NotAdaptedError("nothing is like the records")
    return repair.wrapper_for(likest)


class Outcome(StrEnum):
    NONE = "none"  # nothing was found that reads the pages
    LIVE = "live"
    PROPOSED = "proposed"


UNCHANGED, LEARNED_ANEW = "unchanged", "learned anew"
TOGETHER, AS_LIVE = "together", "as live"


@dataclass(frozen=True, slots=True)
class Pair:
    """Old and new pages of a site; `kind` names the redesign where it is known.

    `originals` are the new pages before the redesign, where they are known, else the old pages.
    """

    site: str
    kind: str
    old: tuple[Case, ...]
    new: tuple[Case, ...]
    originals: tuple[Case, ...]


@dataclass(slots=True)
class PairOutcome:
    """What was measured of a pair.

    `scores` holds the scores of the new pages by method, `before` those of the old wrapper on the
    pages as they were. `strategy` is the one that all together adapted by, empty where the wrapper
    stayed. `seconds` is what a method took. `failures` tell by method why there is no wrapper.
    `broken` tells whether an answer was found broken, `repair` what mending then made of it.
    """

    site: str
    kind: str
    before: tuple[PageScore, ...] = ()
    scores: dict[str, tuple[PageScore, ...]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    broken: bool = False
    strategy: str = ""
    repair: Outcome = Outcome.NONE

    @property
    def is_changed(self) -> bool:
        return bool(self.strategy) or TOGETHER in self.failures


@dataclass(frozen=True, slots=True)
class OldWrapper:
    wrapper: Wrapper
    tree_grams: TreeGrams
    constraints: IntegrityConstraints
    answers: tuple[KnownAnswer, ...]

    def task(self, samples: tuple[Sample, ...]) -> "Task":
        asked = {sample.query for sample in samples}
        known = tuple(answer for answer in self.answers if answer.query in asked)
        return Task(self, samples, known)


@dataclass(frozen=True, slots=True)
class Task:
    """An old wrapper to be adapted to pages, with the answers known of their queries."""

    old: OldWrapper
    samples: tuple[Sample, ...]
    known: tuple[KnownAnswer, ...]

    def prepare(self) -> Repair:
        """Return the repair, ready to be run; raises `NotAdaptedError`."""
        return prepare_repair(
            self.old.wrapper,
            self.old.tree_grams,
            self.samples,
            known=self.known,
            settings=AdaptationSettings(),
            constraints=self.old.constraints,
        )

    def mend(self, adaptation: Adaptation | None) -> tuple[Outcome, Wrapper | None]:
        """Return what mending makes of an adaptation, or of none, and the wrapper it is about."""
        if adaptation is None:
            try:
                wrapper = learn_wrapper(self.samples).wrapper
            except InductionError:
                return Outcome.NONE, None
        else:
            wrapper = adaptation.wrapper
        past = PastReading(self.known, self.old.constraints, required_share(()))
        today = read_known(wrapper, self.samples, self.known)
        is_unchanged = adaptation is not None and adaptation.strategy is None
        objections = find_objections(past, today, is_unchanged=is_unchanged) if today else ()
        return Outcome.PROPOSED if objections else Outcome.LIVE, wrapper


def load_pairs(folder: Path, file: Path) -> list[Pair]:
    """Return the pairs whose pages count; pages of no results are left out."""
    cases = {case["id"]: case for case in load_cases(folder) if not case.get("no_result")}
    pairs = []
    for row in json.loads(file.read_text(encoding="utf-8")):
        old, new = (tuple(cases[n] for n in row[side] if n in cases) for side in ("old", "new"))
        originals = tuple(cases.get(case.get("original", "")) for case in new)
        known = tuple(case for case in originals if case is not None)
        if old and new:
            kind = row.get("kind", "")
            pairs.append(Pair(row["site"], kind, old, new, known if all(originals) else old))
    return pairs


def run_site(folder: Path, pairs: Sequence[Pair], *, as_published: bool) -> list[PairOutcome]:
    """Run the pairs of one site; a wrapper is learned once from the same old pages."""
    learned: dict[tuple[str, ...], OldWrapper | str] = {}
    outcomes = []
    for pair in pairs:
        names = tuple(case["id"] for case in pair.old)
        if names not in learned:
            try:
                learned[names] = learn_old(folder, pair.old)
            except InductionError as error:
                learned[names] = f"not learned: {error}"
        outcomes.append(run_pair(folder, pair, learned[names], as_published))
    return outcomes


def run_pair(folder: Path, pair: Pair, old: OldWrapper | str, as_published: bool) -> PairOutcome:
    """Adapt by every method, and score; `old` may be the reason why there is no old wrapper."""
    outcome = PairOutcome(pair.site, pair.kind)
    samples = read_samples(folder, pair.new)
    nothing = score_nothing(pair.new)
    _measure(outcome, LEARNED_ANEW, pair.new, samples, lambda: learn_wrapper(samples).wrapper)
    if isinstance(old, str):
        for method in (UNCHANGED, TOGETHER, AS_LIVE):
            outcome.scores[method], outcome.failures[method] = nothing, old
        outcome.before = score_nothing(pair.originals)
        return outcome
    outcome.before = score_wrapper(
        old.wrapper, pair.originals, read_samples(folder, pair.originals)
    )
    unchanged = outcome.scores[UNCHANGED] = score_wrapper(old.wrapper, pair.new, samples)
    outcome.broken = is_broken(old, samples)
    task = old.task(samples)
    made: list[Adaptation] = []

    def adapt() -> Wrapper:
        made.append(task.prepare().run())
        outcome.strategy = str(made[-1].strategy or "")
        return made[-1].wrapper

    _measure(outcome, TOGETHER, pair.new, samples, adapt)
    if not outcome.broken:
        if TOGETHER in outcome.failures:
            outcome.scores[TOGETHER] = unchanged
        outcome.scores[AS_LIVE] = unchanged
    else:
        outcome.repair, mended = task.mend(made[0] if made else None)
        outcome.scores[AS_LIVE] = nothing
        if mended is not None and outcome.repair is Outcome.LIVE:
            outcome.scores[AS_LIVE] = score_wrapper(mended, pair.new, samples)
    if as_published:
        _adapt_as_published(outcome, task, pair.new)
    return outcome


def _adapt_as_published(outcome: PairOutcome, task: Task, cases: Sequence[Case]) -> None:
    """Adapt by what is likest alone, as in the paper; the seconds are without the preparation."""
    try:
        prepared = task.prepare()
    except NotAdaptedError as error:
        for name in PUBLISHED:
            outcome.failures[name] = f"{type(error).__name__}: {error}"
            outcome.scores[name] = score_nothing(cases)
        return
    for name, strategy in PUBLISHED.items():
        _measure(outcome, name, cases, task.samples, partial(match_alone, prepared, strategy))


def is_broken(old: OldWrapper, samples: Sequence[Sample]) -> bool:
    for sample in samples:
        found = old.wrapper.extract(sample.page, sample.query)
        violated = violations(old.constraints, found)
        judged = classify_answer(sample.page, found, query=sample.query, violations=violated)
        if judged.kind is AnswerKind.BROKEN:
            return True
    return False


def read_samples(folder: Path, cases: Sequence[Case]) -> tuple[Sample, ...]:
    samples = []
    for case in cases:
        try:
            page = read_page(folder, case)
        except NotHtmlError:
            page = parse_page(b"<html></html>", case.get("url") or "")
        samples.append(Sample(page, case.get("query")))
    return tuple(samples)


def learn_old(folder: Path, cases: Sequence[Case]) -> OldWrapper:
    """Learn from old pages, and keep what the product keeps; raises `InductionError`."""
    samples = read_samples(folder, cases)
    wrapper = learn_wrapper(samples).wrapper
    answers = tuple(
        KnownAnswer(sample.query, wrapper.records(sample.page))
        for sample in samples
        if sample.query is not None
    )
    return OldWrapper(
        wrapper=wrapper,
        tree_grams=take_tree_grams(wrapper, [sample.page for sample in samples]),
        constraints=learn_constraints(wrapper, [(s.page, s.query) for s in samples]),
        answers=answers,
    )


def score_nothing(cases: Sequence[Case]) -> tuple[PageScore, ...]:
    return tuple(score_page(case, ()) for case in cases)


def score_wrapper(
    wrapper: Wrapper, cases: Sequence[Case], samples: Sequence[Sample]
) -> tuple[PageScore, ...]:
    return tuple(
        score_page(
            case,
            [
                {"url": record.original_url, "title": record.title, "snippet": record.snippet}
                for record in wrapper.records(sample.page)
            ],
        )
        for case, sample in zip(cases, samples, strict=True)
    )


def _measure(
    outcome: PairOutcome,
    method: str,
    cases: Sequence[Case],
    samples: Sequence[Sample],
    make: Callable[[], Wrapper],
) -> None:
    """Score the wrapper that `make` makes, or nothing extracted where it makes none."""
    wrapper = None
    started = time.perf_counter()
    try:
        wrapper = make()
    except (InductionError, NotAdaptedError) as error:
        outcome.failures[method] = f"{type(error).__name__}: {error}"
    outcome.seconds[method] = time.perf_counter() - started
    outcome.scores[method] = (
        score_nothing(cases) if wrapper is None else score_wrapper(wrapper, cases, samples)
    )
