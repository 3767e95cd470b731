"""Crawls for engines over a small web of several sites."""

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from unittest.mock import Mock

import pytest
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ

from discovery.engine_crawls import slices
from discovery.engine_crawls.crawls import ENGINE_CRAWLS, sites_with_engines, start_crawl
from discovery.engine_crawls.slices import EngineCrawlSlice
from discovery.engines.registration import AddressError, register_engine
from discovery.jobs.crawls import LOST_IN_QUEUE, CrawlState, pause_crawl
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import CrawlPage, Engine, EngineCrawl, EngineState, PageState
from discovery.tasks import take_up_abandoned_crawls, work_on_engine_crawl
from tests.discovery.crawl_web import SEARCH_FORM, Site, link
from tests.faults import Killed, any_fault, expire_leases, killed_at, raise_at, work_slices
from tests.small_server import Reply

pytestmark = pytest.mark.django_db(transaction=True)


def crawl_from(*addresses: str, **budget: int) -> EngineCrawl:
    return ENGINE_CRAWLS.work_now(begin(*addresses, **budget))


def begin(*addresses: str, **limits: int) -> EngineCrawl:
    return start_crawl(EngineCrawl(seeds=addresses, **limits), enqueue=False)


def proposed() -> set[str]:
    return set(Engine.objects.values_list("home_url", flat=True))


def test_each_site_with_a_search_form_is_proposed_with_its_evidence(web):
    hub, library, shop, blog = web
    hub.pages["/"] = "".join(link(site.address) for site in web)
    library.pages["/"] = f"<title>Library</title>{SEARCH_FORM}"
    shop.pages["/"] = '<form action="/login"><input name="user"><input type="password" name="p">'
    blog.pages["/"] = "<p>words</p>"
    crawl = crawl_from(hub.address)
    engine = Engine.objects.get()
    assert engine.state == EngineState.PROPOSED
    assert (engine.home_url, engine.name) == (library.address, "Library")
    event = engine.events.get()
    assert event.evidence["url"] == library.address
    assert event.evidence["query_field"] == "q"
    assert event.evidence["address"] == f"{library.address}results"
    assert event.evidence["cues"]
    assert event.evidence["score"] > 0
    assert crawl.state == CrawlState.DONE
    assert crawl.sites.count() == 4


@pytest.mark.parametrize(
    "page",
    [
        '<link rel="search" type="application/opensearchdescription+xml" href="/os">',
        '<script type="application/ld+json">{"@type": "WebSite", "potentialAction": {"@type":'
        ' "SearchAction", "target": "/s?q={term}", "query-input": "required name=term"}}</script>',
    ],
)
def test_what_a_site_declares_is_proposed(web, page):
    site = web[0]
    site.pages["/"] = f"<html><head>{page}</head><body><p>words</p></body></html>"
    site.pages["/os"] = Reply(
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
        "<ShortName>Names</ShortName>"
        f'<Url type="text/html" template="{site.address}s?q={{searchTerms}}"/>'
        "</OpenSearchDescription>",
        content_type="application/opensearchdescription+xml",
    )
    crawl_from(site.address)
    assert proposed() == {site.address}


@pytest.mark.parametrize("is_restricted", [False, True])
def test_a_box_that_asks_another_site_belongs_to_that_one(web, is_restricted):
    """Unless it is told to search only this site."""
    blog, library = web[:2]
    box = SEARCH_FORM.replace("/results", f"{library.address}results")
    restriction = f'<input type="hidden" name="site" value="{blog.host}"><button>'
    blog.pages["/"] = box.replace("<button>", restriction) if is_restricted else box
    library.pages["/"] = "<p>words</p>" if is_restricted else SEARCH_FORM
    crawl_from(blog.address)
    assert proposed() == {blog.address if is_restricted else library.address}


def test_robots_txt_is_obeyed(web):
    open_site, closed, half = web[:3]
    open_site.pages["/"] = link(closed.address) + link(f"{half.address}private/find")
    closed.pages["/robots.txt"] = "User-agent: *\nDisallow: /"
    closed.pages["/"] = SEARCH_FORM
    half.pages["/robots.txt"] = "User-agent: *\nDisallow: /private"
    half.pages["/private/find"] = SEARCH_FORM
    half.pages["/"] = "<p>words</p>"
    crawl = crawl_from(open_site.address)
    assert not Engine.objects.exists()
    assert closed.visits == []
    assert half.visits == ["/", "/sitemap.xml"]
    assert crawl.frontier.filter(state=PageState.REFUSED).count() == 2
    assert crawl.pages == len(open_site.visits) + len(half.visits)


def test_nofollow_is_honoured(web):
    hub, library = web[:2]
    hub.pages["/"] = Reply(link(library.address), headers=(("X-Robots-Tag", "none"),))
    library.pages["/"] = SEARCH_FORM
    crawl_from(hub.address)
    assert library.requests == []


def test_the_budgets_hold(web):
    hub, *others = web
    hub.pages["/"] = "".join(link(site.address) for site in others) + "".join(
        link(f"/page-{letter}") for letter in "abcdefghij"
    )
    for site in web:
        site.other = lambda path: "<p>words</p>" + link(f"{path}x")
    crawl = crawl_from(hub.address, max_pages=7, max_pages_per_site=3, max_sites=3)
    assert crawl.pages == sum(len(site.visits) for site in web) == 7
    assert max(len(site.visits) for site in web) == 3
    assert sum(bool(site.requests) for site in web) == 3
    assert "7 pages" in crawl.reason


def test_sitemaps_lead_to_the_search_page(web):
    site = web[0]
    site.pages["/robots.txt"] = f"Sitemap: {site.address}maps/index.xml"
    site.pages["/maps/index.xml"] = Reply(
        f"<sitemapindex><sitemap><loc>{site.address}maps/all.xml</loc></sitemap></sitemapindex>",
        content_type="application/xml",
    )
    entries = [f"a/b/{number}" for number in range(500)] + ["x/y/catalogue-search"]
    locations = "".join(f"<url><loc>{site.address}{entry}</loc></url>" for entry in entries)
    site.pages["/maps/all.xml"] = Reply(f"<urlset>{locations}</urlset>", content_type="text/xml")
    site.pages["/"] = "<p>words</p>"
    site.pages["/x/y/catalogue-search"] = SEARCH_FORM
    crawl_from(site.address)
    assert proposed() == {f"{site.address}x/y/catalogue-search"}
    assert site.visits.index("/x/y/catalogue-search") == 3


def endless(path: str) -> str | Reply | None:
    here = path.partition("?")[0].rstrip("/")
    number = sum(map(ord, path))
    return "<p>words</p>" + "".join(
        link(address)
        for address in (
            f"{here}/deeper", f"/calendar?month={number}", f"/list?page={number}&sort=up",
            f"{path.partition(';')[0]};jsessionid={number}", f"/?PHPSESSID={number}",
            "/photo.jpg", "mailto:a@b.example", "javascript:go()", "/" + "x" * 5000,
        )
    )  # fmt: skip


def test_traps_are_bounded_by_shape_not_by_budget(web):
    trap = web[0]
    trap.other = endless
    crawl = crawl_from(trap.address, max_pages=1000, max_pages_per_site=1000)
    assert crawl.state == CrawlState.DONE
    assert len(trap.visits) < 60
    assert len(trap.visits) == len(set(trap.visits))
    assert not [path for path in trap.visits if "ess" in path.lower() or ".jpg" in path]


def test_huge_and_other_answers_cost_little(web):
    hub, library = web[:2]
    hub.pages["/"] = "".join(link(f"/{name}") for name in ("film", "huge", "broken", "empty"))
    hub.pages["/film"] = Reply(b"\0" * 3_000_000, content_type="video/mp4")
    hub.pages["/huge"] = link(library.address) + "<p>words</p>" * 500_000
    hub.pages["/broken"] = Reply("oops", status=500)
    hub.pages["/empty"] = Reply("")
    library.pages["/"] = SEARCH_FORM
    crawl = crawl_from(hub.address)
    assert proposed() == {library.address}
    outcomes = dict(crawl.frontier.values_list("url", "outcome"))
    assert "video/mp4" in outcomes[f"{hub.address}film"]
    assert outcomes[f"{hub.address}broken"] == "HTTP status 500"


def test_a_redirect_to_another_site_proposes_that_site(web):
    old, new = web[:2]
    old.pages["/"] = Reply("", status=301, headers=(("Location", new.address),))
    new.pages["/"] = SEARCH_FORM
    crawl_from(old.address)
    assert proposed() == {new.address}
    assert new.visits == ["/"]


def test_a_site_is_asked_once_in_its_pause_while_others_are(web, monkeypatch):
    monkeypatch.setattr("discovery.web.fetching.Fetcher.pause_after", lambda fetcher, url: 0.2)
    for site in web:
        site.pages["/"] = link("/a") + link("/b") + "".join(link(other.address) for other in web)
    crawl = begin(*(site.address for site in web))
    while crawl.state == CrawlState.RUNNING:
        crawl = ENGINE_CRAWLS.work_slice(crawl.pk, 0.3)
    starts = {
        site.host: sorted(
            crawl.frontier.filter(site__site=site.host, fetched_at__isnull=False).values_list(
                "fetched_at", flat=True
            )
        )
        for site in web
    }
    for times in starts.values():
        assert len(times) == 4
        assert min(after - before for before, after in pairwise(times)) > timedelta(seconds=0.19)
    assert max(times[0] for times in starts.values()) < min(times[2] for times in starts.values())


def test_a_dead_site_is_left_alone(web, settings):
    hub = web[0]
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS.append("127.0.0.1:1")
    hub.pages["/"] = "".join(link(f"http://127.0.0.1:1/page-{letter}") for letter in "abcdefgh")
    crawl = crawl_from(hub.address)
    assert crawl.sites.get(site="127.0.0.1:1").failures == 3


def test_a_crawl_that_reads_nothing_says_why(web):
    crawl = crawl_from("http://169.254.169.254/")
    assert crawl.state == CrawlState.DONE
    assert "No page could be read: 169.254.169.254" in crawl.reason
    with pytest.raises(AddressError):
        start_crawl(EngineCrawl(seeds=["javascript:alert(1)"]))


@pytest.mark.parametrize("moment", ["_note_answer", "_close"])
@pytest.mark.parametrize("after_pages", [0, 3, 6])
def test_a_killed_worker_loses_only_what_was_under_way(web, moment, after_pages):
    hub, *others = web
    hub.pages["/"] = "".join(link(site.address) for site in others)
    for site in others:
        site.pages["/"] = "".join(link(f"/{letter}", "search") for letter in "abc")
        site.pages["/c"] = SEARCH_FORM
        site.other = lambda path: "<p>words</p>"
    crawl = begin(hub.address)
    with killed_at(EngineCrawlSlice, moment, after_pages):
        ENGINE_CRAWLS.work_now(crawl)
    stored = {page.url for page in CrawlPage.objects.filter(state=PageState.READ)}
    asked_before = {site.address: list(site.requests) for site in web}
    assert not EngineCrawl.objects.abandoned().exists(), "the lease still holds"
    expire_leases(EngineCrawl)
    crawl = ENGINE_CRAWLS.work_now(crawl)
    assert crawl.state == CrawlState.DONE
    assert proposed() == {f"{site.address}c" for site in others}
    for site in web:
        again = site.requests[len(asked_before[site.address]) :]
        assert not {f"{site.address}{path[1:]}" for path in again} & stored
        assert site.requests.count("/robots.txt") <= 2


def test_the_same_seeds_go_on_with_the_crawl_there_is(web):
    first = begin(web[0].address)
    pause_crawl(first)
    again = begin(web[0].address.rstrip("/"), max_pages=9)
    assert again == first
    assert (again.state, again.max_pages) == (CrawlState.RUNNING, 9)
    ENGINE_CRAWLS.work_now(again)
    assert begin(web[0].address) != first


def test_one_proposal_per_site_none_for_a_known_engine_and_slices_go_on(web):
    hub, library, known = web[:3]
    hub.pages["/"] = "".join(
        link(each) for each in (f"{library.address}a", f"{library.address}b", known.address)
    )
    for path in ("/a", "/b", "/"):
        library.pages[path] = SEARCH_FORM
    known.pages["/"] = SEARCH_FORM
    engine, _ = register_engine(f"{known.address}search.html")
    crawl = begin(hub.address)
    slices = 0
    while crawl.state == CrawlState.RUNNING and slices < 500:
        crawl = ENGINE_CRAWLS.work_slice(crawl.pk, 0.02)
        slices += 1
    assert crawl.attempts == slices
    assert proposed() == {library.address, engine.home_url}
    found = {(site.engine, site.is_proposal) for site in sites_with_engines(crawl)}
    assert (engine, False) in found and len(found) == 2
    assert hub.requests.count("/robots.txt") == 1
    assert len(hub.visits) == len(set(hub.visits))


@pytest.fixture
def poisoned(web: tuple[Site, ...]) -> tuple[Site, ...]:
    hub, library = web[:2]
    hub.pages["/"] = link("/poison") + link(library.address)
    hub.pages["/poison"] = "<p>words"
    library.pages["/"] = SEARCH_FORM
    return web


@pytest.mark.parametrize("name", ["read_answer", "add_candidates"])
@any_fault
def test_a_page_that_raises_is_marked_and_the_crawl_goes_on(poisoned, monkeypatch, name, fault):
    raise_at(monkeypatch, slices, name, "/poison", fault)
    crawl = ENGINE_CRAWLS.work_now(begin(poisoned[0].address))
    assert crawl.state == CrawlState.DONE
    assert Engine.objects.get().home_url == poisoned[1].address
    page = CrawlPage.objects.get(outcome__startswith="could not be read")
    assert page.url.endswith("/poison")
    assert page.state == PageState.FAILED
    assert type(fault).__name__ in page.outcome


@pytest.mark.parametrize("fault", [AssertionError("never"), Killed()])
def test_a_slice_that_fails_each_time_ends_the_crawl_by_name(poisoned, monkeypatch, fault):
    monkeypatch.setattr(slices, "take_next", Mock(side_effect=fault))
    crawl = begin(poisoned[0].address)
    work_slices(ENGINE_CRAWLS, crawl, 2 * MAX_ATTEMPTS)
    assert crawl.state == CrawlState.FAILED
    assert crawl.finished_at
    said = "AssertionError: never" if isinstance(fault, Exception) else "killed, or out of memory"
    assert said in crawl.reason


BUDGET = {"max_pages": 9, "max_pages_per_site": 5, "max_sites": 3}


@pytest.fixture
def lone(web: tuple[Site, ...]) -> Site:
    web[0].pages["/"] = f"<title>Library</title>{SEARCH_FORM}"
    return web[0]


def test_a_crawl_is_started_and_watched(admin_client, lone):
    add = reverse("admin:discovery_enginecrawl_add")
    assert "Start the crawl" in admin_client.get(add).content.decode()
    response = admin_client.post(add, {"seeds": f"{lone.address}\r\n\r\n", **BUDGET}, follow=True)
    page = response.content.decode()
    assert "Waiting for the task worker" in page
    assert "style=" not in page
    assert OrmQ.objects.count() == 1
    crawl = EngineCrawl.objects.get()
    assert (crawl.seeds, crawl.max_pages) == ([lone.address], 9)
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
    assert lone.address in pages
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


def test_one_slice_at_a_time_waits_in_the_queue(lone, monkeypatch):
    crawl = start_crawl(EngineCrawl(seeds=[lone.address]))
    take_up_abandoned_crawls()
    assert OrmQ.objects.count() == 1
    EngineCrawl.objects.update(queued_at=timezone.now() - LOST_IN_QUEUE - timedelta(seconds=1))
    take_up_abandoned_crawls()
    assert OrmQ.objects.count() == 2
    work_on_engine_crawl(crawl.pk)
    assert OrmQ.objects.count() == 2
    take_up_abandoned_crawls()
    assert OrmQ.objects.count() == 2
    # A slice that is not finished queues the next.
    crawl = begin(lone.address)
    no_time = replace(ENGINE_CRAWLS, slice_seconds=0.0)
    monkeypatch.setattr("discovery.tasks.ENGINE_CRAWLS", no_time)
    work_on_engine_crawl(crawl.pk)
    assert OrmQ.objects.count() == 3
