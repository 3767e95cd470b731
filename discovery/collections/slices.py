"""One slice of work on a collection: download what the algorithm wants, store page by page."""

import asyncio
import time

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discovery.collections.arrivals import ArrivalStore
from discovery.collections.checkpoint import Checkpoint
from discovery.collections.download_requests import DownloadQueue, DownloadRequest
from discovery.collections.page_rows import CollectingProgress, CollectionPageStore, Report
from discovery.collections.reading import Download, take_up
from discovery.collections.robots_store import CollectionRobotsStore
from discovery.collections.seed_queue import IndexSource, SitemapSource
from discovery.crawling import CrawledPage
from discovery.jobs import CrawlState, Lease, cancel_all, first_done
from discovery.models import CollectedKind, Collection, CollectionPage, CollectionStage
from discovery.web import Fetcher, FetchError, Response, open_fetcher

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
DOUBTFUL_CONFIDENCE = 0.25
# Seconds between two signs of life.
HEARTBEAT = 1.0
# Seconds after its end in which a slice still takes what is under way.
GRACE = 20.0

_Task = asyncio.Task[Download]


class CollectingSlice:
    """The work of the holder of a collection's lease, until the time is up or the crawl ends.

    Each answer is stored before the algorithm takes it. A worker that takes up the work of one
    that was killed gives the algorithm the stored pages again: none is downloaded twice.
    `source` leads to pages that no link reaches. Raises `LeaseLostError` when another worker took
    over.
    """

    def __init__(self, lease: Lease, report: Report, source: IndexSource | None = None) -> None:
        self._lease = lease
        self._report = report
        self._source = source
        self._collection = Collection.objects.get(pk=lease.row_id)
        self._robots = CollectionRobotsStore(self._collection)
        self._store = CollectionPageStore(self._collection)
        self._arrivals = ArrivalStore(self._collection, self._store, self._robots)
        self._under_way: dict[_Task, DownloadRequest] = {}
        self._beat_at = 0.0
        self._judged_at = 0
        self._started = self._counted_at = time.monotonic()

    def run(self, seconds: float) -> None:
        """Work for about `seconds`."""
        until = time.monotonic() + seconds
        with asyncio.Runner() as runner:
            fetcher = runner.run(open_fetcher(robots_files=self._robots.files).__aenter__())
            try:
                if self._has_samples(runner, fetcher):
                    self._work(runner, fetcher, until)
            finally:
                runner.run(cancel_all(self._under_way))
                runner.run(fetcher.__aexit__(None, None, None))

    # Beginning

    def _has_samples(self, runner: asyncio.Runner, fetcher: Fetcher) -> bool:
        """Tell whether any sample can be read; that none can ends the crawl."""
        samples = [self._sample(url, runner, fetcher) for url in self._collection.samples]
        if any(sample.page is not None for sample in samples):
            return True
        outcome = samples[0].problem or "no answer"
        self._end(CrawlState.FAILED, f"No sample page could be read: {outcome}")
        return False

    def _sample(self, url: str, runner: asyncio.Runner, fetcher: Fetcher) -> CrawledPage:
        """Return a sample page, downloaded unless it is stored."""
        stored = self._store.stored(url)
        if stored is not None:
            return take_up(stored)
        self._beat()
        download = runner.run(_fetch(fetcher, DownloadRequest(url, before=self._store.before(url))))
        _, page = self._arrivals.store(download)
        self._count_downloads(1)
        return page

    def _sources(self, runner: asyncio.Runner, fetcher: Fetcher) -> list[IndexSource]:
        """Return who leads on when links do not: the site's sitemaps, then a search engine."""
        sources = [self._source] if self._source is not None else []
        try:
            rules = runner.run(fetcher.robots_of(self._collection.samples[0]))
        except FetchError:
            return sources
        return [SitemapSource(self._collection, rules.sitemaps), *sources]

    # Downloading

    def _work(self, runner: asyncio.Runner, fetcher: Fetcher, until: float) -> None:
        """Download until the time is up, the crawl is paused, or nothing is left."""
        checkpoint = Checkpoint(self._collection, self._store, self._beat)
        if self._collection.stage == CollectionStage.LEARNING:
            checkpoint.learn(self._lease)
            self._collection.stage = CollectionStage.REVISITING
            self._lease.update(stage=CollectionStage.REVISITING)
        sources = self._sources(runner, fetcher)
        downloads = DownloadQueue(self._collection, self._store, checkpoint, sources)
        while time.monotonic() < until + GRACE:
            self._beat()
            goes_on = time.monotonic() < until and self._collection.state == CrawlState.RUNNING
            if goes_on:
                self._start_more(runner, fetcher, downloads)
            if self._under_way:
                self._store_arrived(runner, checkpoint, downloads)
                checkpoint.keep_if_due(self._lease)
                if goes_on and self._gives_up(checkpoint):
                    return
            elif not goes_on:
                break
            elif self._ends(checkpoint):
                return
        self._count_seconds()
        if self._collection.stage == CollectionStage.COLLECTING:
            checkpoint.keep(self._lease)

    def _beat(self) -> None:
        """Show once in a while that the worker lives, and check whether the crawl is to go on."""
        now = time.monotonic()
        if now - self._beat_at < HEARTBEAT:
            return
        self._beat_at = now
        self._lease.renew()
        self._count_seconds()
        self._collection.refresh_from_db(fields=("state", "max_downloads"))

    def _count_seconds(self) -> None:
        """Add what was worked since the last time."""
        now = time.monotonic()
        self._lease.update(seconds=F("seconds") + (now - self._counted_at))
        self._counted_at = now

    def _start_more(
        self, runner: asyncio.Runner, fetcher: Fetcher, downloads: DownloadQueue
    ) -> None:
        """Begin downloads as long as there is room for them."""
        polite = fetcher.pause_after(self._collection.samples[0]) > 0
        most = MAX_PARALLEL_POLITE if polite else MAX_PARALLEL
        if self._arrivals.is_careful:
            most = 1
        left = self._collection.max_downloads - self._collection.downloads
        room = min(most, left) - len(self._under_way)
        if room <= 0:
            return
        loop = runner.get_loop()
        for request in downloads.choose(room, self._under_way.values()):
            self._under_way[loop.create_task(_fetch(fetcher, request))] = request

    def _store_arrived(
        self, runner: asyncio.Runner, checkpoint: Checkpoint, downloads: DownloadQueue
    ) -> None:
        """Wait a moment for answers; store those that came, then let the algorithm take them."""
        done = runner.run(first_done(self._under_way, HEARTBEAT))
        arrived = [(self._under_way.pop(task), task.result()) for task in done]
        if not arrived:
            return
        if self._arrivals.is_careful:
            # Each is written before it is read: what kills this worker is known to the next.
            taken = [(request, *self._arrivals.store(download)) for request, download in arrived]
            self._count_downloads(len(arrived))
        else:
            with transaction.atomic():
                self._count_downloads(len(arrived))
                taken = [(request, *self._arrivals.store(each)) for request, each in arrived]
        for request, row, page in taken:
            if request.kind is not CollectedKind.SITEMAP:
                checkpoint.give(page)
            downloads.take_answer(request, row, page)
            self._tell(checkpoint, row)
        known = checkpoint.traversal.progress
        self._lease.update(found=known.found, queue=known.queue)

    def _count_downloads(self, count: int) -> None:
        """Count downloads that are stored: the work has come further."""
        self._lease.advance()
        self._lease.update(downloads=F("downloads") + count)
        self._collection.downloads += count

    def _tell(self, checkpoint: Checkpoint, row: CollectionPage) -> None:
        """Report where the crawl stands after a page."""
        collection, known = self._collection, checkpoint.traversal.progress
        self._report(
            CollectingProgress(
                downloads=collection.downloads,
                max_downloads=collection.max_downloads,
                found=known.found,
                queue=known.queue,
                seconds=collection.seconds + time.monotonic() - self._started,
                last=f"{row.url}  {row.outcome}".strip(),
            )
        )

    # Ending

    def _ends(self, checkpoint: Checkpoint) -> bool:
        """Go on to the next stage of the crawl, or end it; tell whether this slice is done."""
        self._count_seconds()
        collection = self._collection
        used_up = collection.downloads >= collection.max_downloads
        if collection.stage == CollectionStage.COLLECTING:
            if used_up or not checkpoint.gives_up_pattern(self._lease):
                checkpoint.keep(self._lease)
                # Learning takes a while: it has a slice of its own.
                self._lease.update(stage=CollectionStage.LEARNING)
            return True
        reason = checkpoint.traversal.reason
        if used_up:
            reason = f"The budget of {collection.max_downloads} downloads is used up. {reason}"
        with transaction.atomic():
            self._end(CrawlState.DONE, reason)
            checkpoint.forget()
        return True

    def _gives_up(self, checkpoint: Checkpoint) -> bool:
        """End a crawl whose class cannot be told from the site's other pages; tell whether."""
        downloads = self._collection.downloads
        if self._collection.stage != CollectionStage.COLLECTING or downloads < DOUBTFUL_DOWNLOADS:
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

    def _end(self, state: CrawlState, reason: str) -> None:
        """Write the end of the crawl and what it found."""
        pages = self._collection.pages
        run = self._collection.run
        self._count_seconds()
        self._lease.update(
            found=pages.members().count(),
            new_pages=pages.members().filter(first_run=run).count(),
            changed_pages=pages.members().filter(changed_run=run, first_run__lt=run).count(),
            gone_pages=pages.filter(is_gone=True, changed_run=run).count(),
            queue=0,
            state=state,
            reason=reason,
            finished_at=timezone.now(),
        )


async def _fetch(fetcher: Fetcher, request: DownloadRequest) -> Download:
    """Download as a polite robot does; if the page was known, only what has changed since."""
    before = request.before if request.before is not None and request.before.body else None
    try:
        answer: Response | FetchError = await fetcher.fetch(
            request.query.request if request.query is not None else request.url,
            deadline=FETCH_DEADLINE,
            max_bytes=MAX_PAGE_BYTES,
            polite=True,
            obey_robots=True,
            etag=before.etag if before is not None else None,
            last_modified=before.last_modified if before is not None else None,
        )
    except FetchError as error:
        answer = error
    return Download(request.url, request.kind, answer, request.before)
