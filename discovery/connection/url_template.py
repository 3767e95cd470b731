"""URL templates with `{searchTerms}`: OpenSearch 1.1 Draft 6, "OpenSearch URL template syntax"."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import SplitResult, quote, unquote_plus, urlsplit

from w3lib.url import safe_url_string

from discovery.connection.description import (
    FRESH,
    PAGE_MARK,
    PLACEHOLDER,
    QUERY,
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    PageNumber,
    PagePath,
    PagingRule,
    fill_known,
    is_sendable_header,
    query_values,
)
from discovery.connection.encodings import CODECS, JSON, encode_text, percent_encode
from discovery.pages.urls import resolve_url

# What a required placeholder becomes when nobody says otherwise: any language (OpenSearch, "The
# language parameter"), and the size of page that most engines have.
DEFAULT_COUNT = 10
DEFAULT_VALUES = {
    "count": str(DEFAULT_COUNT),
    "itemsPerPage": str(DEFAULT_COUNT),
    "startIndex": "1",
    "startPage": "1",
    "language": "*",
}
# Mozilla's namespace names the browser and its origin, not the search: its placeholders stay empty.
MOZILLA_PREFIX = "moz:"

_ENCODED_PLACEHOLDER = re.compile(r"%7B([A-Za-z_][\w.:-]{0,60})(\?|%3F)?%7D", re.IGNORECASE)


def decode_braces(template: str) -> str:
    """Return a template whose placeholders were all percent-encoded, with their braces as such.

    Where one placeholder stands plainly, encoded braces are meant to be sent.

    >>> decode_braces("http://a.example/?q=%7BsearchTerms%7D")
    'http://a.example/?q={searchTerms}'
    """
    if PLACEHOLDER.search(template):
        return template
    return _ENCODED_PLACEHOLDER.sub(
        lambda match: f"{{{match[1]}{'?' if match[2] else ''}}}", template
    )


def placeholders(template: str) -> tuple[str, ...]:
    """Return the names of a template's placeholders in order.

    >>> placeholders("http://a.example/?q={searchTerms}&p={startPage?}")
    ('searchTerms', 'startPage')
    """
    return tuple(match[1] for match in PLACEHOLDER.finditer(template))


def check_template(template: str) -> None:
    """Raise `DescriptionError` when a template can never become a request."""
    check_askable(ConnectionDescription(template=template))


def settled(description: ConnectionDescription) -> ConnectionDescription:
    """Return how an engine is asked with every placeholder filled but that of the query.

    What a form or an exact request holds means itself. Raises `DescriptionError` for a placeholder
    that nobody can fill.
    """
    if description.action or description.exact or description.in_browser:
        return description
    charset, language = description.charset, description.language
    values = {"searchTerms": SEARCH_TERMS, "inputEncoding": charset, "outputEncoding": charset}
    values |= {"language": language} if language else {}
    return replace(
        description,
        template=fill_template(description.template, values, charset),
        parameters=tuple(
            replace(each, value=fill(each.value, values, str)) if each.sent else each
            for each in description.parameters
        ),
    )


def fill_template(template: str, values: Mapping[str, str], charset: str) -> str:
    def encode(text: str) -> str:
        return text if text == SEARCH_TERMS else percent_encode(text, charset)

    return fill(template, values, encode)


def check_askable(description: ConnectionDescription) -> None:
    """Raise `DescriptionError` when a description can never become a request."""
    if description.suggestions:
        check_template(description.suggestions)
    if rule := description.paging:
        if not rule.numbers and rule.cursor is None:
            raise DescriptionError("a paging rule needs a number or a cursor")
        in_path = rule.path.pattern if rule.path else ""
        patterns = (each.pattern if each.parameter else in_path for each in rule.numbers)
        if not all(PAGE_MARK in pattern for pattern in patterns):
            raise DescriptionError(f"a number of the paging rule has no {PAGE_MARK} to stand in")
    if description.is_typed:
        if not description.form_page:
            raise DescriptionError("a search in a browser needs the page it is typed into")
    elif description.action:
        queries = [each for each in description.parameters if each.kind == QUERY]
        if not any(SEARCH_TERMS in each.value for each in queries):
            raise DescriptionError("a form needs a query field that is sent the query")
    else:
        _check_slots(settled(description))


def _check_slots(description: ConnectionDescription) -> None:
    template = description.template
    if not template:
        raise DescriptionError("there is neither a form's action nor a template to ask")
    if resolve_url("", template) is None:
        raise DescriptionError(f"the template {template[:200]!r} is no http or https address")
    if PLACEHOLDER.search(urlsplit(template).netloc):
        raise DescriptionError("the query would choose the host")
    address, _, fragment = template.partition("#")
    if SEARCH_TERMS in fragment:
        raise DescriptionError("the query stands behind '#': only a script on the page reads it")
    for header in description.headers:
        if not is_sendable_header(header.name, header.value):
            raise DescriptionError(f"{header.name[:100]!r} is no header that may be sent")
    if description.enctype == JSON:
        try:
            json.loads(description.body or "null")
        except (ValueError, RecursionError) as error:
            raise DescriptionError(f"the body is no JSON: {error}") from error
    values = [each.value for each in description.parameters if each.sent]
    values += [each.value for each in description.headers]
    named = {name for text in (address, description.body, *values) for name in placeholders(text)}
    if not named & query_values("").keys():
        raise DescriptionError(f"the template {template[:200]!r} has no {SEARCH_TERMS}")
    given = {FRESH + each.name for each in description.fresh}
    missing = sorted(name for name in named if name.startswith(FRESH) and name not in given)
    if missing:
        raise DescriptionError(f"nothing says where {{{missing[0][:100]}}} is read from")


def expand_url(template: str, values: Mapping[str, str], charset: str) -> str:
    """Return the address that `template` becomes, a space as `+` only behind the question mark.

    >>> expand_url("http://a.example/{x}?q={x}", {"x": "a b"}, "utf-8")
    'http://a.example/a%20b?q=a+b'
    """
    path, mark, query = template.partition("#")[0].partition("?")
    filled = fill_known(path, values, lambda text: quote(encode_text(text, charset), safe=""))
    if mark:
        filled += "?" + fill_known(query, values, lambda text: percent_encode(text, charset))
    return str(safe_url_string(filled, encoding=CODECS[charset]))


def split_template(template: str) -> SplitResult:
    """Return the parts of an address, or of a template. Raises `DescriptionError` for neither."""
    try:
        return urlsplit(template)
    except ValueError as error:
        raise DescriptionError("no web address: its host is none") from error


def find_paging(
    template: str,
    method: str,
    sent: Sequence[tuple[str, str]],
    mark: re.Pattern[str],
    number: Callable[[str, str], PageNumber | None],
) -> PagingRule | None:
    """Return the rule behind the places of `mark` in a template and in the pairs `sent` with it.

    `number` tells what counts in a value of that name (none in the path). None where that is
    nothing, or not known of all. Raises `DescriptionError`.
    """
    parts = split_template(template)
    if method == "get":
        pairs = (pair.partition("=") for pair in parts.query.split("&"))
        sent = [*sent, *((unquote_plus(name), unquote_plus(value)) for name, _, value in pairs)]
    elif mark.search(parts.query):
        return None
    segments = parts.path.split("/")
    counting = [place for place, segment in enumerate(segments) if mark.search(segment)]
    numbers = [number(name, value) for name, value in sent if mark.search(value)]
    numbers += [number("", segments[place]) for place in counting]
    known = [each for each in numbers if each is not None]
    if not known or len(known) < len(numbers) or len(counting) > 1:
        return None
    if not counting:
        return PagingRule(numbers=tuple(known))
    path = PagePath(known[-1].pattern, start=counting[0], end=len(segments) - counting[0] - 1)
    known[-1] = replace(known[-1], pattern=PAGE_MARK)
    return PagingRule(numbers=tuple(known), path=path)


def fill(template: str, values: Mapping[str, str], encode: Callable[[str], str]) -> str:
    """Return `template` with every placeholder replaced by its encoded value.

    An optional placeholder (`{name?}`) without value becomes nothing, a required one its default.
    Raises `DescriptionError` for a required one that has none.
    """

    def value_of(match: re.Match[str]) -> str:
        name, optional = match[1], match[2]
        if name in values:
            return encode(values[name])
        if optional or name.startswith(MOZILLA_PREFIX):
            return ""
        if name in DEFAULT_VALUES:
            return encode(DEFAULT_VALUES[name])
        raise DescriptionError(f"the template requires {{{name}}}, which nobody here can give")

    return PLACEHOLDER.sub(value_of, template)
