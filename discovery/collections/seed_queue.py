"""Addresses that a crawl of a collection learns otherwise than by links, and who tells them."""

from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import urljoin

from discovery.connection.requests.engine_request import EngineRequest
from discovery.crawling.engine_search.sitemaps import sitemap_entries
from discovery.crawling.links.addresses import address_shape
from discovery.crawling.links.sites import site_of
from discovery.crawling.traversal.traversal import CrawledPage
from discovery.models import CollectedKind, Collection, CollectionPage
from discovery.pages.urls import resolve_url

# Leads in a row that bring no member, after which the others of the same source are dropped. Guess.
MAX_IDLE_LEADS = 20
# Where sites keep their sitemap that do not say it in robots.txt (sitemaps.org, "location").
USUAL_SITEMAP = "/sitemap.xml"
# Sitemap files of a site that are read. Guess: each names up to 50,000 pages.
MAX_SITEMAPS = 20
# Members of one family of addresses below this share of all are accidents. Guess.
FAMILY_SHARE = 0.05


@dataclass(frozen=True, slots=True)
class IndexQuery:
    """A request whose answer leads to pages; `name` is its own for all times."""

    name: str
    request: EngineRequest
    kind: CollectedKind = CollectedKind.ANSWER


class IndexSource(Protocol):
    """Leads to pages otherwise than by links: a sitemap, the deep web behind a search form."""

    def next_query(self, found: int) -> IndexQuery | None:
        """Return what to ask next when `found` members are known, None when it brings no more."""

    def take_answer(
        self, query: IndexQuery, row: CollectionPage, page: CrawledPage
    ) -> tuple[str, ...]:
        """Take what came of a question; return the addresses that it leads to."""


class SeedQueue:
    """Addresses to try, as long as some of them turn out to be members."""

    def __init__(self) -> None:
        self._addresses: deque[str] = deque()
        self._found = 0
        self._idle = 0

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def add(self, addresses: Iterable[str]) -> None:
        """Take the leads of one more answer."""
        self._addresses.extend(addresses)
        self._idle = 0

    def take(self, limit: int, found: int) -> tuple[str, ...]:
        """Return the next leads when `found` members are known."""
        if found > self._found:
            self._found, self._idle = found, 0
        if self._idle >= MAX_IDLE_LEADS:
            self._addresses.clear()
        taken = [self._addresses.popleft() for _ in range(min(limit, len(self._addresses)))]
        self._idle += len(taken)
        return tuple(taken)


class SitemapSource:
    """The site's own list of its pages: a hint where further pages like the members are."""

    def __init__(self, collection: Collection, named: Iterable[str]) -> None:
        sample = collection.samples[0]
        self._collection = collection
        own = [each for each in (resolve_url(sample, name) for name in named) if each]
        own = [each for each in own if site_of(each) == site_of(sample)]
        self._waiting = deque(own or [urljoin(sample, USUAL_SITEMAP)])
        self._asked: set[str] = set()

    def next_query(self, found: int) -> IndexQuery | None:
        """Return the next sitemap to read."""
        while self._waiting and len(self._asked) < MAX_SITEMAPS:
            address = self._waiting.popleft()
            if address not in self._asked:
                self._asked.add(address)
                return IndexQuery(address, EngineRequest("GET", address), CollectedKind.SITEMAP)
        return None

    def take_answer(
        self, query: IndexQuery, row: CollectionPage, page: CrawledPage
    ) -> tuple[str, ...]:
        """Return the pages listed whose addresses are like those of the members."""
        entries = sitemap_entries(row.html(), row.final_url)
        self._waiting.extend(entries.sitemaps)
        return addresses_like_members(self._collection, entries.pages)


def addresses_like_members(collection: Collection, addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses of the families that the samples and most members belong to."""
    members = collection.pages.members().values_list("final_url", flat=True)
    counts = Counter(map(address_family, members))
    least = FAMILY_SHARE * counts.total()
    families = {family for family, count in counts.items() if count >= least}
    families |= {address_family(sample) for sample in collection.samples}
    return tuple(address for address in addresses if address_family(address) in families)


def address_family(url: str) -> str:
    """Return what an address has in common with those beside it: folder, kind of file, parameters.

    >>> address_family("http://a.example/book/7/moby-dick.html")
    'a.example/book/#/*.html'
    >>> address_family("http://a.example/show?book=7")
    'a.example/*?book'
    """
    path, mark, names = address_shape(url).partition("?")
    folder, _, name = path.rstrip("/").rpartition("/")
    _, dot, ending = name.rpartition(".")
    slash = "/" if path.endswith("/") and folder else ""
    return f"{folder}/*{dot}{ending if dot else ''}{slash}{mark}{names}"
