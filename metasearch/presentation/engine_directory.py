"""The public list of engines: who is asked, in which state, how it answered of late."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from asgiref.sync import sync_to_async
from django.core.paginator import Paginator
from django.db.models import Case, Q, Sum, When
from django.utils import timezone

from discovery.models import Engine, EngineState
from metasearch.models import AnswerFigures
from metasearch.presentation.labels import (
    ANSWERED,
    MAX_NAME_LENGTH,
    category_label,
    format_percent,
    format_seconds,
    state_label,
)
from metasearch.presentation.presenter import safe_address
from metasearch.search.highlighting import clean_text
from wrappers.engines.answer import ANYBODY, Viewer, sees
from wrappers.models import WrapperVersion

# Engines of one page of the list: some screens.
PAGE_SIZE = 50
# How far back it is told how engines answered.
RECENT_PERIOD = timedelta(days=1)
LISTED = (EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED)


def list_engines(
    words: str = "", state: str = "", category: str = "", page: int = 1, viewer: Viewer = ANYBODY
) -> dict[str, Any]:
    """Return a page of the engines with all `words` in name, bang or address, asked ones first.

    Those are left out that `viewer` does not see.
    """
    listed = Engine.objects.filter(state__in=LISTED)
    closed = listed.exclude(seen_by="").only("seen_by")
    listed = listed.exclude(pk__in=[each.pk for each in closed if not sees(viewer, each.groups())])
    names = sorted(
        {name for engine in listed.only("categories") for name in engine.category_names()}
    )
    if state:
        listed = listed.filter(state=state)
    for word in words.split():
        called = word.removeprefix("!") or word
        listed = listed.filter(
            Q(name__icontains=word)
            | Q(bang__icontains=called)
            | Q(slug__icontains=called)
            | Q(home_url__icontains=word)
        )
    if category:
        listed = listed.filter(categories__icontains=category)
    listed = listed.order_by(Case(When(state=EngineState.ACTIVE, then=0), default=1), "name", "pk")
    shown = Paginator(listed, PAGE_SIZE).get_page(page)
    rows = list(shown)
    keys = [engine.pk for engine in rows]
    active = WrapperVersion.objects.filter(engine__in=keys, is_active=True)
    checks = dict(active.values_list("engine_id", "last_checked_at"))
    of_late = recent_figures(keys)
    return {
        "engines": [
            _listed_engine(engine, checks.get(engine.pk), *of_late.get(engine.pk, ("", "")))
            for engine in rows
        ],
        "count": shown.paginator.count,
        "page": shown.number,
        "last_page": shown.paginator.num_pages,
        "categories": [(name, category_label(name)) for name in names],
    }


def _listed_engine(
    engine: Engine, checked_at: datetime | None, answered: str, seconds: str
) -> dict[str, Any]:
    return {
        "slug": engine.slug,
        "bang": engine.bang or engine.slug,
        "name": clean_text(engine.name, MAX_NAME_LENGTH),
        "href": safe_address(engine.home_url),
        "state": engine.state,
        "state_words": state_label(engine.state),
        "language": engine.language,
        "categories": [category_label(name) for name in engine.category_names()],
        "checked_at": checked_at,
        "answered": answered,
        "seconds": seconds,
    }


def recent_figures(keys: Sequence[int]) -> dict[int, tuple[str, str]]:
    """Return, by key, the share of the last day's answers that were of use, and their mean time."""
    usable = Q(kind__in=[str(kind) for kind in ANSWERED])
    rows = (
        AnswerFigures.objects.filter(engine__in=keys, hour__gte=timezone.now() - RECENT_PERIOD)
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
