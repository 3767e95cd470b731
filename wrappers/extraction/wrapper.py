"""The wrapper of a result page: where its records are, and how to read them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain, islice
from typing import Annotated, Any, ClassVar, Self

from lxml import etree
from lxml.html import HtmlElement
from msgspec import Meta, field

from discovery.connection import EngineRequest
from discovery.documents import Count, Document, DocumentError
from discovery.pages import DataView, Page, parse_answer, parse_page
from wrappers.extraction.extraction import Extraction, RecordNodes
from wrappers.extraction.hits_line import HitsLineRule
from wrappers.extraction.items import ItemRules
from wrappers.extraction.paging import NextPageRule
from wrappers.extraction.record_tree import record_trees
from wrappers.extraction.records import (
    MAX_PARTS,
    ElementKey,
    RecordShape,
    ResultRecord,
    TitleRule,
    choose_title_link,
    has_address,
    has_word,
    heading_above,
    leads_to,
    links_to_search,
    read_records,
    search_pages_of,
    without_non_results,
)

# More records than any result page shows, of which the longest seen has 150. Guess.
MAX_RECORDS = 1_000
# Records of an answer whose shape is taken: enough to judge the answer by.
MAX_SHAPES = 10
# Siblings looked at for one record without an element of its own. The longest real one has 12.
MAX_RUN_LENGTH = 60
# Elements around a record that are looked at: the deepest real page nests 35.
MAX_DEPTH = 200

# What is given the elements that a key finds, before they are looked into.
Inspection = Callable[[Sequence[HtmlElement]], None]


class Extent(StrEnum):
    """What belongs to a record whose first element is found."""

    ELEMENT = "element"  # that element
    RUN = "run"  # it and the siblings after it, up to the next record's first element


class RecordRule(Document, frozen=True):
    """Where the records of one section stand, and which of their links is the title.

    `keys` are equivalent on the pages learned from; they are tried in order until one finds
    records. An element without a title link by any of `titles` starts no record: a header row, a
    group row, a snippet's own paragraph. `minimum` and `maximum` are the fewest and the most
    records seen on a learning page, `run_length` the most siblings that one run had there. Where no
    record seen there was a link to the search, none `may_lead_back`. Where all titles had an
    address, or a word, none `may_lack_address`, or `may_lack_words`: a spelling suggestion or a box
    without a name is no record. `heading` is the tag of those that stood directly before nearly all
    first elements: it belongs to the record that follows.
    """

    keys: Annotated[tuple[ElementKey, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    extent: Extent
    titles: Annotated[tuple[TitleRule, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    minimum: Count = field(default=0, name="min")
    maximum: Count = field(default=MAX_RECORDS, name="max")
    run_length: Count = MAX_RUN_LENGTH
    may_lead_back: bool = True
    may_lack_address: bool = True
    may_lack_words: bool = True
    heading: str | None = None

    def find(
        self,
        root: HtmlElement,
        search_pages: frozenset[str] = frozenset(),
        inspect: Inspection | None = None,
    ) -> tuple[RecordNodes, ...]:
        """Return the records' nodes below `root`, in document order.

        `search_pages` are the addresses at which the engine answers (`search_pages_of`). `inspect`
        is given the elements found, before they are looked into, and may raise.
        """
        for key in self.keys:
            found = self.apply(key, root, search_pages, inspect)
            if found:
                return found
        return ()

    def apply(
        self,
        key: ElementKey,
        root: HtmlElement,
        search_pages: frozenset[str] = frozenset(),
        inspect: Inspection | None = None,
    ) -> tuple[RecordNodes, ...]:
        """Return the records' nodes that one of the keys finds."""
        elements = key.find(root)[: MAX_RECORDS * 2]
        if inspect is not None:
            inspect(elements)
        for rule in self.titles:
            found = tuple(self._records(elements, rule, search_pages))
            if found:
                return found[:MAX_RECORDS]
        return ()

    def _records(
        self, elements: Sequence[HtmlElement], rule: TitleRule, search_pages: frozenset[str]
    ) -> Iterator[RecordNodes]:
        """Yield the elements that start a record, with what belongs to it."""
        chosen = ((element, choose_title_link(rule, (element,))) for element in elements)
        titled = [(element, link) for element, link in chosen if link is not None]
        allowed = [
            (element, link)
            for element, link in without_non_results(titled, search_pages)
            if self._allows(link, search_pages)
        ]
        is_run = self.extent is Extent.RUN
        runs = self._runs([element for element, _ in titled]) if is_run else {}
        trees = record_trees([runs.get(element, (element,)) for element, _ in allowed])
        for tree, (_, link) in zip(trees, allowed, strict=True):
            yield RecordNodes(tree, link)

    def _runs(self, starts: Sequence[HtmlElement]) -> Mapping[HtmlElement, tuple[HtmlElement, ...]]:
        """Return for each first element of a record the siblings that belong to it."""
        above = {element: heading_above(element, self.heading) for element in starts}
        # A sibling that holds the start of another record ends a run as the start itself does.
        ends = {
            node
            for element, heading in above.items()
            for node in (*heading, element, *islice(element.iterancestors(), MAX_DEPTH))
        }
        return {
            element: (*heading, *_run(element, ends, self.run_length))
            for element, heading in above.items()
        }

    def _allows(self, link: HtmlElement, search_pages: frozenset[str]) -> bool:
        """Return whether a title link is as all those seen were."""
        return (
            (self.may_lead_back or not links_to_search(link, search_pages))
            and (self.may_lack_address or has_address(link))
            and (self.may_lack_words or has_word(link))
        )


class Wrapper(Document, frozen=True):
    """A learned reader of one engine's result pages. Immutable; safe to share between tasks.

    `fixed` finds the regions that also stand on the no-result page: nothing in them is one. Nor
    is what leads to `fixed_records`, the addresses that stand on every page.
    `items` are the columns of the records' data items; wrappers of before they were learned have
    none. `view` is how answers that are no HTML are shown; None where pages of HTML are read.
    """

    VERSION: ClassVar = ("format", "metasearch-wrapper/1")

    sections: Annotated[tuple[RecordRule, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    hits_line: HitsLineRule | None = None
    next_page: NextPageRule | None = None
    fixed: Annotated[tuple[ElementKey, ...], Meta(max_length=MAX_PARTS)] = ()
    fixed_records: Annotated[tuple[str, ...], Meta(max_length=MAX_PARTS)] = ()
    items: ItemRules | None = None
    view: DataView | None = None

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
        return Extraction(
            records=read_records(found, page.base_url, in_full=in_full, items=self.items),
            hits=hits,
            shapes=tuple(RecordShape.of(tree) for tree, _ in found[:MAX_SHAPES]),
            addresses=tuple(tree.count_addresses() for tree, _ in found[:MAX_SHAPES]),
            kin=tuple(
                tree.count_addresses_like(link.get("href", "")) for tree, link in found[:MAX_SHAPES]
            ),
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
        seen: set[HtmlElement] = set()
        fixed = {region for key in self.fixed for region in key.find(page.root)}
        search_pages = search_pages_of(page)
        for section in self.sections:
            own = []
            for nodes in section.find(page.root, search_pages, inspect):
                around = islice(nodes.elements[0].iterancestors(), MAX_DEPTH) if fixed else ()
                if not fixed.isdisjoint((nodes.elements[0], *around)):
                    continue
                link = nodes.title_link
                if link not in seen and not leads_to(link, self.fixed_records):
                    seen.add(link)
                    own.append(nodes)
            yield own

    @property
    def formula(self) -> str:
        """The wrapper in the paper's notation, `prefix (X (separator | …))`.

        Then follows how many records there were: the paper's [min, max] are serial numbers.
        """
        return "  +  ".join(_formula(section) for section in self.sections)


def _run(start: HtmlElement, ends: set[HtmlElement], most: int) -> Iterator[HtmlElement]:
    """Yield `start` and the siblings after it that belong to the same record."""
    yield start
    for count, sibling in enumerate(start.itersiblings(), start=1):
        if sibling in ends or count >= most:
            return
        yield sibling


def _formula(rule: RecordRule) -> str:
    """Return one section in the paper's notation; directions as in its tag paths."""
    key = rule.keys[0]
    prefix = "".join(f"<{step}>C" for step in (*key.scope, *key.steps[:-1])) or "<html>C"
    separator = f"<{key.steps[-1]}>" + ("" if key.after is None else f" after {key.after or '∅'}")
    return f"{prefix} (X ({separator}S)) × {rule.minimum}–{rule.maximum}"
