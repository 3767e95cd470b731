"""OpenSearch description documents read into connection descriptions.

OpenSearch 1.1 Draft 6 (D. Clinton) with its Parameter extension 1.0 Draft 2, the namespaces of its
earlier versions, and Mozilla's additions (`Param`, `SearchForm`, a plain `method`).
"""

import re
from collections.abc import Iterator
from types import MappingProxyType

from lxml import etree

from discovery.connection.description.charsets import DEFAULT_CHARSET, web_charset
from discovery.connection.description.description import (
    ConnectionDescription,
    DescriptionError,
    check_size,
)
from discovery.connection.description.url_template import check_askable, check_template
from discovery.connection.form_description.site import site_root
from discovery.connection.opensearch.interface import (
    MOZILLA_NAMESPACE,
    OPENSEARCH_PREFIX,
    line_of,
    read_interface,
)
from discovery.connection.xml.safe_xml import parse_xml
from discovery.pages.page import Page
from discovery.pages.tree import fold_space
from discovery.pages.urls import resolve_url

MIME_TYPE = "application/opensearchdescription+xml"
_ROOTS = frozenset({"OpenSearchDescription", "SearchPlugin"})
# Formats of result pages from best to worst: only HTML is what a person sees, feeds are records
# too, and a Url of version 1.0 has no type (it always gave RSS).
_TYPE_RANKS = MappingProxyType(
    {
        "text/html": 0,
        "application/xhtml+xml": 0,
        "": 1,
        "application/rss+xml": 2,
        "application/atom+xml": 2,
        "text/xml": 2,
        "application/xml": 2,
        "application/json": 3,
    }
)
_SUGGESTION_TYPES = frozenset({"application/x-suggestions+json", "application/json"})
_KNOWN_RELATIONS = frozenset({"results", "suggestions", "self", "collection"})
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{1,8}){0,3}")
_EMBEDDED_ICON = re.compile(
    r"data:image/(?:png|gif|jpeg|webp|svg\+xml|x-icon|vnd\.microsoft\.icon)[;,]"
)
# Pixels; what lists of engines show (and what Draft 6 asks every engine to offer).
ICON_SIZE = 16
# An icon inside the document, as browsers' own files have; larger ones are pictures. Guess.
MAX_EMBEDDED_ICON = 30_000
MAX_LINKS = 20
# Documents of the web take a few kB, or a hundred with icons inside.
MAX_OPENSEARCH_BYTES = 1_000_000


def opensearch_links(page: Page) -> tuple[str, ...]:
    """Return the addresses of the OpenSearch documents that a page links (autodiscovery)."""
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
    """Return how the engine is asked that an OpenSearch document at `url` describes.

    Raises `DescriptionError` for what is no such document, or names no results that can be asked.
    """
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
    """Return the description that a document with this `Url` of results gives."""
    charset, language = _charset(root), _language(root)
    interface = read_interface(element, url, charset, language)
    home_url = resolve_url(url, _text(root, "SearchForm") or None)
    return ConnectionDescription(
        site_name=_text(root, "ShortName") or _text(root, "LongName"),
        home_url=home_url or site_root(interface.template),
        method=interface.method,
        enctype=interface.enctype,
        charset=charset,
        parameters=interface.parameters,
        template=interface.template,
        paging=interface.paging,
        icon=_icon(root, url),
        language=language,
        suggestions=_suggestions(root, url, charset, language),
    )


def _children(root: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the children of this name in a namespace of OpenSearch or Mozilla, or in none."""
    for child in root.iterchildren(tag=etree.Element):
        names = etree.QName(child)
        namespace = names.namespace or OPENSEARCH_PREFIX
        known = namespace.startswith(OPENSEARCH_PREFIX) or namespace == MOZILLA_NAMESPACE
        if names.localname == name and known:
            yield child


def _text(root: etree._Element, name: str) -> str:
    """Return the text of the first child of this name, white space folded."""
    child = next(_children(root, name), None)
    return "" if child is None else fold_space(child.text or "")


def _kind(element: etree._Element) -> str:
    """Return the media type that a `Url` declares."""
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
    """Return the template of the first `Url` of suggestions that is asked by GET, or nothing."""
    for element in _children(root, "Url"):
        if "suggestions" in _relations(element) and _kind(element) in _SUGGESTION_TYPES:
            try:
                interface = read_interface(element, url, charset, language)
                check_template(interface.template)
            except DescriptionError:
                continue
            if interface.method == "get" and not interface.parameters:
                return interface.template
    return ""


def _charset(root: etree._Element) -> str:
    """Return the encoding of queries: UTF-8 if it is among those named, else the first known."""
    named = [fold_space(element.text or "") for element in _children(root, "InputEncoding")]
    known = [charset for charset in map(web_charset, named) if charset]
    return DEFAULT_CHARSET if DEFAULT_CHARSET in known or not known else known[0]


def _language(root: etree._Element) -> str:
    """Return the language of the results, nothing when there are several or any."""
    languages = {fold_space(element.text or "") for element in _children(root, "Language")}
    single = languages.pop() if len(languages) == 1 else ""
    return single if _LANGUAGE.fullmatch(single) else ""


def _icon(root: etree._Element, url: str) -> str:
    """Return the address of the image nearest to an icon's size, inside the document or outside."""
    icons = []
    for element in _children(root, "Image"):
        text = (element.text or "").strip()
        embedded = len(text) <= MAX_EMBEDDED_ICON and _EMBEDDED_ICON.match(text)
        icon = text if embedded else resolve_url(url, text or None)
        if icon:
            width = element.get("width") or ""
            size = int(width) if re.fullmatch(r"[0-9]{1,5}", width, re.ASCII) else ICON_SIZE
            icons.append((abs(size - ICON_SIZE), icon))
    return min(icons, key=lambda sized: sized[0])[1] if icons else ""
