"""What a wrapper reads from a page."""

from dataclasses import dataclass

from lxml.html import HtmlElement

from wrappers.extraction.hits_line import HitsLine
from wrappers.extraction.records import RecordShape, ResultRecord


@dataclass(frozen=True, slots=True)
class RecordNodes:
    """The nodes of one record: consecutive siblings (with their tails) and the title link."""

    elements: tuple[HtmlElement, ...]
    title_link: HtmlElement


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a wrapper read from a page.

    `hits` is what the hits line says, `total` the number of matches it claims. `shapes` are those
    of the first records' elements.
    """

    records: tuple[ResultRecord, ...]
    hits: HitsLine | None = None
    shapes: tuple[RecordShape, ...] = ()

    @property
    def total(self) -> int | None:
        """The number of matches that the page claims."""
        return None if self.hits is None else self.hits.total
