"""The public list of engines: who is asked, in which state, how it answered of late."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from asgiref.sync import sync_to_async
from django.db.models import Case, Q, Sum, When
from django.utils import timezone

from discovery.models import Engine, EngineState
from metasearch.models import AnswerFigures
from metasearch.presentation.addresses import safe_address
from metasearch.presentation.labels import (
    ANSWERED,
    MAX_NAME_LENGTH,
    category_label,
    format_percent,
    format_seconds,
    state_label,
)
from metasearch.search import clean_text
from wrappers.models import WrapperVersion

# Rows of the list at most; those asked come first. Guess: a page of more is of no use.
MAX_ROWS = 1_000
# How far back it is told how engines answered.
RECENT_PERIOD = timedelta(days=1)
LISTED = (EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED)


@dataclass(frozen=True, slots=True)
class ListedEngine:
    """One engine of the list; `checked_at` is None when it has not been checked yet.

    `answered` and `seconds` are texts about the last day: the share of its answers that could be
    used, and the mean time of these. They are empty where it was not asked or gave none.
    """

    slug: str
    name: str
    href: str
    state: str
    state_words: str
    language: str
    categories: tuple[str, ...]
    checked_at: datetime | None
    answered: str = ""
    seconds: str = ""


def list_engines() -> Sequence[ListedEngine]:
    """Return the engines in use, those that are asked first, by name."""
    rows = Engine.objects.filter(state__in=LISTED).order_by(
        Case(When(state=EngineState.ACTIVE, then=0), default=1), "name"
    )[:MAX_ROWS]
    active = WrapperVersion.objects.filter(engine__state__in=LISTED, is_active=True)
    checks = dict(active.values_list("engine_id", "last_checked_at"))
    of_late = recent_figures()
    return [
        ListedEngine(
            slug=engine.slug,
            name=clean_text(engine.name, MAX_NAME_LENGTH),
            href=safe_address(engine.home_url),
            state=engine.state,
            state_words=state_label(engine.state),
            language=engine.language,
            categories=tuple(map(category_label, engine.category_names())),
            checked_at=checks.get(engine.pk),
            answered=of_late.get(engine.pk, ("", ""))[0],
            seconds=of_late.get(engine.pk, ("", ""))[1],
        )
        for engine in rows
    ]


def recent_figures() -> dict[int, tuple[str, str]]:
    """Return how engines answered in the last day, by key: `answered` and `seconds`."""
    usable = Q(kind__in=[str(kind) for kind in ANSWERED])
    rows = (
        AnswerFigures.objects.filter(hour__gte=timezone.now() - RECENT_PERIOD)
        .values("engine_id")
        .annotate(
            all=Sum("answers"),
            good=Sum("answers", filter=usable, default=0),
            spent=Sum("seconds", filter=usable, default=0.0),
        )
    )
    return {
        row["engine_id"]: (
            format_percent(row["good"] / row["all"]),
            format_seconds(row["spent"] / row["good"]) if row["good"] else "",
        )
        for row in rows
        if row["all"]
    }


alist_engines = sync_to_async(list_engines)
