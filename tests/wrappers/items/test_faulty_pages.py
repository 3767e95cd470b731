"""Items of collections of which one page makes reading raise, or kills the worker."""

from datetime import timedelta
from functools import partial
from unittest.mock import Mock

import pytest
from django.utils import timezone

from discovery.jobs.crawls import CrawlState
from discovery.jobs.leases import MAX_ATTEMPTS
from discovery.models import Collection, CollectionPage
from tests.faults import Killed, any_fault, raise_at, work_with_mortals
from tests.wrappers.items.test_items import BIRDS, add_page
from wrappers.collections.collection_jobs import read_items_slice, tend_collections
from wrappers.extraction.page_class import PageClassWrapper
from wrappers.items import item_reading
from wrappers.models import Item, PageClass

pytestmark = pytest.mark.django_db(transaction=True)
PLACES = {
    "parser": (CollectionPage, "page"),
    "inducer": (item_reading, "learn_page_class"),
    "wrapper": (PageClassWrapper, "extract"),
}


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


def marked() -> str:
    page = CollectionPage.objects.get(outcome__startswith="could not be read")
    assert page.url.endswith("/heron")
    return page.outcome


@any_fault
@pytest.mark.parametrize("where", PLACES)
def test_a_page_that_raises_is_marked_and_the_others_are_read(
    collection, monkeypatch, where, fault
):
    raise_at(monkeypatch, *PLACES[where], "/heron", fault)
    assert read_items_slice(collection.pk)
    assert Item.objects.count() == len(BIRDS)
    assert Item.objects.exclude(title="").count() == len(BIRDS) - 1
    assert type(fault).__name__ in marked()


def test_a_page_that_kills_workers_is_passed_over(collection, monkeypatch):
    raise_at(monkeypatch, *PLACES["wrapper"], "/heron", Killed())
    work_with_mortals(Collection, partial(read_items_slice, collection.pk), 5)
    assert Item.objects.exclude(title="").count() == len(BIRDS) - 1
    assert "the worker ended" in marked()
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
