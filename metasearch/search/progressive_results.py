"""A search while its answers come in: what each batch brings to the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from metasearch.merging.folding import FoldedResult, fold
from metasearch.merging.merged_result import MergedResult
from metasearch.merging.ranking import Ranking
from metasearch.search.dispatch import EngineAnswer, merge_answers
from wrappers.engines.answer import Answer
from wrappers.engines.registry import Askable

# Results that the first engines' answers may bring, however many engines are still silent: more
# than a screen of them.
MIN_DISPLAYED = 10


@dataclass(frozen=True, slots=True)
class NumberedResult:
    """A result with those folded under it, and the number by which the page knows it.

    Numbers say nothing of the rank.
    """

    number: int
    folded: FoldedResult


@dataclass(frozen=True, slots=True)
class Change:
    """What a batch of answers changes.

    `answered` are the engines of the batch; `fresh` the results not shown before, best first.
    `changed` are those shown of which more is known; `order` the numbers of all shown, best first.
    """

    answered: tuple[EngineAnswer, ...]
    fresh: tuple[NumberedResult, ...]
    changed: tuple[NumberedResult, ...]
    order: tuple[int, ...]


class ProgressiveResults:
    """The results of one search, shown bit by bit: what is shown once is never taken back.

    Of the results in their order, `limit` are shown after the first `after`: those that stand
    there when their batch comes.
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
        """Take in the answers of a batch and return what they change."""
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
        """Return the ranks that are shown: the fewer engines have answered, the fewer.

        What ranks low among the first answers would be on the page although it ends far below.
        """
        share = self.part.stop * len(self.answers) // len(self.engines)
        return range(self.part.start, min(self.part.stop, max(MIN_DISPLAYED, share)))

    @property
    def rest(self) -> bool:
        """Whether there are results after the part that is shown."""
        return self.places > self.part.stop

    def best(self, count: int) -> tuple[NumberedResult, ...]:
        """Return those of the results shown that rank highest, so many at most."""
        return self._order[:count]

    @property
    def shown(self) -> int:
        """How many results the page shows, those folded included."""
        return sum(1 + len(numbered.folded.similar) for numbered in self._shown.values())
