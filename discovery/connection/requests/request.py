"""From a description and a query to the request that asks the engine. Nothing is sent here."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import urlsplit, urlunsplit

from discovery.connection.description.charsets import CODECS
from discovery.connection.description.description import ConnectionDescription
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.form_data import (
    FormEntry,
    encode_body,
    percent_encode,
    urlencode,
)
from discovery.connection.description.url_template import expand_url, fill
from discovery.connection.requests.engine_request import EngineRequest
from discovery.connection.requests.exact_request import exact_entries, exact_request
from discovery.pages.urls import ascii_url

# Longer than any question people type (the longest queries of public logs have some hundred
# characters), short enough for the 8 kB that servers take as an address when all is escaped. Guess.
MAX_QUERY_LENGTH = 2_000
# Under this name in `fresh` stands the form's address: no control without a name is ever sent.
FRESH_ACTION = ""
NOTHING_FRESH: Mapping[str, str] = MappingProxyType({})
# A hidden field of this name is filled with the charset (HTML, section 4.10.22.4, step 5.8).
_CHARSET_FIELD = "_charset_"
# The name HTML 2 to 4 gave the field of `<isindex>`: sent without its name when it comes first.
_ISINDEX = "isindex"


class QueryError(ValueError):
    """No engine is asked this: the query is empty, too long, or no text."""


def check_query(query: str) -> str:
    """Return `query` as a one-line text field would hold it.

    Line ends and tabs become spaces, outer white space goes. Raises `QueryError` with a sentence
    for the user when nothing is left, on more than `MAX_QUERY_LENGTH` characters, and on control
    characters.

    >>> check_query(" fish\\n& chips ")
    'fish & chips'
    """
    line = query.replace("\r\n", " ").translate({9: " ", 10: " ", 13: " "}).strip()
    if not line:
        raise QueryError("The query is empty.")
    if len(line) > MAX_QUERY_LENGTH:
        raise QueryError(f"The query is longer than {MAX_QUERY_LENGTH:,} characters.")
    # What is printable has none of them; most queries are.
    if not line.isprintable() and any(unicodedata.category(each) in {"Cc", "Cs"} for each in line):
        raise QueryError("The query contains control characters.")
    return line


def build_request(
    description: ConnectionDescription, query: str, fresh: Mapping[str, str] = NOTHING_FRESH
) -> EngineRequest:
    """Return the request for the first result page of `query`.

    `fresh` holds values read anew from the form page, by parameter name (`fresh_values`), or of an
    exact description by placeholder (`fresh:NAME`). Raises `QueryError`.
    """
    query = check_query(query)
    if description.in_browser:
        # The page that a visitor types into; the query is in no request of ours.
        return EngineRequest("GET", ascii_url(description.form_page, CODECS[description.charset]))
    if description.exact:
        entries = exact_entries(description, query, fresh)
        return exact_request(description, query, fresh, entries)
    if not description.action:
        return _template_request(description, query)
    action = fresh.get(FRESH_ACTION, description.action)
    return _form_request(description, action, form_entries(description, query, fresh))


def form_entries(
    description: ConnectionDescription, query: str, fresh: Mapping[str, str] = NOTHING_FRESH
) -> list[FormEntry]:
    """Return the form data set (HTML, section 4.10.22.4): what is sent, in form order."""
    entries = []
    for parameter in description.parameters:
        value = parameter.value
        if parameter.kind == "hidden":
            value = fresh.get(parameter.name, value) if parameter.token else value
            if parameter.name.lower() == _CHARSET_FIELD:
                value = description.charset
        entries.append(FormEntry(parameter.name, value, parameter.kind == "file"))
    pattern = description.query_pattern
    entry = FormEntry(description.query_field, pattern.replace(SEARCH_TERMS, query))
    position = description.query_position
    sent = [parameter.sent for parameter in description.parameters]
    kept = [each for each, is_sent in zip(entries, sent, strict=True) if is_sent]
    kept.insert(sum(sent[:position]), entry)
    return kept


def _form_request(
    description: ConnectionDescription, action: str, entries: list[FormEntry]
) -> EngineRequest:
    """Return the request of a submitted form."""
    if description.method == "post":
        body, content_type = encode_body(entries, description.enctype, description.charset)
        return EngineRequest(
            "POST", ascii_url(action, CODECS[description.charset]), body, content_type
        )
    if entries[0].name == _ISINDEX == description.query_field:
        terms = percent_encode(entries[0].value, description.charset)
        query_string = "&".join(filter(None, [terms, urlencode(entries[1:], description.charset)]))
    else:
        query_string = urlencode(entries, description.charset)
    # The form data replace the query string of the action (HTML, "mutate action URL").
    address = _action_address(action, CODECS[description.charset])
    return EngineRequest("GET", f"{address}?{query_string}" if query_string else address)


@lru_cache(maxsize=1_024)
def _action_address(action: str, codec: str) -> str:
    """Return the escaped address of a form, its query left out: the same for every query to it."""
    return urlunsplit(urlsplit(ascii_url(action, codec))._replace(query="", fragment=""))


def _template_request(description: ConnectionDescription, query: str) -> EngineRequest:
    """Return the request of an engine known by its URL template alone."""
    values = _template_values(description, query)
    charset = description.charset
    url = expand_url(description.template, values, charset)
    entries = [
        FormEntry(parameter.name, fill(parameter.value, values, str))
        for parameter in description.parameters
        if parameter.sent
    ]
    if description.method == "post":
        body, content_type = encode_body(entries, description.enctype, charset)
        return EngineRequest("POST", url, body, content_type)
    if entries:
        url += ("&" if "?" in url else "?") + urlencode(entries, charset)
    return EngineRequest("GET", url)


def _template_values(description: ConnectionDescription, query: str) -> dict[str, str]:
    """Return what the placeholders of a description's template stand for."""
    values = {
        "searchTerms": query,
        "inputEncoding": description.charset,
        "outputEncoding": description.charset,
    }
    if description.language:
        values["language"] = description.language
    return values


def result_page_template(description: ConnectionDescription) -> str:
    """Return the URL template of a form's result pages, empty when there is none.

    Neither what is posted nor what needs a token read anew has an address of its own.
    """
    if description.method == "post" or description.needs_form_page:
        return ""
    # A word that percent-encoding leaves alone and no form holds marks the place.
    mark = "searchTerms"
    while any(mark in parameter.value for parameter in description.parameters):
        mark += "X"
    entries = form_entries(description, mark)
    url = _form_request(description, description.action, entries).url
    return url.replace(mark, SEARCH_TERMS)
