"""What waits for a person: rows of each kind, with the time `since`."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from discovery.models import LEARNING_FAILURES, Collection, Engine, EngineEvent, EngineState
from wrappers.models import ImportedEngine, LearningJob, WrapperVersion


def proposed_repairs() -> QuerySet[Any]:
    rows = WrapperVersion.objects.proposed().select_related("engine")
    return rows.defer("tree_grams", "no_result", "start_pages").annotate(since=F("created_at"))


def readings_to_choose() -> QuerySet[Any]:
    ended = Collection.objects.filter(finished_at__isnull=False, is_decided=False)
    return ended.exclude(readings=[]).annotate(since=F("finished_at"))


def failed_engines() -> QuerySet[Any]:
    """Return engines that were not learned, or that broke and for which no repair was found."""
    own = {"engine": OuterRef("pk")}
    is_mended = Exists(LearningJob.objects.unfinished().filter(**own))
    is_repaired = Exists(WrapperVersion.objects.proposed().filter(**own))
    is_left_broken = Q(state=EngineState.BROKEN) & ~is_mended & ~is_repaired
    latest = EngineEvent.objects.filter(**own).order_by("-at").values("at")[:1]
    failed = Engine.objects.filter(Q(state__in=LEARNING_FAILURES) | is_left_broken)
    return failed.annotate(since=Coalesce(Subquery(latest), "created_at"))


def engines_with_waiting_files() -> QuerySet[Any]:
    """Return engines changed by a person whose publisher has changed their file since."""
    files = ImportedEngine.objects.filter(waits=True, engine=OuterRef("pk")).order_by("-pk")
    since = Subquery(files.values("engine_import__created_at")[:1])
    return Engine.objects.filter(Exists(files)).annotate(since=since)


WAITING: Mapping[str, Callable[[], QuerySet[Any]]] = {
    "repair": proposed_repairs,
    "reading": readings_to_choose,
    "failed": failed_engines,
    "file": engines_with_waiting_files,
    "proposed": lambda: Engine.objects.waiting().annotate(since=F("created_at")),
}
