"""Tidying, once a day: what is kept no longer goes, and what is kept is counted.

Never removed are engines, their versions and latest history, what waits or is under way, the latest
crawl of a collection, and the pages of versions in use, proposed, next to those in use or latest:
by them engines are mended, to them a person goes back.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce, Length
from django.utils import timezone
from django_q.models import Task

from discovery.models import CollectionPage, EngineCrawl, EngineEvent
from metasearch.models import AnswerFigures, Tidying
from metasearch.presentation.sample_sites import RETIRED
from wrappers.models import LearningJob, Proposal, SamplePage, WrapperVersion

# Rows removed in one transaction, beside which nobody else writes (SQLite). Guess.
BATCH = 100
# Seconds after which the rest is left to the next day: the queue ends a task after 90.
LIMIT = 60.0
MEGABYTE = 1_000_000
# Nothing is older.
LONG_AGO = datetime.fromtimestamp(0, UTC)

SAMPLE_COLUMNS = ("body", "layout", "picture")


def unneeded_pages() -> QuerySet[SamplePage]:
    """Return the pages of learning that has ended, but for those that are looked at again."""
    others = WrapperVersion.objects.filter(engine=OuterRef("engine"))
    versions = WrapperVersion.objects.filter(is_active=False).exclude(proposal=Proposal.OPEN)
    versions = versions.annotate(used=Subquery(others.filter(is_active=True).values("number")[:1]))
    number, used = OuterRef("number"), OuterRef("used")
    usable = others.usable()
    next_older = Exists(usable.filter(number__gt=number, number__lt=used))
    next_newer = Exists(usable.filter(number__lt=number, number__gt=used))
    far = versions.filter(Exists(usable.filter(number__gt=number)), next_older | next_newer)
    without = Q(version__isnull=True, job__finished_at__isnull=False)
    return SamplePage.objects.filter(without | Q(version__in=far.values("pk")))


def _pages_before(before: datetime) -> QuerySet[SamplePage]:
    """Return those that nobody needs and that are old, or beyond the newest `PAGES_KEPT_MB`."""
    sized = unneeded_pages().annotate(size=_size(SAMPLE_COLUMNS)).order_by("-fetched_at")
    left = settings.PAGES_KEPT_MB * MEGABYTE
    for at, size in sized.values_list("fetched_at", "size").iterator() if left else ():
        left -= size
        if left < 0:
            before = max(before, at + timedelta.resolution)
            break
    return unneeded_pages().filter(fetched_at__lt=before)


def _size(columns: Sequence[str]) -> Any:
    return sum((Coalesce(Length(each), 0) for each in columns), Value(0))


def _collected_before(before: datetime) -> QuerySet[CollectionPage]:
    """Return pages that the latest crawl did not ask for: if ever again, they are fetched whole."""
    ended = CollectionPage.objects.filter(
        run__lt=F("collection__run"), collection__finished_at__isnull=False, fetched_at__lt=before
    )
    return ended.exclude(is_member=True, is_gone=False).exclude(body=b"")


def _events_before(before: datetime) -> QuerySet[EngineEvent]:
    later = EngineEvent.objects.filter(engine=OuterRef("engine"), pk__gt=OuterRef("pk"))
    old = EngineEvent.objects.filter(Exists(later), at__lt=before)
    return old.exclude(evidence__has_key=RETIRED)


def _learning_before(before: datetime) -> QuerySet[LearningJob]:
    later = LearningJob.objects.filter(engine=OuterRef("engine"), pk__gt=OuterRef("pk"))
    return LearningJob.objects.filter(Exists(later), finished_at__lt=before, samples__isnull=True)


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows of `model`: which of them are kept no longer, and which of their columns hold bytes.

    `kept_for` is the setting that says for how many days. Of rows that only `lose` a column the
    rest stays.
    """

    name: str
    model: type[Model]
    kept_for: str
    old: Callable[[datetime], QuerySet[Any]]
    holds: tuple[str, ...] = ()
    lose: str = ""


def _before(model: type[Model], column: str, **also: Any) -> Callable[[datetime], QuerySet[Any]]:
    rows = model._default_manager
    return lambda before: rows.filter(**{f"{column}__lt": before}, **also)


PAGES, HISTORY, FIGURES = "PAGES_KEPT_FOR", "HISTORY_KEPT_FOR", "FIGURES_KEPT_FOR"
KINDS = (
    Kind("pages and pictures of engines", SamplePage, PAGES, _pages_before,
         SAMPLE_COLUMNS),
    Kind("pages of collections", CollectionPage, PAGES, _collected_before, ("body",), "body"),
    Kind("learning and mending", LearningJob, HISTORY, _learning_before),
    Kind("history of engines", EngineEvent, HISTORY, _events_before),
    Kind("crawls for engines", EngineCrawl, HISTORY, _before(EngineCrawl, "finished_at")),
    # Who brought what stays, as long as it is there.
    Kind("what people did", LogEntry, HISTORY,
         lambda before: LogEntry.objects.filter(action_time__lt=before).exclude(
             action_flag=ADDITION)),
    Kind("attempts to sign in", AccessAttempt, HISTORY, _before(AccessAttempt, "attempt_time")),
    Kind("sessions", Session, HISTORY, lambda _: Session.objects.filter(
        expire_date__lt=timezone.now())),
    Kind("tasks that ended", Task, HISTORY, _before(Task, "stopped", success=False)),
    Kind("figures by the hour", AnswerFigures, FIGURES, _before(AnswerFigures, "hour")),
    Kind("tidyings", Tidying, HISTORY, _before(Tidying, "at")),
)  # fmt: skip


def tidy() -> int:
    """Remove what is kept no longer, and count the rest; return how many rows were removed."""
    began = monotonic()
    kinds = [_tidied(kind, began + LIMIT) for kind in KINDS]
    Tidying.objects.create(seconds=round(monotonic() - began, 2), kinds=kinds)
    return sum(kind["removed"] for kind in kinds)


def _tidied(kind: Kind, until: float) -> dict[str, Any]:
    removed = sum(_removed(kind, until))
    rows = kind.model._base_manager.all()
    size = rows.aggregate(size=Sum(_size(kind.holds)))["size"] if kind.holds else 0
    return {"name": kind.name, "removed": removed, "rows": rows.count(), "bytes": size or 0}


def _removed(kind: Kind, until: float) -> Iterator[int]:
    days = getattr(settings, kind.kept_for)
    old = kind.old(timezone.now() - timedelta(days=days) if days else LONG_AGO)
    while monotonic() < until and (keys := list(old.values_list("pk", flat=True)[:BATCH])):
        rows = kind.model._base_manager.filter(pk__in=keys)
        if kind.lose:
            rows.update(**{kind.lose: b""})
        else:
            rows.delete()
        yield len(keys)
