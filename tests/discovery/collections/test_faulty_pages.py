"""Collections over pages that make reading raise, or kill the worker: each is marked."""

from datetime import timedelta
from functools import partial
from unittest.mock import Mock

import pytest
from django.utils import timezone

from discovery import models
from discovery.collections import methods
from discovery.collections.crawls import (
    CollectionRequest,
    crawl_runner,
    due_again,
    prepare_collection,
)
from discovery.jobs.crawls import CrawlState
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import Collection, CollectionPage, TraversalState
from tests.discovery.collections.breadth_first import BreadthFirst
from tests.discovery.crawl_web import Site
from tests.faults import Killed, any_fault, raise_at, work_with_mortals
from tests.wrappers.shop import ITEMS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("breadth_first")]
PLACES = {"parser": (models, "parse_page"), "algorithm": (BreadthFirst, "add")}


def begin(shop: Site) -> Collection:
    return prepare_collection(CollectionRequest((f"{shop.address}item/0",)))


def marked() -> str:
    page = CollectionPage.objects.get(outcome__startswith="could not be read")
    assert page.url.endswith("/item/3")
    return page.outcome


@any_fault
@pytest.mark.parametrize("where", PLACES)
def test_a_page_that_raises_is_marked_and_the_others_are_collected(
    shop: Site, monkeypatch: pytest.MonkeyPatch, where: str, fault: Exception
) -> None:
    raise_at(monkeypatch, *PLACES[where], "/item/3", fault)
    collection = crawl_runner().work_now(begin(shop))
    assert (collection.state, collection.found) == (CrawlState.DONE, ITEMS - 1)
    assert type(fault).__name__ in marked()


@pytest.mark.parametrize("where", PLACES)
def test_a_page_that_kills_workers_is_passed_over(
    shop: Site, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    raise_at(monkeypatch, *PLACES[where], "/item/3", Killed())
    collection = begin(shop)
    work_with_mortals(Collection, partial(ended, collection))
    collection.refresh_from_db()
    assert (collection.state, collection.found) == (CrawlState.DONE, ITEMS - 1)
    assert "the worker ended" in marked()


@pytest.mark.parametrize("fault", [MemoryError("no more"), Killed()])
def test_a_slice_that_fails_each_time_ends_the_crawl_by_name(
    shop: Site, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    monkeypatch.setattr(methods.Checkpoint, "keep", Mock(side_effect=fault))
    collection = begin(shop)
    work_with_mortals(Collection, partial(ended, collection), 3 * MAX_ATTEMPTS)
    collection.refresh_from_db()
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
    assert (collection.state, collection.found) == (CrawlState.DONE, ITEMS)
    assert "cannot be read" in collection.notes[0]["text"]
    assert len(shop.visits) == len(set(shop.visits)) >= len(asked)


def test_a_pattern_that_cannot_be_learned_leaves_the_pages_found(
    shop: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(methods, "learned_pattern", Mock(side_effect=AssertionError("odd links")))
    begun = begin(shop)
    Collection.objects.update(failed_attempts=MAX_ATTEMPTS - 1)
    collection = crawl_runner().work_now(begun)
    assert (collection.state, collection.found) == (CrawlState.DONE, ITEMS)
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


def ended(collection: Collection) -> bool:
    return crawl_runner().work_slice(collection.pk).state != CrawlState.RUNNING
