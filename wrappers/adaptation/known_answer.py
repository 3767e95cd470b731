"""What a stored query once gave: the oracle that offline systems lack."""

from dataclasses import dataclass

from wrappers.extraction import ResultRecord


@dataclass(frozen=True, slots=True)
class KnownAnswer:
    """A query, as it was sent, and the records of its answer before the redesign."""

    query: str
    records: tuple[ResultRecord, ...]
