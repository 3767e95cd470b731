"""The console's site and first page: what is well, what is not, what is being done about it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.conf import settings
from django.contrib.admin import AdminSite
from django.contrib.auth.forms import AuthenticationForm
from django.db.models import QuerySet, Sum
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django_q.models import OrmQ

from discovery.models import (
    LEARNING_FAILURES,
    Collection,
    Engine,
    EngineCrawl,
    EngineEvent,
    EngineState,
)
from discovery.pages.outcomes import AnswerKind
from discovery.web.rendering.renderer import rendering_obstacle
from metasearch.models import AnswerFigures, StoredProfile
from metasearch.presentation.sample_sites import sample_addresses
from wrappers.models import EngineAction, EngineImport, LearningJob
from wrappers.operations.waiting import WAITING

# What comes first is done most. Models that no group names stand below, in one of their own.
_GROUPS = (
    (
        "Engines",
        tuple(
            "Engine Collection EngineImport Subscription EngineCrawl EngineAction "
            "StoredProfile".split()
        ),
    ),
    ("What was learned, and when", ("WrapperVersion", "LearningJob", "EngineEvent")),
    (
        "Who may do what",
        tuple("LogEntry User Group AccessKey AccessAttempt AccessFailureLog AccessLog".split()),
    ),
)
_OTHERS = "Tasks in the background"


class Console(AdminSite):
    @property
    def login_form(self) -> type[AuthenticationForm] | None:  # type: ignore[override]
        """Return the form for all accounts, not the console's alone, where searching needs one."""
        return AuthenticationForm if settings.SEARCH_NEEDS_SIGN_IN else None

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        return {**super().each_context(request), "has_single_sign_on": bool(settings.OIDC_ISSUER)}

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        rows = {model["object_name"]: model for app in apps for model in app["models"]}
        named = {name for _, names in _GROUPS for name in names}
        groups = (*_GROUPS, (_OTHERS, tuple(name for name in rows if name not in named)))
        seen = [(title, [rows[name] for name in names if name in rows]) for title, names in groups]
        return [
            {
                "name": title,
                "app_label": f"group-{number}",
                "app_url": next(filter(None, (row["admin_url"] for row in models)), ""),
                "has_module_perms": True,
                "models": models,
            }
            for number, (title, models) in enumerate(seen)
            if models
        ]


WIDTH, HEIGHT = 480, 120
# Room below the plot for the labels, and above it for the largest value.
FOOT, HEAD = 18, 14
GAP = 1.0


def stacked_bars(
    title: str, labels: Sequence[str], series: Mapping[str, Sequence[float]]
) -> SafeString:
    """Return bars, one a label, of the stacked values of each of the `series` by class name."""
    tops = [sum(values) for values in zip(*series.values(), strict=True)]
    highest = max(tops, default=0) or 1
    step = WIDTH / max(1, len(labels))
    bars = []
    for place, label in enumerate(labels):
        base = float(HEIGHT - FOOT)
        for name, values in series.items():
            height = values[place] / highest * (HEIGHT - FOOT - HEAD)
            base -= height
            if height:
                told = f"{label}: {values[place]:g} {name}"
                sizes = (place * step, base, step - GAP, height)
                bars.append((name, *(f"{size:.1f}" for size in sizes), told))
    plot = {"title": title, "bars": bars, "highest": f"{highest:g}", "labels": labels}
    whole = {"width": WIDTH, "height": HEIGHT, "base": HEIGHT - FOOT}
    return render_to_string("admin/bars.html", plot | whole)


HOURS = 24
SHOWN_EVENTS = 8
# In the order in which they are stacked, the good ones below.
STACKED_KINDS = (
    *(AnswerKind.RESULTS, AnswerKind.NO_RESULTS, AnswerKind.TIMEOUT, AnswerKind.ERROR),
    *(AnswerKind.BLOCKED, AnswerKind.BROKEN),
)
# States that somebody should look at.
ALARMING = frozenset({EngineState.BROKEN, EngineState.SUSPENDED, *LEARNING_FAILURES})


register = template.Library()


@register.inclusion_tag("admin/overview.html", takes_context=True)
def show_overview(context: dict[str, Any]) -> dict[str, Any]:
    may_see = context["request"].user.has_perm("discovery.view_engine")
    return {"overview": overview() if may_see else None}


def overview() -> dict[str, Any]:
    """Return the overview as it is now. The number of queries does not grow with the engines."""
    figures = _figures_by_hour()
    hours = _last_hours()
    labels = [f"{timezone.localtime(hour):%H:%M}" for hour in hours]
    series = {
        kind.lower(): [figures[hour][kind][0] for hour in hours] for kind in map(str, STACKED_KINDS)
    }
    seconds = [_mean_seconds(figures[hour]) for hour in hours]
    # The latest changes between working and not working.
    events = EngineEvent.objects.exclude(after__in=(EngineState.LEARNING, EngineState.PROPOSED))
    return {
        "states": _state_tiles(),
        "waiting": waiting_counts(),
        "work": _work_tiles(),
        "events": list(events.select_related("engine")[:SHOWN_EVENTS]),
        "answers": stacked_bars("Answers of engines in the last day, by kind", labels, series),
        "times": stacked_bars(
            "Mean seconds to an answer in the last day", labels, {"seconds": seconds}
        ),
        "answer_count": sum(map(sum, series.values())),
        "only_samples": not Engine.objects.exclude(home_url__in=sample_addresses()).exists(),
        "no_rendering": rendering_obstacle(),
    }


def _state_tiles() -> list[dict[str, Any]]:
    listed = reverse("admin:discovery_engine_changelist")
    return [
        _tile(state.label, number, f"{listed}?state__exact={state.value}", state in ALARMING)
        for state, number in Engine.objects.count_by_state()
    ]


WAITING_WORDS = {
    "repair": "repairs to accept or reject",
    "reading": "collections whose samples may mean other pages",
    "failed": "engines that need a hand",
    "file": "engines changed here and by their publisher",
    "proposed": "engines proposed",
}


def waiting_counts() -> list[dict[str, Any]]:
    """Return how much of each kind waits for a person, and where it is decided."""
    inbox = reverse("inbox")
    return [
        {**_tile(WAITING_WORDS[name], rows().count(), f"{inbox}?kind={name}"), "kind": name}
        for name, rows in WAITING.items()
    ]


def _work_tiles() -> list[dict[str, Any]]:
    unfinished = "?finished_at__isnull=True"
    without = StoredProfile.objects.exclude(subjects=[]).filter(engine__categories="")
    proposed = "engines under no category, for which some are proposed"
    return [
        _listed("engines being learned or repaired", LearningJob.objects.unfinished(), unfinished),
        _listed("crawls for engines", EngineCrawl.objects.unfinished(), unfinished),
        _listed("collections being crawled", Collection.objects.unfinished(), unfinished),
        _listed("actions on many engines", EngineAction.objects.unfinished(), unfinished),
        _listed("imports", EngineImport.objects.unfinished(), unfinished),
        _listed(proposed, without, "?categories=none"),
        _listed("tasks waiting in the queue", OrmQ.objects.all()),
    ]


def _tile(label: str, number: int, address: str, alarming: bool = False) -> dict[str, Any]:
    return {"label": str(label), "number": number, "address": address, "alarming": alarming}


def _listed(label: str, rows: QuerySet[Any], chosen: str = "") -> dict[str, Any]:
    listed = f"admin:{rows.model._meta.app_label}_{rows.model._meta.model_name}_changelist"
    return _tile(label, rows.count(), reverse(listed) + chosen)


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


def _mean_seconds(by_kind: _ByKind) -> float:
    told = [by_kind[str(kind)] for kind in (AnswerKind.RESULTS, AnswerKind.NO_RESULTS)]
    number = sum(count for count, _ in told)
    return round(sum(seconds for _, seconds in told) / number, 2) if number else 0.0
