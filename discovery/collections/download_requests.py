"""What a crawl of a collection downloads next: links, then leads, then pages known from before."""

from collections.abc import Iterable
from dataclasses import dataclass

from discovery.collections.checkpoint import Checkpoint
from discovery.collections.page_rows import CollectionPageStore
from discovery.collections.reading import page_key, take_up
from discovery.collections.seed_queue import IndexQuery, IndexSource, SeedQueue
from discovery.crawling.links.addresses import find_trap
from discovery.crawling.links.sites import site_of
from discovery.crawling.traversal.traversal import CrawledPage
from discovery.models import CollectedKind, Collection, CollectionPage, CollectionStage

# Pages of earlier crawls asked for again at a time.
REVISITED_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class DownloadRequest:
    """One download: `query` when its answer is to lead on, `before` the page as it was."""

    url: str
    kind: CollectedKind = CollectedKind.PAGE
    query: IndexQuery | None = None
    before: CollectionPage | None = None


class DownloadQueue:
    """Chooses the next downloads; what is stored already or out of bounds is settled without one.

    `sources` are asked, one after the other, when links lead no further.
    """

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
        """Let what a question led to be downloaded next."""
        if request.query is not None and self._sources:
            self._seeds.add(self._sources[0].take_answer(request.query, row, page))

    def _addresses(self, limit: int, *, is_idle: bool) -> Iterable[str]:
        """Return addresses for the stage the crawl is in; further ones only when it `is_idle`."""
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
        """Return the download of an address, None when it is settled without."""
        key = page_key(address)
        if taken.get(key) == address:
            return None
        stored = self._store.stored(address)
        problem = self._problem(address)
        if stored is not None or problem or key in taken:
            self._checkpoint.give(_settled(address, stored, problem))
            return None
        taken[key] = address
        return DownloadRequest(address, before=self._store.before(address))

    def _problem(self, address: str) -> str:
        """Return why an address is not downloaded at all, empty when it may be."""
        if site_of(address) != self._site:
            return "not on the site of the sample"
        return find_trap(address) or ""

    def _ask(self, limit: int) -> list[DownloadRequest]:
        """Return the next question to who leads on when links do not, or where a stored answer
        leads."""
        if self._collection.stage != CollectionStage.COLLECTING:
            return []
        # What is asked next depends on the members found.
        self._checkpoint.set_members_if_more()
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


def _settled(address: str, stored: CollectionPage | None, problem: str) -> CrawledPage:
    """Return the outcome for an address that is not downloaded."""
    if stored is None:
        return CrawledPage(address, address, None, problem or "the same page as one under way")
    page = take_up(stored)
    return CrawledPage(address, page.final_address, page.page, page.problem)
