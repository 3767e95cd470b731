"""Learning an engine's no-result page; engines that show a list for everything.

Wu, Meng et al. 2003, section 2.6, take it that an impossible query finds nothing. Where it does not
hold the list is proved otherwise: the same query brings it again, other queries bring others, and
it is not on the page of an empty query. Details ours.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice

from rapidfuzz.distance import Indel

from discovery.lexicon.words import lexicon
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from wrappers.extraction.hits_line import says_no_results
from wrappers.extraction.lines import PageLines, comparable, text_lines
from wrappers.extraction.no_result import (
    MAX_INSTEAD,
    MIN_LIKENESS,
    MIN_SHARE,
    DistinctiveLine,
    NoResultSignature,
)
from wrappers.extraction.wrapper import Wrapper

# Lines kept of a no-result page, and distinctive lines among them.
MAX_STORED_LINES = 400
MAX_STORED_LINKS = 400
MAX_DISTINCTIVE_LINES = 40
# A distinctive line needs this many letters besides the query's echo. Guess.
MIN_LETTERS = 2

_INSTEAD = lexicon().no_result.instead


def _distinctive(
    lines: Iterable[str],
    results: Sequence[PageLines],
    says: Callable[[str], bool],
    max_share: float,
) -> list[str]:
    """Return those of the no-result pages' lines that stand on no result page.

    What a line `says` tells whether it may stand on some of them all the same, less than
    `max_share`: their queries found nothing. Without result pages nothing is known.
    """
    if not results:
        return []
    stands_on = {
        line: {number for number, page_lines in enumerate(results) if page_lines.shows(line)}
        for line in lines
        if sum(map(str.isalpha, line)) >= MIN_LETTERS
    }
    # Queries that found nothing after all, shown with a suggestion or the like.
    empty = {
        number
        for line, numbers in stands_on.items()
        if says(line) and len(numbers) < max_share * len(results)
        for number in numbers
    }
    return [line for line, numbers in stands_on.items() if numbers <= empty]


def _says_none_or_similar(line: str) -> bool:
    return says_no_results(line) or any(words in line for words in _INSTEAD)


def learn_no_result_signature(
    no_results: Sequence[tuple[Page, str | None]],
    results: Sequence[tuple[Page, str | None]] = (),
    *,
    inside: frozenset[str] | None = None,
) -> NoResultSignature:
    """Return the signature learned from no-result pages and result pages, each with its query.

    A "result page" whose query found nothing does no harm. `inside` are the lines of records on the
    no-result pages, where these are known to have some: they tell nothing, and no page of results
    is left out for being like them. Raises `ValueError` without a no-result page.
    """
    if not no_results:
        raise ValueError("no no-result page to learn from")
    seen = [PageLines.of(page, query) for page, query in no_results]
    first = seen[0]
    links: Counter[str] = Counter()
    for page_lines in seen:
        links |= page_lines.links
    lines = dict.fromkeys(line for page_lines in seen for line in page_lines.lines)
    whole = NoResultSignature(
        distinctive=(),
        lines=tuple(lines)[:MAX_STORED_LINES],
        links=dict(links.most_common(MAX_STORED_LINKS)),
        changing_lines=max(len(set(page_lines.lines) ^ set(first.lines)) for page_lines in seen),
        changing_links=max(
            ((page_lines.links - first.links) | (first.links - page_lines.links)).total()
            for page_lines in seen
        ),
        status=no_results[0][0].status,
        samples=len(seen),
    )
    others = [PageLines.of(page, query) for page, query in results]
    if inside is None:
        others = [each for each in others if not whole.is_page(each.page, each.query)]
    common = [
        line
        for line in first.lines
        if line not in (inside or ()) and all(page_lines.shows(line) for page_lines in seen[1:])
    ]
    if inside is None:
        telling = _distinctive(common, others, says_no_results, MIN_SHARE)
    else:
        # Where every query has a list most words of a page may have found nothing.
        telling = _distinctive(common, others, _says_none_or_similar, 1.0)
    chosen = (DistinctiveLine(line, first.path(line)) for line in telling)
    ranked = sorted(chosen, key=lambda line: not says_no_results(line.text))
    return whole.replace(distinctive=tuple(ranked[:MAX_DISTINCTIVE_LINES]))


# Links that make a list. Seed 002, system architecture: "at least four".
MIN_LIST = 4
# Links of a page that are looked at, and characters of their texts.
MAX_LINKS = 500
MAX_TEXT = 200

# A page with the query that gave it.
Asked = tuple[Page, str | None]


def own_list(page: Page, known: Sequence[Page]) -> tuple[str, ...]:
    """Return what the links of `page` show, in its order, without those on the pages `known`."""
    shared = {text for other in known for text in link_texts(other)}
    return tuple(text for text in dict.fromkeys(link_texts(page)) if text not in shared)


def depends_on_query(lists: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """Tell whether lists, each with its query, are the same for the same query and else others.

    At least one query must be there twice. Order counts: an engine may only sort all it has.
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
    if len(first) >= MIN_LIST and all(are_same_list(first, keys) for keys in lists[1:]):
        return signature.replace(distinctive=(), instead=first[:MAX_INSTEAD])
    return None


def _inside(wrapper: Wrapper, page: Page, query: str | None) -> Iterator[str]:
    masked = PageLines.of(page, query).masked
    for nodes in wrapper.record_nodes(page):
        for element in nodes.elements:
            for line in text_lines(element, most=MAX_LINKS):
                text = comparable(line.text)
                yield masked.get(text, text)


def are_same_list(one: Sequence[str], other: Sequence[str]) -> bool:
    return _likeness(one, other) >= MIN_LIKENESS


def _likeness(one: Sequence[str], other: Sequence[str]) -> float:
    return float(Indel.normalized_similarity(one[:MAX_LINKS], other[:MAX_LINKS]))


def link_texts(page: Page) -> Iterator[str]:
    for link in islice(page.root.iter("a"), MAX_LINKS):
        text = fold_space(link.text_content()[:MAX_TEXT])
        if text:
            yield text
