"""The console's pages of collections, the queue's tasks, and the files to download."""

import csv
import io
import json
from datetime import timedelta
from functools import partial
from html import escape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ
from warcio.archiveiterator import ArchiveIterator

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    HUB,
    TARGET,
    NavigationPattern,
    NavigationStep,
)
from discovery.jobs.crawls import CrawlState, stop_crawl
from discovery.models import Collection, Engine, EngineState, ForbiddenChangeError
from tests.discovery.crawl_web import Site
from tests.wrappers.shop import ITEMS
from wrappers.collections.collection_jobs import collect_now, tend_collections
from wrappers.learning.jobs import plan_learning
from wrappers.operations.lifecycle import pause, resume
from wrappers.tasks import read_collection, work_on_collection

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("breadth_first")]


CHANGE, ADD = "discovery_collection_change", "discovery_collection_add"


def given(shop: Site, **values: Any) -> dict[str, Any]:
    usual = {"samples": f"{shop.address}item/0", "method": "auto", "max_downloads": 50}
    return {**usual, **values}


@pytest.fixture
def collection(console: Any, shop: Site) -> Collection:
    console.post(ADD, **given(shop))
    return Collection.objects.get()


def work_off() -> Collection:
    read_collection(crawl_off().pk)
    return Collection.objects.get()


def crawl_off() -> Collection:
    while Collection.objects.unfinished().exists():
        work_on_collection(Collection.objects.get().pk)
    return Collection.objects.get()


def test_a_collection_is_started_watched_and_searched(console, shop):
    assert "Start the crawl" in console.text(ADD)
    page = console.post(ADD, **given(shop))
    assert "Waiting for the task worker" in page
    assert "style=" not in page
    assert OrmQ.objects.count() == 1
    collection = Collection.objects.get()
    progress = partial(console.text, "discovery_collection_progress", collection.pk)
    assert "data-unfinished" in progress()
    work_off()
    finished = progress()
    assert "data-unfinished" not in finished
    assert f"<b>{ITEMS}</b> found" in finished
    engine = Engine.objects.get()
    assert reverse("admin:discovery_engine_change", args=[engine.pk]) in finished
    engine_page = console.text("discovery_engine_change", engine.pk)
    assert reverse(f"admin:{CHANGE}", args=[collection.pk]) in engine_page
    for name in ("discovery_collectionpage", "wrappers_item"):
        listed = console.text(f"{name}_changelist", collection=collection.pk)
        assert f"{shop.address}item/3" in listed


@pytest.mark.parametrize(
    "wrong", [{"samples": ""}, {"samples": "javascript:alert(1)"}, {"max_downloads": 0}]
)
def test_wrong_wishes_are_explained(console, shop, wrong):
    assert "errorlist" in console.post(ADD, **given(shop, **wrong))
    assert not Collection.objects.exists()


def test_the_buttons_pause_resume_stop_and_crawl_again(console, collection):
    console.post(CHANGE, collection.pk, recrawl_days="7", _save="Save")
    for button, state in (
        ("_pause", CrawlState.PAUSED),
        ("_resume", CrawlState.RUNNING),
        ("_stop", CrawlState.STOPPED),
        ("_again", CrawlState.RUNNING),
        ("_stop", CrawlState.STOPPED),
        ("_further", CrawlState.RUNNING),
    ):
        assert f'name="{button}"' in console.text(CHANGE, collection.pk)
        console.post(CHANGE, collection.pk, **{button: "x"})
        collection.refresh_from_db()
        assert collection.state == state
        if state == CrawlState.STOPPED:
            assert "cannot become" in console.act("discovery_collection", "resume", collection.pk)
    assert (collection.run, collection.patience, collection.recrawl_days) == (2, 2, 7)


def test_the_navigation_pattern_is_shown_as_a_graph(console, collection, shop):
    drawings = "//*[contains(@class, 'field-navigation_pattern')]//svg"
    assert not console.tree(CHANGE, collection.pk).xpath(drawings)
    links = f"{shop.address}item/[0-9]+"
    hub = HUB.format(1)
    pairs = ((ENTRY, hub), (hub, hub), (hub, TARGET), (ENTRY, TARGET), (ANYWHERE, TARGET))
    steps = tuple(NavigationStep(source, target, links) for source, target in pairs)
    pattern = NavigationPattern((shop.address,), steps, 0, 0).to_json()
    Collection.objects.filter(pk=collection.pk).update(pattern=pattern)
    page = console.tree(CHANGE, collection.pk)
    [drawing] = page.xpath(drawings)
    assert drawing.get("aria-label") == "navigation pattern"
    texts = drawing.xpath(".//text/text()")
    assert texts == ["entry", "any page", "hub 1", "target", "1", "2", "3", "4", "5"]
    assert "item/[0-9]+" in page.find_class("field-navigation_pattern")[0].text_content()


def test_what_a_stopped_crawl_found_is_read(collection, monkeypatch):
    monkeypatch.setattr("discovery.jobs.crawls.HEARTBEAT", 0.0)
    monkeypatch.setattr("discovery.collections.slices.MAX_PARALLEL", 1)

    def stop(progress: Any) -> None:
        if progress.downloads >= 4 and Collection.objects.unfinished().exists():
            stop_crawl(Collection.objects.get())

    collect_now(collection, stop)
    collection.refresh_from_db()
    assert collection.state == CrawlState.STOPPED
    assert 0 < collection.found == collection.items.count() < ITEMS
    assert Engine.objects.get().collection == collection


def test_a_collection_is_deleted_without_listing_its_pages(console, collection):
    collect_now(collection)
    asked = console.text("discovery_collection_delete", collection.pk)
    assert "item/3" not in asked.partition("Are you sure")[2]
    console.post("discovery_collection_delete", collection.pk, post="yes")
    assert not Collection.objects.exists()
    assert not Engine.objects.exists()


def test_pages_and_items_are_downloaded(console, collection, shop):
    work_off()

    def download(name: str) -> bytes:
        response = console.get(f"discovery_collection_{name}", collection.pk)
        assert response["Content-Disposition"].startswith("attachment")
        return b"".join(response.streaming_content)

    records = [
        (record.rec_headers["WARC-Target-URI"], record.content_stream().read())
        for record in ArchiveIterator(io.BytesIO(download("warc")))
        if record.rec_type == "response"
    ]
    assert len(records) == ITEMS
    assert dict(records)[f"{shop.address}item/2"] == shop.pages["/item/2"].encode()
    items = [json.loads(line) for line in download("jsonl").decode().splitlines()]
    assert {item["title"] for item in items} == {f"Item {number}" for number in range(ITEMS)}
    assert items[0]["fields"]["Price"].endswith(".50")
    table = csv.DictReader(io.StringIO(download("csv").decode()))
    rows = {row["title"]: row for row in table}
    assert (rows["Item 3"]["Price"], rows["Item 3"]["Note"]) == ("3.50", "'=SUM(3)")


def test_what_was_left_behind_is_taken_up(collection):
    OrmQ.objects.all().delete()
    Collection.objects.update(queued_at=timezone.now() - timedelta(hours=1))
    assert tend_collections() == 1
    crawl_off()
    OrmQ.objects.all().delete()
    Collection.objects.update(queued_at=None)
    assert tend_collections() == 1
    read_collection(collection.pk)
    assert tend_collections() == 0
    Collection.objects.update(recrawl_days=1, finished_at=timezone.now() - timedelta(days=1))
    assert tend_collections() == 1
    collection.refresh_from_db()
    assert collection.run == 2


def test_the_engine_of_a_collection_is_paused_but_not_learned(collection):
    collect_now(collection)
    engine = Engine.objects.get()
    with pytest.raises(ForbiddenChangeError):
        plan_learning(engine)
    pause(engine)
    resume(engine)
    assert engine.state == EngineState.ACTIVE


def test_what_the_sample_may_mean_as_well_is_shown(console, collection, shop):
    work_off()
    other = f"{shop.address}other?a=1&b=2"
    Collection.objects.update(readings=[{"basis": "a mark", "pages": 7, "examples": [other]}])
    shown = console.text(CHANGE, collection.pk)
    assert "<b>7</b> pages by a mark" in shown
    assert f'href="{escape(other)}"' in shown
    # It was stored before readings could be chosen.
    assert "_reading_1" not in shown


def test_the_engine_to_enter_by_is_looked_for_not_listed(console):
    states = {"library": EngineState.ACTIVE, "broken-library": EngineState.BROKEN}
    for name, state in states.items():
        Engine.objects.create(
            slug=name, name=name, home_url=f"https://{name}.example/", state=state
        )
    [select] = console.tree(ADD).xpath("//select[@name='entry_engine']")
    assert not select.xpath("option[@value != '']")
    names = {"term": "lib", "app_label": "discovery", "model_name": "collection"}
    address, named = select.get("data-ajax--url"), names | {"field_name": "entry_engine"}
    found = console.client.get(address, named).json()
    assert [each["text"] for each in found["results"]] == ["library"]
