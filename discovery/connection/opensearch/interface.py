"""One `Url` of an OpenSearch document: which request it stands for, and how it pages.

OpenSearch 1.1 Draft 6, "The Url element", "OpenSearch 1.1 parameters"; Parameter extension 1.0
Draft 2. Every placeholder but the query is settled here, those that count pages as a paging rule.
"""

import re
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import unquote_plus, urljoin, urlsplit

from lxml import etree

from discovery.connection.description.description import DescriptionError, check_number
from discovery.connection.description.exact_request import SEARCH_TERMS
from discovery.connection.description.form_data import ENCTYPES, URLENCODED, percent_encode
from discovery.connection.description.paging_rule import PAGE_MARK, PageNumber, PagePath, PagingRule
from discovery.connection.description.parameter import Parameter, ParameterOption
from discovery.connection.description.url_template import (
    DEFAULT_COUNT,
    MOZILLA_PREFIX,
    decode_braces,
    fill,
    placeholders,
)

# 1.0 and the early drafts of 1.1 said "opensearchdescription"; many files lack the last slash.
OPENSEARCH_PREFIX = "http://a9.com/-/spec/opensearch"
PARAMETER_NAMESPACE = "http://a9.com/-/spec/opensearch/extensions/parameters/1.0/"
MOZILLA_NAMESPACE = "http://www.mozilla.org/2006/browser/search/"
_SIZES = frozenset({"count", "itemsPerPage"})
_FILLED = _SIZES | {
    "searchTerms",
    "startPage",
    "startIndex",
    "inputEncoding",
    "outputEncoding",
    "language",
}
_QUALIFIED = re.compile(r"\{([A-Za-z_][\w.-]*):")
# One placeholder that counts, and no other, in a value.
_COUNTING = re.compile(r"[^{}]*\{(startPage|startIndex)\??\}[^{}]*")
_COUNTED = re.compile(r"\{(?:startPage|startIndex)\??\}")


@dataclass(frozen=True, slots=True)
class Interface:
    """The request behind a `Url`; values of parameters may hold `{searchTerms}`."""

    template: str
    method: str
    enctype: str
    parameters: tuple[Parameter, ...]
    paging: PagingRule | None


@dataclass(frozen=True, slots=True)
class _Steps:
    """Where pages and records start to count, and records on a page if the client says so."""

    page_offset: int
    index_offset: int
    count: int | None

    def number(self, parameter: str, value: str) -> PageNumber | None:
        """Return what counts pages in a value, None when nothing does, or by unknown steps."""
        found = _COUNTING.fullmatch(value)
        if found is None:
            return None
        pattern = _COUNTED.sub(PAGE_MARK, value)
        if found[1] == "startPage":
            return PageNumber(parameter, self.page_offset, 1, pattern)
        if self.count is None:
            return None
        return PageNumber(parameter, self.index_offset, self.count, pattern)


def read_interface(
    element: etree._Element, base_url: str, charset: str, language: str
) -> Interface:
    """Return the request that a `Url` stands for; `base_url` is the document's address.

    Raises `DescriptionError` for a template that requires what nobody here can give.
    """
    raw = template_text(element, base_url)
    method = "post" if _attribute(element, "method").lower() == "post" else "get"
    enctype = _attribute(element, "enctype").lower()
    named = _named_values(element, raw, method)
    texts = [raw, *named.values()]
    used = {name for text in texts for name in placeholders(text)}
    steps = _Steps(
        page_offset=_integer(element, "pageOffset"),
        index_offset=_integer(element, "indexOffset"),
        count=DEFAULT_COUNT if used & _SIZES else None,
    )
    values = _values(used, steps, charset, language)
    return Interface(
        template=settle_template(raw, values, charset),
        method=method,
        enctype=enctype if enctype in ENCTYPES else URLENCODED,
        parameters=tuple(_parameter(each, text, values) for each, text in named.items()),
        paging=_paging(raw, method, named, steps),
    )


def template_text(element: etree._Element, base_url: str) -> str:
    """Return a `Url`'s template as an absolute address, prefixes resolved.

    A prefix that stands for OpenSearch itself goes; Mozilla's becomes `moz:`. Raises
    `DescriptionError` for a template that is no address.
    """
    text = element.get("template") or element.text or ""
    text = decode_braces(text.strip())
    try:
        return urljoin(base_url, _resolve_prefixes(element, text))
    except ValueError as error:
        raise DescriptionError(f"{text[:200]!r} is no address", line_of(element)) from error


def settle_template(raw: str, values: Mapping[str, str], charset: str) -> str:
    """Return a template in which only the query is left open."""
    return fill(
        raw,
        {**values, "searchTerms": SEARCH_TERMS},
        lambda text: text if text == SEARCH_TERMS else percent_encode(text, charset),
    )


def line_of(element: etree._Element) -> int | None:
    """Return the line that an element stands in."""
    line: Any = element.sourceline
    return line if isinstance(line, int) else None


def _resolve_prefixes(element: etree._Element, text: str) -> str:
    """Return a template's text with the prefixes of its placeholders resolved."""
    return _QUALIFIED.sub(lambda match: _prefix(element, match[1]), text)


def _prefix(element: etree._Element, prefix: str) -> str:
    """Return how the name behind a prefix begins, by the namespace the prefix stands for."""
    namespace = element.nsmap.get(prefix) or ""
    if namespace.startswith(OPENSEARCH_PREFIX) and "/extensions/" not in namespace:
        return "{"
    return f"{{{MOZILLA_PREFIX}" if namespace == MOZILLA_NAMESPACE else f"{{{prefix}:"


def _attribute(element: etree._Element, name: str) -> str:
    """Return an attribute of the Parameter extension, with its namespace or, as Mozilla, plain."""
    return (element.get(f"{{{PARAMETER_NAMESPACE}}}{name}") or element.get(name) or "").strip()


def _integer(element: etree._Element, name: str) -> int:
    """Return an offset, 1 by default."""
    text = (element.get(name) or "").strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,5}", text, re.ASCII) else 1


def _named_values(element: etree._Element, template: str, method: str) -> dict[etree._Element, str]:
    """Return the elements of parameters to be sent, with their values' templates.

    Of those sent zero times or more, the ones that nobody can fill are left out. So are those that
    only describe a placeholder of the address.
    """
    check_number(len(element))
    in_template = set(placeholders(template))
    named = {}
    for child in element.iterchildren(tag=etree.Element):
        if etree.QName(child).localname not in {"Param", "Parameter"} or not child.get("name"):
            continue
        text = _resolve_prefixes(child, child.get("value") or "")
        names = set(placeholders(text))
        optional = (child.get("minimum") or "").strip() == "0"
        if optional and not names <= _FILLED:
            continue
        if method == "get" and names and names <= in_template:
            continue
        named[child] = text
    return named


def _values(used: Set[str], steps: _Steps, charset: str, language: str) -> dict[str, str]:
    """Return what all placeholders but the query are filled with."""
    values = {
        "startPage": str(steps.page_offset),
        "startIndex": str(steps.index_offset),
        "inputEncoding": charset,
        "outputEncoding": charset,
    }
    if steps.count is not None and "startIndex" in used:
        values |= dict.fromkeys(_SIZES, str(steps.count))
    if language:
        values["language"] = language
    return values


def _parameter(element: etree._Element, text: str, values: Mapping[str, str]) -> Parameter:
    """Return what a `Param` or `Parameter` sends, with the options it suggests."""
    options = (child for child in element if etree.QName(child).localname == "Option")
    return Parameter(
        name=element.get("name") or "",
        value=fill(text, {**values, "searchTerms": SEARCH_TERMS}, str),
        options=tuple(
            ParameterOption(child.get("value") or "", child.get("label") or "") for child in options
        ),
    )


def _paging(
    raw: str, method: str, named: Mapping[etree._Element, str], steps: _Steps
) -> PagingRule | None:
    """Return the rule behind the placeholders that count, None where there is none to rely on."""
    parts = urlsplit(raw)
    sent = [(each.get("name") or "", text) for each, text in named.items()]
    if method == "get":
        pairs = (pair.partition("=") for pair in parts.query.split("&"))
        sent += [(unquote_plus(name), value) for name, _, value in pairs]
    elif _COUNTED.search(parts.query):
        return None
    numbers = [steps.number(name, value) for name, value in sent if _COUNTED.search(value)]
    segments = parts.path.split("/")
    counting = [place for place, segment in enumerate(segments) if _COUNTED.search(segment)]
    numbers += [steps.number("", segments[place]) for place in counting]
    known = [number for number in numbers if number is not None]
    if not known or len(known) < len(numbers) or len(counting) > 1:
        return None
    if not counting:
        return PagingRule(numbers=tuple(known))
    place = counting[0]
    return PagingRule(
        numbers=tuple(
            replace(each, pattern=PAGE_MARK) if not each.parameter else each for each in known
        ),
        path=PagePath(known[-1].pattern, start=place, end=len(segments) - place - 1),
    )
