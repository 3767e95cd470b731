"""The search service: one object that a process keeps from one search to the next."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import aclosing, asynccontextmanager
from contextvars import Context
from functools import partial
from typing import TYPE_CHECKING, cast

from django.apps import apps
from django.http import HttpRequest

from metasearch.brokering.completion import Completer
from metasearch.edge.accounts import viewer_of
from metasearch.edge.rate_limit import RateLimits
from metasearch.search.counters import AnswerCounts
from metasearch.search.dispatch import AnswerCache, Batches, ask_engine, cache_key, in_batches
from metasearch.search.engine_profiles import CACHE_SECONDS, CompleterLoader, EngineChooser
from wrappers.engines.answer import ANYBODY, Answer, AnswerSource, Viewer
from wrappers.engines.client import EngineClient, open_client
from wrappers.engines.registry import DATABASE_AWAY, Askable, EngineRegistry, StaleCache
from wrappers.learning.jobs import EngineBeingLearned, engines_being_learned
from wrappers.monitoring.observation import Observation

if TYPE_CHECKING:
    from metasearch.apps import MetasearchConfig


# Seconds for which the engines being learned are shown as they were.
LEARNING_KEPT_FOR = 1.0


class SearchService:
    def __init__(self, engines: EngineRegistry | None = None) -> None:
        self.engines = engines or EngineRegistry()
        self.learning: StaleCache[tuple[EngineBeingLearned, ...]] = StaleCache(
            engines_being_learned, LEARNING_KEPT_FOR
        )
        self.chooser = EngineChooser()
        # Whoever types does not wait for newer words.
        self.completer: StaleCache[Completer] = StaleCache(
            CompleterLoader(), CACHE_SECONDS, keeps_empty=False, patience=0.0
        )
        self.observation = Observation()
        self.counts = AnswerCounts()
        self.answers = AnswerCache()
        self.limits = RateLimits(lambda: self.engines.is_stale)
        # The event loop itself has only weak references to its tasks.
        self._pending: set[asyncio.Task[None]] = set()

    async def ask(
        self,
        client: EngineClient,
        engines: Sequence[Askable],
        query: str,
        page: int = 1,
        at_once: bool = False,
    ) -> Batches:
        """Yield batches of one answer for each of `engines`, those kept first.

        `at_once`: one batch when all have answered.
        """
        keys = {each.slug: cache_key(client.fetcher, each, query, page) for each in engines}
        asking = (
            self.answers.find_or_ask(
                keys[each.slug], partial(ask_engine, client, each, query, page)
            )
            for each in engines
        )
        fresh: list[Answer] = []
        async with aclosing(in_batches(asking, at_once)) as batches:
            async for batch in batches:
                fresh += [each for each in batch if each.source is not AnswerSource.REMEMBERED]
                yield batch
        self.counts.count(fresh, len(engines) - len(fresh))
        self.do_later(self.answers.keep({keys[each.slug]: each for each in fresh}, query))

    async def viewer_of(self, request: HttpRequest) -> Viewer:
        """Return whose search a request is, as far as that matters. Raises `DATABASE_AWAY`."""
        await self.engines.ready()
        scope = getattr(request, "scope", None)
        return await viewer_of(scope) if scope and self.engines.has_closed else ANYBODY

    async def engines_for(self, request: HttpRequest) -> tuple[Askable, ...]:
        """Return the engines that whoever sends a request sees. Raises `DATABASE_AWAY`."""
        seen_by_all = await self.engines.ready()
        if not self.engines.has_closed:
            return seen_by_all
        return await self.engines.ready(await self.viewer_of(request))

    async def known_words(self) -> Completer:
        """Return what completes and corrects queries: nothing where the database is away."""
        try:
            return await self.completer.get()
        except DATABASE_AWAY:
            return Completer(())

    def do_later(self, work: Coroutine[None, None, None]) -> None:
        # In a context of its own: it may outlive the request, whose thread serves another then.
        task = asyncio.create_task(work, context=Context())
        self._pending.add(task)
        task.add_done_callback(self._pending.discard)

    def observe_later(self, query: str, answers: Sequence[Answer]) -> None:
        recording = self.observation.recording(query, answers)
        if recording is not None:
            self.do_later(asyncio.to_thread(recording))

    async def finish(self) -> None:
        loop = asyncio.get_running_loop()
        pending = [task for task in self._pending if task.get_loop() is loop]
        await asyncio.gather(*pending, return_exceptions=True)

    async def close(self) -> None:
        await self.finish()
        await self.counts.close()


def current_service() -> SearchService:
    """Return the service of this process, for what Django calls: views, middleware, commands."""
    return cast("MetasearchConfig", apps.get_app_config("metasearch")).service


# Where the lifespan of the event loop (metasearch.processes.asgi) leaves it in the scope's state.
CLIENT = "client"


@asynccontextmanager
async def shared_client(request: HttpRequest) -> AsyncIterator[EngineClient]:
    """Give the event loop's client, or one of its own where no lifespan opened one (tests)."""
    scope = getattr(request, "scope", {})
    client = scope.get("state", {}).get(CLIENT)
    if client is not None:
        yield client
        return
    async with open_client() as client:
        yield client
