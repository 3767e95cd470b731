"""Crawls of collections over small sites: budgets, interruptions, bad answers, later crawls."""

from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import timezone

from discovery import models
from discovery.collections import methods
from discovery.collections.crawls import (
    SampleError,
    crawl_runner,
    due_again,
    prepare_collection,
    prepare_next_crawl,
)
from discovery.collections.methods import Checkpoint
from discovery.engines.registration import AddressError
from discovery.jobs.crawls import CrawlState, pause_crawl
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import Collection, CollectionPage, CollectionStage, PageState, TraversalState
from tests.discovery.collections.breadth_first import BreadthFirst
from tests.discovery.crawl_web import Site, link
from tests.faults import Killed, any_fault, expire_leases, killed_at, marked, raise_at, work_slices
from tests.small_server import Reply
from tests.wrappers.shop import ITEMS as SHOP_ITEMS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("breadth_first")]
ITEMS = 12


@pytest.fixture
def site(web: tuple[Site, ...]) -> Site:
    """A shop: a list, and items that link back to it."""
    shop = web[0]
    shop.pages["/"] = "".join(link(f"/item/{number}") for number in range(ITEMS)) + link("/about")
    shop.pages["/about"] = "<body class=other><p>words</p>"
    for number in range(ITEMS):
        shop.pages[f"/item/{number}"] = item(number)
    return shop


def item(number: int, price: int = 5) -> str:
    return (
        f'<title>Item {number}</title><body class="item"><h1>Item {number}</h1>'
        f"<p>Price: {price}</p>{link('/')}"
    )


def wanted(site: Site, path: str = "item/0", **values: Any) -> Collection:
    return Collection(samples=[f"{site.address}{path}"], **values)


def collect(site: Site, **values: Any) -> Collection:
    return crawl_runner().work_now(prepare_collection(wanted(site, **values)))


def members(collection: Collection) -> set[str]:
    return {page.url for page in collection.pages.members()}


def outcome(collection: Collection, url: str) -> str:
    return str(collection.pages.get(url=url).outcome)


def test_all_pages_like_the_sample_are_collected(site: Site) -> None:
    collection = collect(site)
    assert collection.state == CrawlState.DONE
    assert members(collection) == {f"{site.address}item/{number}" for number in range(ITEMS)}
    assert collection.found == collection.new_pages == ITEMS
    assert collection.downloads == len(site.visits) == len(set(site.visits)) == ITEMS + 3
    assert collection.confidence == 0.9
    assert collection.seconds > 0
    assert not TraversalState.objects.exists()


def test_pausing_in_the_midst_keeps_what_was_found(site, monkeypatch):
    monkeypatch.setattr("discovery.jobs.crawls.HEARTBEAT", 0.0)
    monkeypatch.setattr("discovery.collections.slices.MAX_PARALLEL", 1)
    collection = prepare_collection(wanted(site))
    crawl_runner().work_slice(collection.pk, report=lambda progress: pause(collection, progress))
    collection.refresh_from_db()
    assert collection.state == CrawlState.PAUSED
    asked = len(site.visits)
    assert 4 <= asked < ITEMS
    assert collection.pages.members().count() == collection.found > 0
    crawl_runner(task="any.task").resume(collection)
    collection = crawl_runner().work_now(collection)
    assert collection.found == ITEMS
    assert len(site.visits) == len(set(site.visits))


def pause(collection: Collection, progress: Any) -> None:
    if progress.downloads >= 4:
        Collection.objects.filter(pk=collection.pk).update(state=CrawlState.PAUSED)


@pytest.mark.parametrize("state_every", [1, 3, 500])
@pytest.mark.parametrize("after_pages", [0, 3, 8])
def test_a_killed_worker_loses_nothing_that_was_stored(site, monkeypatch, state_every, after_pages):
    monkeypatch.setattr("discovery.collections.methods.STATE_EVERY", state_every)
    collection = prepare_collection(wanted(site))
    with killed_at(Checkpoint, "give", after_pages):
        crawl_runner().work_now(collection)
    stored = {page.url for page in CollectionPage.objects.all()}
    assert stored
    asked_before = len(site.requests)
    assert not Collection.objects.abandoned().exists(), "the lease still holds"
    expire_leases(Collection)
    collection = crawl_runner().work_now(collection)
    again = {f"{site.address}{path[1:]}" for path in site.requests[asked_before:]}
    assert not again & stored
    assert collection.found == ITEMS


def test_a_crawl_that_is_not_sure_does_not_bring_the_whole_site(site, monkeypatch):
    monkeypatch.setattr("discovery.collections.slices.MAX_PARALLEL", 1)
    monkeypatch.setattr("discovery.collections.slices.DOUBTFUL_DOWNLOADS", 4)
    monkeypatch.setattr(BreadthFirst, "confidence", 0.1)
    collection = collect(site)
    assert collection.state == CrawlState.DONE
    assert "cannot be told from others" in collection.reason
    assert collection.downloads < ITEMS


def test_a_later_crawl_tells_new_changed_and_gone(site: Site) -> None:
    first = collect(site)
    site.pages["/item/new"] = item(99)
    site.pages["/item/1"] = item(1, price=7)
    del site.pages["/item/2"]
    site.pages["/"] = "".join(link(f"/item/{name}") for name in (0, 1, "new")) + link("/about")
    again = collect(site)
    assert again == first
    assert again.run == 2
    assert (again.new_pages, again.changed_pages, again.gone_pages) == (1, 1, 1)
    assert again.found == ITEMS
    assert f"{site.address}item/2" not in members(again)
    # Pages that no link reaches any more are asked for too, each once.
    assert again.downloads == ITEMS + 4
    assert again.stage == CollectionStage.REVISITING


def test_later_crawls_ask_only_for_what_changed_and_keep_what_fails_for_now(site: Site) -> None:
    site.pages["/item/7"] = Reply(item(7), headers=(("ETag", '"7"'),))
    collect(site)
    site.pages["/item/7"] = Reply("", status=304)
    site.pages["/item/3"] = Reply("oops", status=503)
    again = collect(site)
    page = again.pages.get(url=f"{site.address}item/7")
    assert (page.is_member, page.state, page.changed_run) == (True, PageState.READ, 1)
    assert b"Item 7" in page.html()
    assert page.etag == '"7"'
    page = again.pages.get(url=f"{site.address}item/3")
    assert page.state == PageState.FAILED
    assert b"Item 3" in page.html()
    assert again.found == ITEMS
    assert again.changed_pages == 0


def test_the_budget_holds_and_an_unfinished_crawl_goes_on_an_ended_one_begins_anew(site):
    first = prepare_collection(wanted(site, max_downloads=3))
    pause_crawl(first)
    same = prepare_collection(wanted(site, max_downloads=9))
    assert same == first
    assert (same.state, same.run, same.max_downloads) == (CrawlState.RUNNING, 1, 9)
    ended = crawl_runner().work_now(same)
    assert ended.downloads == len(site.visits) == 9
    assert "budget of 9 downloads" in ended.reason
    assert prepare_collection(wanted(site)).run == 2
    assert not prepare_next_crawl(Collection.objects.get())


def test_an_ended_crawl_goes_further_without_downloading_twice(site: Site) -> None:
    first = collect(site)
    again = prepare_collection(wanted(site), goes_further=True)
    assert (again.state, again.run, again.patience) == (CrawlState.RUNNING, 1, 2)
    assert again.max_downloads > first.downloads
    ended = crawl_runner().work_now(again)
    assert (ended.found, ended.downloads) == (first.found, first.downloads)


def test_bad_answers_are_named_and_cost_little(web: tuple[Site, ...], site: Site) -> None:
    other = web[1]
    site.pages["/"] += "".join(
        link(f"/{name}") for name in ("film", "huge", "broken", "empty", "away", "copy", "file.pdf")
    ) + link(other.address)
    site.pages["/film"] = Reply(b"\0" * 1000, content_type="video/mp4")
    site.pages["/huge"] = "<p>words</p>" * 500_000
    site.pages["/broken"] = Reply("oops", status=500)
    site.pages["/empty"] = Reply("")
    site.pages["/away"] = Reply("", status=302, headers=(("Location", other.address),))
    other.pages["/"] = item(77)
    site.pages["/copy"] = item(4)
    collection = collect(site)
    assert collection.found == ITEMS
    assert "video/mp4" in outcome(collection, f"{site.address}film")
    assert "more than 4,000,000 bytes" in outcome(collection, f"{site.address}huge")
    assert outcome(collection, f"{site.address}broken") == "HTTP status 500"
    assert "redirected off the site" in outcome(collection, f"{site.address}away")
    same = {outcome(collection, f"{site.address}{path}") for path in ("copy", "item/4")}
    assert any(text.startswith("the same page as") for text in same)
    assert "/file.pdf" not in site.visits
    assert len(other.requests) <= 2


def test_a_page_that_asks_not_to_follow_its_links_leads_nowhere(site):
    closed = f'<body class="item"><p>words</p>{link("/secret")}'
    site.pages["/item/3"] = Reply(closed, headers=(("X-Robots-Tag", "nofollow"),))
    site.pages["/secret"] = item(99)
    collection = collect(site)
    assert "/secret" not in site.visits
    assert collection.found == ITEMS
    assert outcome(collection, f"{site.address}item/3").startswith("asks robots not")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Reply("gone", status=404), "HTTP status 404"),
        (Reply(b"%PDF", content_type="application/pdf"), "no web page but application/pdf"),
        (Reply("", status=302, headers=(("Location", "http://127.0.0.1:1/"),)), "127.0.0.1:1"),
    ],
)
def test_a_sample_that_cannot_be_read_ends_the_crawl(site, answer, words):
    site.pages["/item/0"] = answer
    collection = collect(site)
    assert collection.state == CrawlState.FAILED
    assert collection.reason.startswith("No sample page could be read")
    assert words in collection.reason


@pytest.mark.parametrize(
    ("samples", "entry", "said"),
    [
        (("http://a.example/", "http://b.example/"), "", "not on the site"),
        (("http://a.example/",), "http://b.example/", "not on the site"),
        ((), "", "at least one"),
        (("javascript:alert(1)",), "", "no http"),
    ],
)
def test_wrong_samples_are_refused(samples: tuple[str, ...], entry: str, said: str) -> None:
    with pytest.raises((SampleError, AddressError), match=said):
        prepare_collection(Collection(samples=samples, entry_url=entry))
    assert not Collection.objects.exists()


SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'


def listed(site: Site, *paths: str) -> str:
    return SITEMAP.format("".join(f"<url><loc>{site.address}{path}</loc></url>" for path in paths))


def test_a_sitemap_leads_to_members_that_no_link_reaches(site: Site) -> None:
    site.pages["/robots.txt"] = f"Sitemap: {site.address}maps.xml"
    site.pages["/maps.xml"] = Reply(
        f"<sitemapindex><sitemap><loc>{site.address}map1.xml</loc></sitemap></sitemapindex>",
        content_type="application/xml",
    )
    site.pages["/map1.xml"] = Reply(
        listed(site, "item/1", "item/hidden", "news/1", "file.pdf"), content_type="application/xml"
    )
    site.pages["/item/hidden"] = item(55)
    collection = collect(site)
    assert f"{site.address}item/hidden" in members(collection)
    assert collection.found == ITEMS + 1
    assert not {"/news/1", "/file.pdf", "/sitemap.xml"} & set(site.visits)
    assert len(site.visits) == len(set(site.visits)) == collection.downloads


def test_a_sitemap_that_leads_nowhere_is_given_up(site: Site) -> None:
    site.pages["/sitemap.xml"] = Reply(
        listed(site, *(f"item/x{number}" for number in range(500))), content_type="application/xml"
    )
    collection = collect(site)
    assert collection.found == ITEMS
    assert collection.downloads < ITEMS + 3 + 30


def test_words_tell_pages_of_one_template_apart(site: Site) -> None:
    for number in range(0, ITEMS, 2):
        site.pages[f"/item/{number}"] = item(number).replace("Item ", "Used item ")
    collection = collect(site, criterion="used")
    used = {f"{site.address}item/{number}" for number in range(0, ITEMS, 2)}
    assert members(collection) == used
    assert collection.found == len(used)


def test_session_ids_make_no_new_pages_and_robots_txt_is_obeyed(site: Site) -> None:
    site.pages["/robots.txt"] = "User-agent: *\nDisallow: /item/9"
    site.other = lambda path: (
        item(5) + link(f"/item/5?PHPSESSID={len(path)}x{path[-3:]}") if "item/5" in path else None
    )
    del site.pages["/item/5"]
    collection = collect(site)
    assert collection.found == ITEMS - 1
    assert len([path for path in site.visits if path.startswith("/item/5")]) == 1
    assert collection.pages.get(url=f"{site.address}item/9").state == PageState.REFUSED
    assert "/item/9" not in site.visits


PLACES = {"parser": (models, "parse_page"), "algorithm": (BreadthFirst, "add")}


def begin(shop: Site) -> Collection:
    return prepare_collection(Collection(samples=[f"{shop.address}item/0"]))


@any_fault
@pytest.mark.parametrize("where", PLACES)
def test_a_page_that_raises_is_marked_and_the_others_are_collected(shop, monkeypatch, where, fault):
    raise_at(monkeypatch, *PLACES[where], "/item/3", fault)
    collection = crawl_runner().work_now(begin(shop))
    assert (collection.state, collection.found) == (CrawlState.DONE, SHOP_ITEMS - 1)
    assert type(fault).__name__ in marked("/item/3")


@pytest.mark.parametrize("where", PLACES)
def test_a_page_that_kills_workers_is_passed_over(shop, monkeypatch, where):
    raise_at(monkeypatch, *PLACES[where], "/item/3", Killed())
    collection = begin(shop)
    work_slices(crawl_runner(), collection)
    assert (collection.state, collection.found) == (CrawlState.DONE, SHOP_ITEMS - 1)
    assert "the worker ended" in marked("/item/3")


@pytest.mark.parametrize("fault", [MemoryError("no more"), Killed()])
def test_a_slice_that_fails_each_time_ends_the_crawl_by_name(shop, monkeypatch, fault):
    monkeypatch.setattr(methods.Checkpoint, "keep", Mock(side_effect=fault))
    collection = begin(shop)
    work_slices(crawl_runner(), collection, 3 * MAX_ATTEMPTS)
    assert collection.state == CrawlState.FAILED
    assert collection.finished_at
    said = "MemoryError: no more" if isinstance(fault, Exception) else "killed, or out of memory"
    assert said in collection.reason
    assert not Collection.objects.due().exists()


@pytest.mark.parametrize("method, body", [("unheard-of", None), (None, b"no state")])
def test_a_stored_state_that_cannot_be_read_is_made_anew_from_the_pages(
    shop: Site, monkeypatch: pytest.MonkeyPatch, method: str | None, body: bytes | None
) -> None:
    collection = begin(shop)
    while not TraversalState.objects.exists():
        collection = crawl_runner().work_slice(collection.pk, 0.0)
    if method:
        TraversalState.objects.update(method=method)
    if body:
        TraversalState.objects.update(body=body)
    asked = list(shop.visits)
    collection = crawl_runner().work_now(collection)
    assert (collection.state, collection.found) == (CrawlState.DONE, SHOP_ITEMS)
    assert "cannot be read" in collection.notes[0]["text"]
    assert len(shop.visits) == len(set(shop.visits)) >= len(asked)


def test_a_pattern_that_cannot_be_learned_leaves_the_pages_found(shop, monkeypatch):
    monkeypatch.setattr(methods, "learned_pattern", Mock(side_effect=AssertionError("odd links")))
    begun = begin(shop)
    Collection.objects.update(failed_attempts=MAX_ATTEMPTS - 1)
    collection = crawl_runner().work_now(begun)
    assert (collection.state, collection.found) == (CrawlState.DONE, SHOP_ITEMS)
    assert collection.failed_attempts == 0, "counted anew when the work comes further"
    assert "AssertionError: odd links" in collection.notes[0]["text"]


def test_a_far_away_time_of_the_next_crawl_harms_no_other(shop: Site) -> None:
    collection = crawl_runner().work_now(begin(shop))
    Collection.objects.update(recrawl_days=2_000_000_000)
    assert due_again() == []
    Collection.objects.update(recrawl_days=1, finished_at=timezone.now() - timedelta(days=2))
    assert due_again() == [collection]


def test_a_collection_of_an_unknown_method_fails_by_name(shop: Site) -> None:
    collection = begin(shop)
    Collection.objects.update(method="unheard-of")
    collection = crawl_runner().work_now(collection)
    assert (collection.state, collection.lease_until) == (CrawlState.FAILED, None)
    assert collection.finished_at
    assert "unheard-of" in collection.reason
    assert shop.requests == []
