"""A search while its answers come in: what each wave brings to the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from metasearch.dispatch import EngineAnswer, merge_answers
from metasearch.merging import MergedResult
from wrappers.asking import Answer, ReadyEngine


@dataclass(frozen=True, slots=True)
class NumberedResult:
    """A result and the number by which the page knows it; numbers say nothing of the rank."""

    number: int
    result: MergedResult


@dataclass(frozen=True, slots=True)
class Change:
    """What a wave of answers changes.

    `answered` are the engines of the wave; `fresh` the results not shown before, best first;
    `changed` those shown of which more is known; `order` the numbers of all shown, best first.
    """

    answered: tuple[EngineAnswer, ...]
    fresh: tuple[NumberedResult, ...]
    changed: tuple[NumberedResult, ...]
    order: tuple[int, ...]


class Unfolding:
    """The results of one search, shown bit by bit: what is shown once is never taken back.

    `limit` bounds the results shown: those within it by rank when their wave comes.
    """

    def __init__(self, engines: Sequence[ReadyEngine], query: str, limit: int) -> None:
        self.engines = tuple(engines)
        self.query = query
        self.limit = limit
        self.answers: list[Answer] = []
        self._shown: dict[str, NumberedResult] = {}

    def add(self, wave: Sequence[Answer]) -> Change:
        """Take in the answers of a wave and return what they change."""
        self.answers += wave
        merged = merge_answers(self.engines, self.answers, self.query)
        fresh, changed, order = [], [], []
        for rank, result in enumerate(merged):
            known = self._shown.get(result.key)
            if known is None and rank >= self.limit:
                continue
            numbered = NumberedResult(known.number if known else len(self._shown), result)
            order.append(numbered.number)
            self._shown[result.key] = numbered
            if known is None:
                fresh.append(numbered)
            elif known.result != result:
                changed.append(numbered)
        by_slug = {engine.slug: engine for engine in self.engines}
        return Change(
            answered=tuple(EngineAnswer(by_slug[answer.slug], answer) for answer in wave),
            fresh=tuple(fresh),
            changed=tuple(changed),
            order=tuple(order),
        )

    @property
    def shown(self) -> int:
        """How many results the page shows."""
        return len(self._shown)
