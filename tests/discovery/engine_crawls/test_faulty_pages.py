"""Crawls for engines over pages that make reading raise, or kill the worker."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from discovery.engine_crawls import slices
from discovery.engine_crawls.crawls import ENGINE_CRAWLS, start_crawl
from discovery.jobs.crawls import CrawlState
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import CrawlPage, Engine, EngineCrawl, PageState
from tests.discovery.crawl_web import SEARCH_FORM, Site, link, serving
from tests.faults import Killed, any_fault, raise_at, work_with_mortals

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def web(settings: Any) -> Iterator[tuple[Site, ...]]:
    with serving(2) as sites:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [site.host for site in sites]
        hub, library = sites
        hub.pages["/"] = link("/poison") + link(library.address)
        hub.pages["/poison"] = "<p>words"
        library.pages["/"] = SEARCH_FORM
        yield sites


@pytest.mark.parametrize("name", ["read_answer", "add_candidates"])
@any_fault
def test_a_page_that_raises_is_marked_and_the_crawl_goes_on(web, monkeypatch, name, fault):
    raise_at(monkeypatch, slices, name, "/poison", fault)
    crawl = ENGINE_CRAWLS.work_now(start_crawl([web[0].address], enqueue=False))
    assert crawl.state == CrawlState.DONE
    assert Engine.objects.get().home_url == web[1].address
    page = CrawlPage.objects.get(outcome__startswith="could not be read")
    assert page.url.endswith("/poison")
    assert page.state == PageState.FAILED
    assert type(fault).__name__ in page.outcome


def test_a_page_that_kills_workers_is_passed_over(web, monkeypatch):
    raise_at(monkeypatch, slices, "read_answer", "/poison", Killed())
    crawl = start_crawl([web[0].address], enqueue=False)
    work_with_mortals(EngineCrawl, partial(ended, crawl))
    crawl.refresh_from_db()
    assert crawl.state == CrawlState.DONE
    assert Engine.objects.get().home_url == web[1].address
    assert "the worker ended" in CrawlPage.objects.get(url__endswith="/poison").outcome


@pytest.mark.parametrize("fault", [AssertionError("never"), Killed()])
def test_a_slice_that_fails_each_time_ends_the_crawl_by_name(web, monkeypatch, fault):
    monkeypatch.setattr(slices, "take_next", Mock(side_effect=fault))
    crawl = start_crawl([web[0].address], enqueue=False)
    work_with_mortals(EngineCrawl, partial(ended, crawl), 2 * MAX_ATTEMPTS)
    crawl.refresh_from_db()
    assert crawl.state == CrawlState.FAILED
    assert crawl.finished_at
    said = "AssertionError: never" if isinstance(fault, Exception) else "killed, or out of memory"
    assert said in crawl.reason


def ended(crawl: EngineCrawl) -> bool:
    return ENGINE_CRAWLS.work_slice(crawl.pk).state != CrawlState.RUNNING
