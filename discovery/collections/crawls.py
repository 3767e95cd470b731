"""Collections: all pages of a site like a sample, gathered by structure or navigation pattern.

A crawl of a collection is a row; whoever holds its lease works on it in slices.
"""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Least
from django.utils import timezone

from discovery.collections.download_queue import IndexSource
from discovery.collections.index_crawl import IndexCrawl
from discovery.collections.methods import Checkpoint
from discovery.collections.page_rows import CollectionPageStore
from discovery.collections.slices import CollectingSlice
from discovery.crawling.links import site_of, without_session
from discovery.engines.registration import clean_address, clean_addresses
from discovery.jobs.crawls import CrawlRunner, CrawlState
from discovery.jobs.leases import Lease, Report
from discovery.models import Collection, CollectionStage, TraversalState
from discovery.pages.urls import are_same_pages

# Seconds a worker of the queue spends on one collection before other tasks get their turn.
SLICE_SECONDS = 30.0
# Samples of one class. Guess: one settles most classes, a second the nested ones.
MAX_SAMPLES = 20
# Times that a person may have asked a crawl to go on: 2 to the power of them, at most this.
MAX_PATIENCE = 1_024

# Where a crawl stands that is to begin after another has ended. What that left under way (a slice,
# the reading of its items) finds its lease or place gone.
_BEGINNING: dict[str, Any] = {
    "stage": CollectionStage.COLLECTING,
    "state": CrawlState.RUNNING,
    "reason": "",
    "finished_at": None,
    "failed_attempts": 0,
    "last_error": "",
    "lease_holder": "",
    "lease_until": None,
    "queued_at": None,
}

# Gives the index pages of a collection that links do not reach, if there are any.
SourceOf = Callable[[Collection], IndexSource | None]


class SampleError(ValueError):
    """The samples cannot be those of one class of one site."""


def prepare_collection(
    wanted: Collection, *, goes_further: bool = False, reading: int | None = None
) -> Collection:
    """Store the collection `wanted`, which is not yet; one from the same samples goes on instead
    where it was left, or is crawled again when it has ended.

    With `goes_further` a crawl that has ended goes on where it was; with `reading` it takes that
    one of its readings. Raises `SampleError`, `AddressError`.
    """
    wanted.samples, wanted.entry_url = check_request(wanted.samples, wanted.entry_url)
    with transaction.atomic():
        rows = Collection.objects.all()
        known = next((each for each in rows if are_same_pages(each.samples, wanted.samples)), None)
        if reading is not None:
            return _with_reading(known, reading)
        if known is None:
            parts = urlsplit(wanted.samples[0])
            wanted.name = wanted.name or f"{parts.netloc}{parts.path.rpartition('/')[0]}"[:200]
            wanted.save()
            return wanted
        changed = Collection.objects.filter(pk=known.pk)
        values = {
            "entry_url": wanted.entry_url or known.entry_url,
            "entry_engine": wanted.entry_engine or known.entry_engine,
            "max_downloads": wanted.max_downloads,
            "criterion": wanted.criterion or known.criterion,
        }
        if goes_further and prepare_further_search(known):
            changed.update(entry_engine=values["entry_engine"])
        elif known.finished_at is None:
            changed.update(state=CrawlState.RUNNING, **values)
        else:
            changed.update(method=wanted.method, **values)
            prepare_next_crawl(known)
        known.refresh_from_db()
    return known


def _with_reading(collection: Collection | None, number: int) -> Collection:
    if collection is None or not prepare_reading(collection, number):
        count = 0 if collection is None else len(collection.readings)
        raise SampleError(
            f"There is no reading {number}: a crawl from these samples has to have ended, and its "
            f"readings are numbered from 1 to {count}."
        )
    collection.refresh_from_db()
    return collection


def check_request(samples: Iterable[str], entry_url: str) -> tuple[list[str], str]:
    """Return samples and entry page as they will be fetched.

    Raises `SampleError`, `AddressError`.
    """
    samples = clean_addresses(samples)
    if not samples:
        raise SampleError("Give the address of at least one sample page.")
    if len(samples) > MAX_SAMPLES:
        raise SampleError(f"Give at most {MAX_SAMPLES} sample pages, not {len(samples)}.")
    for sample in samples[1:]:
        if site_of(sample) != site_of(samples[0]):
            raise SampleError(f"The sample {sample} is not on the site of {samples[0]}.")
    entry = without_session(clean_address(entry_url)) if entry_url else ""
    if entry and site_of(entry) != site_of(samples[0]):
        raise SampleError(f"The entry page {entry} is not on the site of the sample.")
    return samples, entry


def prepare_next_crawl(collection: Collection) -> bool:
    """Begin the next crawl of a collection whose last one has ended; False when it had not."""
    return _take_up(
        collection,
        run=F("run") + 1,
        run_started_at=timezone.now(),
        downloads=0,
        seconds=0.0,
        queue=0,
    )


def prepare_further_search(collection: Collection) -> bool:
    """Have a crawl that has ended go on where it was, longer than before; False when it had not."""
    # A navigation pattern leads to what is known.
    return _take_up(
        collection,
        patience=Least(F("patience") * 2, Value(MAX_PATIENCE)),
        max_downloads=F("max_downloads") + F("downloads"),
        pattern=None,
    )


def prepare_reading(collection: Collection, number: int) -> bool:
    """Have an ended crawl take one of its readings, with 0 what its samples say by themselves;
    False when there is no such one."""
    choices = ["", *(reading.get("choice", "") for reading in collection.readings)]
    if not 0 <= number < len(choices) or (number and not choices[number]):
        return False
    # What a crawl along a pattern read is known to structure in part.
    pattern = collection.pattern if collection.run > 1 else None
    choice = choices[number]
    return _take_up(collection, chosen_reading=choice, is_decided=True, pattern=pattern)


def keep_reading(collection: Collection) -> None:
    """Note that a person wants the pages that were found, not those of another reading."""
    Collection.objects.filter(pk=collection.pk).update(is_decided=True)


def _take_up(collection: Collection, **changes: Any) -> bool:
    """Have the algorithm take all pages of the run anew; False when the crawl had not ended."""
    ended = Collection.objects.filter(pk=collection.pk, finished_at__isnull=False)
    with transaction.atomic():
        TraversalState.objects.filter(collection__in=ended).delete()
        return bool(ended.update(**_BEGINNING, **changes))


def due_again() -> list[Collection]:
    now = timezone.now()
    ended = Collection.objects.exclude(state=CrawlState.STOPPED)
    return [
        each
        for each in ended.filter(recrawl_days__isnull=False, finished_at__isnull=False)
        if each.recrawl_days is not None
        and each.finished_at is not None
        and (now - each.finished_at).days >= each.recrawl_days
    ]


def crawl_runner(
    source_of: SourceOf = lambda _collection: None, task: str = ""
) -> CrawlRunner[Collection]:
    """Return who works off collections; `task` does so in the background."""

    def work(lease: Lease, seconds: float, report: Report) -> None:
        collection = Collection.objects.get(pk=lease.row_id)
        if collection.index is not None:
            IndexCrawl(lease, report).run()
            return
        CollectingSlice(lease, report, source_of(collection)).run(seconds)

    def give_up(lease: Lease, reason: str, _report: Report) -> None:
        lease.update(state=CrawlState.FAILED, reason=reason, finished_at=timezone.now(), queue=0)

    counts = ("downloads", "found", "queue")
    return CrawlRunner(Collection, work, give_up, SLICE_SECONDS, counts, task, "collect")


def settle_stopped(collection: Collection) -> None:
    """Write what a crawl that was stopped had found by then: its worker could not any more."""
    state = TraversalState.objects.filter(collection=collection)
    if collection.state != CrawlState.STOPPED or collection.stage != CollectionStage.COLLECTING:
        return
    if not collection.pages.filter(run=collection.run).exists():
        return
    checkpoint = Checkpoint(collection, CollectionPageStore(collection))
    with transaction.atomic():
        checkpoint.set_members()
        state.delete()
        Collection.objects.filter(pk=collection.pk).update(
            **checkpoint.result(cut_short=True), queue=0, stage=CollectionStage.REVISITING
        )
    collection.refresh_from_db()
