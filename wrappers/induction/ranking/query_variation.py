"""Proof that what was found are results, however bare they look: they vary with the query.

Wu, Meng et al. 2003, section 2.6, send an impossible query for this end. What the page without
results does not show, and what is another list for another query, has been searched for. Details
ours.
"""

from collections.abc import Sequence
from itertools import combinations

from wrappers.induction.features.page_features import PageFeatures
from wrappers.induction.ranking.evaluated_rule import EvaluatedRule

# Records that a page must have to count. Seed 002, system architecture: "at least four".
MIN_RECORDS = 4
# Titles that two pages of different queries may have in common (Jaccard): a small collection
# answers many words with the same documents, links of the site itself are all the same. Guess.
MAX_COMMON = 0.8
# Titles that the page without results may show as well. Guess: one of twenty by chance.
MAX_WITHOUT_RESULTS = 0.05


def varies_with_query(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> bool:
    """Return whether a rule finds another list for every query, and none of it where nothing is.

    Titles are compared, not addresses: links that sort or filter carry the query in theirs.
    """
    if evaluated.no_result is None:
        return False
    common = share_in_common(evaluated, pages)
    if common is None or common > MAX_COMMON:
        return False
    known = _titles(evaluated.no_result, evaluated.no_result.index.links)
    found = frozenset().union(*(titles for _, titles in _full_lists(evaluated, pages)))
    return len(found & known) <= MAX_WITHOUT_RESULTS * len(found)


def share_in_common(evaluated: EvaluatedRule, pages: Sequence[PageFeatures]) -> float | None:
    """Return how much of its titles a rule finds again for another query, on average (Jaccard).

    None where there are not full lists for two queries.
    """
    full = _full_lists(evaluated, pages)
    pairs = [(left, right) for (a, left), (b, right) in combinations(full, 2) if a != b]
    if not pairs:
        return None
    return sum(len(left & right) / len(left | right) for left, right in pairs) / len(pairs)


def _full_lists(
    evaluated: EvaluatedRule, pages: Sequence[PageFeatures]
) -> list[tuple[str, frozenset[str]]]:
    """Return query and titles of the pages on which a rule finds enough."""
    lists = [
        (page.sample.query, _titles(page, [span.title for span in match.spans]))
        for page, match in zip(pages, evaluated.matches, strict=True)
    ]
    return [(query, titles) for query, titles in lists if query and len(titles) >= MIN_RECORDS]


def _titles(page: PageFeatures, links: Sequence[int]) -> frozenset[str]:
    """Return what links show, those without text left out."""
    texts = (page.index.element_text(link).strip() for link in links)
    return frozenset(text for text in texts if text)
