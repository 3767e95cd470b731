"""The downloads of a crawl still to come: links, seeds learned otherwise, pages asked again."""

from collections import Counter, deque
from collections.abc import Iterable
from typing import Protocol

from discovery.collections.download_reading import DownloadRequest, IndexQuery, page_key, take_up
from discovery.collections.methods import Checkpoint
from discovery.collections.page_rows import CollectionPageStore
from discovery.connection.requests import EngineRequest
from discovery.crawling.engine_search import sitemap_entries, sitemaps_of
from discovery.crawling.links import address_shape, find_trap, site_of
from discovery.crawling.traversal import CrawledPage
from discovery.models import CollectedKind, Collection, CollectionPage, CollectionStage

# Leads in a row that bring no member, after which the others of the same source are dropped. Guess.
MAX_IDLE_LEADS = 20
# Sitemap files of a site that are read. Guess: each names up to 50,000 pages.
MAX_SITEMAPS = 20
# Members of one family of addresses below this share of all are accidents. Guess.
FAMILY_SHARE = 0.05


class IndexSource(Protocol):
    """Leads to pages otherwise than by links: a sitemap, the deep web behind a search form."""

    def next_query(self, found: int) -> IndexQuery | None:
        """Return what to ask next when `found` members are known, if that may bring more."""

    def take_answer(
        self, query: IndexQuery, row: CollectionPage, page: CrawledPage
    ) -> tuple[str, ...]:
        """Return the addresses that an answer leads to."""


class SeedQueue:
    """Addresses to try, as long as some of them turn out to be members."""

    def __init__(self) -> None:
        self._addresses: deque[str] = deque()
        self._found = 0
        self._idle = 0

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def add(self, addresses: Iterable[str]) -> None:
        self._addresses.extend(addresses)
        self._idle = 0

    def take(self, limit: int, found: int) -> tuple[str, ...]:
        if found > self._found:
            self._found, self._idle = found, 0
        if self._idle >= MAX_IDLE_LEADS:
            self._addresses.clear()
        taken = [self._addresses.popleft() for _ in range(min(limit, len(self._addresses)))]
        self._idle += len(taken)
        return tuple(taken)


class SitemapSource:
    def __init__(self, collection: Collection, named: Iterable[str]) -> None:
        self._collection = collection
        self._waiting = deque(sitemaps_of(collection.samples[0], named))
        self._asked: set[str] = set()

    def next_query(self, found: int) -> IndexQuery | None:
        while self._waiting and len(self._asked) < MAX_SITEMAPS:
            address = self._waiting.popleft()
            if address not in self._asked:
                self._asked.add(address)
                return IndexQuery(address, EngineRequest("GET", address), CollectedKind.SITEMAP)
        return None

    def take_answer(
        self, query: IndexQuery, row: CollectionPage, page: CrawledPage
    ) -> tuple[str, ...]:
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
    """Return folder, kind of file and parameters, which addresses beside it have in common.

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


# Pages of earlier crawls asked for again at a time.
REVISITED_AT_ONCE = 50


class DownloadQueue:
    """Chooses the next downloads; `sources` are asked, in turn, when links lead no further."""

    def __init__(
        self,
        collection: Collection,
        store: CollectionPageStore,
        checkpoint: Checkpoint,
        sources: Iterable[IndexSource],
    ) -> None:
        self._collection = collection
        self._site = site_of(collection.samples[0])
        self._store = store
        self._checkpoint = checkpoint
        self._sources = list(sources)
        self._seeds = SeedQueue()
        # Members known from before that are to be asked for again.
        self._waiting: list[str] = []

    def choose(self, limit: int, under_way: Iterable[DownloadRequest]) -> list[DownloadRequest]:
        """Return up to `limit` downloads to begin beside those under way; none when all is done."""
        taken = {page_key(each.url): each.url for each in under_way}
        is_idle = not taken
        downloads: list[DownloadRequest] = []
        while len(downloads) < limit:
            room = limit - len(downloads)
            addresses = self._addresses(room, is_idle=is_idle and not downloads)
            if not addresses:
                break
            for address in addresses:
                request = self._next_request(address, taken)
                if request is not None:
                    downloads.append(request)
        if not downloads and is_idle:
            return self._ask(limit)
        return downloads

    def take_answer(self, request: DownloadRequest, row: CollectionPage, page: CrawledPage) -> None:
        if request.query is not None and self._sources:
            self._seeds.add(self._sources[0].take_answer(request.query, row, page))

    def _addresses(self, limit: int, *, is_idle: bool) -> Iterable[str]:
        traversal = self._checkpoint.traversal
        if self._collection.stage == CollectionStage.COLLECTING:
            wanted = traversal.next_addresses(limit)
            if not wanted and is_idle:
                wanted = self._seeds.take(limit, traversal.progress.found)
            return wanted
        if not self._waiting and is_idle:
            self._waiting = self._store.unvisited_members(REVISITED_AT_ONCE)
        chosen, self._waiting = self._waiting[:limit], self._waiting[limit:]
        return chosen

    def _next_request(self, address: str, taken: dict[str, str]) -> DownloadRequest | None:
        key = page_key(address)
        if taken.get(key) == address:
            return None
        stored = self._store.stored(address)
        is_own = site_of(address) == self._site
        problem = find_trap(address) if is_own else "not on the site of the sample"
        if stored is not None:
            page = take_up(stored)
            known = CrawledPage(address, page.final_address, page.page, page.problem)
        elif problem or key in taken:
            problem = problem or "the same page as one under way"
            known = CrawledPage(address, address, None, problem)
        else:
            taken[key] = address
            return DownloadRequest(address, before=self._store.before(address))
        self._checkpoint.give(known)
        return None

    def _ask(self, limit: int) -> list[DownloadRequest]:
        """Return the next question to a source, or where a stored answer leads."""
        if self._collection.stage != CollectionStage.COLLECTING:
            return []
        # What is asked next depends on the members found.
        self._checkpoint.set_members()
        while self._sources:
            found = self._checkpoint.traversal.progress.found
            query = self._sources[0].next_query(found)
            if query is None:
                del self._sources[0]
                continue
            stored = self._store.stored(query.name)
            if stored is None:
                before = self._store.before(query.name)
                return [DownloadRequest(query.name, query.kind, query, before)]
            self._seeds.add(self._sources[0].take_answer(query, stored, take_up(stored)))
            downloads = self.choose(limit, ()) if self._seeds else []
            if downloads:
                return downloads
        return []
