"""The console's first page: what is well, what is not, what is being done about it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.db.models import QuerySet, Sum
from django.urls import reverse
from django.utils import timezone
from django_q.models import OrmQ

from discovery.models import (
    LEARNING_FAILURES,
    Collection,
    Engine,
    EngineCrawl,
    EngineEvent,
    EngineState,
)
from discovery.web.rendering.renderer import rendering_obstacle
from metasearch.console.plots import line, stacked_bars
from metasearch.models import AnswerFigures, StoredProfile
from metasearch.presentation.sample_sites import sample_addresses
from wrappers.extraction.answers.kinds import AnswerKind
from wrappers.models import EngineImport, LearningJob, Proposal, WrapperVersion

HOURS = 24
SHOWN_EVENTS = 8
# In the order in which they are stacked, the good ones below.
STACKED_KINDS = (
    *(AnswerKind.RESULTS, AnswerKind.NO_RESULTS, AnswerKind.TIMEOUT, AnswerKind.ERROR),
    *(AnswerKind.BLOCKED, AnswerKind.BROKEN),
)
# States that somebody should look at.
ALARMING = frozenset({EngineState.BROKEN, EngineState.SUSPENDED, *LEARNING_FAILURES})


@dataclass(frozen=True, slots=True)
class Tile:
    label: str
    number: int
    address: str
    alarming: bool = False


register = template.Library()


@register.inclusion_tag("admin/overview.html", takes_context=True)
def show_overview(context: dict[str, Any]) -> dict[str, Any]:
    may_see = context["request"].user.has_perm("discovery.view_engine")
    return {"overview": overview() if may_see else None}


def overview() -> dict[str, Any]:
    """Return the overview as it is now. The number of queries does not grow with the engines.

    `only_samples`: no engine is anybody's own yet. `no_rendering` says why no page is rendered, if
    none is.
    """
    figures = _figures_by_hour()
    hours = _last_hours()
    labels = [f"{hour:%H}:00" for hour in hours]
    series = {
        kind.lower(): [figures[hour][kind][0] for hour in hours] for kind in map(str, STACKED_KINDS)
    }
    seconds = [_mean_seconds(figures[hour]) for hour in hours]
    return {
        "states": _state_tiles(),
        "work": _work_tiles(),
        "events": _telling_events(),
        "answers": stacked_bars("Answers of engines in the last day, by kind", labels, series),
        "times": line("Mean seconds to an answer in the last day", labels, seconds, "s"),
        "answer_count": sum(map(sum, series.values())),
        "only_samples": not Engine.objects.exclude(home_url__in=sample_addresses()).exists(),
        "no_rendering": rendering_obstacle(),
    }


def _state_tiles() -> list[Tile]:
    listed = reverse("admin:discovery_engine_changelist")
    tiles = [
        Tile(str(state.label), number, f"{listed}?state__exact={state.value}", state in ALARMING)
        for state, number in Engine.objects.count_by_state()
    ]
    chosen = f"?proposal__exact={Proposal.OPEN.value}"
    repairs = _tile("repairs to accept or reject", WrapperVersion.objects.proposed(), chosen, True)
    return [*tiles, repairs] if repairs.number else tiles


def _work_tiles() -> list[Tile]:
    unfinished = "?finished_at__isnull=True"
    without = StoredProfile.objects.exclude(subjects=[]).filter(engine__categories="")
    proposed = "engines under no category, for which some are proposed"
    return [
        _tile("engines being learned or repaired", LearningJob.objects.unfinished(), unfinished),
        _tile("crawls for engines", EngineCrawl.objects.unfinished(), unfinished),
        _tile("collections being crawled", Collection.objects.unfinished(), unfinished),
        _tile("imports", EngineImport.objects.unfinished(), unfinished),
        _tile(proposed, without, "?categories=none"),
        _tile("tasks waiting in the queue", OrmQ.objects.all()),
    ]


def _tile(label: str, rows: QuerySet[Any], chosen: str = "", alarming: bool = False) -> Tile:
    opts = rows.model._meta
    listed = reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist")
    return Tile(label, rows.count(), listed + chosen, alarming)


def _telling_events() -> list[EngineEvent]:
    events = EngineEvent.objects.exclude(after__in=(EngineState.LEARNING, EngineState.PROPOSED))
    return list(events.select_related("engine")[:SHOWN_EVENTS])


def _last_hours() -> list[datetime]:
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    return [now - timedelta(hours=back) for back in range(HOURS - 1, -1, -1)]


_ByKind = defaultdict[str, tuple[int, float]]


def _figures_by_hour() -> defaultdict[datetime, _ByKind]:
    rows = (
        AnswerFigures.objects.filter(hour__gte=_last_hours()[0])
        .values_list("hour", "kind")
        .annotate(Sum("answers"), Sum("seconds"))
    )
    figures: defaultdict[datetime, _ByKind] = defaultdict(lambda: defaultdict(lambda: (0, 0.0)))
    for hour, kind, answers, seconds in rows:
        figures[hour][kind] = (answers, seconds)
    return figures


def _mean_seconds(by_kind: _ByKind) -> float | None:
    told = [by_kind[str(kind)] for kind in (AnswerKind.RESULTS, AnswerKind.NO_RESULTS)]
    number = sum(count for count, _ in told)
    return sum(seconds for _, seconds in told) / number if number else None
