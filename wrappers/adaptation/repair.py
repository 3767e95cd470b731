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
from functools import cache
from pathlib import Path

from discovery.pages.page import Page
from discovery.pages.weights import Weights, read_weights
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
from wrappers.adaptation.tree_grams import TreeGrams, agreement, traits_of, tree_grams_of
from wrappers.extraction.constraints import NO_CONSTRAINTS, IntegrityConstraints
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.inducers import InducerName
from wrappers.induction.features.features import fmean
from wrappers.induction.features.page_features import PageFeatures, no_result_features
from wrappers.induction.pipeline import make_wrapper, rank_sample_pages, refuse_noise
from wrappers.induction.ranking.candidate_ranking import EvaluatedRule
from wrappers.induction.samples import InductionError, Sample

# Decimals of a likeness that tell candidates apart: a twentieth of a record's nodes is chance.
LIKENESS_DIGITS = 1
# Choices that are held to the known answers where none passes the check. Guess.
MAX_UNPROVEN = 12
# Records of a page that show whether each leads to a place of its own. Guess.
MIN_RECORDS_OF_ADDRESSES = 4


FEATURE_NAMES = ("traits", "oracle")
HISTORY_FILE = Path(__file__).with_name("history_weights.json")


@cache
def history_weights() -> Weights:
    """Return the weights of what speaks for a rule beside its ranking score.

    A choice has `least` in all, and is at most `margin` below the best, the old wrapper
    `margin_of_unchanged`.
    """
    return read_weights(HISTORY_FILE, FEATURE_NAMES)


@dataclass(frozen=True, slots=True)
class _Choice:
    """A rule evaluated on the new pages, its ranking score, and what the history says of it.

    `history` is how far its records agree with the traits of the old ones, and the share of known
    records that it finds.
    """

    evaluated: EvaluatedRule
    score: float
    history: tuple[float, float]

    @property
    def total(self) -> float:
        return self.score + history_weights().score(self.history)


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
            _Choice(
                evaluated,
                score,
                (_trait_agreement(tree_grams, features, evaluated), oracle.share_found(evaluated)),
            )
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


def _trait_agreement(
    tree_grams: TreeGrams, pages: Sequence[PageFeatures], evaluated: EvaluatedRule
) -> float:
    found = zip(pages, evaluated.matches, strict=True)
    traits = traits_of([(page, match) for page, match in found if match.spans])
    before = tree_grams.traits
    return agreement(before, traits) if traits is not None and before is not None else 0.0


@dataclass(frozen=True, slots=True)
class Repair:
    """A wrapper to adapt, and the choices there are, best first.

    The choices depend on the settings' labels alone: a repair with another order, other thresholds
    or switches is a copy (`dataclasses.replace`) and costs little.
    """

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
        if not self.choices:
            raise NotAdaptedError("Nothing on the pages repeats as records do.")
        unchanged = next((c for c in self.choices if c.evaluated.inducer == UNCHANGED), None)
        if self.wrapper.view != self.pool.pages[0].features.sample.page.view:
            unchanged = None
        if unchanged is not None and not self._problem_of(unchanged, "margin_of_unchanged"):
            return self._adapt_fields(unchanged)
        problems = []
        for choice in self.choices:
            strategy = self._strategy_of(choice)
            if strategy is None:
                continue
            if problem := self._problem_of(choice):
                problems.append(problem)
                continue
            return self._adapt(choice, strategy)
        problem = problems[0] if problems else "nothing is enough like the records"
        raise NotAdaptedError(f"No adaptation passed: {problem}.")

    def unproven(self) -> Iterator[Adaptation]:
        """Yield what the known records speak most for, whether or not it passes the check."""
        by_oracle = sorted(self.choices, key=lambda choice: -choice.history[1])
        for choice in by_oracle[:MAX_UNPROVEN]:
            yield self._adapt(choice, Strategy.ORACLE)

    def similarity_of(self, choice: _Choice, strategy: Strategy) -> float:
        """Return how like the old records those of a choice are, from 0 to 1, by a strategy."""
        if strategy is Strategy.ORACLE:
            return choice.history[1]
        if strategy is Strategy.LEARN_ANEW:
            return 1.0
        found = zip(self.pool.pages, choice.evaluated.matches, strict=True)
        return fmean(
            self.similarity.of_match(strategy, page.features, match)
            for page, match in found
            if match.spans
        )

    def likeness(self, choice: _Choice, strategy: Strategy) -> tuple[float, float]:
        return round(self.similarity_of(choice, strategy), LIKENESS_DIGITS), choice.total

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
        repaired = adapt_fields(wrapper, failed, samples, self.known)
        return Adaptation(
            repaired.wrapper,
            None,
            1.0,
            self._tree_grams_for(unchanged),
            fields=repaired.adapted,
            lost=repaired.lost,
        )

    def _problem_of(self, choice: _Choice, margin: str = "margin") -> str:
        best = self.choices[0]
        allowed = history_weights().threshold(margin)
        if choice.total < best.total - allowed and not _find_same_titles(
            choice.evaluated, best.evaluated
        ):
            return f"other records are more likely ({choice.total:.1f} against {best.total:.1f})"
        try:
            refuse_noise(choice.evaluated, self.pool.pages)
        except InductionError as error:
            return str(error)
        if self.constraints.addresses_differ and _share_addresses(choice, self.pool):
            return "several of its records lead to one address"
        if choice.total < history_weights().threshold("least"):
            return f"too little like the results of this engine ({choice.total:.1f})"
        return ""

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


def _share_addresses(choice: _Choice, pool: CandidatePool) -> bool:
    """Tell whether a rule finds, on each of several pages, twice as many records as addresses."""
    found = [
        (len({page.features.address_key(span.title) for span in match.spans}), len(match.spans))
        for page, match in zip(pool.pages, choice.evaluated.matches, strict=True)
        if len(match.spans) >= MIN_RECORDS_OF_ADDRESSES
    ]
    return bool(found) and all(2 * addresses <= records for addresses, records in found)
