"""The candidate pool: all rules that may be the wrapper's, evaluated on the new pages.

What the inducers of wrappers propose is every regularity of the pages. Besides the best ranked of
these, the old wrapper's rules and those most similar to the tree-grams are evaluated.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wrappers.adaptation.similarity import SIMILARITY_MEASURES, TreeGramSimilarity
from wrappers.adaptation.tree_grams import found_by
from wrappers.extraction import Wrapper
from wrappers.induction import (
    Candidate,
    EvaluatedRule,
    PageFeatures,
    RankedPage,
    context_of,
    evaluate_rules,
    score_rules,
)

# The name under which the old wrapper stands among the rules tried.
UNCHANGED = "unchanged"
# Candidates of a page that are matched with the tree-grams, those ranked best. Guess: a
# page has 20 to 400.
MAX_CANDIDATES = 200


@dataclass(frozen=True, slots=True)
class CandidatePool:
    """The new pages, the rules tried on them, and each rule's score by the ranking."""

    pages: tuple[RankedPage, ...]
    evaluated_rules: tuple[EvaluatedRule, ...]
    scores: tuple[float, ...]


def build_candidate_pool(
    pages: Sequence[RankedPage],
    similarity: TreeGramSimilarity,
    wrapper: Wrapper,
    no_result: PageFeatures | None = None,
) -> CandidatePool:
    """Try the old wrapper, and the best and the likeliest candidates of each page, on all pages."""
    pages = tuple(_interleave_similar(page, similarity) for page in pages)
    features = [page.features for page in pages]
    evaluated_rules = evaluate_rules(pages, no_result)
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
    )


def _interleave_similar(page: RankedPage, similarity: TreeGramSimilarity) -> RankedPage:
    """Return the page's candidates by rank and by similarity, one of each in turn."""

    def similar(candidate: Candidate) -> float:
        return sum(
            similarity.of_match(strategy, page.features, candidate.match)
            for strategy in SIMILARITY_MEASURES
        )

    by_likeness = sorted(page.candidates[:MAX_CANDIDATES], key=similar, reverse=True)
    merged = chain.from_iterable(zip(page.candidates, by_likeness, strict=False))
    return replace(page, candidates=tuple(dict.fromkeys(merged)))
