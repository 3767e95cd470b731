"""One slice of work on a collection: download what the algorithm wants, store page by page."""

import asyncio
import logging
import time
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discovery.collecting_leads import IndexSource, Leads, Question, SitemapSource
from discovery.collecting_methods import (
    has_lost_its_way,
    learned_pattern,
    name_of,
    next_traversal,
    read_traversal,
)
from discovery.collecting_progress import CollectingProgress, Report
from discovery.collecting_reading import Download, page_key, read_download, take_up
from discovery.collecting_robots import KeptRobotsTexts
from discovery.collecting_store import PageStore
from discovery.crawling import CrawledPage, Traversal, find_trap, site_of
from discovery.fetching import Fetcher, FetchError, Response, open_fetcher
from discovery.leases import Lease
from discovery.models import (
    CollectedKind,
    Collection,
    CollectionPage,
    CollectionStage,
    TraversalState,
)
from discovery.states import CrawlState, PageState

# Requests under way at once: to a public host no more than its turns allow anyway; to one of our
# own, which has no turns, as many as keep the reading busy.
MAX_PARALLEL_POLITE = 2
MAX_PARALLEL = 4
# Seconds for one answer, and bytes of one: what is larger is no page of a template. Guess: the
# largest of 20,000 pages of documentation is below 2 MB.
FETCH_DEADLINE = 20.0
MAX_PAGE_BYTES = 4_000_000
# Pages after which the algorithm's state is stored. Taking up pages after a kill costs about as
# much as reading them the first time.
STATE_EVERY = 500
# Seconds between two signs of life.
HEARTBEAT = 1.0
# Seconds after its end in which a slice still takes what is under way.
GRACE = 20.0
# Pages of earlier crawls asked for again at a time.
_REVISITED_AT_ONCE = 50

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Errand:
    """A download under way."""

    url: str
    kind: CollectedKind = CollectedKind.PAGE
    question: Question | None = None
    before: CollectionPage | None = None


_Task = asyncio.Task[Download]


class CollectingSlice:
    """The work of the holder of a collection's lease, until the time is up or the crawl ends.

    Each answer is stored before the algorithm takes it; a worker that takes up the work of one
    that was killed gives the algorithm the stored pages again, so that none is downloaded twice.
    Raises `LeaseLostError` when another worker took over.
    """

    def __init__(self, lease: Lease, report: Report, source: IndexSource | None = None) -> None:
        self._lease = lease
        self._report = report
        self._sources = [source] if source is not None else []
        self._collection = Collection.objects.get(pk=lease.row_id)
        self._site = site_of(self._collection.samples[0])
        self._robots = KeptRobotsTexts(self._collection)
        self._store = PageStore(self._collection)
        # Members known from before that are to be asked for again.
        self._waiting: list[str] = []
        self._leads = Leads()
        self._under_way: dict[_Task, _Errand] = {}
        self._beat_at = 0.0
        self._started = self._worked_since = time.monotonic()
        self._state_number = 0

    def run(self, seconds: float) -> None:
        """Work for about `seconds`."""
        until = time.monotonic() + seconds
        with asyncio.Runner() as runner:
            fetcher = runner.run(open_fetcher(robots_files=self._robots.files).__aenter__())
            try:
                traversal = self._take_up(runner, fetcher)
                if traversal is not None:
                    self._add_sitemaps(runner, fetcher)
                    self._work(runner, fetcher, traversal, until)
            finally:
                runner.run(_cancel(self._under_way))
                runner.run(fetcher.__aexit__(None, None, None))

    # The algorithm and its state

    def _take_up(self, runner: asyncio.Runner, fetcher: Fetcher) -> Traversal | None:
        """Return the algorithm as far as it had come, with all pages stored since.

        None when no sample can be read: that ends the crawl.
        """
        state = TraversalState.objects.filter(collection=self._collection).first()
        if state is None:
            samples = [self._sample(url, runner, fetcher) for url in self._collection.samples]
            if all(sample.page is None for sample in samples):
                outcome = samples[0].problem or "no answer"
                self._end(CrawlState.FAILED, f"No sample page could be read: {outcome}")
                return None
            traversal = next_traversal(self._collection)
        else:
            text = zlib.decompress(bytes(state.body)).decode()
            traversal = read_traversal(state.method, text)
            self._state_number = state.number
        for row in self._store.since(self._state_number):
            self._beat()
            if row.kind != CollectedKind.SITEMAP:
                self._give(traversal, take_up(row))
        return traversal

    def _add_sitemaps(self, runner: asyncio.Runner, fetcher: Fetcher) -> None:
        """Let the site's sitemaps lead on before any search engine is asked."""
        try:
            rules = runner.run(fetcher.robots_of(self._collection.samples[0]))
        except FetchError:
            return
        self._sources.insert(0, SitemapSource(self._collection, rules.sitemaps))

    def _sample(self, url: str, runner: asyncio.Runner, fetcher: Fetcher) -> CrawledPage:
        """Return a sample page, downloaded unless it is stored."""
        stored = self._store.stored(url)
        if stored is not None:
            return take_up(stored)
        self._beat()
        errand = _Errand(url, before=self._store.before(url))
        download = runner.run(_fetch(fetcher, errand))
        with transaction.atomic():
            _, page = self._store_download(download)
            self._lease.update(downloads=F("downloads") + 1)
        self._collection.downloads += 1
        return page

    def _give(self, traversal: Traversal, page: CrawledPage) -> None:
        """Let the algorithm take a page; one that it stumbles over is left out, and logged."""
        try:
            traversal.add(page)
        except Exception as error:
            logger.exception("the crawl of %s stumbles over %s", self._collection, page.address)
            problem = f"could not be judged: {type(error).__name__}"
            traversal.add(CrawledPage(page.address, page.final_address, None, problem))

    def _store_state(self, traversal: Traversal) -> None:
        """Store what the algorithm knows, and which pages it takes for members."""
        body = zlib.compress(traversal.state_to_json().encode())
        with transaction.atomic():
            self._lease.renew()
            TraversalState.objects.update_or_create(
                collection=self._collection,
                defaults={"method": name_of(traversal), "number": self._store.number, "body": body},
            )
            self._store.set_members(member.address for member in traversal.members())
            self._lease.update(
                confidence=traversal.confidence,
                confidence_reason=traversal.reason,
                found=self._collection.pages.members().count(),
                queue=traversal.progress.queue,
            )
        self._state_number = self._store.number

    # Downloading

    def _work(
        self, runner: asyncio.Runner, fetcher: Fetcher, traversal: Traversal, until: float
    ) -> None:
        """Download until the time is up, the crawl is paused, or nothing is left."""
        while time.monotonic() < until + GRACE:
            self._beat()
            goes_on = time.monotonic() < until and self._collection.state == CrawlState.RUNNING
            if goes_on:
                self._start_more(runner, fetcher, traversal)
            if self._under_way:
                self._store_arrived(runner, traversal)
                if self._store.number - self._state_number >= STATE_EVERY:
                    self._store_state(traversal)
            elif not goes_on:
                break
            elif self._ends(traversal):
                return
        self._count_seconds()
        if self._collection.stage == CollectionStage.COLLECTING:
            self._store_state(traversal)

    def _beat(self) -> None:
        """Show once in a while that the worker lives, and look whether the crawl is to go on."""
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
        self._lease.update(seconds=F("seconds") + (now - self._worked_since))
        self._worked_since = now

    def _start_more(self, runner: asyncio.Runner, fetcher: Fetcher, traversal: Traversal) -> None:
        """Begin downloads as long as there is room for them."""
        polite = fetcher.pause_after(self._collection.samples[0]) > 0
        most = MAX_PARALLEL_POLITE if polite else MAX_PARALLEL
        while True:
            left = self._collection.max_downloads - self._collection.downloads
            room = min(most, left) - len(self._under_way)
            if room <= 0:
                return
            errands = self._next_errands(traversal, room)
            if not errands:
                return
            loop = runner.get_loop()
            for errand in errands:
                self._under_way[loop.create_task(_fetch(fetcher, errand))] = errand

    def _next_errands(self, traversal: Traversal, room: int) -> list[_Errand]:
        """Return up to `room` downloads to begin; what is stored or out of bounds is settled."""
        errands: list[_Errand] = []
        under_way = {page_key(each.url): each.url for each in self._under_way.values()}
        while len(errands) < room:
            self._beat()
            idle = not errands and not self._under_way
            addresses = self._next_addresses(traversal, room - len(errands), idle)
            if not addresses:
                break
            for address in addresses:
                key = page_key(address)
                if under_way.get(key) == address:
                    continue
                stored = self._store.stored(address)
                problem = self._problem(address)
                if stored is not None or problem or key in under_way:
                    self._give(traversal, _settled(address, stored, problem))
                    continue
                under_way[key] = address
                errands.append(_Errand(address, before=self._store.before(address)))
        if not errands and not self._under_way:
            errands += self._ask_sources(traversal)
        return errands

    def _next_addresses(self, traversal: Traversal, limit: int, idle: bool) -> Iterable[str]:
        """Return addresses to download next, for the stage the crawl is in.

        `idle` says that nothing stands out, so that what comes next may be fetched.
        """
        if self._collection.stage == CollectionStage.COLLECTING:
            wanted = traversal.wanted(limit)
            if not wanted and idle:
                wanted = self._leads.take(limit, traversal.progress.found)
            return wanted
        if not self._waiting and idle:
            self._waiting = self._store.unvisited_members(_REVISITED_AT_ONCE)
        taken, self._waiting = self._waiting[:limit], self._waiting[limit:]
        return taken

    def _problem(self, address: str) -> str:
        """Return why an address is not downloaded at all, empty when it may be."""
        if site_of(address) != self._site:
            return "not on the site of the sample"
        return find_trap(address) or ""

    def _ask_sources(self, traversal: Traversal) -> list[_Errand]:
        """Return the next question to who leads on when links do not."""
        if self._collection.stage != CollectionStage.COLLECTING:
            return []
        # What is asked next depends on the members found.
        self._store.set_members(member.address for member in traversal.members())
        while self._sources:
            question = self._sources[0].next_question(traversal.progress.found)
            if question is None:
                del self._sources[0]
                continue
            stored = self._store.stored(question.name)
            if stored is None:
                before = self._store.before(question.name)
                return [_Errand(question.name, question.kind, question, before)]
            self._leads.add(self._sources[0].take_answer(question, stored, take_up(stored)))
            if self._leads:
                return self._next_errands(traversal, MAX_PARALLEL_POLITE)
        return []

    # Storing

    def _store_arrived(self, runner: asyncio.Runner, traversal: Traversal) -> None:
        """Wait a moment for answers; store those that came, then let the algorithm take them."""
        arrived = [(self._under_way.pop(task), task.result()) for task in
                   runner.run(_wait(self._under_way))]  # fmt: skip
        if not arrived:
            return
        with transaction.atomic():
            self._lease.update(downloads=F("downloads") + len(arrived))
            taken = [(errand, *self._store_download(download)) for errand, download in arrived]
        self._collection.downloads += len(arrived)
        for errand, row, page in taken:
            if errand.kind is not CollectedKind.SITEMAP:
                self._give(traversal, page)
            if errand.question is not None and self._sources:
                self._leads.add(self._sources[0].take_answer(errand.question, row, page))
            self._tell(traversal, row)
        self._lease.update(found=traversal.progress.found, queue=traversal.progress.queue)

    def _store_download(self, download: Download) -> tuple[CollectionPage, CrawledPage]:
        """Store a download; return its row, and the same as the algorithm takes it."""
        row, page = read_download(download, self._site)
        original = self._store.original(row)
        if original:
            row.state, row.body = PageState.SKIPPED, b""
            row.outcome = f"the same page as {original}"[:500]
            page = CrawledPage(page.address, page.final_address, None, row.outcome)
        self._store.save(row, download.before)
        self._robots.store_new()
        return row, page

    def _tell(self, traversal: Traversal, row: CollectionPage) -> None:
        """Report where the crawl stands after a page."""
        collection, known = self._collection, traversal.progress
        seconds = collection.seconds + time.monotonic() - self._started
        last = f"{row.url}  {row.outcome}".strip()
        self._report(
            CollectingProgress(
                downloads=collection.downloads,
                max_downloads=collection.max_downloads,
                found=known.found,
                queue=known.queue,
                seconds=seconds,
                last=last,
            )
        )

    # Ending

    def _ends(self, traversal: Traversal) -> bool:
        """Go on to the next stage of the crawl, or end it; tell which."""
        collection = self._collection
        used_up = collection.downloads >= collection.max_downloads
        if collection.stage == CollectionStage.COLLECTING:
            if has_lost_its_way(traversal, collection) and not used_up:
                # What is read so far is taken up by the next slice, by structure.
                TraversalState.objects.filter(collection=collection).delete()
                self._lease.update(pattern=None)
                return True
            self._store_state(traversal)
            pattern = learned_pattern(traversal, collection, self._beat)
            collection.stage = CollectionStage.REVISITING
            self._lease.update(stage=collection.stage, pattern=pattern)
            if not used_up:
                return False
        reason = traversal.reason
        if used_up:
            reason = f"The budget of {collection.max_downloads} downloads is used up. {reason}"
        self._end(CrawlState.DONE, reason)
        return True

    def _end(self, state: CrawlState, reason: str) -> None:
        """Write the end of the crawl and what it found."""
        pages = self._collection.pages
        run = self._collection.run
        self._count_seconds()
        with transaction.atomic():
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
            TraversalState.objects.filter(collection=self._collection).delete()


def _settled(address: str, stored: CollectionPage | None, problem: str) -> CrawledPage:
    """Return the outcome for an address that is not downloaded."""
    if stored is None:
        return CrawledPage(address, address, None, problem or "the same page as one under way")
    page = take_up(stored)
    return CrawledPage(address, page.final_address, page.page, page.problem)


async def _fetch(fetcher: Fetcher, errand: _Errand) -> Download:
    """Download as a polite robot does; if the page was known, only what has changed since."""
    before = errand.before if errand.before is not None and errand.before.body else None
    try:
        answer: Response | FetchError = await fetcher.fetch(
            errand.question.request if errand.question is not None else errand.url,
            deadline=FETCH_DEADLINE,
            max_bytes=MAX_PAGE_BYTES,
            polite=True,
            obey_robots=True,
            etag=before.etag if before is not None else None,
            last_modified=before.last_modified if before is not None else None,
        )
    except FetchError as error:
        answer = error
    return Download(errand.url, errand.kind, answer, errand.before)


async def _wait(tasks: dict[_Task, _Errand]) -> set[_Task]:
    done, _ = await asyncio.wait(tasks, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
    return done


async def _cancel(tasks: dict[_Task, _Errand]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
