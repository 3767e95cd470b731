"""Later result pages: the rule behind the requests of pages 1, 2 and 3.

Details ours. A rule tells how a later page's request differs from the first page's, so that it
holds for any query. What it was inferred from can deceive (a parameter may carry the query in
another form). A rule is trustworthy when two unrelated queries give the same one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from urllib.parse import unquote

from discovery.connection.description.charsets import CODECS, DEFAULT_CHARSET
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.paging_rule import PAGE_MARK, PageNumber, PagePath, PagingRule
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.request_parts import RequestParts, take_apart
from discovery.pages.tree import fold_space
from wrappers.induction.paging.number_series import NumberSeries, find_series

# Names of parameters that count pages or records; asked only where the numbers leave a doubt.
_PAGING_NAME = re.compile(
    r"(?:.*[^a-z])?(?:p|pg|pn|pi|pno|pag|page|paged|pages|paging|pageno|pagenum|pagenr|pagenumber|"
    r"pageindex|pageid|curpage|currentpage|resultpage|seite|sida|side|strana|strona|pagina|página|"
    r"start|startat|startindex|startrow|startrecord|startpos|offset|skip|from|first|firstresult|"
    r"begin|pos|position|index|off|o|s|b|beg|ab|debut|inicio)(?:[^a-z].*)?",
    re.IGNORECASE,
)
# Words of a query shorter than this occur in constants by chance.
MIN_WORD_LENGTH = 3


class _NoRuleError(Exception):
    """The requests follow no rule that would hold for another query."""


@dataclass(slots=True)
class _Differences:
    """How the parameters of later pages differ from those of the first."""

    certain: list[PageNumber] = field(default_factory=list)
    likely: list[tuple[PageNumber, str]] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)

    @property
    def named(self) -> list[PageNumber]:
        """The likely numbers whose parameters are named as such."""
        return [number for number, _ in self.likely if _PAGING_NAME.fullmatch(number.parameter)]

    @property
    def tell_pages(self) -> bool:
        """Whether the parameters tell the page by themselves."""
        return bool(self.certain or self.named)


def infer_paging(
    first: EngineRequest,
    second: EngineRequest,
    third: EngineRequest | None = None,
    *,
    query: str,
    charset: str = DEFAULT_CHARSET,
) -> PagingRule | None:
    """Return the rule behind the requests for result pages 1, 2 and, if known, 3 of one query.

    A rule in which parts of the `query` would stay fixed is refused. None when there is no rule.
    `charset` is the description's.
    """
    parts = [take_apart(each, charset) for each in (first, second, third) if each is not None]
    page_1, *later = [each for each in parts if each is not None]
    if len(later) + 1 < len(parts) or not _comparable(later):
        return None
    try:
        differences = _compare_values(page_1, later, query)
        doubt = not differences.tell_pages
        path, in_path = _compare_paths(page_1, later, query, charset, doubt=doubt)
    except _NoRuleError:
        return None
    numbers = _choose_numbers(differences, in_path)
    if not numbers:
        return None
    return PagingRule(
        numbers=numbers,
        method="" if later[0].method == page_1.method else later[0].method.lower(),
        origin="" if later[0].origin == page_1.origin else later[0].origin,
        path=path,
        added=tuple(differences.added),
        dropped=tuple(differences.dropped),
    )


def _comparable(later: Sequence[RequestParts]) -> bool:
    """Whether the later pages are asked for in one way, by what a rule can express."""
    ways = {(each.method, each.origin, each.posted_to, len(each.segments)) for each in later}
    return len(ways) == 1


def _compare_values(first: RequestParts, later: Sequence[RequestParts], query: str) -> _Differences:
    """Return the differences of the parameters. Raises `_NoRuleError`."""
    differences = _Differences()
    shared = [key for key in later[0].values if all(key in each.values for each in later)]
    for key in shared:
        values = [each.values[key] for each in later]
        _compare_value(key[0], first.values.get(key), values, query, differences)
    names = {name for name, _ in shared}
    differences.dropped = list(dict.fromkeys(name for name, _ in first.values if name not in names))
    return differences


def _compare_value(
    name: str, first: str | None, later: Sequence[str], query: str, differences: _Differences
) -> None:
    """Note how one parameter differs. Raises `_NoRuleError`."""
    if first is not None and all(_same(first, value) for value in later):
        return
    series = find_series(first, later[0], later[1] if len(later) > 1 else None)
    if series:
        _generalise(series.pattern, query)
    if series and series.certain:
        differences.certain.append(_page_number(name, series))
        return
    if len(set(later)) > 1:
        # What changes otherwise is a token: known only where the form page gives it.
        if first is None:
            raise _NoRuleError(name)
        return
    if series and not _is_query(later[0], query):
        differences.likely.append((_page_number(name, series), later[0]))
        return
    differences.added.append((name, _generalise(later[0], query)))


def _page_number(name: str, series: NumberSeries) -> PageNumber:
    """Return a series as the number of a rule."""
    return PageNumber(name, series.first, series.step, series.pattern)


def _same(first: str, second: str) -> bool:
    """Whether two values are equal but for case and white space."""
    return fold_space(first).casefold() == fold_space(second).casefold()


def _is_query(value: str, query: str) -> bool:
    """Whether a value is the query."""
    return bool(query) and _same(value, query)


def _generalise(value: str, query: str) -> str:
    """Return a constant of later pages with the query as a placeholder.

    Raises `_NoRuleError` for one that holds parts of the query: it would be wrong for the next.
    """
    if _is_query(value, query):
        return SEARCH_TERMS
    text = value.replace(PAGE_MARK, "").casefold()
    words = (word for word in query.casefold().split() if len(word) >= MIN_WORD_LENGTH)
    if any(word in text for word in words):
        raise _NoRuleError(value)
    return value


def _compare_paths(
    first: RequestParts, later: Sequence[RequestParts], query: str, charset: str, *, doubt: bool
) -> tuple[PagePath | None, PageNumber | None]:
    """Return the path of later pages where it differs, and the number in it, if any.

    `doubt`: a likely number counts. Raises `_NoRuleError`.
    """
    paths = [first.segments, *(each.segments for each in later)]
    if len(set(paths)) == 1:
        return None, None
    start = _shared_length(paths)
    end = _shared_length([path[start:][::-1] for path in paths])
    middles = ["/".join(path[start : len(path) - end]) for path in paths]
    series = find_series(middles[0], middles[1], middles[2] if len(middles) > 2 else None)
    if series and not (series.certain or doubt):
        series = None
    if series is None and len(set(middles[1:])) > 1:
        raise _NoRuleError(middles[1])
    pattern = series.pattern if series else middles[1]
    segments = (_generalise_segment(segment, query, charset) for segment in pattern.split("/"))
    number = PageNumber("", series.first, series.step) if series else None
    return PagePath("/".join(segments), start, end), number


def _shared_length(paths: Sequence[Sequence[str]]) -> int:
    """Return how many segments all paths begin with."""
    columns = zip(*paths, strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, columns))


def _generalise_segment(segment: str, query: str, charset: str) -> str:
    """Return a path segment, still percent-encoded, with the query as a placeholder."""
    text = unquote(segment.replace("+", " "), encoding=CODECS[charset], errors="replace")
    return SEARCH_TERMS if _generalise(text, query) == SEARCH_TERMS else segment


def _choose_numbers(
    differences: _Differences, in_path: PageNumber | None
) -> tuple[PageNumber, ...]:
    """Return what counts the pages, telling names first; doubtful numbers else stay constants."""
    numbers = list(differences.certain)
    if in_path:
        numbers.append(in_path)
    if not numbers:
        likely = [number for number, _ in differences.likely]
        numbers = differences.named or (likely if len(likely) == 1 else [])
    differences.added += [
        (number.parameter, value) for number, value in differences.likely if number not in numbers
    ]
    return tuple(sorted(numbers, key=lambda number: not _PAGING_NAME.fullmatch(number.parameter)))
