"""One slice of work on a crawl for engines: fetched side by side, read, proposed, stored."""

import asyncio
import logging
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from urllib.parse import urljoin

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F
from django.utils import timezone

from discovery.connection.description import DescriptionError
from discovery.connection.opensearch import read_opensearch
from discovery.crawling.engine_search import (
    DESCRIPTION_PRIORITY,
    HOME_PRIORITY,
    SITEMAP_PRIORITY,
    SearchInterface,
    filter_page,
    found_interface,
    page_priority,
    read_sitemap,
    searches_site,
    sitemaps_of,
)
from discovery.crawling.links import (
    address_weight,
    find_trap,
    forbids_following,
    page_links,
    site_of,
    without_session,
)
from discovery.engine_crawls.frontier import (
    FrontierPage,
    add_candidates,
    next_turn,
    take_back,
    take_next,
)
from discovery.engines.registration import log_event, register_engine
from discovery.engines.walls import page_of
from discovery.jobs.crawls import HEARTBEAT, CrawlSlice, CrawlState, RobotsStore
from discovery.jobs.faults import unreadable
from discovery.jobs.leases import Lease, LeaseLostError, Report
from discovery.models import (
    CrawlPage,
    CrawlRobots,
    CrawlSite,
    Engine,
    EngineCrawl,
    EngineState,
    PageKind,
    PageState,
)
from discovery.pages.blocked import find_blockage
from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.politeness import ROBOT_NAME
from discovery.web.response import Response


def propose_engine(crawl: EngineCrawl, site: CrawlSite, interface: SearchInterface) -> None:
    site.refresh_from_db()
    if site.engine_id is not None:
        return
    known = Engine.objects.of_sites().filter(home_url__icontains=site.site)
    engine = next((each for each in known if site_of(each.home_url) == site.site), None)
    is_new = False
    if engine is None:
        engine, is_new = register_engine(interface.url)
    if is_new:
        reason = f"Found by a crawl: {interface.source} on {interface.url}"
        if interface.source == "form":
            reason += f", score {interface.score:+.1f}"
        name, state = interface.site_name[:200] or engine.name, EngineState.PROPOSED
        Engine.objects.filter(pk=engine.pk).update(name=name, reason=reason)
        log_event(engine, state, state, reason, {**asdict(interface), "crawl": crawl.pk})
    CrawlSite.objects.filter(pk=site.pk).update(engine=engine, is_proposal=is_new)
    site.frontier.filter(
        state=PageState.WAITING, kind__in=(PageKind.SITEMAP, PageKind.DESCRIPTION)
    ).update(state=PageState.SKIPPED, outcome="the site's engine is known")


# Sitemaps of a host that are looked at. Guess: large sites name dozens.
MAX_SITEMAPS = 3


@dataclass(frozen=True, slots=True)
class Fetched:
    response: Response
    sitemaps: tuple[str, ...] = ()
    pause: float = 0.0


@dataclass(frozen=True, slots=True)
class PageOutcome:
    """What an answer tells: a sentence (`outcome`), the engine found, addresses to look at.

    `url` is the address it came from in the end; `is_answer` is False for an HTTP error.
    """

    url: str
    outcome: str
    is_answer: bool = True
    engine: SearchInterface | None = None
    candidates: tuple[FrontierPage, ...] = ()


def read_answer(row: CrawlPage, fetched: Fetched) -> PageOutcome:
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
    try:
        description = read_opensearch(response.body, response.url)
    except DescriptionError as error:
        return PageOutcome(url, f"no OpenSearch description: {error}")
    if not searches_site(description, site_of(row.found_on)):
        home = FrontierPage(urljoin(description.template, "/"), page_priority("", 0, 0))
        return PageOutcome(url, "OpenSearch description of another site", candidates=(home,))
    cues = ("OpenSearch description", url)
    interface = found_interface(row.found_on, "OpenSearch", description, cues)
    return PageOutcome(url, "OpenSearch description", engine=interface)


def _read_page(row: CrawlPage, fetched: Fetched, url: str) -> PageOutcome:
    page = page_of(fetched.response)
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
        candidates += (
            FrontierPage(each, SITEMAP_PRIORITY, kind=PageKind.SITEMAP)
            for each in sitemaps_of(url, fetched.sitemaps)[:MAX_SITEMAPS]
        )
    if not forbids_following(page, fetched.response.headers.items(), ROBOT_NAME):
        for link, weight in page_links(page).items():
            deeper = row.depth + 1 if site_of(link) == site_of(url) else 0
            candidates.append(FrontierPage(link, page_priority(link, weight, deeper), deeper))
    told = str(find_blockage(page) or "no search form")
    if engine is not None:
        told = f"{engine.source}: {engine.address}"[:500]
    return PageOutcome(url, told, engine=engine, candidates=tuple(candidates))


# Sites asked at once. Reading a page costs about a tenth of a second of a processor, so that more
# would only wait. Guess.
MAX_PARALLEL = 8
# Seconds for one answer, and bytes read of one: forms and links of larger pages stand before that.
FETCH_DEADLINE = 15.0
MAX_PAGE_BYTES = 1_000_000
# Answers of a site that has no time for us; several in a row and it is left alone.
COME_BACK_LATER = frozenset((429, 503))

logger = logging.getLogger(__name__)


class EngineCrawlSlice(CrawlSlice[EngineCrawl, CrawlPage, Fetched]):
    """Each answer is stored with what it leads to in one transaction."""

    watched = ("state", "pages", "max_pages", "max_pages_per_site", "max_sites")

    def __init__(self, lease: Lease, report: Report) -> None:
        crawl = EngineCrawl.objects.get(pk=lease.row_id)
        super().__init__(lease, report, crawl, RobotsStore(CrawlRobots, crawl=crawl))

    def _begin(self) -> bool:
        take_back(self._crawl)
        return True

    def _next_requests(self) -> list[CrawlPage]:
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
        for page, task in arrived:
            error = task.exception()
            if error is not None:
                self._store_failure(page, error)
            else:
                self._store_answer(page, task.result())

    def _store_failure(self, page: CrawlPage, error: BaseException) -> None:
        """What robots.txt forbids costs no budget."""
        refused = isinstance(error, FetchError) and error.reason is AnswerReason.ROBOTS_TXT
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
        self._tell(page.url, outcome)

    def _store_answer(self, page: CrawlPage, fetched: Fetched) -> None:
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
            self._tell(page.url, reading.outcome)

    def _store_reading(self, page: CrawlPage, fetched: Fetched, reading: PageOutcome) -> None:
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

    def _tell(self, url: str, outcome: str) -> None:
        self._crawl.refresh_from_db(fields=self.watched)
        super()._tell(url, outcome)

    def _close(self, page: CrawlPage, state: PageState, outcome: str) -> None:
        CrawlPage.objects.filter(pk=page.pk).update(
            state=state, outcome=outcome[:1000], fetched_at=timezone.now()
        )

    def _note_answer(self, page: CrawlPage, fetched: Fetched) -> None:
        busy = fetched.response.status in COME_BACK_LATER
        CrawlSite.objects.filter(pk=page.site_id).update(
            failures=F("failures") + 1 if busy else 0,
            next_at=timezone.now() + timedelta(seconds=fetched.pause) if fetched.pause else None,
        )

    def _arrive(self, page: CrawlPage, reading: PageOutcome, state: PageState) -> CrawlSite | None:
        """Return the site of the page reached unless that was read, or is beyond the budget."""
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
        with transaction.atomic():
            self._lease.renew()
            take_back(self._crawl)

    async def _fetch(self, page: CrawlPage) -> Fetched:
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
