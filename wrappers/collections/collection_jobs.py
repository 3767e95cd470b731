"""Collections from the first page to the search: crawled, wrapped, indexed, published."""

from dataclasses import replace
from datetime import timedelta

from django.db.models import F
from django.utils import timezone
from django_q.tasks import async_task

from discovery.collections import (
    CollectionRequest,
    Report,
    collect_now,
    crawl_again,
    due_again,
    progress_of,
    settle_stopped,
    start_collection,
    work_on_collection,
)
from discovery.jobs import wake_crawl
from discovery.models import Collection
from wrappers.collections.generated_queries import estimate_collection, generated_queries_of
from wrappers.engines import publish_collection
from wrappers.items import read_items

# Seconds a worker of the queue reads items before other tasks get their turn.
READING_SECONDS = 40.0
# Reading that has waited in the queue for so long was lost by it.
LOST_IN_QUEUE = timedelta(minutes=10)


def begin_collection(wanted: CollectionRequest) -> Collection:
    """Return the collection wished for, its crawl put into the queue.

    Raises `SampleError`, `AddressError`.
    """
    collection = start_collection(wanted)
    enqueue_collection(collection.pk)
    return collection


def enqueue_collection(collection_id: int) -> None:
    """Put a slice of work on a collection into the queue unless one is there already."""
    if Collection.objects.take_queue_place(collection_id):
        async_task(
            "wrappers.tasks.work_on_collection", collection_id, task_name=f"collect {collection_id}"
        )


def resume_collection(collection: Collection) -> None:
    """Let a paused crawl go on in the background. Raises `CrawlStateError`."""
    wake_crawl(collection)
    enqueue_collection(collection.pk)


def recrawl(collection: Collection) -> bool:
    """Crawl a collection again in the background; False when its crawl has not ended."""
    begun = crawl_again(collection)
    if begun:
        enqueue_collection(collection.pk)
    return begun


def finish_collection(
    collection: Collection, report: Report = lambda _progress: None
) -> Collection:
    """Crawl a collection to its end here and now, read its items, and publish it."""
    collection = collect_now(collection, report, generated_queries_of)
    if collection.finished_at is not None:
        settle_stopped(collection)
        estimate_collection(collection)
        progress = progress_of(collection)
        read_items(
            collection,
            report=lambda done, total: report(
                replace(progress, last=f"{done} of {total} items read")
            ),
        )
        publish_if_read(collection)
        collection.refresh_from_db()
    return collection


def work_on_crawl_slice(collection_id: int) -> Collection:
    """Do a slice of a collection's crawl; when that has ended, queue the reading of its items."""
    collection = work_on_collection(collection_id, source_of=generated_queries_of)
    if collection.finished_at is not None:
        estimate_collection(collection)
        enqueue_reading(collection.pk)
    elif collection.lease_until is None:
        enqueue_collection(collection_id)
    return collection


def enqueue_reading(collection_id: int) -> None:
    """Put a slice of reading items into the queue; harmless when it is there already."""
    Collection.objects.filter(pk=collection_id).update(queued_at=timezone.now())
    async_task("wrappers.tasks.read_collection", collection_id, task_name=f"read {collection_id}")


def read_items_slice(collection_id: int) -> bool:
    """Read items for a while; queue the next slice or publish the collection. Tell if it ended."""
    collection = Collection.objects.get(pk=collection_id)
    settle_stopped(collection)
    complete = read_items(collection, READING_SECONDS)
    if complete:
        publish_if_read(collection)
        Collection.objects.filter(pk=collection_id).update(queued_at=None)
    else:
        enqueue_reading(collection_id)
    return complete


def publish_if_read(collection: Collection) -> None:
    """Let searches find a collection that has items."""
    if collection.items.exists():
        publish_collection(collection)


def tend_collections() -> int:
    """Queue what a stop or kill left behind, and crawls that are due again; return how many."""
    waiting = list(Collection.objects.abandoned().values_list("pk", flat=True))
    for collection_id in waiting:
        enqueue_collection(collection_id)
    again = [collection for collection in due_again() if recrawl(collection)]
    unread = [
        collection
        for collection in Collection.objects.filter(finished_at__isnull=False, found__gt=0).exclude(
            page_class__run=F("run")
        )
        if collection.queued_at is None or collection.queued_at < timezone.now() - LOST_IN_QUEUE
    ]
    for collection in unread:
        enqueue_reading(collection.pk)
    return len(waiting) + len(again) + len(unread)
