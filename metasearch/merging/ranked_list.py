"""What goes into merging: the records of each engine, in the order of its page."""

from collections.abc import Iterator
from dataclasses import dataclass

from msgspec import Struct

from wrappers.extraction.records.record import ResultRecord


class RankedRecord(Struct, frozen=True):
    """One record at its `position` (1 = first) on the page of the engine `slug`.

    `voter` is that of its list.
    """

    slug: str
    position: int
    record: ResultRecord
    voter: str


@dataclass(frozen=True, slots=True)
class RankedList:
    """The records of the engine `slug`, best first, as its page shows them.

    Lists with the same `voter` come from one engine that is known twice: they agree with nobody.
    An empty one is the engine's own.
    """

    slug: str
    records: tuple[ResultRecord, ...]
    voter: str = ""

    def ranked(self) -> Iterator[RankedRecord]:
        """Yield the records with their positions."""
        for position, record in enumerate(self.records, start=1):
            yield RankedRecord(self.slug, position, record, self.voter or self.slug)
