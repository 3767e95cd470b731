"""What a wrapper reads from a page."""

from dataclasses import dataclass, field

from lxml.html import HtmlElement

from wrappers.extraction.hits_line.reading import HitsLine
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.shape import RecordShape


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a wrapper read from a page.

    `hits` is what the hits line says, `total` the number of matches it claims. `shapes` are those
    of the first records' elements, `addresses` tell how many each of them links, `kin` how many of
    these are written as its title's. `ends` are the elements with which the first record begins and
    the last one ends.
    """

    records: tuple[ResultRecord, ...]
    hits: HitsLine | None = None
    shapes: tuple[RecordShape, ...] = ()
    addresses: tuple[int, ...] = ()
    kin: tuple[int, ...] = ()
    ends: tuple[HtmlElement, ...] = field(default=(), repr=False, compare=False)

    @property
    def total(self) -> int | None:
        """The number of matches that the page claims."""
        return None if self.hits is None else self.hits.total
