"""The console's pages of crawls, through Django's test client, and the queue's tasks."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ

from discovery.engine_crawls.crawls import ENGINE_CRAWLS, start_crawl
from discovery.jobs.crawls import LOST_IN_QUEUE, CrawlState
from discovery.models import Engine, EngineCrawl
from discovery.tasks import take_up_abandoned_crawls, work_on_engine_crawl
from tests.discovery.crawl_web import SEARCH_FORM, Site, serving

pytestmark = pytest.mark.django_db(transaction=True)
BUDGET = {"max_pages": 9, "max_pages_per_site": 5, "max_sites": 3}


@pytest.fixture
def site(settings: Any) -> Iterator[Site]:
    with serving(1) as (one,):
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [one.host]
        one.pages["/"] = f"<title>Library</title>{SEARCH_FORM}"
        yield one


def change_page(crawl: EngineCrawl) -> str:
    return reverse("admin:discovery_enginecrawl_change", args=[crawl.pk])


def test_a_crawl_is_started_and_watched(admin_client, site):
    add = reverse("admin:discovery_enginecrawl_add")
    assert "Start the crawl" in admin_client.get(add).content.decode()
    response = admin_client.post(add, {"seeds": f"{site.address}\r\n\r\n", **BUDGET}, follow=True)
    page = response.content.decode()
    assert "Waiting for the task worker" in page
    assert "style=" not in page
    assert OrmQ.objects.count() == 1
    crawl = EngineCrawl.objects.get()
    assert (crawl.seeds, crawl.max_pages) == ([site.address], 9)
    progress = reverse("admin:discovery_enginecrawl_progress", args=[crawl.pk])
    assert "data-unfinished" in admin_client.get(progress).content.decode()
    work_on_engine_crawl(crawl.pk)
    finished = admin_client.get(progress).content.decode()
    assert "data-unfinished" not in finished
    engine = Engine.objects.get()
    assert reverse("admin:discovery_engine_change", args=[engine.pk]) in finished
    assert "Found by a crawl: form on" in finished
    pages = admin_client.get(
        reverse("admin:discovery_crawlpage_changelist"), {"crawl": crawl.pk}
    ).content.decode()
    assert site.address in pages
    listed = admin_client.get(reverse("admin:discovery_enginecrawl_changelist")).content.decode()
    assert "No page is left" in listed


def test_wrong_seeds_and_budgets_are_explained(admin_client):
    add = reverse("admin:discovery_enginecrawl_add")
    for given in (
        {"seeds": ""},
        {"seeds": "http://a.example/\njavascript:alert(1)"},
        {"seeds": "a.example\n" * 1001},
        {"seeds": "a.example", "max_pages": 0},
    ):
        assert "errorlist" in admin_client.post(add, {**BUDGET, **given}).content.decode()
    assert not EngineCrawl.objects.exists()


def test_the_buttons_pause_resume_and_stop(admin_client, site):
    crawl = start_crawl([site.address])
    for button, state in (
        ("_pause", CrawlState.PAUSED),
        ("_resume", CrawlState.RUNNING),
        ("_stop", CrawlState.STOPPED),
    ):
        assert f'name="{button}"' in admin_client.get(change_page(crawl)).content.decode()
        admin_client.post(change_page(crawl), {button: "x"}, follow=True)
        crawl.refresh_from_db()
        assert crawl.state == state
    assert crawl.seeds == [site.address]
    page = admin_client.get(change_page(crawl)).content.decode()
    assert not [each for each in ("_pause", "_resume", "_stop") if f'name="{each}"' in page]
    work_on_engine_crawl(crawl.pk)
    assert site.requests == []


def test_actions_of_the_list(admin_client, site):
    crawl = start_crawl([site.address])
    address = reverse("admin:discovery_enginecrawl_changelist")
    data = {"action": "resume", "_selected_action": [crawl.pk]}
    assert "cannot become" in admin_client.post(address, data, follow=True).content.decode()
    admin_client.post(address, {**data, "action": "pause"})
    crawl.refresh_from_db()
    assert crawl.state == CrawlState.PAUSED


def test_one_slice_at_a_time_waits_in_the_queue(site):
    crawl = start_crawl([site.address])
    take_up_abandoned_crawls()
    assert OrmQ.objects.count() == 1
    EngineCrawl.objects.update(queued_at=timezone.now() - LOST_IN_QUEUE - timedelta(seconds=1))
    take_up_abandoned_crawls()
    assert OrmQ.objects.count() == 2
    work_on_engine_crawl(crawl.pk)
    assert OrmQ.objects.count() == 2
    take_up_abandoned_crawls()
    assert OrmQ.objects.count() == 2


def test_an_unfinished_slice_queues_the_next(site, monkeypatch):
    crawl = start_crawl([site.address], enqueue=False)
    no_time = replace(ENGINE_CRAWLS, slice_seconds=0.0)
    monkeypatch.setattr("discovery.tasks.ENGINE_CRAWLS", no_time)
    work_on_engine_crawl(crawl.pk)
    assert OrmQ.objects.count() == 1
