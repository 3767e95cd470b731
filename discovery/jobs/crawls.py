"""All crawls' common parts: states, robots.txt, place in the queue, and driver of downloads."""

import asyncio
import time
import zlib
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.db import models
from django.db.models import Q
from django.utils import timezone

from discovery.jobs.leases import (
    SET_BACK,
    JobRunner,
    Lease,
    LeasedManager,
    LeasedQuerySet,
    LeasedWork,
    Report,
    Row,
    WorkStateError,
)
from discovery.web.fetching import Fetcher, RobotsFiles, open_sync_fetcher
from discovery.web.politeness import ROBOTS_LIFETIME

# A slice that has waited in the queue for so long was lost by it.
LOST_IN_QUEUE = timedelta(minutes=10)


# Values in one query; databases allow some tens of thousands.
CHUNK = 500


def in_chunks(values: Iterable[Any], size: int = CHUNK) -> Iterator[Sequence[Any]]:
    rest = list(values)
    for start in range(0, len(rest), size):
        yield rest[start : start + size]


class CrawlState(models.TextChoices):
    RUNNING = "RUNNING", "running"
    PAUSED = "PAUSED", "paused"
    STOPPED = "STOPPED", "stopped"
    DONE = "DONE", "done"
    FAILED = "FAILED", "failed"


class CrawlQuerySet(LeasedQuerySet[Row]):
    def due(self) -> Self:
        return self.unfinished().filter(state=CrawlState.RUNNING)

    def take_queue_place(self, crawl_id: int) -> bool:
        """Note that a slice of a crawl goes into the queue; False when one is there already."""
        now = timezone.now()
        queued = Q(queued_at__range=(now - LOST_IN_QUEUE, now + SET_BACK))
        return bool(self.due().filter(~queued, pk=crawl_id).update(queued_at=now))


_ManagerOfCrawls = models.Manager.from_queryset(CrawlQuerySet)


class CrawlManager(_ManagerOfCrawls[Row], LeasedManager[Row]):
    """Has the named queries."""


class Crawl(LeasedWork):
    """A crawl that is worked off in slices and can be paused, resumed and stopped.

    `queued_at` says since when a slice of it waits in the task queue.
    """

    state = models.CharField(
        max_length=10, choices=CrawlState.choices, default=CrawlState.RUNNING, db_index=True
    )
    reason = models.TextField(blank=True, help_text="Why the crawl ended.")
    queued_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[CrawlManager[Self]] = CrawlManager()

    class Meta:
        abstract = True


def pause_crawl(crawl: Crawl) -> None:
    _change(crawl, {CrawlState.RUNNING}, state=CrawlState.PAUSED, reason="Paused by a person.")


def stop_crawl(crawl: Crawl) -> None:
    """End a crawl for good; what it found stays. Raises `WorkStateError`."""
    unfinished = {CrawlState.RUNNING, CrawlState.PAUSED}
    _change(
        crawl,
        unfinished,
        state=CrawlState.STOPPED,
        reason="Stopped by a person.",
        finished_at=timezone.now(),
    )


def _change(crawl: Crawl, before: set[CrawlState], **values: Any) -> None:
    changed = type(crawl).objects.filter(pk=crawl.pk, state__in=before).update(**values)
    crawl.refresh_from_db(fields=("state", "reason", "finished_at"))
    if not changed:
        shown = CrawlState(crawl.state).label
        raise WorkStateError(f"A crawl that is {shown} cannot become {values['state']}.")


CrawlRow = TypeVar("CrawlRow", bound=Crawl)


@dataclass(frozen=True)
class CrawlRunner(JobRunner[CrawlRow]):
    """Works off crawls, each of which has at most one place in the queue."""

    def queue(self, row_id: int) -> None:
        if self.model.objects.take_queue_place(row_id):
            super().queue(row_id)

    def resume(self, crawl: CrawlRow) -> None:
        """Raises `WorkStateError` for a crawl that is not paused."""
        _change(crawl, {CrawlState.PAUSED}, state=CrawlState.RUNNING, reason="")
        self.queue(crawl.pk)

    def work_queued(self, row_id: int) -> CrawlRow:
        self.model.objects.due().filter(pk=row_id).update(queued_at=None)
        return super().work_queued(row_id)

    def queue_abandoned(self) -> int:
        """Queue the crawls whose worker died; return how many."""
        waiting = self.model.objects.abandoned().values_list("pk", flat=True)
        for crawl_id in waiting:
            self.queue(crawl_id)
        return len(waiting)


class RobotsStore:
    """The files of a crawl that are still good: rows of `model` that point to `owner`.

    `files` is given to the fetcher, which adds to it.
    """

    def __init__(self, model: type[models.Model], **owner: models.Model) -> None:
        self._owner = owner
        self._rows: models.QuerySet[Any] = model._default_manager.filter(**owner)
        since = timezone.now() - timedelta(seconds=ROBOTS_LIFETIME)
        self._rows.filter(fetched_at__lt=since).delete()
        self.files: RobotsFiles = {
            url: (status, zlib.decompress(bytes(body)))
            for url, status, body in self._rows.values_list("url", "status", "body")
        }
        self._stored = set(self.files)

    def store_new(self) -> None:
        for url in set(self.files) - self._stored:
            status, body = self.files[url]
            values = {"status": status, "body": zlib.compress(body)}
            self._rows.get_or_create(**self._owner, url=url, defaults=values)
            self._stored.add(url)


# Seconds between two signs of life.
HEARTBEAT = 1.0
# Seconds after its end in which a slice still takes what is under way.
GRACE = 20.0

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class CrawlSlice(ABC, Generic[CrawlRow, Request, Answer]):
    """The work of the holder of a crawl's lease, until the time is up or the crawl ends.

    What arrives is stored download by download, so that after a kill only what was under way is
    lost. Raises `LeaseLostError` when another worker took over.
    """

    # Columns of the row that others may change meanwhile.
    watched: tuple[str, ...] = ("state",)

    def __init__(self, lease: Lease, report: Report, crawl: CrawlRow, robots: RobotsStore) -> None:
        self._lease = lease
        self._report = report
        self._crawl = crawl
        self._robots = robots
        self._under_way: dict[asyncio.Task[Answer], Request] = {}
        self._beat_at = 0.0
        self._runner: asyncio.Runner
        self._fetcher: Fetcher

    def run(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        with open_sync_fetcher(self._robots.files) as (self._runner, self._fetcher):
            try:
                if self._begin():
                    self._download(until)
            finally:
                self._runner.run(_cancel_all(self._under_way))

    @abstractmethod
    def _begin(self) -> bool:
        """Take up what is stored; tell whether there is anything to download."""

    @abstractmethod
    def _next_requests(self) -> Iterable[Request]:
        """Return the downloads to begin beside those under way."""

    @abstractmethod
    def _fetch(self, request: Request) -> Coroutine[Any, Any, Answer]:
        """Download what was asked for."""

    @abstractmethod
    def _take(self, arrived: list[tuple[Request, asyncio.Task[Answer]]]) -> None:
        """Store what arrived, which may be nothing."""

    def _gives_up(self) -> bool:
        return False

    @abstractmethod
    def _has_ended(self) -> bool:
        """Wait, go on to another stage, or end, as nothing is under way; tell whether it is done
        with this slice."""

    @abstractmethod
    def _leave(self) -> None:
        """Store what the next slice goes on from: the time is up, or the crawl is paused."""

    def _show_life(self) -> None:
        self._lease.renew()
        self._crawl.refresh_from_db(fields=self.watched)

    def _tell(self, url: str, outcome: str) -> None:
        self._crawl.last = f"{url}  {outcome}".strip()
        self._report(self._crawl)

    def _beat(self) -> None:
        now = time.monotonic()
        if now - self._beat_at >= HEARTBEAT:
            self._beat_at = now
            self._show_life()

    def _download(self, until: float) -> None:
        while time.monotonic() < until + GRACE:
            self._beat()
            goes_on = time.monotonic() < until and self._crawl.state == CrawlState.RUNNING
            if goes_on:
                loop = self._runner.get_loop()
                for request in self._next_requests():
                    self._under_way[loop.create_task(self._fetch(request))] = request
            if self._under_way:
                done = self._runner.run(_first_done(self._under_way))
                self._take([(self._under_way.pop(task), task) for task in done])
                if goes_on and self._gives_up():
                    return
            elif not goes_on:
                break
            elif self._has_ended():
                return
        self._leave()


async def _first_done(tasks: Iterable["asyncio.Task[Answer]"]) -> "set[asyncio.Task[Answer]]":
    done, _ = await asyncio.wait(tasks, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
    return done


async def _cancel_all(tasks: "Iterable[asyncio.Task[Any]]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
