"""A candidate's records on a page, seen once for all features, and the measures they use."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from wrappers.induction.features.page_features import (
    PageFeatures,
    RecordContent,
    RecordSpan,
    RuleMatch,
)

# Records examined for the features that cost time: more add nothing. Guess. The last of them are
# the list's last: there a rule that finds too much finds the foot of the page.
MAX_RECORDS_EXAMINED = 40
LAST_EXAMINED = 10
# Children of a record's parent looked at. Guess.
MAX_SIBLINGS = 500
CELL_TAGS = ("td", "th")
# Links of a record looked at. Guess.
MAX_LINKS_EXAMINED = 20


@dataclass
class CandidateFeatures:
    """A candidate's records on a page, seen once for all features."""

    features: PageFeatures
    match: RuleMatch

    @cached_property
    def spans(self) -> Sequence[RecordSpan]:
        spans = self.match.spans
        if len(spans) <= MAX_RECORDS_EXAMINED:
            return spans
        return (*spans[: MAX_RECORDS_EXAMINED - LAST_EXAMINED], *spans[-LAST_EXAMINED:])

    @cached_property
    def records(self) -> list[RecordContent]:
        return [self.features.record(span) for span in self.spans]

    @cached_property
    def count(self) -> int:
        return len(self.match.spans)

    @cached_property
    def titles(self) -> list[str]:
        return [self.features.text(span.title) for span in self.spans]

    @cached_property
    def addresses(self) -> list[str]:
        return [self.features.address_key(span.title) for span in self.spans]

    @cached_property
    def common_shape(self) -> frozenset[str]:
        return Counter(record.shape for record in self.records).most_common(1)[0][0]

    @cached_property
    def characters(self) -> int:
        return sum(span.characters for span in self.match.spans)

    @cached_property
    def lengths(self) -> list[int]:
        return [span.characters for span in self.spans]

    @cached_property
    def plain_lengths(self) -> list[int]:
        return [
            max(0, span.characters - record.link_characters)
            for span, record in zip(self.spans, self.records, strict=True)
        ]

    @cached_property
    def region(self) -> int:
        spans = self.match.spans
        return self.features.index.region_of(spans[0].first, spans[-1].first)

    @cached_property
    def sibling_candidates(self) -> list[int]:
        """Siblings of records with links and of the records' tag that are no records."""
        index = self.features.index
        firsts = {span.first for span in self.match.spans}
        tag = index.elements[self.match.spans[0].first].tag
        parents = {index.parent[first] for first in firsts}
        if len(parents) < self.count:
            parents |= {cell for parent in parents for cell in self._cells_beside(parent)}
        found = []
        for parent in parents:
            for child in islice(index.elements[parent].iterchildren(tag), MAX_SIBLINGS):
                number = index.number.get(child)
                if number is not None and number not in firsts and index.has_link(number):
                    found.append(number)
        return found

    def _cells_beside(self, parent: int) -> list[int]:
        """Return the cells beside a cell: columns of one list."""
        index = self.features.index
        if index.tags[parent] not in CELL_TAGS:
            return []
        row = index.elements[index.parent[parent]]
        return [index.number[c] for c in row.iterchildren(*CELL_TAGS) if c in index.number]


Feature = Callable[[CandidateFeatures], float]


def fmean(values: Iterable[float]) -> float:
    """Return the mean (the standard library's is exact, and thirty times slower)."""
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def share(values: Sequence[object]) -> float:
    """Return the share of true values.

    >>> share([1, 0, 0, 1])
    0.5
    """
    return sum(1 for value in values if value) / len(values) if values else 0.0


def log_scale(value: float, top: float) -> float:
    return min(1.0, math.log1p(max(0.0, value)) / math.log1p(top))


def variation(values: Sequence[float]) -> float:
    """Return the coefficient of variation, at most 1."""
    mean = fmean(values)
    if mean <= 0:
        return 0.0
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return min(1.0, deviation / mean)


def first_links(features: PageFeatures, span: RecordSpan) -> list[int]:
    return features.index.links_between(span.first, span.end)[:MAX_LINKS_EXAMINED]


def name_of(candidate: CandidateFeatures, number: int) -> tuple[str, tuple[str, ...]]:
    index = candidate.features.index
    return index.tags[number], index.classes[number]
