"""Engines that answer as a test says, in place of those of the database and the network."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.apps import apps

from discovery.connection.description import ConnectionDescription
from discovery.pages.outcomes import AnswerReason
from metasearch.brokering.broker import EngineProfile
from metasearch.brokering.completion import Completer
from metasearch.search import dispatch
from metasearch.search.service import SearchService
from wrappers.engines.answer import ANYBODY, Answer, ReadyEngine, Viewer
from wrappers.engines.client import EngineClient
from wrappers.engines.registry import (
    EngineRegistry,
    NotReadyError,
    StaleCache,
    UnavailableEngine,
    UnavailableEngines,
)
from wrappers.extraction.items.pieces import ItemKind
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.wrapper import Wrapper
from wrappers.learning.jobs import EngineBeingLearned

Behaviour = Callable[[str, int], Awaitable[Answer]]


def engine(
    slug: str,
    name: str = "",
    state: str = "ACTIVE",
    categories: Sequence[str] = (),
    bang: str = "",
    kinds: Sequence[ItemKind] = (),
    deadline: float | None = None,
) -> ReadyEngine:
    """Return an engine; `kinds` are those of the columns that its wrapper has learned."""
    columns = [SimpleNamespace(kind=kind) for kind in kinds]
    return ReadyEngine(
        slug=slug,
        name=name or slug.title(),
        state=state,
        home_url=f"https://{slug}.example/",
        version=1,
        description=ConnectionDescription(),
        wrapper=cast(Wrapper, SimpleNamespace(items=SimpleNamespace(columns=columns))),
        no_result=None,
        categories=tuple(categories),
        bang=bang,
        deadline=deadline,
    )


def gives(slug: str, *records: ResultRecord, total: int | None = None) -> Behaviour:
    reason = AnswerReason.RECORDS if records else AnswerReason.NO_RESULT_PAGE
    return answers(Answer(slug, reason, 0.0123, records=records, total=total))


def answers(answer: Answer) -> Behaviour:
    async def behave(query: str, page: int) -> Answer:
        return answer

    return behave


def after(seconds: float, behaviour: Behaviour) -> Behaviour:
    async def behave(query: str, page: int) -> Answer:
        await asyncio.sleep(seconds)
        return await behaviour(query, page)

    return behave


async def hangs(query: str, page: int) -> Answer:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets that event")


async def crashes(query: str, page: int) -> Answer:
    raise ZeroDivisionError(f"secret words of {query}")


class FakeEngines:
    """The engines of a test: active ones, further ones, and what was asked of whom."""

    def __init__(self) -> None:
        self.active: list[ReadyEngine] = []
        self.others: list[ReadyEngine] = []
        self.resting: list[UnavailableEngine] = []
        self.resting_count = 0
        self.is_stale = self.has_closed = False
        self.learning: list[EngineBeingLearned] = []
        self.profiles: list[EngineProfile] = []
        self.behaviours: dict[str, Behaviour] = {}
        self.asked: list[tuple[str, str, int]] = []

    def add(
        self, slug: str, behaviour: Behaviour, name: str = "", state: str = "ACTIVE", **more: Any
    ) -> None:
        """Add an engine; one that is not active is only asked when it is named."""
        row = self.active if state == "ACTIVE" else self.others
        row.append(engine(slug, name, state, **more))
        self.behaviours[slug] = behaviour

    async def ask(
        self, client: EngineClient, engine: ReadyEngine, query: str, page: int, deadline: float
    ) -> Answer:
        self.asked.append((engine.slug, query, page))
        return await self.behaviours[engine.slug](query, page)

    async def ready(self, viewer: Viewer = ANYBODY) -> tuple[ReadyEngine, ...]:
        return tuple(self.active)

    async def find(self, slug: str, viewer: Viewer = ANYBODY) -> ReadyEngine:
        found = [engine for engine in (*self.active, *self.others) if engine.slug == slug]
        if not found:
            raise NotReadyError(f"There is no engine {slug!r}.")
        return found[0]

    async def unavailable(self) -> UnavailableEngines:
        return UnavailableEngines(tuple(self.resting), self.resting_count or len(self.resting))


def install(monkeypatch: pytest.MonkeyPatch) -> FakeEngines:
    fakes = FakeEngines()
    monkeypatch.setattr(dispatch, "ask", fakes.ask)
    service = SearchService(cast(EngineRegistry, fakes))
    service.learning = StaleCache(lambda: tuple(fakes.learning), 0.0)
    service.completer = StaleCache(lambda: Completer(fakes.profiles), 0.0)
    monkeypatch.setattr(apps.get_app_config("metasearch"), "service", service)
    return fakes


def records(*pages: str) -> Sequence[ResultRecord]:
    return [
        ResultRecord(f"https://site.example/{page}", f"Page {page}", f"About {page}.")
        for page in pages
    ]
