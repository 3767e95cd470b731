"""The pool: all rules that may be the wrapper's, tried on the new pages and weighed.

What the inducers of wrappers propose is every regularity of the pages; what stood in the old
wrapper and what is most like the tree-grams is tried besides what the judging likes best.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from wrappers.adaptation.likeness import MEASURES, Likeness
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
# Candidates of a page that are matched with the tree-grams, those the judging likes best. Guess: a
# page has 20 to 400.
MAX_CANDIDATES = 200


@dataclass(frozen=True, slots=True)
class Pool:
    """The new pages, the rules tried on them, and each rule's score by the judging."""

    pages: tuple[RankedPage, ...]
    evaluated_rules: tuple[EvaluatedRule, ...]
    scores: tuple[float, ...]


def make_pool(
    pages: Sequence[RankedPage],
    likeness: Likeness,
    wrapper: Wrapper,
    no_result: PageFeatures | None = None,
) -> Pool:
    """Try the old wrapper, and the best and the likeliest candidates of each page, on all pages."""
    pages = tuple(_with_alike_first(page, likeness) for page in pages)
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
    return Pool(
        pages,
        tuple(evaluated_rules),
        tuple(score_rules(features, context_of(pages), evaluated_rules)),
    )


def _with_alike_first(page: RankedPage, likeness: Likeness) -> RankedPage:
    """Return the page's candidates by judging and by likeness, one of each by turns."""

    def alike(candidate: Candidate) -> float:
        return sum(
            likeness.of_instance(strategy, page.features, candidate.match) for strategy in MEASURES
        )

    by_likeness = sorted(page.candidates[:MAX_CANDIDATES], key=alike, reverse=True)
    merged = chain.from_iterable(zip(page.candidates, by_likeness, strict=False))
    return replace(page, candidates=tuple(dict.fromkeys(merged)))
