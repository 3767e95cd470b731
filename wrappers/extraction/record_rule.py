"""The rule for the records of one section of a page: where they stand, which link is the title."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import islice
from typing import Annotated

from lxml.html import HtmlElement
from msgspec import Meta, field

from discovery.documents.document import Count, Document
from discovery.pages.visibility import Visibility
from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.record_tree.record_tree import RecordTree, record_trees
from wrappers.extraction.records.fields import TitleRule, has_address
from wrappers.extraction.records.headings import heading_above
from wrappers.extraction.records.non_results import links_to_search, numbers_of_results
from wrappers.extraction.records.selector import MAX_PARTS, ElementKey
from wrappers.extraction.records.title_places import TitlePlace, TitlePlaces

# More records than any result page shows, of which the longest seen has 150. Guess.
MAX_RECORDS = 1_000
# Siblings looked at for one record without an element of its own. The longest real one has 12.
MAX_RUN_LENGTH = 60
# Elements around a record that are looked at: the deepest real page nests 35.
MAX_DEPTH = 200

# What is given the elements that a key finds, before they are looked into.
Inspection = Callable[[Sequence[HtmlElement]], None]
# An element that may start a record, laid flat, and its title link.
_Titled = tuple[RecordTree, TitlePlace]


class Extent(StrEnum):
    """What belongs to a record whose first element is found."""

    ELEMENT = "element"  # that element
    RUN = "run"  # it and the siblings after it, up to the next record's first element


class RecordRule(Document, frozen=True, dict=True):
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

    @cached_property
    def title_places(self) -> tuple[TitlePlaces, ...]:
        """Where each of `titles` finds the title links, noted as they are met."""
        return tuple(map(TitlePlaces, self.titles))

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
        for key in self.keys:
            found = self.apply(key, root, search_pages, inspect, visibility)
            if found:
                return found
        return ()

    def apply(
        self,
        key: ElementKey,
        root: HtmlElement,
        search_pages: frozenset[str] = frozenset(),
        inspect: Inspection | None = None,
        visibility: Visibility | None = None,
    ) -> tuple[RecordNodes, ...]:
        """Return the records' nodes that one of the keys finds."""
        elements = key.find(root)[: MAX_RECORDS * 2]
        if inspect is not None:
            inspect(elements)
        for places in self.title_places:
            trees = record_trees([(element,) for element in elements], places.needed)
            titled = [(tree, title) for tree in trees if (title := places.find(tree)) is not None]
            shown = titled
            if visibility is not None:
                again = ((tree, places.find_shown(tree, t, visibility)) for tree, t in titled)
                shown = [(tree, title) for tree, title in again if title is not None]
            # What is hidden is no record, but ends the one before it.
            found = self._records(shown, [tree.elements[0] for tree, _ in titled], search_pages)
            if found:
                return tuple(found[:MAX_RECORDS])
        return ()

    def _records(
        self,
        titled: Sequence[_Titled],
        starts: Sequence[HtmlElement],
        search_pages: frozenset[str],
    ) -> list[RecordNodes]:
        """Return the records that begin with these elements, non-results left out.

        A record ends where any of `starts` begins.
        """
        links = [(tree, tree.attributes_at(title.place)) for tree, title in titled]
        allowed = [
            titled[number]
            for number in numbers_of_results(links, search_pages)
            if self._allows(links[number][1], titled[number][1], search_pages)
        ]
        if self.extent is Extent.ELEMENT:
            return [RecordNodes(tree, title.place) for tree, title in allowed]
        runs = self._runs(starts)
        trees = record_trees([runs[tree.elements[0]] for tree, _ in allowed])
        return [
            RecordNodes(whole, _place_in(whole, tree.elements[0], title.place))
            for whole, (tree, title) in zip(trees, allowed, strict=True)
        ]

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

    def _allows(
        self, link: Mapping[str, str], title: TitlePlace, search_pages: frozenset[str]
    ) -> bool:
        """Return whether a title link of these attributes is as all those seen were."""
        return (
            (self.may_lead_back or not links_to_search(link, search_pages))
            and (self.may_lack_address or has_address(link))
            and (self.may_lack_words or title.has_word)
        )


def _place_in(whole: RecordTree, first: HtmlElement, place: int) -> int:
    """Return the place in a run of what is at `place` in its first element, behind its heading."""
    if whole.elements[0] is first:
        return place
    return whole.nodes.index(first) + place


def _run(start: HtmlElement, ends: set[HtmlElement], most: int) -> Iterator[HtmlElement]:
    """Yield `start` and the siblings after it that belong to the same record."""
    yield start
    for count, sibling in enumerate(start.itersiblings(), start=1):
        if sibling in ends or count >= most:
            return
        yield sibling
