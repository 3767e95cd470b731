"""Adapting a wrapper to pages that it no longer reads.

Ferrara and Baumgartner 2011, sections 3 and 4: when a wrapper fails, its tree-grams are matched
with the new pages. Several algorithms do so in a configured order, each with a threshold, and a
selector is generated for what matches. Ours: what the inducers of wrappers propose for the new
pages is tried beside it, and all is weighed alike: by the ranking, as when learning, and by what is
known of the old records. The best must pass the check of a new wrapper; the first algorithm that
finds it like the old records gives the repair its name. Where the ranking and the history disagree
nothing is adapted: a wrong wrapper is worse than none.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from discovery.pages.page import Page
from wrappers.adaptation.adaptation import (
    Adaptation,
    AdaptationSettings,
    KnownAnswer,
    NotAdaptedError,
    Strategy,
    in_view_of,
    limit_size,
)
from wrappers.adaptation.candidates import (
    UNCHANGED,
    CandidatePool,
    TreeGramSimilarity,
    build_candidate_pool,
)
from wrappers.adaptation.field_repair import adapt_fields, find_failed_fields
from wrappers.adaptation.known_records import consult_oracle
from wrappers.adaptation.tree_grams import TreeGrams, tree_grams_of
from wrappers.extraction.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.inducers import InducerName
from wrappers.induction.features.features import fmean
from wrappers.induction.features.page_features import no_result_features
from wrappers.induction.pipeline import make_wrapper, rank_sample_pages, refuse_noise
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule
from wrappers.induction.samples import InductionError, Sample

# What finding all known records on the pages adds to the ranking's score. Set by hand: without it
# one of 41 harmed made redesigns is mended less.
WEIGHT_OF_KNOWN = 10.0
# How far below the best a choice may be: rules that find the same differ by less. Guess.
MARGIN = 0.1
# Choices that are held to the known answers where none passes the check. Guess.
MAX_UNPROVEN = 12


@dataclass(frozen=True, slots=True)
class _Choice:
    """A rule evaluated on the new pages, its ranking score, the share of known records it finds."""

    evaluated: EvaluatedRule
    score: float
    share_found: float

    @property
    def total(self) -> float:
        return self.score + WEIGHT_OF_KNOWN * self.share_found


def prepare_repair(
    wrapper: Wrapper,
    tree_grams: TreeGrams,
    samples: Sequence[Sample],
    *,
    settings: AdaptationSettings = AdaptationSettings(),  # noqa: B008  immutable
    no_result: Page | None = None,
    known: Sequence[KnownAnswer] = (),
    constraints: IntegrityConstraints = NO_CONSTRAINTS,
    inducers: Collection[InducerName] = (),
) -> "Repair":
    """Return the repair of `wrapper` for `samples`, today's result pages of its engine.

    `no_result` is today's no-result page, `known` what queries gave before, `constraints` are those
    of the old wrapper, `inducers` as for `learn_wrapper`. Raises `NotAdaptedError`.
    """
    similarity = TreeGramSimilarity(tree_grams.records, settings.labels)
    try:
        samples, view = in_view_of(wrapper, samples)
        nothing = no_result_features(no_result, samples, view)
        pages = rank_sample_pages(limit_size(samples), nothing, inducers)
        pool = build_candidate_pool(pages, similarity, wrapper, settings, nothing)
    except InductionError as error:
        raise NotAdaptedError(str(error)) from error
    features = [page.features for page in pool.pages]
    oracle = consult_oracle(features, known)
    # What a rule finds on a single page may be an accident, where another finds records on two.
    least = min(2, max((evaluated.support for evaluated in pool.evaluated_rules), default=1))
    choices = sorted(
        (
            _Choice(evaluated, score, oracle.share_found(evaluated))
            for evaluated, score in zip(pool.evaluated_rules, pool.scores, strict=True)
            if evaluated.support >= least
        ),
        key=lambda choice: -choice.total,
    )
    return Repair(
        wrapper,
        tree_grams,
        settings,
        no_result,
        pool,
        similarity,
        tuple(choices),
        tuple(known),
        constraints,
    )


@dataclass(frozen=True, slots=True)
class Repair:
    """A wrapper to adapt, and the choices there are, best first."""

    wrapper: Wrapper
    tree_grams: TreeGrams
    settings: AdaptationSettings
    no_result: Page | None
    pool: CandidatePool
    similarity: TreeGramSimilarity
    choices: tuple[_Choice, ...]
    known: tuple[KnownAnswer, ...]
    constraints: IntegrityConstraints

    def run(self) -> Adaptation:
        """Return the old wrapper if unharmed, else the first adaptation that passes the check.

        The rules of fields that no longer come are adapted. Raises `NotAdaptedError`.
        """
        problem = "nothing on the pages repeats as records do"
        for choice in self._likeliest():
            is_unchanged = self._is_unchanged(choice)
            strategy = None if is_unchanged else self._strategy_of(choice)
            if not is_unchanged and strategy is None:
                problem = "nothing is enough like the records"
                continue
            try:
                refuse_noise(choice.evaluated, self.pool.pages)
            except InductionError as error:
                problem = str(error)
                continue
            return self._adapt(choice, strategy) if strategy else self._adapt_fields(choice)
        raise NotAdaptedError(f"No adaptation passed: {problem}.")

    def unproven(self) -> Iterator[Adaptation]:
        """Yield what the known records speak most for, whether or not it passes the check."""
        by_oracle = sorted(self.choices, key=lambda choice: -choice.share_found)
        for choice in by_oracle[:MAX_UNPROVEN]:
            yield self._adapt(choice, Strategy.ORACLE)

    def similarity_of(self, choice: _Choice, strategy: Strategy) -> float:
        """Return how like the old records those of a choice are, from 0 to 1, by a strategy."""
        if strategy is Strategy.ORACLE:
            return choice.share_found
        if strategy is Strategy.LEARN_ANEW:
            return 1.0
        found = zip(self.pool.pages, choice.evaluated.matches, strict=True)
        return fmean(
            self.similarity.of_match(strategy, page.features, match)
            for page, match in found
            if match.spans
        )

    def _adapt(self, choice: _Choice, strategy: Strategy) -> Adaptation:
        score = self.similarity_of(choice, strategy)
        return Adaptation(self.wrapper_for(choice), strategy, score, self._tree_grams_for(choice))

    def _strategy_of(self, choice: _Choice) -> Strategy | None:
        """Return the first strategy by which a choice is like the old records, None by none."""
        return next(
            (
                strategy
                for strategy in self.settings.order
                if self.pool.proposes(strategy, choice.evaluated)
                and self.similarity_of(choice, strategy) >= self.settings.threshold(strategy)
            ),
            None,
        )

    def _adapt_fields(self, unchanged: _Choice) -> Adaptation:
        samples = [page.features.sample for page in self.pool.pages]
        # What is hidden may be hidden otherwise today.
        wrapper, styles = self.wrapper, samples[0].page.styles
        if styles is not None and styles != wrapper.styles:
            wrapper = wrapper.replace(styles=styles)
        read = [wrapper.records(sample.page) for sample in samples]
        failed = find_failed_fields(wrapper, self.constraints, read)
        wrapper, adapted = adapt_fields(wrapper, failed, samples, self.known)
        lost = tuple(name for name in failed if name not in adapted)
        return Adaptation(wrapper, None, 1.0, self._tree_grams_for(unchanged), adapted, lost)

    def _likeliest(self) -> list[_Choice]:
        """Return the choices that are hardly less likely than the best, the old wrapper first."""
        likeliest = [
            choice
            for choice in self.choices
            if choice.total >= self.choices[0].total - MARGIN
            or _find_same_titles(choice.evaluated, self.choices[0].evaluated)
        ]
        return sorted(likeliest, key=lambda choice: not self._is_unchanged(choice))

    def _is_unchanged(self, choice: _Choice) -> bool:
        view = self.pool.pages[0].features.sample.page.view
        return choice.evaluated.inducer == UNCHANGED and self.wrapper.view == view

    def wrapper_for(self, choice: _Choice) -> Wrapper:
        adapted = make_wrapper(choice.evaluated, self.pool.pages, self.no_result)
        return adapted.replace(
            # A section that the old wrapper did not have has no history.
            sections=adapted.sections[: len(self.wrapper.sections)],
            hits_line=adapted.hits_line or self.wrapper.hits_line,
            next_page=adapted.next_page or self.wrapper.next_page,
        )

    def _tree_grams_for(self, choice: _Choice) -> TreeGrams:
        if not self.settings.update_tree_grams:
            return self.tree_grams
        features = [page.features for page in self.pool.pages]
        return tree_grams_of(list(zip(features, choice.evaluated.matches, strict=True)))


def _find_same_titles(left: EvaluatedRule, right: EvaluatedRule) -> bool:
    return [[span.title for span in match.spans] for match in left.matches] == [
        [span.title for span in match.spans] for match in right.matches
    ]
