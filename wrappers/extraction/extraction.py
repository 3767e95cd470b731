"""What a wrapper reads from a page."""

from collections.abc import Iterable
from dataclasses import dataclass

from lxml.html import HtmlElement

from wrappers.extraction.hits_line import HitsLine
from wrappers.extraction.record_tree import RecordTree, record_trees
from wrappers.extraction.records import RecordShape, ResultRecord


@dataclass(frozen=True, slots=True)
class RecordNodes:
    """The nodes of one record: consecutive siblings (with their tails) and the title link."""

    elements: tuple[HtmlElement, ...]
    title_link: HtmlElement


def with_trees(found: Iterable[RecordNodes]) -> list[tuple[RecordTree, HtmlElement]]:
    """Return each record laid flat with its title link, as records are read."""
    each = list(found)
    trees = record_trees([nodes.elements for nodes in each])
    return [(tree, nodes.title_link) for tree, nodes in zip(trees, each, strict=True)]


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
