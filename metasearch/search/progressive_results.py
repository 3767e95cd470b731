"""A search while its answers come in: each batch costs the page an update, the reader a look."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass

from metasearch.merging.duplicates import MergedResult
from metasearch.merging.ranking import FoldedResult, Ranking, fold
from metasearch.search.dispatch import EngineAnswer, merge_answers
from wrappers.engines.answer import Answer
from wrappers.engines.registry import Askable

# Seconds that the first answer waits for others, in all and after the last that came. Guesses.
FIRST_WAIT = 0.01
FIRST_PAUSE = 0.003
# Seconds from one batch to the next at least. Guess: more than four updates a second are flicker.
BATCH_INTERVAL = 0.25


async def batch_answers(
    answers: AsyncGenerator[Answer, None],
) -> AsyncGenerator[list[Answer], None]:
    """Yield all `answers` in groups as they come. Left early, `answers` is closed."""
    arrived: list[Answer] = []
    something = asyncio.Event()
    collecting = asyncio.create_task(_collect(answers, arrived, something))
    try:
        await something.wait()
        await _until_quiet(something, collecting)
        while not collecting.done() or arrived:
            await something.wait()
            something.clear()
            batch, arrived[:] = arrived[:], []
            if batch:
                yield batch
                # Or until the last answer: nothing is gained after that.
                await asyncio.wait((collecting,), timeout=BATCH_INTERVAL)
            if collecting.done():
                something.set()
        await collecting
    finally:
        collecting.cancel()
        await asyncio.gather(collecting, return_exceptions=True)


async def _until_quiet(something: asyncio.Event, collecting: asyncio.Task[None]) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(FIRST_WAIT):
            while not collecting.done():
                something.clear()
                await asyncio.wait_for(something.wait(), FIRST_PAUSE)
    something.set()


async def collect_answers(
    answers: AsyncGenerator[Answer, None],
) -> AsyncGenerator[list[Answer], None]:
    async with aclosing(answers):
        yield [answer async for answer in answers]


async def _collect(
    answers: AsyncGenerator[Answer, None], arrived: list[Answer], something: asyncio.Event
) -> None:
    try:
        async with aclosing(answers):
            async for answer in answers:
                arrived.append(answer)
                something.set()
    finally:
        something.set()


# Results that the first engines' answers may bring: more than a screen of them.
MIN_DISPLAYED = 10


@dataclass(frozen=True, slots=True)
class NumberedResult:
    """A result with those folded under it; its number on the page says nothing of the rank."""

    number: int
    folded: FoldedResult


@dataclass(frozen=True, slots=True)
class Change:
    """What a batch of answers changes.

    `fresh` results were not shown before, of the `changed` more is known; `order` has the numbers
    of all shown, best first.
    """

    answered: tuple[EngineAnswer, ...]
    fresh: tuple[NumberedResult, ...]
    changed: tuple[NumberedResult, ...]
    order: tuple[int, ...]


class ProgressiveResults:
    """The results of one search, shown bit by bit: what is shown once is never taken back.

    Of the results in their order, `limit` are shown after the first `after`.
    """

    def __init__(
        self,
        engines: Sequence[Askable],
        query: str,
        limit: int,
        ranking: Ranking | None = None,
        after: int = 0,
    ) -> None:
        self.engines = tuple(engines)
        self.query = query
        self.part = range(after, after + limit)
        self.ranking = ranking
        self.answers: list[Answer] = []
        # All results of the answers so far, in their order.
        self.merged: tuple[MergedResult, ...] = ()
        # The places there are: results that are not folded under another.
        self.places = 0
        self._shown: dict[str, NumberedResult] = {}
        self._order: tuple[NumberedResult, ...] = ()

    def add(self, batch: Sequence[Answer]) -> Change:
        self.answers += batch
        self.merged = merge_answers(self.engines, self.answers, self.query, self.ranking)
        fresh, changed, order = [], [], []
        # The order of one engine's page is kept as it is.
        folded = (
            fold(self.merged, self._shown)
            if len(self.engines) > 1
            else map(FoldedResult, self.merged)
        )
        self.places = 0
        part = self._part_so_far()
        for rank, each in enumerate(folded):
            self.places += 1
            key = each.result.key
            known = self._shown.get(key)
            if known is None and rank not in part:
                continue
            numbered = NumberedResult(known.number if known else len(self._shown), each)
            order.append(numbered)
            self._shown[key] = numbered
            if known is None:
                fresh.append(numbered)
            elif known.folded != each:
                changed.append(numbered)
        self._order = tuple(order)
        by_slug = {engine.slug: engine for engine in self.engines}
        return Change(
            answered=tuple(EngineAnswer(by_slug[answer.slug], answer) for answer in batch),
            fresh=tuple(fresh),
            changed=tuple(changed),
            order=tuple(numbered.number for numbered in order),
        )

    def _part_so_far(self) -> range:
        """Return the ranks shown: what ranks low among few answers would end far below."""
        share = self.part.stop * len(self.answers) // len(self.engines)
        return range(self.part.start, min(self.part.stop, max(MIN_DISPLAYED, share)))

    @property
    def rest(self) -> bool:
        return self.places > self.part.stop

    def best(self, count: int) -> tuple[NumberedResult, ...]:
        return self._order[:count]

    @property
    def shown(self) -> int:
        return sum(1 + len(numbered.folded.similar) for numbered in self._shown.values())
