"""The candidate pool: all rules that may be the wrapper's, evaluated on the new pages.

What the inducers of wrappers propose is every regularity of the pages. Besides the best ranked of
these, the old wrapper's rules and those most similar to the tree-grams are evaluated, and what
matching the tree-grams with the new trees finds by itself.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wrappers.adaptation.adaptation import Strategy
from wrappers.adaptation.adaptation_settings import AdaptationSettings
from wrappers.adaptation.similarity import SIMILARITY_MEASURES, STRUCTURE, TreeGramSimilarity
from wrappers.adaptation.tree_candidates import propose_by_trees
from wrappers.adaptation.tree_grams import TreeGrams, found_by
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.candidates.candidate import Candidate
from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.candidate_ranking import score_rules
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule
from wrappers.induction.ranking.integration import RankedPage, context_of, evaluate_rules

# The name under which the old wrapper stands among the rules tried.
UNCHANGED = "unchanged"
# Candidates of a page that are matched with the tree-grams, those ranked best. Guess: a
# page has 20 to 400.
MAX_CANDIDATES = 200
# What a rule finds: of each page, first elements and title links.
Outcome = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True, slots=True)
class CandidatePool:
    """The new pages, the rules tried on them, and each rule's score by the ranking.

    `proposed` are by strategy the outcomes of the rules that its own matching of trees found.
    """

    pages: tuple[RankedPage, ...]
    evaluated_rules: tuple[EvaluatedRule, ...]
    scores: tuple[float, ...]
    proposed: Mapping[Strategy, frozenset[Outcome]]

    def proposes(self, strategy: Strategy, evaluated: EvaluatedRule) -> bool:
        """Tell whether a strategy found a rule: by its own matching, if it matches trees."""
        return strategy not in self.proposed or outcome_of(evaluated) in self.proposed[strategy]


def outcome_of(evaluated: EvaluatedRule) -> Outcome:
    """Return what a rule finds on all pages: equal for rules that do the same."""
    return tuple(match.outcome for match in evaluated.matches)


def build_candidate_pool(
    pages: Sequence[RankedPage],
    similarity: TreeGramSimilarity,
    wrapper: Wrapper,
    tree_grams: TreeGrams,
    settings: AdaptationSettings,
    no_result: PageFeatures | None = None,
) -> CandidatePool:
    """Try the old wrapper, what trees find, the best and the likeliest candidates, on all pages."""
    by_trees = {
        strategy: [
            propose_by_trees(
                page.features,
                tree_grams.records,
                similarity,
                strategy,
                settings.threshold(strategy),
            )
            for page in pages
        ]
        for strategy in SIMILARITY_MEASURES
        if strategy in settings.order
    }
    pages = tuple(_interleave_similar(page, similarity) for page in pages)
    features = [page.features for page in pages]
    evaluated_rules = evaluate_rules(pages, no_result)
    own = evaluate_rules(
        [
            replace(page, candidates=tuple(chain.from_iterable(found)))
            for page, found in zip(pages, zip(*by_trees.values(), strict=True), strict=True)
        ]
        if by_trees
        else [],
        no_result,
    )
    known = {outcome_of(evaluated) for evaluated in evaluated_rules}
    evaluated_rules += [evaluated for evaluated in own if outcome_of(evaluated) not in known]
    unchanged = EvaluatedRule(
        wrapper.sections[0],
        UNCHANGED,
        tuple(found_by(wrapper, page) for page in features),
        no_result,
    )
    if unchanged.support:
        evaluated_rules.append(unchanged)
    return CandidatePool(
        pages,
        tuple(evaluated_rules),
        tuple(score_rules(features, context_of(pages), evaluated_rules)),
        {
            strategy: frozenset(
                tuple(page.find(candidate.rule).outcome for page in features)
                for candidates in found
                for candidate in candidates
            )
            for strategy, found in by_trees.items()
        },
    )


def _interleave_similar(page: RankedPage, similarity: TreeGramSimilarity) -> RankedPage:
    """Return the page's candidates by rank and by similarity, one of each in turn."""

    def similar(candidate: Candidate) -> float:
        return sum(
            similarity.of_match(strategy, page.features, candidate.match) for strategy in STRUCTURE
        )

    by_likeness = sorted(page.candidates[:MAX_CANDIDATES], key=similar, reverse=True)
    merged = chain.from_iterable(zip(page.candidates, by_likeness, strict=False))
    return replace(page, candidates=tuple(dict.fromkeys(merged)))
