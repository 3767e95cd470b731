"""What all crawls share: their states, who changes them, and their place in the task queue."""

from datetime import timedelta
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from discovery.jobs.leases import LeasedManager, LeasedQuerySet, LeasedWork, Row, WorkStateError

# A slice that has waited in the queue for so long was lost by it.
LOST_IN_QUEUE = timedelta(minutes=10)


class CrawlState(models.TextChoices):
    """Where a crawl stands."""

    RUNNING = "RUNNING", "running"
    PAUSED = "PAUSED", "paused"
    STOPPED = "STOPPED", "stopped"
    DONE = "DONE", "done"
    FAILED = "FAILED", "failed"


class CrawlStateError(WorkStateError):
    """What was asked of a crawl cannot be done in the state it is in."""


class CrawlQuerySet(LeasedQuerySet[Row]):
    """Named queries over crawls."""

    def due(self) -> Self:
        """Crawls that are to go on."""
        return self.unfinished().filter(state=CrawlState.RUNNING)

    def take_queue_place(self, crawl_id: int) -> bool:
        """Note that a slice of a crawl goes into the queue; False when one is there already."""
        now = timezone.now()
        not_queued = Q(queued_at__isnull=True) | Q(queued_at__lt=now - LOST_IN_QUEUE)
        return bool(self.due().filter(not_queued, pk=crawl_id).update(queued_at=now))


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
    """Let a crawl rest after the downloads under way. Raises `CrawlStateError`."""
    _change(crawl, {CrawlState.RUNNING}, state=CrawlState.PAUSED, reason="Paused by a person.")


def wake_crawl(crawl: Crawl) -> None:
    """Let a paused crawl go on when a worker next takes it up. Raises `CrawlStateError`."""
    _change(crawl, {CrawlState.PAUSED}, state=CrawlState.RUNNING, reason="")


def stop_crawl(crawl: Crawl) -> None:
    """End a crawl for good; what it found stays. Raises `CrawlStateError`."""
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
        raise CrawlStateError(f"A crawl that is {shown} cannot become {values['state']}.")
