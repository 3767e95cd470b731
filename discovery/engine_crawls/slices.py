"""One slice of work on a crawl: fetch from many sites at once, store page by page."""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from discovery.crawling.engine_search.page_priority import HOME_PRIORITY
from discovery.engine_crawls.frontier import (
    FrontierPage,
    add_candidates,
    next_turn,
    take_back,
    take_next,
)
from discovery.engine_crawls.proposals import propose_engine
from discovery.engine_crawls.reading import Fetched, PageOutcome, read_answer
from discovery.jobs.crawl_slice import HEARTBEAT, CrawlSlice
from discovery.jobs.crawls import CrawlState
from discovery.jobs.faults import unreadable
from discovery.jobs.leases import Lease, LeaseLostError
from discovery.jobs.robots_store import RobotsStore
from discovery.models import CrawlPage, CrawlRobots, CrawlSite, EngineCrawl, PageKind, PageState
from discovery.web.fetch_error import FetchError, FetchFailure

# Sites asked at once. Reading a page costs about a tenth of a second of a processor, so that more
# would only wait. Guess.
MAX_PARALLEL = 8
# Seconds for one answer, and bytes read of one: forms and links of larger pages stand before that.
FETCH_DEADLINE = 15.0
MAX_PAGE_BYTES = 1_000_000
# Answers of a site that has no time for us; several in a row and it is left alone.
COME_BACK_LATER = frozenset((429, 503))

logger = logging.getLogger(__name__)

Report = Callable[[str], None]


class EngineCrawlSlice(CrawlSlice[EngineCrawl, CrawlPage, Fetched]):
    """A slice of a crawl for engines: each answer is stored with what it leads to in one
    transaction."""

    watched = ("state", "pages", "max_pages", "max_pages_per_site", "max_sites")

    def __init__(self, lease: Lease, report: Report) -> None:
        crawl = EngineCrawl.objects.get(pk=lease.row_id)
        super().__init__(lease, crawl, RobotsStore(CrawlRobots, crawl=crawl))
        self._report = report

    def _begin(self) -> bool:
        take_back(self._crawl)
        return True

    def _next_requests(self) -> list[CrawlPage]:
        """Return pages of sites that are not busy, within the budget."""
        crawl = self._crawl
        crawl.refresh_from_db(fields=self.watched)
        # Where workers died one after the other, a page that kills shall not be one of several.
        most = 1 if crawl.is_careful else MAX_PARALLEL
        room = min(most - len(self._under_way), crawl.max_pages - crawl.pages)
        if room <= 0:
            return []
        busy = [page.site_id for page in self._under_way.values()]
        with transaction.atomic():
            pages = take_next(crawl, busy, room)
            if pages:
                self._lease.update(pages=F("pages") + len(pages))
        return pages

    def _has_ended(self) -> bool:
        """Wait until a site may be asked again; True when the crawl has ended."""
        crawl = self._crawl
        crawl.refresh_from_db(fields=self.watched)
        turn = next_turn(crawl)
        if crawl.pages >= crawl.max_pages:
            self._end(f"The budget of {crawl.max_pages} pages is used up.")
            return True
        if turn is None:
            self._end("No page is left to look at within the budget.")
            return True
        pause = (turn - timezone.now()).total_seconds()
        self._runner.run(asyncio.sleep(min(max(pause, 0.0), HEARTBEAT)))
        return False

    def _end(self, reason: str) -> None:
        if not self._crawl.frontier.filter(state=PageState.READ).exists():
            failed = self._crawl.frontier.exclude(outcome="").values_list("outcome", flat=True)
            reason = f"No page could be read: {failed.first() or reason}"
        self._lease.update(state=CrawlState.DONE, reason=reason, finished_at=timezone.now())

    def _take(self, arrived: list[tuple[CrawlPage, asyncio.Task[Fetched]]]) -> None:
        """Store the answers that came."""
        for page, task in arrived:
            error = task.exception()
            if error is not None:
                self._store_failure(page, error)
            else:
                self._store_answer(page, task.result())

    def _store_failure(self, page: CrawlPage, error: BaseException) -> None:
        """Store that a page could not be fetched; what robots.txt forbids costs no budget."""
        refused = isinstance(error, FetchError) and error.reason is FetchFailure.ROBOTS
        outcome = str(error) if isinstance(error, FetchError) else unreadable(error)
        with transaction.atomic():
            self._lease.advance()
            if refused:
                self._lease.update(pages=F("pages") - 1)
                CrawlSite.objects.filter(pk=page.site_id).update(pages=F("pages") - 1)
            elif isinstance(error, FetchError):
                CrawlSite.objects.filter(pk=page.site_id).update(failures=F("failures") + 1)
            state = PageState.REFUSED if refused else PageState.FAILED
            self._close(page, state, outcome)
            self._robots.store_new()
        self._report(f"{page.url}  {outcome}")

    def _store_answer(self, page: CrawlPage, fetched: Fetched) -> None:
        """Read an answer and store what it tells; one that raises is a page that failed."""
        try:
            reading = read_answer(page, fetched)
            self._store_reading(page, fetched, reading)
        except (LeaseLostError, OperationalError, InterfaceError):
            # Nothing that the page could be blamed for.
            raise
        except Exception as error:
            logger.exception("%s stumbles over %s", self._crawl, page.url)
            self._store_failure(page, error)
        else:
            self._report(f"{page.url}  {reading.outcome}")

    def _store_reading(self, page: CrawlPage, fetched: Fetched, reading: PageOutcome) -> None:
        """Store what an answer tells and leads to, all or nothing."""
        with transaction.atomic():
            self._lease.advance()
            self._note_answer(page, fetched)
            state = PageState.READ if reading.is_answer else PageState.FAILED
            site = self._arrive(page, reading, state)
            self._close(page, state, reading.outcome)
            if site is not None:
                if reading.engine is not None:
                    propose_engine(self._crawl, site, reading.engine)
                add_candidates(self._crawl, reading.candidates, reading.url)
            self._robots.store_new()

    def _close(self, page: CrawlPage, state: PageState, outcome: str) -> None:
        CrawlPage.objects.filter(pk=page.pk).update(
            state=state, outcome=outcome[:1000], fetched_at=timezone.now()
        )

    def _note_answer(self, page: CrawlPage, fetched: Fetched) -> None:
        """Note that a site answered and when it may be asked again."""
        busy = fetched.response.status in COME_BACK_LATER
        CrawlSite.objects.filter(pk=page.site_id).update(
            failures=F("failures") + 1 if busy else 0,
            next_at=timezone.now() + timedelta(seconds=fetched.pause) if fetched.pause else None,
        )

    def _arrive(self, page: CrawlPage, reading: PageOutcome, state: PageState) -> CrawlSite | None:
        """Return the site of the page reached, None when the page has been read before or its
        site is beyond the budget.

        A redirect may have led to another page, even to another site.
        """
        reached = FrontierPage(reading.url, HOME_PRIORITY, page.depth, PageKind(page.kind))
        if reached.key == page.key:
            return page.site
        add_candidates(self._crawl, [reached], page.url)
        row = self._crawl.frontier.select_related("site").filter(key=reached.key).first()
        if row is None or row.state == PageState.READ:
            return None
        self._close(row, state, f"reached from {page.url}")
        return row.site

    def _leave(self) -> None:
        """Put what did not arrive in time into the frontier again."""
        with transaction.atomic():
            self._lease.renew()
            take_back(self._crawl)

    async def _fetch(self, page: CrawlPage) -> Fetched:
        """Fetch a page as a polite robot does. Raises `FetchError`."""
        response = await self._fetcher.fetch(
            page.url,
            deadline=FETCH_DEADLINE,
            max_bytes=MAX_PAGE_BYTES,
            cut_at_limit=True,
            polite=True,
            obey_robots=True,
        )
        rules = await self._fetcher.robots_of(response.url)
        return Fetched(response, rules.sitemaps, self._fetcher.pause_after(page.url))
