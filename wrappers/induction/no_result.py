"""Learning what an engine's no-result page looks like, from impossible queries."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from discovery.lexicon.reading import lexicon
from discovery.pages.page import Page
from wrappers.extraction.hits_line.reading import says_no_results
from wrappers.extraction.lines.page_lines import PageLines
from wrappers.extraction.no_result.signature import MIN_SHARE, DistinctiveLine, NoResultSignature

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
    `max_share`: their queries found nothing. Without result pages nothing is known to be
    distinctive.
    """
    if not results:
        return []
    lines = [line for line in lines if _letters(line) >= MIN_LETTERS]
    stands_on = {
        line: [page_lines for page_lines in results if page_lines.shows(line)] for line in lines
    }
    # Queries that found nothing after all, shown with a suggestion or the like.
    empty = [
        id(page_lines)
        for line, pages_with_line in stands_on.items()
        for page_lines in pages_with_line
        if says(line) and len(pages_with_line) < max_share * len(results)
    ]
    return [
        line
        for line, pages_with_line in stands_on.items()
        if all(id(page_lines) in empty for page_lines in pages_with_line)
    ]


def _says_none_or_similar(line: str) -> bool:
    """Tell whether a line says that nothing was found, or that something else is shown."""
    return says_no_results(line) or any(words in line for words in _INSTEAD)


def _letters(line: str) -> int:
    return sum(character.isalpha() for character in line)


def learn_no_result_signature(
    no_results: Sequence[tuple[Page, str | None]],
    results: Sequence[tuple[Page, str | None]] = (),
    *,
    inside: frozenset[str] | None = None,
) -> NoResultSignature:
    """Return the signature learned from no-result pages and result pages, each with its query.

    A "result page" whose query found nothing is recognised and does no harm. `inside` are the lines
    of records on the no-result pages, where these are known to have some: they tell nothing, and
    no page of results is left out for being like them. Raises `ValueError` without a no-result
    page.
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
        others = [page_lines for page_lines in others if not whole.equals(page_lines)]
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
