"""Items of collections: read from stored pages, indexed, searched; pages that raise."""

import importlib
from datetime import timedelta
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import timezone

from discovery.jobs.crawls import CrawlState
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import Collection, CollectionPage, Engine, EngineState, PageState
from discovery.pages.outcomes import AnswerKind
from metasearch.search.dispatch import ask_engine
from tests.faults import Killed, any_fault, marked, raise_at, work_with_mortals
from wrappers.collections.collection_jobs import read_items_slice, tend_collections
from wrappers.engines.registry import (
    EngineRegistry,
    ReadyCollection,
    publish_collection,
    ready_engine,
)
from wrappers.extraction.page_class import PageClassWrapper
from wrappers.items import item_reading, searching
from wrappers.items.exporting import escape_cell
from wrappers.items.item_reading import read_items
from wrappers.items.searching import RESULTS_PER_PAGE, search_items, snippet_of
from wrappers.models import Item, PageClass

pytestmark = pytest.mark.django_db(transaction=True)
BIRDS = ("wren", "robin", "plover", "heron", "siskin", "curlew", "dunnock", "whinchat")


@pytest.fixture
def collection() -> Collection:
    made = Collection.objects.create(
        name="Birds",
        samples=["http://birds.example/wren"],
        state=CrawlState.DONE,
        finished_at=timezone.now(),
        found=len(BIRDS),
    )
    for bird in BIRDS:
        add_page(made, bird)
    return made


def add_page(collection: Collection, bird: str, body: str = "", **values: Any) -> CollectionPage:
    html = body or (
        f"<title>{bird.title()} – Birds</title><h1>{bird.title()}</h1>"
        f"<dl><dt>Weight</dt><dd>{len(bird)} g</dd></dl><p>The {bird} sings in the café.</p>"
        "<footer><p>All about birds</p></footer>"
    )
    return CollectionPage.objects.create(
        collection=collection,
        url=f"http://birds.example/{bird}",
        final_url=f"http://birds.example/{bird}",
        key=bird,
        run=1,
        number=collection.pages.count() + 1,
        state=PageState.READ,
        is_member=True,
        first_run=1,
        changed_run=1,
        status=200,
        digest=str(hash(html)),
        body=CollectionPage.compress(html.encode()),
        **values,
    )


def test_pages_become_items_and_only_what_changed_is_read_again(collection):
    assert read_items(collection)
    item = Item.objects.get(title="Robin")
    assert item.fields == [["Weight", "5 g"], ["text", "The robin sings in the café."]]
    assert "All about birds" not in item.text
    assert PageClass.objects.get().run == 1
    read_items(collection)
    before = dict(Item.objects.values_list("url", "read_at"))
    page = collection.pages.get(key="heron")
    html = page.html().replace(b"5 g", b"9 g")
    CollectionPage.objects.filter(pk=page.pk).update(
        body=CollectionPage.compress(html), digest="other", changed_run=2
    )
    collection.pages.filter(key="wren").update(is_gone=True)
    Collection.objects.update(run=2)
    collection.refresh_from_db()
    read_items(collection)
    changed = {item.url for item in Item.objects.all() if item.read_at != before[item.url]}
    assert changed == {"http://birds.example/heron"}
    assert search_items(collection.pk, "wren").total == 0
    assert search_items(collection.pk, "9 g").hits[0].title == "Heron"
    assert PageClass.objects.get().number == 1


def test_reading_goes_on_where_it_was_cut_off(collection, monkeypatch):
    monkeypatch.setattr("wrappers.items.item_reading.BATCH_SIZE", 3)
    told: list[tuple[int, int]] = []
    slices = 0
    while not read_items(collection, 0.0, lambda done, total: told.append((done, total))):
        slices += 1
    assert slices == 3
    assert told == [(3, 8), (6, 8), (8, 8)]
    assert Item.objects.count() == len(BIRDS)


def test_a_search_finds_all_words_titles_first_in_pages(collection):
    add_page(
        collection,
        "owl",
        "<title>Owl – Birds</title><h1>Owl</h1><p>Hunts the robin and the wren.</p>",
    )
    read_items(collection)
    found = search_items(collection.pk, "ROBIN")
    assert [hit.title for hit in found.hits] == ["Robin", "Owl"]
    assert found.total == 2
    assert search_items(collection.pk, "robin wren").hits[0].url == "http://birds.example/owl"
    assert search_items(collection.pk, "robin zebra").total == 0
    assert search_items(collection.pk, "birds about all").total == 0
    for number in range(RESULTS_PER_PAGE):
        add_page(collection, f"goose{number}")
    read_items(collection)
    first, second = (search_items(collection.pk, "sings", page) for page in (1, 2))
    assert len(first.hits) == RESULTS_PER_PAGE
    assert first.total == second.total == len(BIRDS) + RESULTS_PER_PAGE
    assert not {hit.url for hit in first.hits} & {hit.url for hit in second.hits}


def test_what_is_no_longer_ranked_is_listed_once(collection, monkeypatch):
    monkeypatch.setattr(searching, "RANKED", RESULTS_PER_PAGE)
    monkeypatch.setattr(searching, "COUNTED", RESULTS_PER_PAGE)
    for number in range(RESULTS_PER_PAGE):
        add_page(collection, f"goose{number}")
    read_items(collection)
    pages = [search_items(collection.pk, "sings", page) for page in (1, 2)]
    count = len(BIRDS) + RESULTS_PER_PAGE
    assert len({hit.url for page in pages for hit in page.hits}) == count
    assert {page.total for page in pages} <= {count, RESULTS_PER_PAGE}


@pytest.mark.parametrize(
    "query", ['"', "AND OR NOT", "title:robin", "robin*", "(", "' OR 1=1 --", "-", "", "a" * 500]
)
def test_no_query_is_an_error(collection, query):
    read_items(collection)
    assert search_items(collection.pk, query).total in range(9)
    assert search_items(collection.pk, "cafe").total == len(BIRDS), "accents do not matter"


def test_collections_are_kept_apart_and_go_whole(collection):
    other = Collection.objects.create(name="Others", samples=["http://birds.example/x"])
    add_page(other, "kiwi")
    read_items(collection)
    read_items(other)
    assert search_items(collection.pk, "kiwi").total == 0
    assert search_items(other.pk, "kiwi").total == 1
    publish_collection(other)
    other.delete()
    assert not Engine.objects.exists()
    assert search_items(collection.pk, "robin").total == 1


def test_snippets_show_the_words_found_and_indexes_are_asked_as_made():
    text = "one " * 100 + "the robin sings " + "two " * 100
    snippet = snippet_of(text, ["robin"])
    assert snippet.startswith("… one") and snippet.endswith(" …")
    assert "the robin sings" in snippet
    assert snippet_of("", ["robin"]) == ""
    migration = importlib.import_module("wrappers.migrations.0005_item_index")
    assert str.maketrans(migration.MARKED, migration.UNMARKED) == {
        letter: ord(plain) for letter, plain in searching.WITHOUT_DIACRITICS.items()
    }


async def test_a_collection_is_an_engine_like_any_other(collection):
    from asgiref.sync import sync_to_async

    await sync_to_async(read_items)(collection)
    engine = await sync_to_async(publish_collection)(collection)
    assert (engine.state, engine.name) == (EngineState.ACTIVE, "Birds")
    ready = await sync_to_async(ready_engine)(engine.slug)
    assert isinstance(ready, ReadyCollection)
    assert await EngineRegistry().ready() == (ready,)
    answer = await ask_engine(None, ready, "robin", 1)
    assert (answer.kind, answer.total, len(answer.records)) == (AnswerKind.RESULTS, 1, 1)
    assert answer.records[0].url == "http://birds.example/robin"
    assert "robin sings" in answer.records[0].snippet
    assert answer.seconds > 0
    nothing = await ask_engine(None, ready, "zebra", 1)
    assert (nothing.kind, nothing.total) == (AnswerKind.NO_RESULTS, 0)


def test_no_cell_is_a_formula():
    for text in (
        *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "\u3000＝1"),
        *"＝HYPERLINK(1) ＋1 －1 ＠SUM(A1) ﹢1 ﹣1 ﹦1 ﹫x ⁼1 ⁺1 ₌1".split(),
        *("−1", "\ufeff=1", "\u200b=1", "\u202e=1", "\u2060\u3000＝1", "\x00=1", "\tplain"),
    ):
        assert escape_cell(text) == f"'{text}"
    for other in ("", "plain", "a=1", "３", "’t", " plain", "全角＝", "#1"):
        assert escape_cell(other) == other


PLACES = {
    "parser": (CollectionPage, "page"),
    "inducer": (item_reading, "learn_page_class"),
    "wrapper": (PageClassWrapper, "extract"),
}


@any_fault
@pytest.mark.parametrize("where", PLACES)
def test_a_page_that_raises_is_marked_and_others_are_read(collection, monkeypatch, where, fault):
    raise_at(monkeypatch, *PLACES[where], "/heron", fault)
    assert read_items_slice(collection.pk)
    assert Item.objects.count() == len(BIRDS)
    assert Item.objects.exclude(title="").count() == len(BIRDS) - 1
    assert type(fault).__name__ in marked("/heron")


def test_a_page_that_kills_workers_is_passed_over(collection, monkeypatch):
    raise_at(monkeypatch, *PLACES["wrapper"], "/heron", Killed())
    work_with_mortals(Collection, partial(read_items_slice, collection.pk), 5)
    assert Item.objects.exclude(title="").count() == len(BIRDS) - 1
    assert "the worker ended" in marked("/heron")
    collection.refresh_from_db()
    assert (collection.state, collection.failed_attempts) == (CrawlState.DONE, 0)


@pytest.mark.parametrize("fault", [MemoryError("no more"), Killed()], ids=["raises", "kills"])
def test_reading_that_fails_each_time_ends_by_name(collection, monkeypatch, fault):
    monkeypatch.setattr(item_reading, "learn_page_class", Mock(side_effect=fault))
    read = partial(read_items_slice, collection.pk)
    work_with_mortals(Collection, read, 2 * MAX_ATTEMPTS)
    collection.refresh_from_db()
    assert collection.state == CrawlState.FAILED
    said = "MemoryError: no more" if isinstance(fault, Exception) else "killed, or out of memory"
    assert said in collection.reason
    Collection.objects.update(queued_at=timezone.now() - timedelta(days=1))
    assert tend_collections() == 0


def test_a_stored_wrapper_that_cannot_be_read_is_replaced_and_that_is_said(collection):
    assert read_items_slice(collection.pk)
    PageClass.objects.update(wrapper={"version": "unheard-of"})
    assert read_items_slice(collection.pk)
    collection.refresh_from_db()
    assert "learned anew" in collection.notes[-1]["text"]
    assert PageClass.objects.get().number == 2
