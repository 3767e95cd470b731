"""The search for search engines: sitemaps, the frontier's order, and the filter of pages.

Wu, Meng et al. 2003, section 2.4, step 2. Their three rules (a form, a text input, a word for
searching) are the cues of `discovery.forms`. *Further*, a page may say it itself (OpenSearch,
schema.org), and a form belongs to the site whose pages it searches.

Breadth first over sites: a site's next page is taken when every other site has had as many. Within
a site, what is likely to show its search form comes first.

sitemaps.org, protocol 0.9: `urlset`, `sitemapindex`, plain text; any of them compressed.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urljoin, urlsplit

from lxml import etree

from discovery.connection.description import ConnectionDescription
from discovery.connection.form_description import described_forms
from discovery.connection.opensearch import opensearch_links
from discovery.connection.schema_org import find_search_actions
from discovery.crawling.links import address_weight, find_trap, site_of, without_session
from discovery.pages.data.parsing import safe_xml_parser
from discovery.pages.page import Page
from discovery.pages.urls import resolve_url

# Forms of other sites that a page may point us to. Guess: lists of engines have some dozens.
MAX_ELSEWHERE = 50


@dataclass(frozen=True, slots=True)
class SearchInterface:
    """Why a site is taken to have a search engine.

    `url` is the page that has it, `source` "form", "SearchAction" or "OpenSearch". `score` and
    `cues` are the form's verdict (0 without a form). `address` is where queries go (action or
    template).
    """

    url: str
    source: str
    site_name: str
    address: str
    method: str
    query_field: str
    score: float
    cues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What a page tells: the search interface of its own site, the OpenSearch documents it links,
    the home pages of other sites that its forms ask."""

    engine: SearchInterface | None
    descriptions: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()


def filter_page(page: Page) -> PageVerdict:
    site = site_of(page.url)
    own: SearchInterface | None = None
    elsewhere: dict[str, None] = {}
    ways = [
        (description, "form", verdict.cues, round(verdict.score, 2))
        for _, verdict, description in described_forms(page)
    ]
    ways += [
        (description, "SearchAction", ("schema.org SearchAction",), 0.0)
        for description in find_search_actions(page)
    ]
    for description, source, cues, score in ways:
        interface = found_interface(page.url, source, description, cues, score)
        if not searches_site(description, site):
            elsewhere[urljoin(interface.address, "/")] = None
        elif own is None:
            own = interface
    return PageVerdict(own, opensearch_links(page), tuple(elsewhere)[:MAX_ELSEWHERE])


def searches_site(description: ConnectionDescription, site: str) -> bool:
    """Tell whether an engine is one of `site`: it is asked there, or told to search only there.

    A box that asks another site for anything belongs to that one. A service that searches for
    others names them in its host (`shop.search-service.example` for `shop.example`) or is told
    their host in the query.
    """
    address = description.action or description.template
    name = site.partition(".")[0]
    if site_of(address) == site or (
        not name.isdigit() and name in (urlsplit(address).hostname or "").split(".")
    ):
        return True
    sent = (parameter.value for parameter in description.parameters if parameter.sent)
    return any(site in text.lower() for text in (address, *sent))


def found_interface(
    url: str,
    source: str,
    description: ConnectionDescription,
    cues: tuple[str, ...],
    score: float = 0.0,
) -> SearchInterface:
    return SearchInterface(
        url=url,
        source=source,
        site_name=description.site_name,
        address=description.action or description.template,
        method=description.method,
        query_field=description.query_field,
        score=score,
        cues=cues,
    )


# Lower is earlier. Home pages show search forms most often; a declared description says all in one
# small file.
SEED_PRIORITY = 0
HOME_PRIORITY = 1
DESCRIPTION_PRIORITY = 5
# Links whose text speaks of search; then the site's own list; then those whose address alone does.
SEARCH_TEXT_PRIORITY = 10
SITEMAP_PRIORITY = 20
SEARCH_ADDRESS_PRIORITY = 30
ORDINARY_PRIORITY = 40
# A link's weight from which on its text, not its address alone, speaks of search.
_TEXT_WEIGHT = 2
_HIGHEST_WEIGHT = 4
# Deeper pages are all alike.
_DEEPEST = 50


def page_priority(url: str, weight: int, depth: int) -> int:
    """Return the place of a page in its site's queue by what `page_links` says of the link, and
    its distance in links from where the crawl entered the site.

    >>> page_priority("http://a.example/", 0, 3), page_priority("http://a.example/find", 3, 1)
    (1, 11)
    >>> page_priority("http://a.example/about", 0, 2)
    42
    """
    parts = urlsplit(url)
    if parts.path in {"", "/"} and not parts.query:
        return HOME_PRIORITY
    if weight >= _TEXT_WEIGHT:
        return SEARCH_TEXT_PRIORITY + _HIGHEST_WEIGHT - weight
    if weight:
        return SEARCH_ADDRESS_PRIORITY
    return ORDINARY_PRIORITY + min(depth, _DEEPEST)


# Where sites keep their sitemap that do not say it in robots.txt (sitemaps.org, "location").
USUAL_SITEMAP = "/sitemap.xml"
# Entries read of one sitemap (the protocol's own limit), and bytes of one that was compressed.
MAX_ENTRIES = 50_000
MAX_BYTES = 10_000_000
# Entries worth asking for. Guess.
MAX_HINTS = 10
MAX_CHILDREN = 3
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 31


@dataclass(frozen=True, slots=True)
class SitemapHints:
    pages: tuple[str, ...]
    sitemaps: tuple[str, ...]


def sitemaps_of(page: str, named: Iterable[str]) -> tuple[str, ...]:
    addresses = (resolve_url(page, each) for each in named)
    own = tuple(each for each in addresses if each and site_of(each) == site_of(page))
    return own or (urljoin(page, USUAL_SITEMAP),)


def read_sitemap(data: bytes, url: str) -> SitemapHints:
    """Return those entries of a sitemap that look most like a search page."""

    def promising(addresses: Iterable[str]) -> list[str]:
        return sorted(
            addresses, key=lambda url: (-address_weight(url), urlsplit(url).path.count("/"))
        )

    whole = sitemap_entries(data, url)
    return SitemapHints(
        tuple(promising(whole.pages)[:MAX_HINTS]), tuple(promising(whole.sitemaps)[:MAX_CHILDREN])
    )


def sitemap_entries(data: bytes, url: str) -> SitemapHints:
    """Return all pages and sitemaps of its own site that a sitemap names, in order.

    It may be cut off: what stands before the cut is read.
    """
    text = _decompressed(data)
    if text.lstrip()[:1] == b"<":
        pages, sitemaps = _xml_entries(text)
    else:
        lines = text.decode("utf-8", "replace").splitlines()
        pages, sitemaps = [line for line in lines if line.startswith("http")], []
    site = site_of(url)
    return SitemapHints(
        tuple(page for page in _own(pages, url, site) if not find_trap(page)),
        tuple(_own(sitemaps, url, site)),
    )


def _decompressed(data: bytes) -> bytes:
    if not data.startswith(_GZIP_MAGIC):
        return data[:MAX_BYTES]
    try:
        return zlib.decompressobj(_GZIP_WINDOW).decompress(data, MAX_BYTES)
    except zlib.error:
        return b""


def _xml_entries(data: bytes) -> tuple[list[str], list[str]]:
    try:
        root = etree.fromstring(data, safe_xml_parser(recover=True))
    except etree.XMLSyntaxError:
        return [], []
    if root is None:
        return [], []
    entries: dict[str, list[str]] = {"url": [], "sitemap": []}
    for element in islice(root.iter("{*}loc"), MAX_ENTRIES):
        parent = element.getparent()
        kind = "" if parent is None else etree.QName(parent).localname
        if kind in entries and element.text:
            entries[kind].append(element.text)
    return entries["url"], entries["sitemap"]


def _own(addresses: Iterable[str], base: str, site: str) -> Iterable[str]:
    resolved = (resolve_url(base, address) for address in islice(addresses, MAX_ENTRIES))
    known = dict.fromkeys(without_session(url) for url in resolved if url)
    return (url for url in known if site_of(url) == site)
