"""Requests for later result pages by the paging rule of a description. Nothing is sent here."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote, urlsplit, urlunsplit

from discovery.connection.description.charsets import encode_text
from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.form_data import FormEntry, encode_body, urlencode
from discovery.connection.description.paging_rule import PAGE_MARK, PagingRule
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.exact_request import exact_entries, exact_request
from discovery.connection.requests.request import (
    NOTHING_FRESH,
    build_request,
    check_query,
    form_entries,
)
from discovery.connection.requests.request_parts import parse_pairs


def paged_request(
    description: ConnectionDescription,
    query: str,
    page: int,
    fresh: Mapping[str, str] = NOTHING_FRESH,
) -> EngineRequest | None:
    """Return the request for result page `page` (from 1) of `query`, None without a rule for it.

    Raises `QueryError`, and `ValueError` for a page below 1.
    """
    if page < 1:
        raise ValueError(f"result pages count from 1, not {page}")
    first = build_request(description, query, fresh)
    rule = description.paging
    if page == 1 or rule is None or not rule.numbers:
        return first if page == 1 else None
    query = check_query(query)
    path = _later_path(rule, urlsplit(first.url).path, query, page, description.charset)
    if path is None:
        return None
    added = {
        name: value.replace(SEARCH_TERMS, query) for name, value in rule.added if name not in fresh
    }
    if description.exact:
        entries = _later_entries(rule, exact_entries(description, query, fresh), added, page)
        request = exact_request(description, query, fresh, entries)
        return replace(request, url=urlunsplit(urlsplit(request.url)._replace(path=path)))
    entries = _later_entries(rule, _first_entries(description, query, fresh, first), added, page)
    return _assemble(description, rule, first, path, entries)


def cursor_request(
    description: ConnectionDescription, query: str, value: str, fresh: Mapping[str, str]
) -> EngineRequest:
    """Return the request for the page that the `value` of the rule's cursor leads to.

    Raises `QueryError`.
    """
    query, rule = check_query(query), description.paging
    assert rule is not None and rule.cursor is not None
    added = {rule.cursor.parameter: value, **dict(rule.added)}
    entries = _later_entries(rule, exact_entries(description, query, fresh), added, 1)
    return exact_request(description, query, fresh, entries)


def _first_entries(
    description: ConnectionDescription, query: str, fresh: Mapping[str, str], first: EngineRequest
) -> list[FormEntry]:
    """Return the names and values that the request of the first page sends."""
    if description.action:
        return form_entries(description, query, fresh)
    query_string = urlsplit(first.url).query
    encoded = query_string if first.body is None else first.body.decode("ascii", "replace")
    return [FormEntry(*pair) for pair in parse_pairs(encoded, description.charset)]


def _later_entries(
    rule: PagingRule, entries: list[FormEntry], added: Mapping[str, str], page: int
) -> list[FormEntry]:
    """Return the entries with those of the rule dropped, added and counted on."""
    values = dict(added)
    for number in rule.numbers:
        if number.parameter:
            values[number.parameter] = number.pattern.replace(PAGE_MARK, str(number.at(page)))
    changed = []
    for entry in entries:
        if entry.name in values:
            changed.append(FormEntry(entry.name, values.pop(entry.name)))
        elif entry.name not in rule.dropped:
            changed.append(entry)
    return [*changed, *(FormEntry(name, value) for name, value in values.items())]


def _later_path(rule: PagingRule, first: str, query: str, page: int, charset: str) -> str | None:
    """Return the path of a later page; None where the first page's is too short for the rule."""
    if rule.path is None:
        return first
    segments = first.split("/")
    if len(segments) < rule.path.start + rule.path.end:
        return None
    number = next((each for each in rule.numbers if not each.parameter), None)
    middle = rule.path.pattern.replace(SEARCH_TERMS, quote(encode_text(query, charset), safe=""))
    if number:
        middle = middle.replace(PAGE_MARK, str(number.at(page)))
    kept_end = segments[len(segments) - rule.path.end :]
    between = [middle] if middle else []
    path = "/".join([*segments[: rule.path.start], *between, *kept_end])
    return path if path.startswith("/") else f"/{path}"


def _assemble(
    description: ConnectionDescription,
    rule: PagingRule,
    first: EngineRequest,
    path: str,
    entries: list[FormEntry],
) -> EngineRequest:
    """Return the request of the later page from its parts."""
    parts = urlsplit(rule.origin or first.url)._replace(path=path)
    method = rule.method.upper() or first.method
    if method == "GET":
        query_string = urlencode(entries, description.charset)
        return EngineRequest("GET", urlunsplit(parts._replace(query=query_string)))
    parts = parts._replace(query=urlsplit(first.url).query if first.method == "POST" else "")
    body, content_type = encode_body(entries, description.enctype, description.charset)
    return EngineRequest("POST", urlunsplit(parts), body, content_type)
