"""Sites made up for crawls: pages by address, and a crawl over them without a network."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from html import escape

from discovery.crawling.traversal import (
    CrawledPage,
    LinkGraph,
    Traversal,
    profile_links,
    profile_page,
)
from discovery.pages.page import parse_page

# An address and the body of its page, or the address it redirects to.
Site = Mapping[str, str]
STEP = 4


def page_of(title: str, links: Iterable[str], place: str = "ul class=list") -> str:
    items = "".join(f'<li><a href="{escape(url)}">{escape(url[-9:])}</a></li>' for url in links)
    return f"<title>{title}</title><h1>{title}</h1><{place}>{items}</{place.split()[0]}>"


def fetch(site: Site, address: str) -> CrawledPage:
    """Return what a download of `address` brings."""
    body = site.get(address)
    if body is None:
        return CrawledPage(address, address, None, "404")
    if body.startswith("http"):
        return CrawledPage(address, body, fetch(site, body).page)
    # No two pages are the same to the last byte: that would be one page under two addresses.
    text = f"{body}<footer>{escape(address)}</footer>"
    return CrawledPage(address, address, parse_page(text.encode(), address))


def crawl(
    traversal: Traversal,
    site: Site | Callable[[str], CrawledPage],
    limit: int = 10_000,
    step: int = STEP,
) -> list[str]:
    """Drive a traversal of a site, or of what a function brings; return what it downloaded."""
    bring = partial(fetch, site) if isinstance(site, Mapping) else site
    asked: list[str] = []
    while len(asked) < limit and (addresses := traversal.next_addresses(step)):
        for address in addresses:
            asked.append(address)
            traversal.add(bring(address))
    return asked


def graph_of(site: Site) -> LinkGraph:
    """Return the links of all pages of a site."""
    pages = {address: fetch(site, address).page for address, body in site.items()}
    return {
        address: profile_links(profile_page(page))
        for address, page in pages.items()
        if page is not None and not site[address].startswith("http")
    }


def found(traversal: Traversal) -> set[str]:
    return {member.address for member in traversal.members()}
