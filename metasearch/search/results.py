"""The results of a search: answers merged, all at the end or bit by bit as they come in."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from metasearch.merging.duplicates import MergedResult, RankedList
from metasearch.merging.ranking import USUAL_RANKING, FoldedResult, Ranking, fold, merge
from metasearch.search.counters import MERGE_TIMES
from metasearch.search.engine_profiles import voter_of
from metasearch.search.search_request import SearchRequest
from metasearch.search.service import SearchService
from wrappers.engines.answer import Answer
from wrappers.engines.client import EngineClient
from wrappers.engines.registry import Askable

# Records that are merged, or written, on the event loop: a hundred take about ten milliseconds.
RECORDS_AT_ONCE = 250
# Records of a full page: one of as many may be only a part, whatever total it says. Guess.
LEAST_FULL_PAGE = 10

T = TypeVar("T")


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


async def search_whole(
    service: SearchService,
    client: EngineClient,
    asked: SearchRequest,
    on_answer: Callable[[Answer], object] | None = None,
) -> SearchOutcome:
    """Ask, and return what came when all is there; `on_answer` is told of each before."""
    started = time.monotonic()
    answers: list[Answer] = []
    at_once, page = on_answer is None, asked.link.page
    async for batch in service.ask(client, asked.engines, asked.words, page, at_once):
        answers += batch
        if on_answer is not None:
            for answer in batch:
                on_answer(answer)
    merging = partial(merge_answers, asked.engines, answers, asked.words, asked.ranking)
    results = await in_turn(merging, answers, asked.ranking)
    return outcome_of(asked, answers, results, started)


def outcome_of(
    asked: SearchRequest,
    answers: Sequence[Answer],
    results: tuple[MergedResult, ...],
    started: float,
) -> SearchOutcome:
    by_slug = {answer.slug: answer for answer in answers}
    return SearchOutcome(
        query=asked.words,
        page=asked.link.page,
        answers=tuple(EngineAnswer(engine, by_slug[engine.slug]) for engine in asked.engines),
        results=results,
        seconds=time.monotonic() - started,
    )


async def in_turn(
    work: Callable[[], T], answers: Sequence[Answer], ranking: Ranking = USUAL_RANKING
) -> T:
    """Return what `work` gives: of many records, or with dates or prices to read, on a thread."""
    is_slow = any((ranking.wanted_date, ranking.wanted_text, ranking.order))
    if not is_slow and sum(len(answer.records) for answer in answers) <= RECORDS_AT_ONCE:
        return work()
    return await asyncio.to_thread(work)


def merge_answers(
    engines: Sequence[Askable],
    answers: Sequence[Answer],
    query: str,
    ranking: Ranking = USUAL_RANKING,
) -> tuple[MergedResult, ...]:
    """Merge the answers that some or all of `engines` gave; those of a single one stay in order."""
    by_slug = {answer.slug: answer for answer in answers}
    lists = [
        RankedList(engine.slug, by_slug[engine.slug].records, voter_of(engine))
        for engine in engines
        if engine.slug in by_slug
    ]
    with MERGE_TIMES.time():
        return merge(lists, query, ranking, keeps_order=len(engines) == 1)


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

    Of the results in their order, `limit` are shown after the first `after`. `folds`: those of a
    host that has many are folded under its best.
    """

    def __init__(
        self,
        engines: Sequence[Askable],
        query: str,
        limit: int,
        ranking: Ranking = USUAL_RANKING,
        after: int = 0,
        folds: bool = True,
    ) -> None:
        self.engines = tuple(engines)
        # The order of one engine's page is kept as it is.
        self._folds = folds and len(self.engines) > 1
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
        folded = fold(self.merged, self._shown) if self._folds else map(FoldedResult, self.merged)
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
