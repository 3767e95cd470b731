"""Dispatch: one query to all engines at once, each with its own deadline; nobody is asked twice.

Answers are kept for a short while: who goes back, or reloads, asks no engine again. They are in the
memory of the process alone: an answer holds the words that were asked, and nothing of them is to be
found on a disk. Engines of one's own machine and network, asked without politeness, are asked each
time: they show at once what has changed.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.utils.crypto import salted_hmac

from discovery.pages.outcomes import AnswerKind, AnswerReason
from discovery.web.fetching import Fetcher
from discovery.web.local_delay import LocalDelay
from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine, explain_delay, proposed_query
from wrappers.engines.client import EngineClient
from wrappers.engines.query_session import (
    answer_in_pause,
    ask,
    keep_pause,
    opened_instead,
)
from wrappers.engines.registry import Askable, ReadyCollection, ask_collection

logger = logging.getLogger(__name__)

# `ask` keeps the deadline itself. Should it fail to, it is cut off this many seconds later.
GRACE = 0.5


async def ask_engine(
    client: EngineClient, engine: Askable, query: str, page: int, waited: float = 0.0
) -> Answer:
    """Return the answer of one engine, whatever happens; the log never gets the query."""
    usual = settings.ENGINE_DEADLINE
    deadline = (engine.seconds if isinstance(engine, ReadyEngine) else usual) - waited
    started = time.monotonic()
    lost = (
        None if isinstance(engine, ReadyCollection) else LocalDelay(client.fetcher.delay, deadline)
    )
    try:
        async with asyncio.timeout(deadline + GRACE):
            if isinstance(engine, ReadyCollection):
                return await ask_collection(engine, query, page)
            paused = answer_in_pause(client, engine)
            if paused is not None:
                return paused
            answer = await ask(client, engine, query, page, deadline)
            keep_pause(client, answer, engine.version)
            if page > 1:
                return answer
            return await opened_instead(client, engine, query, answer, started + deadline)
    except TimeoutError:
        if lost is None:
            reason, detail = AnswerReason.NO_ANSWER, f"did not answer within {deadline:g} seconds"
        else:
            reason, detail = explain_delay(lost)
    except Exception:
        logger.exception("asking %s failed", engine.slug)
        reason, detail = AnswerReason.INTERNAL, "could not be asked: an internal error, see the log"
    seconds = time.monotonic() - started
    return Answer(slug=engine.slug, reason=reason, seconds=seconds, detail=detail)


# Kinds that would be the same if the engine were asked again at once.
CACHED_KINDS = frozenset({AnswerKind.RESULTS, AnswerKind.NO_RESULTS})
# Characters of all texts of an answer that is kept: those of real ones stay below 100,000.
MAX_CACHED_LENGTH = 200_000


def cache_key(fetcher: Fetcher, engine: Askable, query: str, page: int) -> str:
    """Return what an engine's answer is kept under, empty where it is not kept."""
    if settings.ANSWERS_KEPT_FOR <= 0 or fetcher.pause_after(engine.home_url) <= 0:
        return ""
    question = f"{page}\n{query}\n{engine.slug}\n{engine.version}\n{engine.variant}"
    return salted_hmac("metasearch.answers.6", question, algorithm="sha256").hexdigest()


class AnswerCache:
    """What was answered lately, and who is being asked just now, by key; "" is never kept."""

    def __init__(self) -> None:
        self._asking: dict[str, asyncio.Task[Answer]] = {}

    async def find_or_ask(self, key: str, ask: Callable[[float], Awaitable[Answer]]) -> Answer:
        """Return the answer that is kept, or that another search waits for, else what `ask` gives.

        `ask` is told the seconds waited for somebody who left before the answer came. To be called
        by a task that does nothing else.
        """
        if not key:
            return await ask(0.0)
        if (kept := caches["answers"].get(key)) is not None:
            return _remembered(kept)
        started = time.monotonic()
        first = self._asking.get(key)
        if first is not None and first.get_loop() is asyncio.get_running_loop():
            # Who leaves here does not take the answer from whoever asked.
            await asyncio.wait([first])
            if not first.cancelled():
                return _remembered(first.result())
        own = asyncio.current_task()
        assert own is not None
        self._asking[key] = own
        try:
            return await ask(time.monotonic() - started)
        finally:
            if self._asking.get(key) is own:
                del self._asking[key]

    async def keep(self, answers: Mapping[str, Answer], query: str) -> None:
        """Keep those of `answers` to `query`, by their keys, that are worth it."""
        kept = {key: answer for key, answer in answers.items() if key and _is_kept(answer)}

        # On a thread: to look a page through, and pickling, take milliseconds.
        def keep_in_thread() -> None:
            portable = {key: _portable(answer, query) for key, answer in kept.items()}
            caches["answers"].set_many(portable, settings.ANSWERS_KEPT_FOR)

        if kept:
            await asyncio.to_thread(keep_in_thread)


def _is_kept(answer: Answer) -> bool:
    texts = sum(
        len(record.title)
        + len(record.snippet)
        + len(record.url or "")
        + sum(len(item.label) + len(item.value) for item in record.said)
        for record in answer.records
    )
    is_whole = answer.reason is not AnswerReason.RECORDS_OF_CUT_PAGE
    return answer.kind in CACHED_KINDS and is_whole and texts <= MAX_CACHED_LENGTH


def _portable(answer: Answer, query: str) -> Answer:
    suggestion = proposed_query(answer, query)
    return replace(answer, page=None, response=None, entrance=None, suggestion=suggestion)


def _remembered(answer: Answer) -> Answer:
    return replace(answer, source=AnswerSource.REMEMBERED, seconds=0.0)


# Seconds that the first answer waits for others. Guess.
FIRST_WAIT = 0.01
# Seconds from one batch to the next at least. Guess: more than four updates a second are flicker.
BATCH_INTERVAL = 0.25

# The answers that came together, as they come.
Batches = AsyncGenerator[list[Answer], None]


async def in_batches(asking: Iterable[Coroutine[Any, Any, Answer]], at_once: bool) -> Batches:
    """Yield what all of `asking`, begun at once, give, as they end; or all `at_once`.

    Each batch costs the page an update, the reader a look. Left early, none of them goes on.
    """
    waiting = [asyncio.create_task(each) for each in asking]
    tasks, pause = tuple(waiting), FIRST_WAIT
    until = asyncio.ALL_COMPLETED if at_once else asyncio.FIRST_COMPLETED
    try:
        while waiting:
            await asyncio.wait(waiting, return_when=until)
            if pause == FIRST_WAIT:
                await asyncio.wait(waiting, timeout=pause)
            batch = [each.result() for each in waiting if each.done()]
            waiting = [each for each in waiting if not each.done()]
            yield batch
            # Or until the last answer: nothing is gained after that.
            pause = BATCH_INTERVAL
            if waiting:
                await asyncio.wait(waiting, timeout=pause)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
