"""The wrapper of a result page: where its records are, and how to read them."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Annotated, Any, ClassVar, Self

from lxml import etree
from lxml.html import HtmlElement
from msgspec import Meta

from discovery.connection.requests.engine_request import EngineRequest
from discovery.documents.document import Document, DocumentError
from discovery.pages.data.view import DataView
from discovery.pages.page import Page, parse_answer, parse_page
from discovery.pages.visibility import KeptStyles
from wrappers.extraction.extraction import Extraction
from wrappers.extraction.hits_line.hits_line import HitsLineRule
from wrappers.extraction.items.rules import ItemRules
from wrappers.extraction.paging.next_page import NextPageRule
from wrappers.extraction.record_rule import MAX_DEPTH, Inspection, RecordRule
from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.records.non_results import leads_to, search_pages_of
from wrappers.extraction.records.reading import read_records
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.selector import MAX_PARTS, ElementKey
from wrappers.extraction.records.shape import RecordShape

# Records of an answer whose shape is taken: enough to judge the answer by.
MAX_SHAPES = 10


class Wrapper(Document, frozen=True):
    """A learned reader of one engine's result pages. Immutable; safe to share between tasks.

    `fixed` finds the regions that also stand on the no-result page: nothing in them is one. Nor
    is what leads to `fixed_records`, the addresses that stand on every page.
    `items` are the columns of the records' data items; wrappers of before they were learned have
    none. `view` is how answers that are no HTML are shown; None where pages of HTML are read.
    `styles` are the rules of linked style sheets by which some of a page is hidden.
    """

    VERSION: ClassVar = ("format", "metasearch-wrapper/1")

    sections: Annotated[tuple[RecordRule, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    hits_line: HitsLineRule | None = None
    next_page: NextPageRule | None = None
    fixed: Annotated[tuple[ElementKey, ...], Meta(max_length=MAX_PARTS)] = ()
    fixed_records: Annotated[tuple[str, ...], Meta(max_length=MAX_PARTS)] = ()
    items: ItemRules | None = None
    view: DataView | None = None
    styles: KeptStyles | None = None

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Return the wrapper stored as `data`, its keys compiled. Raises `DocumentError`."""
        wrapper = super().from_json(data)
        rules = wrapper.sections
        titles = (title.key for rule in rules for title in rule.titles if title.key is not None)
        for key in (*wrapper.fixed, *titles, *(key for rule in rules for key in rule.keys)):
            try:
                key.compiled  # noqa: B018  not at the first search
            except etree.XPathError as error:
                raise DocumentError(f"no wrapper: {key} cannot be compiled: {error}") from error
        return wrapper

    def to_json(self) -> dict[str, Any]:
        """Return what is stored, the formula for people included."""
        return {**super().to_json(), "formula": self.formula}

    def parse(
        self, body: bytes, url: str = "", content_type: str | None = None, status: int = 200
    ) -> Page:
        """Return the page in an answer of the engine, as it is read. Raises `NotHtmlError`.

        An engine that gave pages of HTML is not understood when it sends data.
        """
        if self.view is None:
            return parse_page(body, url, content_type, status)
        return parse_answer(body, url, content_type, status, self.view)

    def extract(
        self,
        page: Page,
        query: str | None = None,
        *,
        in_full: bool = True,
        inspect: Inspection | None = None,
    ) -> Extraction:
        """Return the records of `page` in page order, and what its hits line says.

        `query` helps to read the hits line; if not `in_full`, the records lack their `DETAILS`.
        Never raises on any parsed page, but for what `inspect` raises: it is given the elements
        that a key finds before they are looked into.
        """
        page = page.seen_by(self.view)
        hits = None if self.hits_line is None else self.hits_line.apply(page, query)
        found = list(self.record_nodes(page, inspect))
        first = found[:MAX_SHAPES]
        return Extraction(
            records=read_records(found, page.base_url, in_full=in_full, items=self.items),
            hits=hits,
            shapes=tuple(RecordShape.of(nodes.tree) for nodes in first),
            addresses=tuple(nodes.tree.count_addresses() for nodes in first),
            kin=tuple(nodes.tree.count_addresses_like(nodes.href) for nodes in first),
            ends=(found[0].elements[0], found[-1].elements[-1]) if found else (),
        )

    def request_after(self, page: Page, page_number: int = 1) -> EngineRequest | None:
        """Return the request for the page after `page`, which is number `page_number` (from 1).

        None when it is the last, or no way to further pages was learned. Apart from `extract`,
        since a search of the first page has no use for it.
        """
        if self.next_page is None:
            return None
        return self.next_page.apply(page.seen_by(self.view), page_number)

    def records(self, page: Page) -> tuple[ResultRecord, ...]:
        """Return only the records of `page`."""
        return read_records(list(self.record_nodes(page)), page.base_url, items=self.items)

    def record_starts(self, page: Page) -> tuple[HtmlElement, ...]:
        """Return the first element of each record of `page`."""
        return tuple(nodes.elements[0] for nodes in self.record_nodes(page))

    def record_nodes(self, page: Page, inspect: Inspection | None = None) -> Iterator[RecordNodes]:
        """Yield the records' nodes in page order, those in fixed regions left out."""
        page = page.seen_by(self.view)
        by_section = [found for found in self._nodes_by_section(page, inspect) if found]
        found = list(chain.from_iterable(by_section))
        if len(by_section) > 1:
            starts = {nodes.elements[0] for nodes in found}
            order = {e: n for n, e in enumerate(page.root.iter()) if e in starts}
            found.sort(key=lambda nodes: order[nodes.elements[0]])
        yield from found

    def _nodes_by_section(
        self, page: Page, inspect: Inspection | None
    ) -> Iterator[list[RecordNodes]]:
        """Yield the records' nodes of each section, each title link once."""
        fixed = {region for key in self.fixed for region in key.find(page.root)}
        search_pages = search_pages_of(page)
        visibility = None if page.data is not None else page.visibility(self.styles)
        by_section = [
            section.find(page.root, search_pages, inspect, visibility) for section in self.sections
        ]
        are_apart = _are_apart(list(chain.from_iterable(by_section)))
        seen: set[HtmlElement] = set()
        for found in by_section:
            own = []
            for nodes in found:
                around = islice(nodes.elements[0].iterancestors(), MAX_DEPTH) if fixed else ()
                if not fixed.isdisjoint((nodes.elements[0], *around)):
                    continue
                if leads_to(nodes.href, self.fixed_records):
                    continue
                if not are_apart:
                    if nodes.title_link in seen:
                        continue
                    seen.add(nodes.title_link)
                own.append(nodes)
            yield own

    @property
    def formula(self) -> str:
        """The wrapper in the paper's notation, `prefix (X (separator | …))`.

        Then follows how many records there were: the paper's [min, max] are serial numbers.
        """
        return "  +  ".join(_formula(section) for section in self.sections)


def _are_apart(records: Sequence[RecordNodes]) -> bool:
    """Return whether no record holds another one, so that none has the title link of another."""
    firsts = {nodes.elements[0] for nodes in records}
    around: set[HtmlElement] = set()
    for first in firsts:
        above = first.getparent()
        while above is not None and above not in around:
            around.add(above)
            above = above.getparent()
    return len(firsts) == len(records) and firsts.isdisjoint(around)


def _formula(rule: RecordRule) -> str:
    """Return one section in the paper's notation; directions as in its tag paths."""
    key = rule.keys[0]
    prefix = "".join(f"<{step}>C" for step in (*key.scope, *key.steps[:-1])) or "<html>C"
    separator = f"<{key.steps[-1]}>" + ("" if key.after is None else f" after {key.after or '∅'}")
    return f"{prefix} (X ({separator}S)) × {rule.minimum}–{rule.maximum}"
