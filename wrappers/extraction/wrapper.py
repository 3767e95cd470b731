"""The wrapper of a result page: where its records are, and how to read them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Annotated, Any, ClassVar, Self

from lxml import etree
from lxml.html import HtmlElement
from msgspec import Meta

from discovery.connection.requests import EngineRequest
from discovery.documents.document import Count, Document, DocumentError
from discovery.pages.data.roles import DataView
from discovery.pages.page import Page, parse_answer, parse_page
from discovery.pages.visibility import KeptStyles, Visibility
from wrappers.extraction.hits_line import HitsLine, HitsLineRule
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.paging import NextPageRule
from wrappers.extraction.record_tree import RecordNodes, RecordTree, record_trees
from wrappers.extraction.records.fields import (
    TitleRule,
    find_title_link,
    has_address,
    has_word,
    shown_title_link,
)
from wrappers.extraction.records.non_results import (
    links_to_search,
    numbers_of_results,
    search_pages_of,
)
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.record_reading import heading_above, read_records
from wrappers.extraction.records.selector import MAX_PARTS, ElementKey, RecordShape

# Records of an answer whose shape is taken: enough to judge the answer by.
MAX_SHAPES = 10


@dataclass(frozen=True)
class Extraction:
    """What a wrapper read from a page: the records, what the hits line says, the records' nodes."""

    records: tuple[ResultRecord, ...]
    hits: HitsLine | None = None
    nodes: Sequence[RecordNodes] = field(default=(), repr=False, compare=False)

    @property
    def total(self) -> int | None:
        """The number of matches that the hits line claims."""
        return None if self.hits is None else self.hits.total

    @cached_property
    def shapes(self) -> tuple[RecordShape, ...]:
        """The shapes of the first records' elements."""
        return tuple(RecordShape.of(nodes.tree) for nodes in self.nodes[:MAX_SHAPES])

    @property
    def addresses(self) -> tuple[int, ...]:
        """How many addresses each of the first records links."""
        return tuple(len(nodes.tree.addresses) for nodes in self.nodes[:MAX_SHAPES])

    @property
    def kin(self) -> tuple[int, ...]:
        """How many of these addresses are written as its title's."""
        first = self.nodes[:MAX_SHAPES]
        return tuple(nodes.tree.count_addresses_like(nodes.href) for nodes in first)


# More records than any result page shows, of which the longest seen has 150. Guess.
MAX_RECORDS = 1_000
# Siblings looked at for one record without an element of its own. The longest real one has 12.
MAX_RUN_LENGTH = 60
# Elements around a record that are looked at: the deepest real page nests 35.
MAX_DEPTH = 200

# What is given the elements that a key finds, before they are looked into.
Inspection = Callable[[Sequence[HtmlElement]], None]
# An element that may start a record, laid flat, and the place of its title link.
_Titled = tuple[RecordTree, int]


class Extent(StrEnum):
    """What belongs to a record whose first element is found."""

    ELEMENT = "element"  # that element
    RUN = "run"  # it and the siblings after it, up to the next record's first element


class RecordRule(Document, frozen=True):
    """Where the records of one section stand, and which of their links is the title.

    `keys` are equivalent on the pages learned from; they are tried in order until one finds
    records. An element without a title link by any of `titles` starts no record: a header row, a
    group row, a snippet's own paragraph. `run_length` is the most siblings that one run had on a
    learning page. Where no record seen there was a link to the search, none `may_lead_back`. Where
    all titles had an address, or a word, none `may_lack_address`, or `may_lack_words`: a spelling
    suggestion or a box without a name is no record. `heading` is the tag of those that stood
    directly before nearly all first elements: it belongs to the record that follows.
    """

    keys: Annotated[tuple[ElementKey, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    extent: Extent
    titles: Annotated[tuple[TitleRule, ...], Meta(min_length=1, max_length=MAX_PARTS)]
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
        visibility: Visibility | None = None,
    ) -> tuple[RecordNodes, ...]:
        """Return the records' nodes below `root`, in document order.

        `search_pages` are the addresses at which the engine answers (`search_pages_of`). `inspect`
        is given the elements found, before they are looked into, and may raise. What no person sees
        by `visibility` is no record.
        """
        shows = None if visibility is None else visibility.shows
        for key in self.keys:
            elements = key.find(root)[: MAX_RECORDS * 2]
            if inspect is not None:
                inspect(elements)
            trees = record_trees([(element,) for element in elements])
            for rule in self.titles:
                found = ((tree, find_title_link(rule, tree)) for tree in trees)
                titled = [(tree, place) for tree, place in found if place is not None]
                again = ((t, shown_title_link(rule, t, place, shows)) for t, place in titled)
                shown = [(tree, place) for tree, place in again if place is not None]
                # What is hidden is no record, but ends the one before it.
                starts = [tree.elements[0] for tree, _ in titled]
                if records := self._records(shown, starts, search_pages):
                    return tuple(records[:MAX_RECORDS])
        return ()

    def _records(
        self,
        titled: Sequence[_Titled],
        starts: Sequence[HtmlElement],
        search_pages: frozenset[str],
    ) -> list[RecordNodes]:
        """Return the records that begin with these elements, non-results left out."""
        links = [(tree, tree.attributes[title]) for tree, title in titled]
        allowed = [
            titled[number]
            for number in numbers_of_results(links, search_pages)
            if self._allows(*titled[number], search_pages)
        ]
        if self.extent is Extent.ELEMENT:
            return [RecordNodes(tree, title) for tree, title in allowed]
        runs = self._runs(starts)
        trees = record_trees([runs[tree.elements[0]] for tree, _ in allowed])
        return [
            # A heading may stand before the first element.
            RecordNodes(whole, whole.places[tree.elements[0]] + title)
            for whole, (tree, title) in zip(trees, allowed, strict=True)
        ]

    def _runs(self, starts: Sequence[HtmlElement]) -> Mapping[HtmlElement, tuple[HtmlElement, ...]]:
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

    def _allows(self, tree: RecordTree, title: int, search_pages: frozenset[str]) -> bool:
        link = tree.attributes[title]
        return (
            (self.may_lead_back or not links_to_search(link, search_pages))
            and (self.may_lack_address or has_address(link))
            and (self.may_lack_words or has_word(tree, title))
        )


def _run(start: HtmlElement, ends: set[HtmlElement], most: int) -> Iterator[HtmlElement]:
    yield start
    for count, sibling in enumerate(start.itersiblings(), start=1):
        if sibling in ends or count >= most:
            return
        yield sibling


class Wrapper(Document, frozen=True):
    """A learned reader of one engine's result pages. Immutable; safe to share between tasks.

    `fixed` finds the regions that also stand on the no-result page: nothing in them is one.
    `items` are the columns of the records' data items; some stored wrappers have none. `view` is
    how answers that are no HTML are shown; None where pages of HTML are read. `styles` are the
    rules of linked style sheets by which some of a page is hidden.
    """

    VERSION: ClassVar = ("format", "metasearch-wrapper/1")

    sections: Annotated[tuple[RecordRule, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    hits_line: HitsLineRule | None = None
    next_page: NextPageRule | None = None
    fixed: Annotated[tuple[ElementKey, ...], Meta(max_length=MAX_PARTS)] = ()
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
        return {**super().to_json(), "formula": self.formula}

    def parse(
        self, body: bytes, url: str = "", content_type: str | None = None, status: int = 200
    ) -> Page:
        """Return the page in an answer. Raises `NotHtmlError`: for data, where HTML was learned."""
        if self.view is None:
            return replace(parse_page(body, url, content_type, status), styles=self.styles)
        return parse_answer(body, url, content_type, status, self.view)

    def extract(
        self,
        page: Page,
        query: str | None = None,
        *,
        inspect: Inspection | None = None,
    ) -> Extraction:
        """Return the records of `page` in page order, and what its hits line says; `query` helps.

        Never raises on any parsed page, but for what `inspect` raises: it is given the elements
        that a key finds before they are looked into.
        """
        page = page.seen_by(self.view)
        hits = None if self.hits_line is None else self.hits_line.apply(page, query)
        found = self.record_nodes(page, inspect)
        return Extraction(read_records(found, page.base_url, items=self.items), hits, found)

    def request_after(self, page: Page, page_number: int = 1) -> EngineRequest | None:
        """Return the request for the page after `page`, number `page_number` (from 1), if known."""
        if self.next_page is None:
            return None
        return self.next_page.apply(page.seen_by(self.view), page_number)

    def records(self, page: Page) -> tuple[ResultRecord, ...]:
        return read_records(self.record_nodes(page), page.base_url, items=self.items)

    def record_starts(self, page: Page) -> tuple[HtmlElement, ...]:
        return tuple(nodes.elements[0] for nodes in self.record_nodes(page))

    def record_nodes(self, page: Page, inspect: Inspection | None = None) -> list[RecordNodes]:
        """Return the nodes of all sections' records in page order, one for each title link."""
        page = page.seen_by(self.view)
        fixed = {region for key in self.fixed for region in key.find(page.root)}
        search_pages = search_pages_of(page)
        visibility = None if page.data is not None else page.visibility(self.styles)
        found: dict[HtmlElement, RecordNodes] = {}
        for section in self.sections:
            for nodes in section.find(page.root, search_pages, inspect, visibility):
                around = islice(nodes.elements[0].iterancestors(), MAX_DEPTH) if fixed else ()
                if fixed.isdisjoint((nodes.elements[0], *around)):
                    found.setdefault(nodes.title_link, nodes)
        if len(self.sections) == 1:
            return list(found.values())
        starts = {nodes.elements[0] for nodes in found.values()}
        order = {each: place for place, each in enumerate(page.root.iter()) if each in starts}
        return sorted(found.values(), key=lambda nodes: order[nodes.elements[0]])

    @property
    def formula(self) -> str:
        """The wrapper in the paper's notation, `prefix (X (separator | …))`."""
        return "  +  ".join(_formula(section) for section in self.sections)


def _formula(rule: RecordRule) -> str:
    key = rule.keys[0]
    if key.separators is not None:
        path = "".join(f"<{step}>C" for step in (*key.scope, *key.steps))
        return f"{path} ({key.separators})"
    prefix = "".join(f"<{step}>C" for step in (*key.scope, *key.steps[:-1])) or "<html>C"
    separator = f"<{key.steps[-1]}>" + ("" if key.after is None else f" after {key.after or '∅'}")
    return f"{prefix} (X ({separator}S))"
