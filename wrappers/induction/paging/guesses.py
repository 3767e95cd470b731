"""Rules by which further pages may be asked for where no page shows the way: to be tried."""

import re
from collections.abc import Iterator
from itertools import islice

from discovery.connection.description.paging_rule import PageNumber, PagingRule
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.request_parts import take_apart

JSON = "application/json"
# Rules that are tried, each by a request.
MAX_GUESSES = 10
# Names of parameters that count pages, and those that count records, the most usual first.
_PAGES = ("page", "p", "pageNumber")
_RECORDS = ("offset", "start", "from", "skip")
# Which of these goes with a parameter that says how many records are wanted, and whether the first
# is 1: SRU, Solr, Elasticsearch, OData, OpenSearch, and the habits of others.
_WITH = {
    "maximumRecords": ("startRecord", 1),
    "rows": ("start", 0),
    "num": ("start", 0),
    "limit": ("offset", 0),
    "size": ("from", 0),
    "take": ("skip", 0),
    "$top": ("$skip", 0),
    "count": ("startIndex", 1),
    "maxResults": ("startIndex", 0),
}
_PAGE_NAME = re.compile(
    r"(?:.*[^a-z])?(?:p|pg|page|pageno|pagenum(?:ber)?|pageindex|curpage)", re.I
)
_RECORD_NAME = re.compile(
    r"(?:.*[^a-z])?(?:start|startat|startindex|startrecord|startrow|offset|skip|from|first|"
    r"firstresult|begin)",
    re.I,
)
_NUMBER = re.compile(r"\d{1,6}\Z")


def guess_paging(
    request: EngineRequest, shown: int, charset: str, *, more_known: bool
) -> Iterator[PagingRule]:
    """Yield rules that may lead from `request`, answered by `shown` records, to further ones.

    What the request has already comes first; names that it has not are tried only where it is
    known that there are more records than those shown.
    """
    yield from islice(_guesses(request, shown, charset, more_known=more_known), MAX_GUESSES)


def _guesses(
    request: EngineRequest, shown: int, charset: str, *, more_known: bool
) -> Iterator[PagingRule]:
    parts = take_apart(request, charset)
    values = {} if parts is None else {name: value for (name, _), value in parts.values.items()}
    for name, value in values.items():
        if not _NUMBER.match(value):
            continue
        named = re.sub(r"([a-z])([A-Z])", r"\1-\2", name)
        if _PAGE_NAME.fullmatch(named) or _PAGE_NAME.fullmatch(name):
            yield _rule(name, int(value), 1)
        elif _RECORD_NAME.fullmatch(named) or _RECORD_NAME.fullmatch(name):
            yield _rule(name, int(value), shown)
    if not more_known:
        return
    # In JSON a name is a pointer into the body.
    before = "/" if (request.content_type or "").startswith(JSON) else ""
    for name, (start, first) in _WITH.items():
        if before + name in values:
            yield _rule(before + start, first, shown)
    # Where pages are counted from 0 the second is 1; it is the first where they are from 1.
    yield from (_rule(before + name, first, 1) for name in _PAGES[:1] for first in (0, 1))
    yield from (_rule(before + name, 0, shown) for name in _RECORDS)
    yield from (_rule(before + name, first, 1) for name in _PAGES[1:] for first in (0, 1))


def _rule(name: str, first: int, step: int) -> PagingRule:
    return PagingRule((PageNumber(name, first, step),))
