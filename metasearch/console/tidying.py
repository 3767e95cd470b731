"""Tidying, once a day: what is kept no longer goes, and what is kept is counted.

Never removed are engines, their versions and latest history, what waits or is under way, the latest
crawl of a collection, and the pages of versions in use, proposed, next to those in use or latest:
by them engines are mended, to them a person goes back.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any, NamedTuple

from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, Value
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
# Nothing is older.
LONG_AGO = datetime.fromtimestamp(0, UTC)
SAMPLE_COLUMNS = ("body", "layout", "picture")


def unneeded_pages() -> QuerySet[SamplePage]:
    """Return the pages of learning that has ended, but for those that are looked at again."""
    others = WrapperVersion.objects.filter(engine=OuterRef("engine"))
    used, number = Subquery(others.filter(is_active=True).values("number")[:1]), OuterRef("number")
    versions = WrapperVersion.objects.filter(is_active=False).exclude(proposal=Proposal.OPEN)
    usable = others.usable()
    next_older = Exists(usable.filter(number__gt=number, number__lt=OuterRef("used")))
    next_newer = Exists(usable.filter(number__lt=number, number__gt=OuterRef("used")))
    is_latest = ~Exists(usable.filter(number__gt=number))
    far = versions.annotate(used=used).filter(~is_latest, next_older | next_newer)
    without = Q(version__isnull=True, job__finished_at__isnull=False)
    return SamplePage.objects.filter(without | Q(version__in=far.values("pk")))


def _size(columns: Sequence[str]) -> Any:
    return sum((Coalesce(Length(each), 0) for each in columns), Value(0))


def _pages(before: datetime) -> QuerySet[SamplePage]:
    """Return those that nobody needs and that are old, or beyond the newest `PAGES_KEPT_MB`."""
    sized = unneeded_pages().annotate(size=_size(SAMPLE_COLUMNS)).order_by("-fetched_at")
    left = settings.PAGES_KEPT_MB * 1_000_000
    for at, size in sized.values_list("fetched_at", "size").iterator() if left else ():
        left -= size
        if left < 0:
            before = max(before, at + timedelta.resolution)
            break
    return unneeded_pages().filter(fetched_at__lt=before)


def _collected(before: datetime) -> QuerySet[CollectionPage]:
    """Return pages that the latest crawl did not ask for: if ever again, they are fetched whole."""
    ended = CollectionPage.objects.filter(collection__finished_at__isnull=False, body__gt=b"")
    old = ended.filter(run__lt=F("collection__run"), fetched_at__lt=before)
    return old.exclude(is_member=True, is_gone=False)


def _followed(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return those rows of an engine that are not its latest."""
    later = rows.model._default_manager.filter(engine=OuterRef("engine"), pk__gt=OuterRef("pk"))
    return rows.filter(Exists(later))


class Kind(NamedTuple):
    """Which rows go when they are older than a setting says, in days, and which columns are large.

    Of rows that `stay` these columns are emptied.
    """

    name: str
    kept_for: str
    old: Callable[[datetime], QuerySet[Any]]
    columns: tuple[str, ...] = ()
    stay: bool = False


def _before(rows: QuerySet[Any], column: str) -> Callable[[datetime], QuerySet[Any]]:
    return lambda before: rows.filter(**{f"{column}__lt": before})


_jobs = _followed(LearningJob.objects.filter(samples__isnull=True))
# A sample site that was retired is not retired again, and who brought what stays as long as it.
_events = _followed(EngineEvent.objects.exclude(evidence__has_key=RETIRED))
_done = LogEntry.objects.exclude(action_flag=ADDITION)
PAGES, HISTORY, FIGURES = "PAGES_KEPT_FOR", "HISTORY_KEPT_FOR", "FIGURES_KEPT_FOR"
KINDS = (
    Kind("pages and pictures of engines", PAGES, _pages, SAMPLE_COLUMNS),
    Kind("pages of collections", PAGES, _collected, ("body",), stay=True),
    Kind("learning and mending", HISTORY, _before(_jobs, "finished_at")),
    Kind("history of engines", HISTORY, _before(_events, "at")),
    Kind("crawls for engines", HISTORY, _before(EngineCrawl.objects.all(), "finished_at")),
    Kind("what people did", HISTORY, _before(_done, "action_time")),
    Kind("attempts to sign in", HISTORY, _before(AccessAttempt.objects.all(), "attempt_time")),
    Kind("sessions", HISTORY, lambda _: Session.objects.filter(expire_date__lt=timezone.now())),
    Kind("tasks that ended", HISTORY, _before(Task.objects.filter(success=False), "stopped")),
    Kind("figures by the hour", FIGURES, _before(AnswerFigures.objects.all(), "hour")),
)


def tidy() -> int:
    """Remove what is kept no longer, and count the rest; return how many rows were removed."""
    began = monotonic()
    kinds = [_tidied(kind, began + LIMIT) for kind in KINDS]
    Tidying.objects.create(seconds=round(monotonic() - began, 2), kinds=kinds)
    return sum(kind["removed"] for kind in kinds)


def _tidied(kind: Kind, until: float) -> dict[str, Any]:
    days, removed = getattr(settings, kind.kept_for), 0
    old = kind.old(timezone.now() - timedelta(days=days) if days else LONG_AGO)
    rows = old.model._base_manager.all()
    while monotonic() < until and (keys := list(old.values_list("pk", flat=True)[:BATCH])):
        batch = rows.filter(pk__in=keys)
        if kind.stay:
            batch.update(**dict.fromkeys(kind.columns, b""))
        else:
            batch.delete()
        removed += len(keys)
    size = rows.aggregate(size=Sum(_size(kind.columns)))["size"] if kind.columns else 0
    return {"name": kind.name, "removed": removed, "rows": rows.count(), "bytes": size or 0}
