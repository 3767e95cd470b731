"""Engines that show a list for everything, made-up words too: fuzzy, semantic, popular instead.

Wu, Meng et al. 2003, section 2.6, take it that an impossible query finds nothing. Where it does not
hold the list is proved otherwise: the same query brings it again, other queries bring others, and
it is not on the page of an empty query. Details ours.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from rapidfuzz.distance import Indel

from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from wrappers.extraction.lines.page_lines import PageLines, comparable
from wrappers.extraction.lines.text_lines import text_lines
from wrappers.extraction.no_result.signature import MAX_INSTEAD, MIN_LIKENESS, NoResultSignature
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.no_result import learn_no_result_signature

# Links that make a list. Seed 002, system architecture: "at least four".
MIN_LIST = 4
# Links of a page that are looked at, and characters of their texts.
MAX_LINKS = 500
MAX_TEXT = 200

# A page with the query that gave it.
Asked = tuple[Page, str | None]


def own_list(page: Page, known: Sequence[Page]) -> tuple[str, ...]:
    """Return what the links of `page` show, in its order, without those on the pages `known`."""
    shared = {text for other in known for text in _link_texts(other)}
    return tuple(text for text in dict.fromkeys(_link_texts(page)) if text not in shared)


def depends_on_query(lists: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """Tell whether lists, each with its query, are the same for the same query and else others.

    At least one query must be there twice. What stands where in its list counts: an engine may
    only sort all it has.
    """
    full = [(query, keys) for query, keys in lists if len(keys) >= MIN_LIST]
    pairs = [(a == b, _likeness(one, other)) for (a, one), (b, other) in combinations(full, 2)]
    again = [likeness for is_same, likeness in pairs if is_same]
    other = [likeness for is_same, likeness in pairs if not is_same]
    if not again or not other:
        return False
    return min(again) >= MIN_LIKENESS and sum(other) < MIN_LIKENESS * len(other)


def settle_no_result(
    wrapper: Wrapper,
    signature: NoResultSignature,
    no_results: Sequence[Asked],
    results: Sequence[Asked],
) -> NoResultSignature | None:
    """Return what tells that nothing was found, now that `wrapper` tells records from the rest.

    `signature` was learned from `no_results` without knowing the records. Where impossible queries
    are answered with records it is one of three: lines beside them that no result page has, the
    records themselves where they are the same for all, or None where nothing tells.
    """
    lists = [
        tuple(record.url or record.title for record in wrapper.records(page))
        for page, _ in no_results
    ]
    if max(map(len, lists)) < MIN_LIST:
        return signature
    inside = frozenset(line for page, query in no_results for line in _inside(wrapper, page, query))
    kept = tuple(line for line in signature.distinctive if line.text not in inside)
    if kept:
        return signature.replace(distinctive=kept)
    empty = [asked for asked, keys in zip(no_results, lists, strict=True) if not keys]
    beside = learn_no_result_signature(empty or no_results, results, inside=inside)
    if empty or beside.distinctive:
        return beside
    first = lists[0]
    if len(first) >= MIN_LIST and all(_likeness(first, keys) >= MIN_LIKENESS for keys in lists[1:]):
        return signature.replace(distinctive=(), instead=first[:MAX_INSTEAD])
    return None


def _inside(wrapper: Wrapper, page: Page, query: str | None) -> Iterator[str]:
    """Yield the lines of the records on a page, masked."""
    masked = PageLines.of(page, query).masked
    for nodes in wrapper.record_nodes(page):
        for element in nodes.elements:
            for line in text_lines(element, most=MAX_LINKS):
                text = comparable(line.text)
                yield masked.get(text, text)


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """Return how much of two lists stands in the same order in both, 0 to 1."""
    return float(Indel.normalized_similarity(one[:MAX_LINKS], other[:MAX_LINKS]))


def _link_texts(page: Page) -> Iterator[str]:
    """Yield what the links of a page show."""
    for link in islice(page.root.iter("a"), MAX_LINKS):
        text = fold_space(link.text_content()[:MAX_TEXT])
        if text:
            yield text
