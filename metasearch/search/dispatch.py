"""Dispatch: one query to all engines at once, each with its own deadline; nobody is asked twice."""

import asyncio
import logging
import time
from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from contextlib import aclosing
from dataclasses import dataclass
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, TypeVar

from django.conf import settings

from discovery.connection.description import ConnectionDescription, DescriptionError
from discovery.engine_lists.proposals import engine_key
from discovery.pages.outcomes import AnswerReason
from discovery.web.local_delay import LocalDelay
from metasearch.merging.duplicates import MergedResult, RankedList
from metasearch.merging.ranking import FORMULAS, HostRules, Ranking, keep_order, merge
from metasearch.search.counters import MERGE_TIMES
from wrappers.engines.answer import Answer, ReadyEngine, explain_delay
from wrappers.engines.client import EngineClient
from wrappers.engines.query_session import ask
from wrappers.engines.registry import Askable, ReadyCollection, ask_collection


class SingleFlight:
    def __init__(self) -> None:
        self._asking: dict[str, asyncio.Task[Answer]] = {}

    async def ask(
        self,
        key: str,
        ask: Callable[[float], Awaitable[Answer]],
        again: Callable[[Answer], Answer],
    ) -> Answer:
        """Return what `ask` does, or, where the same is being asked, what `again` makes of that.

        `ask` is told the seconds waited for somebody who left before the answer came. To be called
        by a task that does nothing else.
        """
        started = time.monotonic()
        first = self._asking.get(key)
        if first is not None and first.get_loop() is asyncio.get_running_loop():
            # Who leaves here does not take the answer from whoever asked.
            await asyncio.wait([first])
            if not first.cancelled():
                return again(first.result())
        own = asyncio.current_task()
        assert own is not None
        self._asking[key] = own
        try:
            return await ask(time.monotonic() - started)
        finally:
            if self._asking.get(key) is own:
                del self._asking[key]


logger = logging.getLogger(__name__)

# `ask` keeps the deadline itself. Should it fail to, it is cut off this many seconds later.
GRACE = 0.5

# Records that are merged, or written, on the event loop: a hundred take about ten milliseconds.
RECORDS_AT_ONCE = 250
# Records of a full page: one of as many may be only a part, whatever total it says. Guess.
LEAST_FULL_PAGE = 10

T = TypeVar("T")
NO_WEIGHTS: Mapping[str, float] = MappingProxyType({})
NO_RULES = HostRules()


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    engine: Askable
    answer: Answer

    @property
    def is_all(self) -> bool:
        shown = len(self.answer.records) + self.answer.left_out
        return self.answer.total is not None and self.answer.total <= shown < LEAST_FULL_PAGE


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """All that came of one search; `answers` stands in the order of the engines asked."""

    query: str
    page: int
    answers: tuple[EngineAnswer, ...]
    results: tuple[MergedResult, ...]
    seconds: float

    @property
    def has_next(self) -> bool:
        """Whether asking for the next page can bring anything: some engine gave this one."""
        return any(
            answered.answer.records and not (self.page == 1 and answered.is_all)
            for answered in self.answers
        )


async def gather_outcome(
    answers: AsyncGenerator[Answer, None],
    engines: Sequence[Askable],
    query: str,
    page: int = 1,
    ranking: Ranking | None = None,
) -> SearchOutcome:
    started = time.monotonic()
    async with aclosing(answers):
        gathered = [answer async for answer in answers]
    merging = partial(merge_answers, engines, gathered, query, ranking)
    results = await in_turn(merging, gathered, ranking)
    return outcome_of(engines, gathered, results, query, page, started)


def outcome_of(
    engines: Sequence[Askable],
    answers: Sequence[Answer],
    results: tuple[MergedResult, ...],
    query: str,
    page: int,
    started: float,
) -> SearchOutcome:
    by_slug = {answer.slug: answer for answer in answers}
    return SearchOutcome(
        query=query,
        page=page,
        answers=tuple(EngineAnswer(engine, by_slug[engine.slug]) for engine in engines),
        results=results,
        seconds=time.monotonic() - started,
    )


def ask_engines(
    client: EngineClient, engines: Sequence[Askable], query: str, page: int = 1
) -> AsyncGenerator[Answer, None]:
    """Ask all `engines` at once; yield exactly one answer for each, the fastest first."""
    return fastest_first(ask_engine(client, engine, query, page) for engine in engines)


async def fastest_first(
    asking: Iterable[Coroutine[Any, Any, Answer]],
) -> AsyncGenerator[Answer, None]:
    """Yield what all of `asking`, begun at once, give, in the order they end; end them if left."""
    tasks = [asyncio.create_task(each) for each in asking]
    try:
        for next_done in asyncio.as_completed(tasks):
            yield await next_done
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def ask_engine(
    client: EngineClient, engine: Askable, query: str, page: int, waited: float = 0.0
) -> Answer:
    """Return the answer of one engine, whatever happens; the log never gets the query."""
    deadline = deadline_of(engine) - waited
    started = time.monotonic()
    lost = (
        None if isinstance(engine, ReadyCollection) else LocalDelay(client.fetcher.delay, deadline)
    )
    try:
        async with asyncio.timeout(deadline + GRACE):
            if isinstance(engine, ReadyCollection):
                return await ask_collection(engine, query, page)
            paused = client.retry_later.find(engine.slug, engine.version)
            if paused is not None:
                return paused
            answer = await ask(client, engine, query, page, deadline)
            client.retry_later.keep(answer, engine.version)
            return answer
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


def deadline_of(engine: Askable) -> float:
    in_browser = isinstance(engine, ReadyEngine) and engine.description.in_browser
    return settings.BROWSER_DEADLINE if in_browser else settings.ENGINE_DEADLINE


# Descriptions whose voters are kept: every answer that is merged needs its own.
MAX_KEPT = 10_000


def each_voter_once(engines: Sequence[Askable]) -> tuple[Askable, ...]:
    voters: dict[str, Askable] = {}
    for engine in engines:
        voters.setdefault(voter_of(engine), engine)
    return tuple(voters.values())


def voter_of(engine: Askable) -> str:
    """Return what is equal for engines that are asked the very same."""
    if isinstance(engine, ReadyCollection):
        return engine.slug
    return _voter_of(engine.description) or engine.slug


@lru_cache(maxsize=MAX_KEPT)
def _voter_of(description: ConnectionDescription) -> str:
    if not description.action and not description.template:
        return ""
    try:
        return engine_key(description)
    except DescriptionError:
        return ""


async def in_turn(
    work: Callable[[], T], answers: Sequence[Answer], ranking: Ranking | None = None
) -> T:
    """Return what `work` gives: of many records, or with dates to read, on a thread."""
    dated = ranking is not None and ranking.wanted_date is not None
    if not dated and sum(len(answer.records) for answer in answers) <= RECORDS_AT_ONCE:
        return work()
    return await asyncio.to_thread(work)


def merge_answers(
    engines: Sequence[Askable],
    answers: Sequence[Answer],
    query: str,
    ranking: Ranking | None = None,
) -> tuple[MergedResult, ...]:
    """Merge the answers that some or all of `engines` gave; those of a single one stay in order."""
    ranking = ranking or ranking_of(engines)
    by_slug = {answer.slug: answer for answer in answers}
    ordered = [by_slug[engine.slug] for engine in engines if engine.slug in by_slug]
    voters = {engine.slug: voter_of(engine) for engine in engines}
    lists = [RankedList(answer.slug, answer.records, voters[answer.slug]) for answer in ordered]
    with MERGE_TIMES.time():
        if len(engines) == 1:
            return tuple(result for each in lists for result in keep_order(each, query, ranking))
        return merge(lists, query, ranking)


def ranking_of(
    engines: Sequence[Askable],
    weights: Mapping[str, float] = NO_WEIGHTS,
    hosts: HostRules = NO_RULES,
    wanted_date: Callable[[str], bool] | None = None,
) -> Ranking:
    return Ranking(
        FORMULAS[settings.RANKING],
        {engine.slug: engine.weight * weights.get(engine.slug, 1.0) for engine in engines},
        hosts,
        wanted_date,
    )
