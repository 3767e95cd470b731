"""Crawls for search engines: crawl, then filter (Wu, Meng et al. 2003, section 2.4).

A crawl is a row with a frontier of rows; whoever holds its lease works on it in slices.
"""

from django.db import transaction
from django.utils import timezone

from discovery.crawling.engine_search import SEED_PRIORITY
from discovery.engine_crawls.frontier import FrontierPage, add_candidates
from discovery.engine_crawls.slices import EngineCrawlSlice
from discovery.engines.registration import clean_addresses
from discovery.jobs.crawls import CrawlRunner, CrawlState
from discovery.models import CrawlSite, EngineCrawl, PageState
from discovery.pages.urls import are_same_pages

# Seconds a worker of the queue spends on one crawl before other tasks get their turn.
SLICE_SECONDS = 20.0
LIMITS = ("max_pages", "max_pages_per_site", "max_sites")


ENGINE_CRAWLS = CrawlRunner(
    EngineCrawl,
    lambda lease, seconds, report: EngineCrawlSlice(lease, report).run(seconds),
    lambda lease, reason, _report: lease.update(
        state=CrawlState.FAILED, reason=reason, finished_at=timezone.now()
    ),
    SLICE_SECONDS,
    counts=("pages",),
    task="discovery.tasks.work_on_engine_crawl",
    label="crawl",
)


def start_crawl(wanted: EngineCrawl, *, enqueue: bool = True) -> EngineCrawl:
    """Begin a crawl that is not stored yet, or go on with the unfinished one from the same seeds
    within the new limits.

    Raises `AddressError`.
    """
    seeds = wanted.seeds = clean_addresses(wanted.seeds)
    with transaction.atomic():
        unfinished = EngineCrawl.objects.unfinished()
        crawl = next((each for each in unfinished if are_same_pages(each.seeds, seeds)), None)
        if crawl is None:
            crawl = wanted
            crawl.save()
            add_candidates(crawl, (FrontierPage(seed, SEED_PRIORITY) for seed in seeds))
        else:
            limits = {name: getattr(wanted, name) for name in LIMITS}
            EngineCrawl.objects.filter(pk=crawl.pk).update(state=CrawlState.RUNNING, **limits)
            crawl.refresh_from_db()
    if enqueue:
        ENGINE_CRAWLS.queue(crawl.pk)
    return crawl


def counts_of(crawl: EngineCrawl) -> dict[str, int]:
    return {
        "queue": crawl.frontier.filter(state=PageState.WAITING).count(),
        "sites": crawl.sites.count(),
        "proposals": crawl.sites.filter(is_proposal=True).count(),
    }


def sites_with_engines(crawl: EngineCrawl) -> list[CrawlSite]:
    """In order of discovery, known ones too."""
    return list(crawl.sites.filter(engine__isnull=False).select_related("engine"))
