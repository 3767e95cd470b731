"""The frontier of a crawl in the database: what goes in, what comes next, what is taken back."""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from urllib.parse import urljoin

from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.utils import timezone

from discovery.crawling.engine_search import HOME_PRIORITY
from discovery.crawling.links import address_shape, site_of
from discovery.jobs.crawls import CHUNK, in_chunks
from discovery.jobs.faults import DEADLY
from discovery.jobs.leases import MAX_ATTEMPTS, SET_BACK
from discovery.models import CrawlPage, CrawlSite, EngineCrawl, PageKind, PageState
from discovery.pages.urls import comparison_key
from discovery.web.politeness import MAX_DELAY

# Pages of one site that may have the same shape of address. What a calendar, a result list or a
# catalogue holds on its first pages it holds on all. Guess.
MAX_PER_SHAPE = 10
# Pages of one site that may stand in the frontier at all, whatever the budget. Guess.
MAX_QUEUED_PER_SITE = 500
# Failures in a row after which a site is left alone. Guess.
MAX_FAILURES = 3
# Workers that may begin to fetch a page, the last of them it alone: what ended them would end the
# next, and the crawl.
MAX_WORKERS = MAX_ATTEMPTS - 1


@dataclass(frozen=True, slots=True)
class FrontierPage:
    url: str
    priority: int
    depth: int = 0
    kind: PageKind = PageKind.PAGE

    @property
    def key(self) -> str:
        return fingerprint(comparison_key(self.url))


def fingerprint(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def add_candidates(
    crawl: EngineCrawl, candidates: Iterable[FrontierPage], found_on: str = ""
) -> None:
    """Make rows of the candidates that are new and within all bounds."""
    wanted = {candidate.key: candidate for candidate in candidates}
    for chunk in in_chunks(list(wanted)):
        for key in crawl.frontier.filter(key__in=chunk).values_list("key", flat=True):
            del wanted[key]
    sites, new_sites = _sites_of(crawl, wanted.values())
    homes = [
        FrontierPage(urljoin(candidate.url, "/"), HOME_PRIORITY)
        for candidate in wanted.values()
        if site_of(candidate.url) in new_sites
    ]
    for home in homes:
        wanted.setdefault(home.key, home)
    queued, shapes = _counts(sites.values())
    rows = []
    for key, candidate in sorted(wanted.items(), key=lambda item: item[1].priority):
        site = sites.get(site_of(candidate.url))
        if site is None:
            continue
        shape = fingerprint(address_shape(candidate.url))
        if queued[site.pk] >= MAX_QUEUED_PER_SITE or shapes[site.pk, shape] >= MAX_PER_SHAPE:
            continue
        queued[site.pk] += 1
        shapes[site.pk, shape] += 1
        known = {"crawl": crawl, "site": site, "key": key, "shape": shape, "found_on": found_on}
        rows.append(CrawlPage(**known, **asdict(candidate)))
    CrawlPage.objects.bulk_create(rows, ignore_conflicts=True, batch_size=CHUNK)


def _sites_of(
    crawl: EngineCrawl, candidates: Collection[FrontierPage]
) -> tuple[dict[str, CrawlSite], set[str]]:
    """Return rows, made while the budget of sites lasts, and which of them are new."""
    names = list(dict.fromkeys(site_of(candidate.url) for candidate in candidates))
    known = {
        row.site: row for chunk in in_chunks(names) for row in crawl.sites.filter(site__in=chunk)
    }
    room = max(0, crawl.max_sites - crawl.sites.count())
    new = [name for name in names if name not in known][:room]
    CrawlSite.objects.bulk_create(CrawlSite(crawl=crawl, site=name) for name in new)
    made = {row.site: row for chunk in in_chunks(new) for row in crawl.sites.filter(site__in=chunk)}
    return known | made, set(new)


def _counts(sites: Iterable[CrawlSite]) -> tuple[Counter[int], Counter[tuple[int, str]]]:
    queued: Counter[int] = Counter()
    shapes: Counter[tuple[int, str]] = Counter()
    for chunk in in_chunks(site.pk for site in sites):
        counted = CrawlPage.objects.filter(site_id__in=chunk).order_by()
        for site_id, shape, count in counted.values_list("site_id", "shape").annotate(Count("pk")):
            queued[site_id] += count
            shapes[site_id, shape] += count
    return queued, shapes


def open_sites(crawl: EngineCrawl) -> QuerySet[CrawlSite]:
    waiting = CrawlPage.objects.filter(site=OuterRef("pk"), state=PageState.WAITING)
    return crawl.sites.filter(
        Exists(waiting), pages__lt=crawl.max_pages_per_site, failures__lt=MAX_FAILURES
    )


def take_next(crawl: EngineCrawl, busy: Collection[int], count: int) -> list[CrawlPage]:
    """Mark up to `count` pages as being fetched, each of another site, none of a busy one.

    Breadth first: the sites with the fewest pages, and of these first those without an engine.
    """
    now = timezone.now()
    sites = (
        open_sites(crawl)
        .exclude(pk__in=busy)
        .exclude(next_at__range=(now, now + timedelta(seconds=MAX_DELAY) + SET_BACK))
        .order_by("pages", F("engine").asc(nulls_first=True), "pk")[:count]
    )
    pages = [
        CrawlPage.objects.select_related("site").filter(site=site, state=PageState.WAITING).first()
        for site in sites
    ]
    taken = [page for page in pages if page is not None]
    CrawlPage.objects.filter(pk__in=[page.pk for page in taken]).update(
        state=PageState.FETCHING, attempts=F("attempts") + 1
    )
    CrawlSite.objects.filter(pk__in=[page.site_id for page in taken]).update(pages=F("pages") + 1)
    return taken


def next_turn(crawl: EngineCrawl) -> datetime | None:
    """Return when the next site may be asked, if any."""
    first = open_sites(crawl).order_by(F("next_at").asc(nulls_first=True)).first()
    return None if first is None else first.next_at or timezone.now()


def take_back(crawl: EngineCrawl) -> None:
    """Put the pages that a worker left behind into the frontier again, but not for ever."""
    left = crawl.frontier.filter(state=PageState.FETCHING)
    if left.count() == 1:
        deadly = left.filter(attempts__gte=MAX_WORKERS)
        deadly.update(state=PageState.FAILED, outcome=DEADLY)
    left.update(state=PageState.WAITING)
