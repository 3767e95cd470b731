"""Requests as programs send them: their placeholders, and what makes one that can be sent."""

import base64
import json
import re
from collections.abc import Callable, Mapping
from urllib.parse import quote, urlsplit

from discovery.connection.description.description import ConnectionDescription, DescriptionError
from discovery.connection.description.form_data import JSON
from discovery.pages.urls import resolve_url

SEARCH_TERMS = "{searchTerms}"
# No nested repetition: a name, perhaps a prefix, perhaps a question mark.
PLACEHOLDER = re.compile(r"\{((?:[A-Za-z_][\w.-]{0,60}:)?[A-Za-z_][\w.-]{0,60})(\??)\}")
FRESH = "fresh:"
# Names of headers: tokens (RFC 9110, section 5.6.2).
_HEADER_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
# What belongs to the connection, to whoever fetches, or to a browser (Fetch standard, "forbidden
# request-header").
_OF_THE_CONNECTION = re.compile(
    r"(?:accept-(?:charset|encoding)|connection|content-length|cookie2?|date|expect|host|"
    r"keep-alive|te|trailer|transfer-encoding|upgrade|user-agent|via|proxy-.*|sec-.*|"
    r"if-none-match|if-modified-since|range)",
    re.IGNORECASE,
)


def fill_known(text: str, values: Mapping[str, str], encode: Callable[[str], str] = str) -> str:
    """Return `text` with the placeholders that have values replaced; other braces stay.

    >>> fill_known("{ find(q: '{searchTerms}') {id} }", {"searchTerms": "fish"})
    "{ find(q: 'fish') {id} }"
    """
    return PLACEHOLDER.sub(
        lambda match: encode(values[match[1]]) if match[1] in values else match[0], text
    )


def query_values(query: str) -> dict[str, str]:
    """Return the query as the placeholders of an exact request have it, by their names.

    >>> query_values('a "b"')["json:searchTerms"]
    'a \\\\"b\\\\"'
    """
    return {
        "searchTerms": query,
        "json:searchTerms": json.dumps(query, ensure_ascii=False)[1:-1],
        "percent:searchTerms": quote(query, safe=""),
        "base64:searchTerms": base64.b64encode(query.encode()).decode(),
    }


def is_sendable_header(name: str, value: str) -> bool:
    """Whether a description may hold this header: it is well-formed, and not the connection's own.

    >>> is_sendable_header("X-Api-Key", "1"), is_sendable_header("Host", "a.example")
    (True, False)
    """
    well_formed = _HEADER_NAME.fullmatch(name) and not _CONTROL.search(value)
    return bool(well_formed) and not _OF_THE_CONNECTION.fullmatch(name)


def check_exact(description: ConnectionDescription) -> None:
    """Raise `DescriptionError` when an exact request can never be sent."""
    template = description.template
    if resolve_url("", template) is None:
        raise DescriptionError(f"the address {template[:200]!r} is no http or https address")
    if PLACEHOLDER.search(urlsplit(template).netloc):
        raise DescriptionError("the query would choose the host")
    for header in description.headers:
        if not is_sendable_header(header.name, header.value):
            raise DescriptionError(f"{header.name[:100]!r} is no header that may be sent")
    if description.enctype == JSON:
        try:
            json.loads(description.body or "null")
        except (ValueError, RecursionError) as error:
            raise DescriptionError(f"the body is no JSON: {error}") from error
    values = [parameter.value for parameter in description.parameters if parameter.sent]
    named = {
        match[1]
        for text in (template, description.body, *values, *(h.value for h in description.headers))
        for match in PLACEHOLDER.finditer(text)
    }
    if not named & query_values("").keys():
        raise DescriptionError(f"the request has no {SEARCH_TERMS}")
    given = {FRESH + each.name for each in description.fresh}
    missing = sorted(name for name in named if name.startswith(FRESH) and name not in given)
    if missing:
        raise DescriptionError(f"nothing says where {{{missing[0][:100]}}} is read from")
