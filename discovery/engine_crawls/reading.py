"""What a crawl takes from one answer of the web; nothing is stored here."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from discovery.connection.description.description import DescriptionError
from discovery.connection.opensearch.reading import read_opensearch
from discovery.crawling.engine_search.filtering import SearchInterface, filter_page, searches_site
from discovery.crawling.engine_search.page_priority import (
    DESCRIPTION_PRIORITY,
    SITEMAP_PRIORITY,
    page_priority,
)
from discovery.crawling.engine_search.sitemaps import read_sitemap
from discovery.crawling.links.addresses import find_trap, without_session
from discovery.crawling.links.links import forbids_following, page_links
from discovery.crawling.links.search_links import address_weight
from discovery.crawling.links.sites import site_of
from discovery.engine_crawls.frontier import FrontierPage
from discovery.models import CrawlPage, PageKind
from discovery.pages.blocked import find_blockage
from discovery.pages.page import NotHtmlError, Page
from discovery.pages.urls import resolve_url
from discovery.web.politeness import ROBOT_NAME
from discovery.web.response import Response

# Sitemaps of a host that are looked at. Guess: large sites name dozens.
MAX_SITEMAPS = 3
# Where sites keep their sitemap that do not say it in robots.txt (sitemaps.org, "location").
USUAL_SITEMAP = "/sitemap.xml"


@dataclass(frozen=True, slots=True)
class Fetched:
    """An answer, and what the site's robots.txt says beside it."""

    response: Response
    sitemaps: tuple[str, ...] = ()
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """What an answer tells: a sentence, the engine found if any, addresses to look at.

    `url` is the address it came from in the end; `is_answer` is False for an HTTP error.
    """

    url: str
    outcome: str
    is_answer: bool = True
    engine: SearchInterface | None = None
    candidates: tuple[FrontierPage, ...] = ()


def read_answer(row: CrawlPage, fetched: Fetched) -> PageOutcome:
    """Return what the answer to fetching `row` tells."""
    response = fetched.response
    url = without_session(response.url)
    if response.status >= 400:
        return PageOutcome(url, f"HTTP status {response.status}", is_answer=False)
    if row.kind == PageKind.SITEMAP:
        return _read_sitemap(row, response, url)
    if row.kind == PageKind.DESCRIPTION:
        return _read_description(row, response, url)
    trap = find_trap(url)
    if trap:
        return PageOutcome(url, f"redirected to {trap}")
    return _read_page(row, fetched, url)


def _read_sitemap(row: CrawlPage, response: Response, url: str) -> PageOutcome:
    """Take the entries that look most like search pages."""
    hints = read_sitemap(response.body, url)
    pages = (
        FrontierPage(page, page_priority(page, address_weight(page), row.depth), row.depth)
        for page in hints.pages
    )
    # A sitemap of sitemaps names none of the pages itself; one level is followed.
    deeper = hints.sitemaps if row.depth == 0 else ()
    sitemaps = (FrontierPage(each, SITEMAP_PRIORITY, 1, PageKind.SITEMAP) for each in deeper)
    outcome = f"sitemap: {len(hints.pages)} pages, {len(hints.sitemaps)} sitemaps taken as hints"
    return PageOutcome(url, outcome, candidates=(*pages, *sitemaps))


def _read_description(row: CrawlPage, response: Response, url: str) -> PageOutcome:
    """Take an OpenSearch document for the engine of the site that links it, if it is that."""
    try:
        description = read_opensearch(response.body, response.url)
    except DescriptionError as error:
        return PageOutcome(url, f"no OpenSearch description: {error}")
    address = description.template or description.action
    if not searches_site(description, site_of(row.found_on)):
        home = FrontierPage(urljoin(address, "/"), page_priority("", 0, 0))
        return PageOutcome(url, "OpenSearch description of another site", candidates=(home,))
    interface = SearchInterface(
        url=row.found_on,
        source="OpenSearch",
        site_name=description.site_name,
        address=address,
        method=description.method,
        cues=("OpenSearch description", url),
    )
    return PageOutcome(url, "OpenSearch description", engine=interface)


def _read_page(row: CrawlPage, fetched: Fetched, url: str) -> PageOutcome:
    """Filter a page, and take its links unless it asks not to follow them."""
    page = _parse(fetched.response)
    if page is None:
        return PageOutcome(
            url, f"no web page but {fetched.response.content_type or 'something else'}"
        )
    verdict = filter_page(page)
    # Sessions are for one visit.
    engine = verdict.engine and replace(verdict.engine, url=url)
    candidates = [FrontierPage(home, page_priority(home, 0, 0)) for home in verdict.elsewhere]
    if engine is None:
        candidates += (
            FrontierPage(each, DESCRIPTION_PRIORITY, kind=PageKind.DESCRIPTION)
            for each in verdict.descriptions
        )
        candidates += _sitemaps(url, fetched.sitemaps)
    headers = fetched.response.headers.items()
    tags = (value for name, value in headers if name.lower() == "x-robots-tag")
    if not forbids_following(page, tags, ROBOT_NAME):
        candidates += _links(page, site_of(url), row.depth)
    return PageOutcome(url, _told(page, engine), engine=engine, candidates=tuple(candidates))


def _parse(response: Response) -> Page | None:
    """Return the page, None when the answer is none."""
    kind = (response.content_type or "text/html").partition(";")[0].strip().lower()
    if kind != "text/html" and "xhtml" not in kind:
        return None
    try:
        return response.parse()
    except NotHtmlError:
        return None


def _sitemaps(url: str, named: tuple[str, ...]) -> Iterable[FrontierPage]:
    """Yield the sitemaps that robots.txt names for this site, else the one at the usual place."""
    addresses = (resolve_url(url, each) for each in named)
    own = [each for each in addresses if each and site_of(each) == site_of(url)]
    for each in own[:MAX_SITEMAPS] or [urljoin(url, USUAL_SITEMAP)]:
        yield FrontierPage(each, SITEMAP_PRIORITY, kind=PageKind.SITEMAP)


def _links(page: Page, site: str, depth: int) -> Iterable[FrontierPage]:
    """Yield the page's links; the depth is counted within a site."""
    for link in page_links(page):
        deeper = depth + 1 if site_of(link.url) == site else 0
        yield FrontierPage(link.url, page_priority(link.url, link.weight, deeper), deeper)


def _told(page: Page, engine: SearchInterface | None) -> str:
    """Return in a sentence what a page is."""
    if engine is not None:
        return f"{engine.source}: {engine.address}"[:500]
    return str(find_blockage(page) or "no search form")
