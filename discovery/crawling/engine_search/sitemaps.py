"""Sitemaps: a site's own list of its pages, read as a hint where its search page is.

sitemaps.org, protocol 0.9: `urlset`, `sitemapindex`, plain text; any of them compressed.
"""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from urllib.parse import urlsplit

from lxml import etree

from discovery.crawling.links.addresses import find_trap, without_session
from discovery.crawling.links.search_links import address_weight
from discovery.crawling.links.sites import site_of
from discovery.pages.data.xml_parser import safe_xml_parser
from discovery.pages.urls import resolve_url

# Entries read of one sitemap (the protocol's own limit), and bytes of one that was compressed.
MAX_ENTRIES = 50_000
MAX_BYTES = 10_000_000
# Entries worth asking for: those that look most like a search page. Guess.
MAX_HINTS = 10
MAX_CHILDREN = 3
_GZIP_MAGIC = b"\x1f\x8b"
_GZIP_WINDOW = 31


@dataclass(frozen=True, slots=True)
class SitemapHints:
    """What a sitemap brings: pages to look at, and further sitemaps."""

    pages: tuple[str, ...]
    sitemaps: tuple[str, ...]


def read_sitemap(data: bytes, url: str) -> SitemapHints:
    """Return the hints in the sitemap at `url`, none when it is no sitemap.

    Only addresses of its own site count. It may be cut off: what stands before the cut is read.
    """
    whole = sitemap_entries(data, url)
    return SitemapHints(
        _most_promising(whole.pages)[:MAX_HINTS], _most_promising(whole.sitemaps)[:MAX_CHILDREN]
    )


def sitemap_entries(data: bytes, url: str) -> SitemapHints:
    """Return all pages and sitemaps of its own site that the sitemap at `url` names, in order."""
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
    """Return `data` unpacked when it is packed, never more than the limit."""
    if not data.startswith(_GZIP_MAGIC):
        return data[:MAX_BYTES]
    try:
        return zlib.decompressobj(_GZIP_WINDOW).decompress(data, MAX_BYTES)
    except zlib.error:
        return b""


def _xml_entries(data: bytes) -> tuple[list[str], list[str]]:
    """Return the addresses of pages and of sitemaps in an XML sitemap."""
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
    """Yield the addresses that belong to `site`, each once."""
    resolved = (resolve_url(base, address) for address in islice(addresses, MAX_ENTRIES))
    known = dict.fromkeys(without_session(url) for url in resolved if url)
    return (url for url in known if site_of(url) == site)


def _most_promising(addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses in order: those that speak of search, then those nearest the root."""
    return tuple(
        sorted(addresses, key=lambda url: (-address_weight(url), urlsplit(url).path.count("/")))
    )
