"""One slice of work on a collection: download, read, store, mark what fails."""

import asyncio
import logging
import time
from contextlib import nullcontext

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discovery.collections.download_queue import DownloadQueue, IndexSource, SitemapSource
from discovery.collections.download_reading import (
    Answer,
    DownloadRequest,
    failed_download,
    fetch_if_changed,
    read_download,
    take_up,
)
from discovery.collections.methods import Checkpoint
from discovery.collections.page_rows import CollectionPageStore, counts_of
from discovery.crawling.links import site_of
from discovery.crawling.traversal import CrawledPage
from discovery.jobs.crawls import CrawlSlice, CrawlState, RobotsStore
from discovery.jobs.faults import DEADLY, unreadable
from discovery.jobs.leases import Lease, Report
from discovery.models import (
    CollectedKind,
    CollectingMethod,
    Collection,
    CollectionPage,
    CollectionStage,
    CrawlRobots,
    PageState,
)
from discovery.web.fetch_error import FetchError

logger = logging.getLogger(__name__)


# Requests under way at once: to a public host no more than its turns allow anyway; to one of our
# own, which has no turns, as many as keep the reading busy.
MAX_PARALLEL_POLITE = 2
MAX_PARALLEL = 4
# Seconds for one answer, and bytes of one: what is larger is no page of a template. Guess: the
# largest of 20,000 pages of documentation is below 2 MB.
FETCH_DEADLINE = 20.0
MAX_PAGE_BYTES = 4_000_000
# A crawl that is so little sure of its class after so many downloads would bring the whole site.
# Guesses.
DOUBTFUL_DOWNLOADS = 1_000
DOUBTFUL_CONFIDENCE = 0.12


class CollectingSlice(CrawlSlice[Collection, DownloadRequest, Answer]):
    """Each answer is stored before the algorithm takes it: a worker that takes up the work of one
    that was killed downloads none twice. `source` leads to pages that no link reaches."""

    watched = ("state", "max_downloads")

    def __init__(self, lease: Lease, report: Report, source: IndexSource | None = None) -> None:
        collection = Collection.objects.get(pk=lease.row_id)
        robots = RobotsStore(CrawlRobots, collection=collection)
        super().__init__(lease, report, collection, robots)
        self._source = source
        self._store = CollectionPageStore(self._crawl)
        self._site = site_of(collection.samples[0])
        self._checkpoint: Checkpoint
        self._downloads: DownloadQueue
        self._judged_at = 0
        self._counted_at = time.monotonic()

    # Beginning

    def _begin(self) -> bool:
        if self._crawl.method not in CollectingMethod.values:
            reason = f"There is no method of collecting “{self._crawl.method}”."
            self._end(CrawlState.FAILED, reason)
            return False
        if not self._has_samples():
            return False
        self._checkpoint = Checkpoint(self._crawl, self._store, self._beat)
        if self._crawl.stage == CollectionStage.LEARNING:
            self._checkpoint.learn(self._lease)
            self._crawl.stage = CollectionStage.REVISITING
            self._lease.update(stage=CollectionStage.REVISITING)
        self._downloads = DownloadQueue(self._crawl, self._store, self._checkpoint, self._sources())
        return True

    def _has_samples(self) -> bool:
        samples = [self._sample(url) for url in self._crawl.samples]
        if any(sample.page is not None for sample in samples):
            return True
        outcome = samples[0].problem or "no answer"
        self._end(CrawlState.FAILED, f"No sample page could be read: {outcome}")
        return False

    def _sample(self, url: str) -> CrawledPage:
        stored = self._store.stored(url)
        if stored is not None:
            return take_up(stored)
        self._beat()
        request = DownloadRequest(url, before=self._store.before(url))
        _, page = self._keep(request, self._runner.run(self._fetch(request)))
        self._count_downloads(1)
        return page

    def _sources(self) -> list[IndexSource]:
        """Return who leads on when links do not."""
        sources = [self._source] if self._source is not None else []
        try:
            rules = self._runner.run(self._fetcher.robots_of(self._crawl.samples[0]))
        except FetchError:
            return sources
        return [SitemapSource(self._crawl, rules.sitemaps), *sources]

    # Downloading

    def _show_life(self) -> None:
        super()._show_life()
        self._count_seconds()

    def _count_seconds(self) -> None:
        now = time.monotonic()
        self._crawl.seconds += now - self._counted_at
        self._counted_at = now
        self._lease.update(seconds=self._crawl.seconds)

    def _next_requests(self) -> list[DownloadRequest]:
        polite = self._fetcher.pause_after(self._crawl.samples[0]) > 0
        most = MAX_PARALLEL_POLITE if polite else MAX_PARALLEL
        if self._crawl.is_careful:
            most = 1
        left = self._crawl.max_downloads - self._crawl.downloads
        room = min(most, left) - len(self._under_way)
        return self._downloads.choose(room, self._under_way.values()) if room > 0 else []

    def _take(self, arrived: list[tuple[DownloadRequest, asyncio.Task[Answer]]]) -> None:
        if not arrived:
            return
        # Where workers died one after the other each page is written before it is read: what kills
        # this worker is known to the next.
        with nullcontext() if self._crawl.is_careful else transaction.atomic():
            taken = [(request, *self._keep(request, task.result())) for request, task in arrived]
            self._count_downloads(len(arrived))
        for request, row, page in taken:
            if request.kind is not CollectedKind.SITEMAP:
                self._checkpoint.give(page)
            self._downloads.take_answer(request, row, page)
            known = self._checkpoint.traversal.progress
            self._crawl.found, self._crawl.queue = known.found, known.queue
            self._tell(row.url, row.outcome)
        self._lease.update(found=self._crawl.found, queue=self._crawl.queue)
        self._checkpoint.keep_if_due(self._lease)

    def _keep(self, request: DownloadRequest, answer: Answer) -> tuple[CollectionPage, CrawledPage]:
        before = request.before
        if self._crawl.is_careful:
            before, _ = failed_download(request, DEADLY)
            self._store.save(before, request.before)
        try:
            row, page = read_download(request, answer, self._site)
        except Exception as error:
            logger.exception("the crawl of %s cannot read %s", self._crawl, request.url)
            row, page = failed_download(request, unreadable(error))
        original = self._store.original(row)
        if original:
            row.state, row.body = PageState.SKIPPED, b""
            row.outcome = f"the same page as {original}"[:500]
            page = CrawledPage(page.address, page.final_address, None, row.outcome)
        with transaction.atomic():
            self._store.save(row, before)
            self._robots.store_new()
        return row, page

    def _count_downloads(self, count: int) -> None:
        self._lease.advance()
        self._lease.update(downloads=F("downloads") + count)
        self._crawl.downloads += count

    async def _fetch(self, request: DownloadRequest) -> Answer:
        before = request.before if request.before is not None and request.before.body else None
        wanted = request.url if request.query is None else request.query.request
        try:
            return await fetch_if_changed(
                self._fetcher, wanted, before, FETCH_DEADLINE, MAX_PAGE_BYTES
            )
        except FetchError as error:
            return error

    # Ending

    def _has_ended(self) -> bool:
        self._count_seconds()
        crawl, checkpoint = self._crawl, self._checkpoint
        used_up = crawl.downloads >= crawl.max_downloads
        if crawl.stage == CollectionStage.COLLECTING:
            if used_up or not checkpoint.gives_up_pattern(self._lease):
                checkpoint.keep(self._lease, cut_short=used_up)
                # Learning takes a while: it has a slice of its own.
                self._lease.update(stage=CollectionStage.LEARNING)
            return True
        reason = checkpoint.traversal.reason
        if used_up:
            reason = f"The budget of {crawl.max_downloads} downloads is used up. {reason}"
        with transaction.atomic():
            self._end(CrawlState.DONE, reason)
            checkpoint.forget()
        return True

    def _gives_up(self) -> bool:
        """End a crawl whose class cannot be told from the site's other pages; tell whether."""
        downloads, checkpoint = self._crawl.downloads, self._checkpoint
        # INDESIT ends by its own scores, which say nothing before the first index pages are read.
        if self._crawl.method == CollectingMethod.INDESIT:
            return False
        if self._crawl.stage != CollectionStage.COLLECTING or downloads < DOUBTFUL_DOWNLOADS:
            return False
        if downloads < self._judged_at + DOUBTFUL_DOWNLOADS // 4:
            return False
        self._judged_at = downloads
        if checkpoint.traversal.confidence >= DOUBTFUL_CONFIDENCE:
            return False
        checkpoint.keep(self._lease)
        with transaction.atomic():
            self._end(
                CrawlState.DONE,
                f"Ended after {downloads} downloads: pages like the sample cannot be told from "
                f"others. A second sample page may settle it. ({checkpoint.traversal.reason})",
            )
            checkpoint.forget()
        return True

    def _leave(self) -> None:
        self._count_seconds()
        if self._crawl.stage == CollectionStage.COLLECTING:
            self._checkpoint.keep(self._lease)

    def _end(self, state: CrawlState, reason: str) -> None:
        self._count_seconds()
        self._lease.update(
            **counts_of(self._crawl),
            queue=0,
            state=state,
            reason=reason,
            finished_at=timezone.now(),
        )
