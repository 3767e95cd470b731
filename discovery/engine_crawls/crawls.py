"""Crawls for search engines: crawl, then filter (Wu, Meng et al. 2003, section 2.4).

A crawl is a row with a frontier of rows; whoever holds its lease works on it in slices.
"""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone
from django_q.tasks import async_task

from discovery.crawling.engine_search import SEED_PRIORITY
from discovery.engine_crawls.frontier import FrontierPage, add_candidates
from discovery.engine_crawls.slices import EngineCrawlSlice
from discovery.engines.registration import clean_addresses
from discovery.jobs.crawls import CrawlState, wake_crawl
from discovery.jobs.leases import JobRunner, Lease
from discovery.models import CrawlSite, EngineCrawl, PageState
from discovery.pages.urls import are_same_pages

# Seconds a worker of the queue spends on one crawl before other tasks get their turn.
SLICE_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Budget:
    max_pages: int = 500
    max_pages_per_site: int = 20
    max_sites: int = 200


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    pages: int
    queue: int
    sites: int
    proposals: int
    last: str = ""


Report = Callable[[CrawlProgress], None]


def start_crawl(
    addresses: Iterable[str], budget: Budget | None = None, *, enqueue: bool = True
) -> EngineCrawl:
    """Begin a crawl, or go on with the unfinished one from these seeds within a new `budget`.

    Raises `AddressError`.
    """
    seeds = clean_addresses(addresses)
    values = asdict(budget or Budget())
    with transaction.atomic():
        unfinished = EngineCrawl.objects.unfinished()
        crawl = next((each for each in unfinished if are_same_pages(each.seeds, seeds)), None)
        if crawl is None:
            crawl = EngineCrawl.objects.create(seeds=seeds, **values)
            add_candidates(crawl, (FrontierPage(seed, SEED_PRIORITY) for seed in seeds))
        else:
            EngineCrawl.objects.filter(pk=crawl.pk).update(state=CrawlState.RUNNING, **values)
            crawl.refresh_from_db()
    if enqueue:
        enqueue_crawl(crawl.pk)
    return crawl


def enqueue_crawl(crawl_id: int) -> None:
    if EngineCrawl.objects.take_queue_place(crawl_id):
        async_task("discovery.tasks.work_on_engine_crawl", crawl_id, task_name=f"crawl {crawl_id}")


def resume_crawl(crawl: EngineCrawl) -> None:
    """Raises `CrawlStateError` for a crawl that is not paused."""
    wake_crawl(crawl)
    enqueue_crawl(crawl.pk)


def progress_of(crawl_id: int, last: str = "") -> CrawlProgress:
    crawl = EngineCrawl.objects.get(pk=crawl_id)
    return CrawlProgress(
        pages=crawl.pages,
        queue=crawl.frontier.filter(state=PageState.WAITING).count(),
        sites=crawl.sites.count(),
        proposals=crawl.sites.filter(is_proposal=True).count(),
        last=last,
    )


def sites_with_engines(crawl: EngineCrawl) -> list[CrawlSite]:
    """In order of discovery, known ones too."""
    return list(crawl.sites.filter(engine__isnull=False).select_related("engine"))


def _work(lease: Lease, seconds: float, report: Report) -> None:
    lease.update(queued_at=None)
    EngineCrawlSlice(lease, lambda last: report(progress_of(lease.row_id, last))).run(seconds)


def _give_up(lease: Lease, reason: str, _report: Report) -> None:
    lease.update(state=CrawlState.FAILED, reason=reason, finished_at=timezone.now())


ENGINE_CRAWLS = JobRunner(
    EngineCrawl,
    _work,
    _give_up,
    SLICE_SECONDS,
    lambda crawl: progress_of(crawl.pk, "another worker holds this crawl, or did until lately"),
)
