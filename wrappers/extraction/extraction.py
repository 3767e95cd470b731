"""What a wrapper reads from a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from lxml.html import HtmlElement

from wrappers.extraction.hits_line import HitsLine
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records import RecordShape, ResultRecord


class RecordNodes(NamedTuple):
    """The nodes of one record: its elements laid flat, and the title link."""

    tree: RecordTree
    title_link: HtmlElement

    @property
    def elements(self) -> Sequence[HtmlElement]:
        """The consecutive siblings (with their tails) that the record is made of."""
        return self.tree.elements


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a wrapper read from a page.

    `hits` is what the hits line says, `total` the number of matches it claims. `shapes` are those
    of the first records' elements, `addresses` tell how many each of them links, `kin` how many of
    these are written as its title's.
    """

    records: tuple[ResultRecord, ...]
    hits: HitsLine | None = None
    shapes: tuple[RecordShape, ...] = ()
    addresses: tuple[int, ...] = ()
    kin: tuple[int, ...] = ()

    @property
    def total(self) -> int | None:
        """The number of matches that the page claims."""
        return None if self.hits is None else self.hits.total
