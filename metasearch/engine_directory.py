"""The public list of engines: who is asked, in which state, when it was last checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from asgiref.sync import sync_to_async
from django.db.models import Case, OuterRef, Subquery, When

from discovery.models import Engine
from discovery.states import EngineState
from metasearch.marking import clean_text
from metasearch.presentation import safe_address
from metasearch.wording import MAX_NAME_LENGTH, category_in_words, state_in_words
from wrappers.models import WrapperVersion

# Rows of the list at most; those asked come first. Guess: a page of more is of no use.
MAX_ROWS = 1_000
LISTED = (EngineState.ACTIVE, EngineState.BROKEN, EngineState.SUSPENDED, EngineState.PAUSED)


@dataclass(frozen=True, slots=True)
class ListedEngine:
    """One engine of the list; `checked_at` is None when it has not been checked yet."""

    slug: str
    name: str
    href: str
    state: str
    state_words: str
    language: str
    categories: tuple[str, ...]
    checked_at: datetime | None


def list_engines() -> Sequence[ListedEngine]:
    """Return the engines in use, those that are asked first, by name."""
    active = WrapperVersion.objects.filter(engine=OuterRef("pk"), is_active=True)
    rows = (
        Engine.objects.filter(state__in=LISTED)
        .annotate(checked_at=Subquery(active.values("last_checked_at")[:1]))
        .order_by(Case(When(state=EngineState.ACTIVE, then=0), default=1), "name")[:MAX_ROWS]
    )
    return [
        ListedEngine(
            slug=engine.slug,
            name=clean_text(engine.name, MAX_NAME_LENGTH),
            href=safe_address(engine.home_url),
            state=engine.state,
            state_words=state_in_words(engine.state),
            language=engine.language,
            categories=tuple(map(category_in_words, engine.category_names())),
            checked_at=engine.checked_at,
        )
        for engine in rows
    ]


alist_engines = sync_to_async(list_engines)
