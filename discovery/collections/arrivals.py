"""Downloads as they arrive: read, stored, and marked when reading them fails or kills."""

import logging

from django.db import transaction

from discovery.collections.page_rows import CollectionPageStore
from discovery.collections.reading import Download, failed_download, read_download
from discovery.crawling.links.sites import site_of
from discovery.crawling.traversal.traversal import CrawledPage
from discovery.jobs.faults import DEADLY, unreadable
from discovery.jobs.robots_store import RobotsStore
from discovery.models import Collection, CollectionPage, PageState

logger = logging.getLogger(__name__)


class ArrivalStore:
    """Reads downloads and stores them: no page that raises ends the work on the others.

    Where workers died one after the other it is careful: each page is stored as the one they die
    of before it is read, and as what it is afterwards.
    """

    def __init__(
        self,
        collection: Collection,
        store: CollectionPageStore,
        robots: RobotsStore,
    ) -> None:
        self._collection = collection
        self._site = site_of(collection.samples[0])
        self._store = store
        self._robots = robots

    def store(self, download: Download) -> tuple[CollectionPage, CrawledPage]:
        """Store a download; return its row, and the same as the algorithm takes it."""
        before = download.before
        if self._collection.is_careful:
            before, _ = failed_download(download, DEADLY)
            self._store.save(before, download.before)
        row, page = self._read(download)
        original = self._store.original(row)
        if original:
            row.state, row.body = PageState.SKIPPED, b""
            row.outcome = f"the same page as {original}"[:500]
            page = CrawledPage(page.address, page.final_address, None, row.outcome)
        with transaction.atomic():
            self._store.save(row, before)
            self._robots.store_new()
        return row, page

    def _read(self, download: Download) -> tuple[CollectionPage, CrawledPage]:
        """Return what a download holds, or the name of the fault it raises."""
        try:
            return read_download(download, self._site)
        except Exception as error:
            logger.exception("the crawl of %s cannot read %s", self._collection, download.url)
            return failed_download(download, unreadable(error))
