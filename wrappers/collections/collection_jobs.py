"""Collections from the first page to the search: crawled, wrapped, indexed, published."""

import logging
from collections.abc import Callable
from functools import partial

from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone
from django_q.tasks import async_task

from discovery.collections.crawls import (
    crawl_runner,
    due_again,
    prepare_collection,
    prepare_further_search,
    prepare_next_crawl,
    prepare_reading,
    settle_stopped,
)
from discovery.collections.page_rows import add_note
from discovery.jobs.crawls import LOST_IN_QUEUE, CrawlState
from discovery.jobs.faults import describe_fault
from discovery.jobs.leases import MAX_ATTEMPTS, Report, reason_for
from discovery.models import Collection
from wrappers.collections.generated_queries import SiteQueries, estimate_collection
from wrappers.engines.registry import publish_collection
from wrappers.items.item_reading import read_items

logger = logging.getLogger(__name__)

# Seconds a worker of the queue reads items before other tasks get their turn.
READING_SECONDS = 40.0
CRAWLS = crawl_runner(SiteQueries, "wrappers.tasks.work_on_collection")


def queue_collection(wanted: Collection) -> Collection:
    """Raises `SampleError`, `AddressError`."""
    collection = prepare_collection(wanted)
    CRAWLS.queue(collection.pk)
    return collection


def _queue_begun(begin: Callable[..., bool], collection: Collection, **which: int) -> bool:
    begun = begin(collection, **which)
    if begun:
        CRAWLS.queue(collection.pk)
    return begun


# What each begins, in the background; False when it does not.
queue_next_crawl = partial(_queue_begun, prepare_next_crawl)
queue_further_search = partial(_queue_begun, prepare_further_search)
queue_chosen_reading = partial(_queue_begun, prepare_reading)


def collect_now(collection: Collection, report: Report = lambda _progress: None) -> Collection:
    """Crawl a collection to its end here and now, read its items, and publish it."""
    collection = CRAWLS.work_now(collection, report)

    def tell(done: int, total: int) -> None:
        collection.last = f"{done} of {total} items read"
        report(collection)

    if collection.finished_at is not None:
        settle_stopped(collection)
        estimate_collection(collection)
        read_items(collection, report=tell)
        publish_if_read(collection)
        collection.refresh_from_db()
    return collection


def work_on_crawl(collection_id: int) -> Collection:
    """Do a slice of a collection's crawl; when that has ended, queue the reading of its items."""
    collection = CRAWLS.work_queued(collection_id)
    if collection.finished_at is not None:
        estimate_collection(collection)
        queue_reading(collection.pk)
    return collection


def queue_reading(collection_id: int) -> None:
    """A crawl that was begun anew since has the queue's place; its items are read when it ends."""
    ended = Collection.objects.filter(pk=collection_id, finished_at__isnull=False)
    if ended.update(queued_at=timezone.now()):
        async_task(
            "wrappers.tasks.read_collection", collection_id, task_name=f"read {collection_id}"
        )


def read_items_slice(collection_id: int) -> bool:
    """Read items for a while; queue the next slice or publish the collection. Tell if it ended.

    It is tried a limited number of times, whether it raises or its worker dies: what was read by
    then is published.
    """
    rows = Collection.objects.filter(pk=collection_id, finished_at__isnull=False)
    if not rows.update(failed_attempts=F("failed_attempts") + 1):
        return False
    collection = Collection.objects.get(pk=collection_id)
    if collection.failed_attempts > MAX_ATTEMPTS:
        return _give_up_reading(collection)
    try:
        settle_stopped(collection)
        complete = read_items(collection, READING_SECONDS)
        if complete:
            publish_if_read(collection)
    except Exception as error:
        logger.exception("reading the items of %s failed", collection)
        fault = describe_fault(error)
        rows.update(last_error=fault, failed_attempts=Greatest("failed_attempts", 1))
        add_note(collection, f"Reading the items failed: {fault}.")
        queue_reading(collection_id)
        return False
    rows.update(failed_attempts=0, last_error="")
    if complete:
        rows.update(queued_at=None)
    else:
        queue_reading(collection_id)
    return complete


def _give_up_reading(collection: Collection) -> bool:
    reason = reason_for(collection.last_error)
    Collection.objects.filter(pk=collection.pk).update(
        state=CrawlState.FAILED,
        reason=f"The items cannot be read. {reason} {collection.reason}".strip(),
        queued_at=None,
    )
    add_note(collection, f"The items cannot be read. {reason}")
    publish_if_read(collection)
    return True


def publish_if_read(collection: Collection) -> None:
    if collection.items.exists():
        publish_collection(collection)


def tend_collections() -> int:
    """Queue what a stop or kill left behind, and crawls that are due again; return how many."""
    waiting = CRAWLS.queue_abandoned()
    again = [collection for collection in due_again() if queue_next_crawl(collection)]
    unread = [
        collection
        for collection in Collection.objects.filter(
            finished_at__isnull=False,
            found__gt=0,
            failed_attempts__lte=MAX_ATTEMPTS,
            index__isnull=True,
        ).exclude(page_class__run=F("run"))
        if collection.queued_at is None
        or abs(collection.queued_at - timezone.now()) > LOST_IN_QUEUE
    ]
    for collection in unread:
        queue_reading(collection.pk)
    return waiting + len(again) + len(unread)
