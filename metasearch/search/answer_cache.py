"""Answers kept for a short while: who goes back, or reloads, asks no engine again.

In the memory of the process alone: an answer holds the words that were asked, and nothing of them
is to be found on a disk. Engines of one's own machine and network, asked without politeness, are
asked each time: they show at once what has changed.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

from django.conf import settings
from django.core.cache import caches
from django.utils.crypto import salted_hmac

from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.web.fetching import Fetcher
from metasearch.search.counters import count_cached
from metasearch.search.dispatch import ask_engine, fastest_first
from metasearch.search.service import SearchService
from wrappers.engines.answer import Answer, AnswerSource, proposed_query
from wrappers.engines.client import EngineClient
from wrappers.engines.registry import Askable

# Kinds that would be the same if the engine were asked again at once.
CACHED_KINDS = frozenset({AnswerKind.RESULTS, AnswerKind.NO_RESULTS})
# Characters of all texts of an answer that is kept: those of real ones stay below 100,000.
MAX_CACHED_LENGTH = 200_000


async def ask_with_cache(
    service: SearchService,
    client: EngineClient,
    engines: Sequence[Askable],
    query: str,
    page: int = 1,
) -> AsyncGenerator[Answer, None]:
    """Yield an answer for each of `engines`: those kept at once, the others as they come."""
    answers = AnswerCache(client.fetcher, query, page)

    async def ask_one(engine: Askable) -> Answer:
        key = answers.key(engine)
        if key is None:
            return await ask_engine(client, engine, query, page)
        asking = partial(ask_engine, client, engine, query, page)
        return await service.under_way.ask(key, asking, _remembered)

    found = answers.find(engines)
    for answer in found.values():
        yield answer
    missing = [engine for engine in engines if engine.slug not in found]
    count_cached(len(found), len(missing))
    fresh = []
    async with aclosing(fastest_first(map(ask_one, missing))) as coming:
        async for answer in coming:
            if answer.source is not AnswerSource.REMEMBERED:
                fresh.append(answer)
            yield answer
    service.counts.count(fresh)
    service.do_later(answers.keep(missing, fresh))


class AnswerCache:
    def __init__(self, fetcher: Fetcher, query: str, page: int) -> None:
        self._fetcher = fetcher
        self._query = query
        # What the keys of all engines have in common.
        self._mac = salted_hmac("metasearch.answer_cache.5", f"{page}\n{query}", algorithm="sha256")
        # By slug; None for engines whose answers are not kept.
        self._keys: dict[str, str | None] = {}

    def find(self, engines: Sequence[Askable]) -> dict[str, Answer]:
        keys = {key: engine.slug for engine in engines if (key := self.key(engine))}
        found: Mapping[str, Answer] = caches["answers"].get_many(keys)
        return {keys[key]: _remembered(answer) for key, answer in found.items()}

    async def keep(self, engines: Sequence[Askable], answers: Iterable[Answer]) -> None:
        keys = {engine.slug: key for engine in engines if (key := self.key(engine))}
        kept = [
            (keys[answer.slug], answer)
            for answer in answers
            if answer.slug in keys
            and answer.kind in CACHED_KINDS
            and answer.reason is not AnswerReason.RECORDS_OF_CUT_PAGE
            and _length(answer) <= MAX_CACHED_LENGTH
        ]
        if not kept:
            return

        # On a thread: to look a page through, and pickling, take milliseconds.
        def keep_in_thread() -> None:
            portable = {key: self._portable(answer) for key, answer in kept}
            caches["answers"].set_many(portable, settings.ANSWERS_KEPT_FOR)

        await asyncio.to_thread(keep_in_thread)

    def _portable(self, answer: Answer) -> Answer:
        suggestion = proposed_query(answer, self._query)
        return replace(answer, page=None, response=None, entrance=None, suggestion=suggestion)

    def _is_kept(self, engine: Askable) -> bool:
        return settings.ANSWERS_KEPT_FOR > 0 and self._fetcher.pause_after(engine.home_url) > 0

    def key(self, engine: Askable) -> str | None:
        """Return the key of an engine's answer, None when it is not kept; worked out once."""
        if engine.slug not in self._keys:
            self._keys[engine.slug] = self._make_key(engine) if self._is_kept(engine) else None
        return self._keys[engine.slug]

    def _make_key(self, engine: Askable) -> str:
        mac = self._mac.copy()
        mac.update(f"\n{engine.slug}\n{engine.version}\n{engine.variant}".encode())
        return mac.hexdigest()


def _remembered(answer: Answer) -> Answer:
    return replace(answer, source=AnswerSource.REMEMBERED, seconds=0.0)


def _length(answer: Answer) -> int:
    return sum(
        len(record.title)
        + len(record.snippet)
        + len(record.url or "")
        + sum(len(item.label) + len(item.value) for item in record.said)
        for record in answer.records
    )
