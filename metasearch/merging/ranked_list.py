"""What goes into merging: the records of each engine, in the order of its page."""

from collections.abc import Iterator
from dataclasses import dataclass

from wrappers.extraction import ResultRecord


@dataclass(frozen=True, slots=True)
class RankedRecord:
    """One record at its `position` (1 = first) on the page of the engine `slug`."""

    slug: str
    position: int
    record: ResultRecord


@dataclass(frozen=True, slots=True)
class RankedList:
    """The records of the engine `slug`, best first, as its page shows them."""

    slug: str
    records: tuple[ResultRecord, ...]

    def ranked(self) -> Iterator[RankedRecord]:
        """Yield the records with their positions."""
        for position, record in enumerate(self.records, start=1):
            yield RankedRecord(self.slug, position, record)
