"""Crawls for engines over pages that make reading raise, or kill the worker."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from lxml import etree

from discovery.engine_crawls import slices
from discovery.engine_crawls.crawls import ENGINE_CRAWLS, start_crawl
from discovery.jobs.crawls import CrawlState
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import CrawlPage, Engine, EngineCrawl, PageState
from tests.discovery.crawl_web import SEARCH_FORM, Site, link, serving

pytestmark = pytest.mark.django_db(transaction=True)


class Killed(BaseException):
    """Stands for a worker's sudden end."""


@pytest.fixture
def web(settings: Any) -> Iterator[tuple[Site, ...]]:
    with serving(2) as sites:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [site.host for site in sites]
        hub, library = sites
        hub.pages["/"] = link("/poison") + link(library.address)
        hub.pages["/poison"] = "<p>words"
        library.pages["/"] = SEARCH_FORM
        yield sites


def raise_at_poison(monkeypatch: pytest.MonkeyPatch, name: str, fault: BaseException) -> None:
    """Have a step of storing an answer raise for the page called poison."""
    real = getattr(slices, name)

    def raising(*args: Any) -> Any:
        if any(str(getattr(each, "url", each)).endswith("/poison") for each in args):
            raise fault
        return real(*args)

    monkeypatch.setattr(slices, name, raising)


@pytest.mark.parametrize("name", ["read_answer", "add_candidates"])
@pytest.mark.parametrize(
    "fault",
    [RecursionError(), MemoryError(), etree.XPathError("odd"), UnicodeError(), AssertionError()],
    ids=lambda fault: type(fault).__name__,
)
def test_a_page_that_raises_is_marked_and_the_crawl_goes_on(
    web: tuple[Site, ...], monkeypatch: pytest.MonkeyPatch, name: str, fault: Exception
) -> None:
    raise_at_poison(monkeypatch, name, fault)
    crawl = ENGINE_CRAWLS.work_now(start_crawl([web[0].address], enqueue=False))
    assert crawl.state == CrawlState.DONE
    assert Engine.objects.get().home_url == web[1].address
    page = CrawlPage.objects.get(outcome__startswith="could not be read")
    assert page.url.endswith("/poison")
    assert page.state == PageState.FAILED
    assert type(fault).__name__ in page.outcome


def work_with_mortals(crawl: EngineCrawl, workers: int) -> EngineCrawl:
    """Work with one worker after the other, as each is killed; stop when the crawl has ended."""
    for _ in range(workers):
        EngineCrawl.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
        try:
            crawl = ENGINE_CRAWLS.work_slice(crawl.pk)
        except Killed:
            continue
        if crawl.state != CrawlState.RUNNING:
            break
    return EngineCrawl.objects.get(pk=crawl.pk)


def test_a_page_that_kills_workers_is_passed_over(
    web: tuple[Site, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    raise_at_poison(monkeypatch, "read_answer", Killed())
    crawl = work_with_mortals(start_crawl([web[0].address], enqueue=False), 12)
    assert crawl.state == CrawlState.DONE
    assert Engine.objects.get().home_url == web[1].address
    assert "the worker ended" in CrawlPage.objects.get(url__endswith="/poison").outcome


@pytest.mark.parametrize("fault", [AssertionError("never"), Killed()])
def test_a_slice_that_fails_each_time_ends_the_crawl_by_name(
    web: tuple[Site, ...], monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def failing(*args: Any) -> Any:
        raise fault

    monkeypatch.setattr(slices, "take_next", failing)
    crawl = start_crawl([web[0].address], enqueue=False)
    crawl = work_with_mortals(crawl, 2 * MAX_ATTEMPTS)
    assert crawl.state == CrawlState.FAILED
    assert crawl.finished_at
    said = "AssertionError: never" if isinstance(fault, Exception) else "killed, or out of memory"
    assert said in crawl.reason
