"""OpenSearch description documents, read as connection descriptions.

OpenSearch 1.1 Draft 6 with its Parameter extension 1.0 Draft 2, the namespaces of its earlier
versions, and Mozilla's additions. Every placeholder but the query is settled here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from urllib.parse import urljoin

from lxml import etree

from discovery.connection.description import (
    PAGE_MARK,
    SEARCH_TERMS,
    ConnectionDescription,
    DescriptionError,
    PageNumber,
    Parameter,
    ParameterOption,
    check_number,
    check_size,
)
from discovery.connection.description_xml import line_of, parse_xml
from discovery.connection.encodings import (
    DEFAULT_CHARSET,
    ENCTYPES,
    URLENCODED,
    web_charset,
)
from discovery.connection.form_description import LANGUAGE_TAG, site_root
from discovery.connection.url_template import (
    DEFAULT_COUNT,
    MOZILLA_PREFIX,
    check_askable,
    check_template,
    decode_braces,
    fill,
    fill_template,
    find_paging,
    placeholders,
)
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import resolve_url

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


def _read_url(
    element: etree._Element, base_url: str, charset: str, language: str
) -> ConnectionDescription:
    """Return the request that a `Url` stands for. Raises `DescriptionError`."""
    text = decode_braces((element.get("template") or element.text or "").strip())
    try:
        raw = urljoin(base_url, _resolve_prefixes(element, text))
    except ValueError as error:
        raise DescriptionError(f"{text[:200]!r} is no address", line_of(element)) from error
    method = "post" if _attribute(element, "method").lower() == "post" else "get"
    enctype = _attribute(element, "enctype").lower()
    named = _named_values(element, raw, method)
    sent = [(each.get("name") or "", text) for each, text in named.items()]
    used = {name for text in (raw, *named.values()) for name in placeholders(text)}
    # Records on a page, where the client says how many.
    count = DEFAULT_COUNT if used & _SIZES else None
    offsets = (("startPage", "pageOffset"), ("startIndex", "indexOffset"))
    first = {name: _integer(element, offset) for name, offset in offsets}
    values = {
        "searchTerms": SEARCH_TERMS,
        **{name: str(offset) for name, offset in first.items()},
        "inputEncoding": charset,
        "outputEncoding": charset,
    }
    if count is not None and "startIndex" in used:
        values |= dict.fromkeys(_SIZES, str(count))
    if language:
        values["language"] = language

    def number(parameter: str, value: str) -> PageNumber | None:
        found = _COUNTING.fullmatch(value)
        step = 1 if found and found[1] == "startPage" else count
        if found is None or step is None:
            return None
        return PageNumber(parameter, first[found[1]], step, _COUNTED.sub(PAGE_MARK, value))

    return ConnectionDescription(
        template=fill_template(raw, values, charset),
        method=method,
        enctype=enctype if enctype in ENCTYPES else URLENCODED,
        charset=charset,
        language=language,
        parameters=tuple(_parameter(each, text, values) for each, text in named.items()),
        paging=find_paging(raw, method, sent, _COUNTED, number),
    )


def _resolve_prefixes(element: etree._Element, text: str) -> str:
    """Return a template in which no prefix stands for OpenSearch itself, and `moz:` for Mozilla."""

    def resolved(match: re.Match[str]) -> str:
        namespace = element.nsmap.get(match[1]) or ""
        if namespace.startswith(OPENSEARCH_PREFIX) and "/extensions/" not in namespace:
            return "{"
        return f"{{{MOZILLA_PREFIX}" if namespace == MOZILLA_NAMESPACE else match[0]

    return _QUALIFIED.sub(resolved, text)


def _attribute(element: etree._Element, name: str) -> str:
    # Of the Parameter extension, or plain, as Mozilla has it.
    return (element.get(f"{{{PARAMETER_NAMESPACE}}}{name}") or element.get(name) or "").strip()


def _integer(element: etree._Element, name: str) -> int:
    text = (element.get(name) or "").strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,5}", text, re.ASCII) else 1


def _named_values(element: etree._Element, template: str, method: str) -> dict[etree._Element, str]:
    """Return the parameters' elements that are sent and can be filled, with their templates."""
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


def _parameter(element: etree._Element, text: str, values: Mapping[str, str]) -> Parameter:
    options = (child for child in element if etree.QName(child).localname == "Option")
    return Parameter(
        name=element.get("name") or "",
        value=fill(text, values, str),
        options=tuple(
            ParameterOption(child.get("value") or "", child.get("label") or "") for child in options
        ),
    )


MIME_TYPE = "application/opensearchdescription+xml"
_ROOTS = frozenset({"OpenSearchDescription", "SearchPlugin"})
# Formats of result pages from best to worst: only HTML is what a person sees, feeds are records
# too, and a Url of version 1.0 has no type (it always gave RSS).
_TYPE_RANKS = {
    "text/html": 0,
    "application/xhtml+xml": 0,
    "": 1,
    "application/rss+xml": 2,
    "application/atom+xml": 2,
    "text/xml": 2,
    "application/xml": 2,
    "application/json": 3,
}
_SUGGESTION_TYPES = frozenset({"application/x-suggestions+json", "application/json"})
_KNOWN_RELATIONS = frozenset({"results", "suggestions", "self", "collection"})
MAX_LINKS = 20
# Documents of the web take a few kB, or a hundred with pictures inside.
MAX_OPENSEARCH_BYTES = 1_000_000


def opensearch_links(page: Page) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for link in page.root.iter("link"):
        relations = link.get("rel", "").lower().split()
        kind = link.get("type", "").partition(";")[0].strip().lower()
        if "search" in relations and kind == MIME_TYPE:
            url = resolve_url(page.base_url, link.get("href"))
            if url:
                found[url] = None
    return tuple(found)[:MAX_LINKS]


def read_opensearch(data: bytes, url: str) -> ConnectionDescription:
    """Return how the engine is asked that a document at `url` tells. Raises `DescriptionError`."""
    # White space before the XML declaration is an error of XML, and common.
    root = parse_xml(data.lstrip(), MAX_OPENSEARCH_BYTES)
    if etree.QName(root).localname not in _ROOTS:
        raise DescriptionError("no OpenSearch document: the root is no OpenSearchDescription", 1)
    element = _results_element(root)
    try:
        description = _describe(root, element, url)
        check_size(description)
        check_askable(description)
    except DescriptionError as error:
        raise DescriptionError(error.reason, error.line or line_of(element)) from error
    return description


def _describe(root: etree._Element, element: etree._Element, url: str) -> ConnectionDescription:
    encodings = [fold_space(each.text or "") for each in _children(root, "InputEncoding")]
    charsets = [charset for charset in map(web_charset, encodings) if charset]
    charset = DEFAULT_CHARSET if DEFAULT_CHARSET in charsets or not charsets else charsets[0]
    languages = {fold_space(each.text or "") for each in _children(root, "Language")}
    single = languages.pop() if len(languages) == 1 else ""
    language = single if LANGUAGE_TAG.fullmatch(single) else ""
    described = _read_url(element, url, charset, language)
    home_url = resolve_url(url, _text(root, "SearchForm") or None)
    return replace(
        described,
        site_name=_text(root, "ShortName") or _text(root, "LongName"),
        home_url=home_url or site_root(described.template),
        suggestions=_suggestions(root, url, charset, language),
    )


def _children(root: etree._Element, name: str) -> Iterator[etree._Element]:
    for child in root.iterchildren(tag=etree.Element):
        names = etree.QName(child)
        namespace = names.namespace or OPENSEARCH_PREFIX
        known = namespace.startswith(OPENSEARCH_PREFIX) or namespace == MOZILLA_NAMESPACE
        if names.localname == name and known:
            yield child


def _text(root: etree._Element, name: str) -> str:
    child = next(_children(root, name), None)
    return "" if child is None else fold_space(child.text or "")


def _kind(element: etree._Element) -> str:
    return (element.get("type") or "").partition(";")[0].strip().lower()


def _relations(element: etree._Element) -> set[str]:
    """Return the roles of a `Url`: what it says, by its type, or "results".

    JSON that says nothing is suggestions beside a `Url` of pages, results where there are none.
    """
    relations = set((element.get("rel") or "").lower().split())
    if not relations:
        kind, root = _kind(element), element.getparent()
        others = () if root is None else (_kind(each) for each in _children(root, "Url"))
        is_beside = any(other not in _SUGGESTION_TYPES for other in others)
        is_suggestion = kind in _SUGGESTION_TYPES and (kind != "application/json" or is_beside)
        relations.add("suggestions" if is_suggestion else "results")
    return relations


def _results_element(root: etree._Element) -> etree._Element:
    """Return the `Url` of result pages, HTML before feeds. Raises `DescriptionError`."""
    elements = list(_children(root, "Url"))
    usable = [
        element
        for element in elements
        if "results" in _relations(element) <= _KNOWN_RELATIONS and _kind(element) in _TYPE_RANKS
    ]
    if not usable:
        kinds = ", ".join(sorted({_kind(element) or "no type" for element in elements})) or "none"
        raise DescriptionError(f"no Url gives result pages (types: {kinds[:200]})", line_of(root))
    return min(usable, key=lambda element: _TYPE_RANKS[_kind(element)])


def _suggestions(root: etree._Element, url: str, charset: str, language: str) -> str:
    for element in _children(root, "Url"):
        if "suggestions" in _relations(element) and _kind(element) in _SUGGESTION_TYPES:
            try:
                described = _read_url(element, url, charset, language)
                check_template(described.template)
            except DescriptionError:
                continue
            if described.method == "get" and not described.parameters:
                return described.template
    return ""
