"""Ranking: reciprocal rank fusion, by which agreement between engines counts.

After Cormack, Clarke, Büttcher 2009 ("Reciprocal rank fusion outperforms Condorcet and individual
rank learning methods", SIGIR, section 2): the score of a page d is the sum over the engines that
found it of 1 / (k + r(d)), r(d) its position (1 = first) with that engine, k = 60. Because k is
large against the positions of one page, two engines that agree outweigh one engine's first place,
however deep they list the page: 2 / (60 + r) > 1 / 61 for every r up to 61.

The paper does not say what to do with equal scores, which are the rule where engines search
differing sites: there every engine's first result scores 1 / 61. Ours: the result with more of
the query's words in its title, then in its snippet, comes first; then the order of the engines.
"""

import re
from collections.abc import Iterable, Sequence

from metasearch.merging.duplicates import (
    best_address,
    best_snippet,
    best_title,
    group_duplicates,
    page_key,
)
from metasearch.merging.merged_result import Appearance, MergedResult
from metasearch.merging.ranked_list import RankedList, RankedRecord

# "k = 60 was fixed during a pilot investigation" (the paper, section 2).
RANK_CONSTANT = 60
# Words of a query and characters of a text that are looked at to settle equal scores: bounds
# against hostile input, far above what people type and read.
MAX_QUERY_WORDS = 32
MAX_COMPARED_LENGTH = 2_000

_WORD = re.compile(r"\w+")


def merge(lists: Sequence[RankedList], query: str = "") -> tuple[MergedResult, ...]:
    """Merge the lists of several engines into one, best first.

    `query` only settles equal scores.
    """
    words = _query_words(query)
    results = [_merge_group(group) for group in group_duplicates(lists)]
    # Sorting is stable: what is equal in all of this keeps the order of the engines.
    results.sort(key=lambda result: (-result.score, *_missing_words(words, result)))
    return tuple(results)


def reciprocal_rank_score(positions: Iterable[int]) -> float:
    """Return the score of a page that engines show at `positions` (1 = first).

    >>> reciprocal_rank_score([1]) == 1 / 61
    True
    >>> reciprocal_rank_score([10, 10]) > reciprocal_rank_score([1])
    True
    """
    return sum(1 / (RANK_CONSTANT + position) for position in positions)


def _merge_group(group: Sequence[RankedRecord]) -> MergedResult:
    return MergedResult(
        key=page_key(group[0]),
        url=best_address(group),
        title=best_title(group),
        snippet=best_snippet(group),
        engines=tuple(Appearance(ranked.slug, ranked.position) for ranked in group),
        score=reciprocal_rank_score(ranked.position for ranked in group),
    )


def _query_words(query: str) -> frozenset[str]:
    return frozenset(_WORD.findall(query.casefold())[:MAX_QUERY_WORDS])


def _missing_words(words: frozenset[str], result: MergedResult) -> tuple[int, int]:
    """Return how many query words the title lacks, and the snippet."""
    return _lacking(words, result.title), _lacking(words, result.snippet)


def _lacking(words: frozenset[str], text: str) -> int:
    # Parts of words count: "file" in "files", and languages that write no spaces.
    folded = text[:MAX_COMPARED_LENGTH].casefold()
    return sum(word not in folded for word in words)
