"""The console's first page: what is well, what is not, what is being done about it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, PermissionsMixin
from django.db.models import Sum
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
    """One number of the overview, and where its rows are listed."""

    label: str
    number: int
    address: str
    alarming: bool = False


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the first page shows.

    `only_samples`: no engine is anybody's own yet. `no_rendering` says why no page is rendered, if
    none is.
    """

    states: tuple[Tile, ...]
    work: tuple[Tile, ...]
    events: tuple[EngineEvent, ...]
    answers: SafeString
    times: SafeString
    answer_count: int
    only_samples: bool
    no_rendering: str


def overview() -> Overview:
    """Return the overview as it is now. The number of queries does not grow with the engines."""
    figures = _figures_by_hour()
    hours = _last_hours()
    labels = [f"{hour:%H}:00" for hour in hours]
    series = {
        kind.lower(): [figures[hour][kind][0] for hour in hours] for kind in map(str, STACKED_KINDS)
    }
    return Overview(
        states=_state_tiles(),
        work=_work_tiles(),
        events=tuple(_telling_events()),
        answers=stacked_bars("Answers of engines in the last day, by kind", labels, series),
        times=line(
            "Mean seconds to an answer in the last day",
            labels,
            [_mean_seconds(figures[hour]) for hour in hours],
            "s",
        ),
        answer_count=int(sum(map(sum, series.values()))),
        only_samples=not Engine.objects.exclude(home_url__in=sample_addresses()).exists(),
        no_rendering=rendering_obstacle(),
    )


def may_see(user: AbstractBaseUser | AnonymousUser | PermissionsMixin) -> bool:
    """Tell whether `user` may see engines, and so how they are."""
    return isinstance(user, PermissionsMixin) and user.has_perm("discovery.view_engine")


def _state_tiles() -> tuple[Tile, ...]:
    listed = reverse("admin:discovery_engine_changelist")
    tiles = tuple(
        Tile(
            str(state.label),
            number,
            f"{listed}?state__exact={state.value}",
            state in ALARMING,
        )
        for state, number in Engine.objects.count_by_state()
    )
    proposed = WrapperVersion.objects.proposed().count()
    if not proposed:
        return tiles
    versions = reverse("admin:wrappers_wrapperversion_changelist")
    address = f"{versions}?proposal__exact={Proposal.OPEN.value}"
    return (*tiles, Tile("repairs to accept or reject", proposed, address, alarming=True))


def _work_tiles() -> tuple[Tile, ...]:
    """Return how much work of each sort is under way."""
    unfinished = "?finished_at__isnull=True"
    return (
        Tile("engines being learned or repaired", LearningJob.objects.unfinished().count(),
             reverse("admin:wrappers_learningjob_changelist") + unfinished),
        Tile("crawls for engines", EngineCrawl.objects.unfinished().count(),
             reverse("admin:discovery_enginecrawl_changelist") + unfinished),
        Tile("collections being crawled", Collection.objects.unfinished().count(),
             reverse("admin:discovery_collection_changelist") + unfinished),
        Tile("imports", EngineImport.objects.unfinished().count(),
             reverse("admin:wrappers_engineimport_changelist") + unfinished),
        Tile("engines under no category, for which some are proposed",
             StoredProfile.objects.exclude(subjects=[]).filter(engine__categories="").count(),
             reverse("admin:metasearch_storedprofile_changelist") + "?categories=none"),
        Tile("tasks waiting in the queue", OrmQ.objects.count(),
             reverse("admin:django_q_ormq_changelist")),
    )  # fmt: skip


def _telling_events() -> list[EngineEvent]:
    """Return the latest changes between working and not working."""
    events = EngineEvent.objects.exclude(after__in=(EngineState.LEARNING, EngineState.PROPOSED))
    return list(events.select_related("engine")[:SHOWN_EVENTS])


def _last_hours() -> list[datetime]:
    now = timezone.now().replace(minute=0, second=0, microsecond=0)
    return [now - timedelta(hours=back) for back in range(HOURS - 1, -1, -1)]


_ByKind = defaultdict[str, tuple[int, float]]


def _figures_by_hour() -> defaultdict[datetime, _ByKind]:
    """Return number and seconds of the answers of each hour and kind, of all engines."""
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
    """Return the mean time to an answer that was one; None without any."""
    told = [by_kind[str(kind)] for kind in (AnswerKind.RESULTS, AnswerKind.NO_RESULTS)]
    number = sum(count for count, _ in told)
    return sum(seconds for _, seconds in told) / number if number else None
