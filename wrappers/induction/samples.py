"""Sample pages: result pages with their queries, indexed, and what readers see of them.

A script shows a reader what style sheets hide at first: records that fade in, tabs, lists to open.
Where nearly all that depends on the query is hidden, what hides it is no rule for this engine.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.data.roles import DataView, find_view
from discovery.pages.layout import Layout
from discovery.pages.page import Page
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, class_names, fold_space
from discovery.pages.visibility import NO_STYLES, KeptStyles, keep_styles, linked_rules
from wrappers.extraction.constraints import breaks_off, is_closed
from wrappers.extraction.records.fields import has_address, is_link, scripted_address
from wrappers.extraction.records.non_results import links_to_search, search_pages_of
from wrappers.extraction.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Sample:
    """A result page to learn from; `query` as it was sent, None when unknown.

    `layout` is where a browser put everything; None where none rendered the page. `links` are
    addresses that a page for readers shows for the records of an answer that is no HTML, `titles`
    the texts of its links and headings.
    """

    page: Page
    query: str | None = None
    layout: Layout | None = field(default=None, compare=False, repr=False)
    links: tuple[str, ...] = field(default=(), compare=False, repr=False)
    titles: tuple[str, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ReadSample:
    """The first result page of a query, and what begins its records as far as they are known."""

    page: Page
    query: str | None = None
    record_elements: tuple[HtmlElement, ...] = ()


def read_by(wrapper: Wrapper, samples: Sequence[Sample]) -> list[ReadSample]:
    return [ReadSample(s.page, s.query, wrapper.record_starts(s.page)) for s in samples]


def in_one_view(
    samples: Sequence[Sample], known: DataView | None = None
) -> tuple[list[Sample], DataView | None]:
    """Return samples of answers that are no HTML as pages of one kind, and how they are shown.

    Told by what all of them say, addresses of records also by `known`, how they were shown before.
    """
    datas = [sample.page.data for sample in samples if sample.page.data is not None]
    if not datas:
        return list(samples), None
    links = dict.fromkeys(link for sample in samples for link in sample.links)
    titles = frozenset(title for sample in samples for title in sample.titles)
    view = find_view(datas, links, known, titles)
    return [replace(each, page=each.page.seen_by(view)) for each in samples], view


def whole_samples(samples: Sequence[Sample]) -> list[Sample]:
    """Return `samples` without those that break off, where most pages do not.

    A page cut in the midst has fewer records than its engine shows.
    """
    whole = [sample for sample in samples if not breaks_off(sample.page.body)]
    are_closed = sum(is_closed(sample.page.body) for sample in samples) * 2 > len(samples)
    return whole if are_closed else list(samples)


class InductionError(ValueError):
    """No wrapper was learned; the message says why in a plain sentence."""


class NoSamplesError(InductionError):
    """There is no page to learn from."""


class NoRecordsError(InductionError):
    """No group of elements on the pages looks like search result records."""


class EqualPagesError(InductionError):
    """All sample pages show the same: nothing on them depends on the query."""


class DifferentSitesError(InductionError):
    """The sample pages have no layout in common."""


class PageTooLargeError(InductionError):
    """A sample page has more elements than can be analysed in bounded time."""


# A page with more elements is refused: analysing it would take longer than ten seconds.
MAX_ELEMENTS = 200_000
# So is one that nests deeper: an element's ancestors are looked at for each. Browsers nest no
# deeper (Chromium's kMaximumHTMLParserDOMTreeDepth); the deepest of 586 real pages has 36 levels.
MAX_DEPTH = 512


@dataclass(frozen=True, slots=True)
class PageIndex:
    """The visible elements of a page, numbered in document order, and sums over them.

    `parent[i]` is the number of element i's parent (-1 at the root), `end[i]` the number after its
    last descendant, `rank[i]` its place among its parent's visible children. `text_before[i]` and
    `text_end[i]` count the visible characters before element i starts and ends, `piece_before[i]`
    and `piece_end[i]` the `pieces` of text; those before have one more entry, for the page's end.
    `links` are the elements that can be clicked on, `scripted` others that a script makes so.
    """

    page: Page
    elements: list[HtmlElement] = field(default_factory=list)
    number: dict[HtmlElement, int] = field(default_factory=dict)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)
    rank: list[int] = field(default_factory=list)
    child_count: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    classes: list[tuple[str, ...]] = field(default_factory=list)
    text_before: list[int] = field(default_factory=list)
    text_end: list[int] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    piece_before: list[int] = field(default_factory=list)
    piece_end: list[int] = field(default_factory=list)
    links: list[int] = field(default_factory=list)
    scripted: list[int] = field(default_factory=list)

    def text(self, start_piece: int, end_piece: int) -> str:
        return fold_space("".join(self.pieces[start_piece:end_piece]))

    def element_text(self, number: int) -> str:
        return self.text(self.piece_before[number], self.piece_end[number])

    def links_between(self, start: int, end: int) -> list[int]:
        return self.links[bisect_left(self.links, start) : bisect_left(self.links, end)]

    def has_link(self, number: int) -> bool:
        place = bisect_left(self.links, number)
        return place < len(self.links) and self.links[place] < self.end[number]

    def numbers_with_links(self) -> Iterator[int]:
        links = sorted((*self.links, *self.scripted))
        for number, end in enumerate(self.end):
            place = bisect_left(links, number)
            if place < len(links) and links[place] < end and self.depth[number] >= 2:
                yield number

    def region_of(self, first: int, last: int) -> int:
        """Return the deepest element that holds `first`, not itself, and `last`."""
        node = self.parent[first]
        while node > 0 and self.end[node] <= last:
            node = self.parent[node]
        return max(node, 0)

    def text_length(self, number: int) -> int:
        return self.text_end[number] - self.text_before[number]


def index_page(page: Page) -> PageIndex:
    """Number the visible elements of `page`. Raises `PageTooLargeError`."""
    index = PageIndex(page)
    characters = 0
    stack: list[tuple[HtmlElement, int] | str | int] = [(page.root, -1)]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            characters += _add_text(index, node)
        elif isinstance(node, int):
            if node >= 0:
                index.end[node] = len(index.elements)
                index.text_end[node] = characters
                index.piece_end[node] = len(index.pieces)
        else:
            element, parent = node
            number = _add_element(index, element, parent, characters)
            breaks_line = element.tag in LINE_TAGS
            if breaks_line:
                index.pieces.append(" ")
                stack.append(" ")
            stack.append(number)
            for child in reversed(element):
                if child.tail:
                    stack.append(child.tail)
                if isinstance(child.tag, str) and child.tag not in INVISIBLE_TAGS:
                    stack.append((child, number))
            if element.text:
                characters += _add_text(index, element.text)
    index.text_before.append(characters)
    index.piece_before.append(len(index.pieces))
    return index


def _add_text(index: PageIndex, text: str) -> int:
    index.pieces.append(text)
    return len(" ".join(text.split()))


def _add_element(index: PageIndex, element: HtmlElement, parent: int, characters: int) -> int:
    """Append an element whose text and end are not known yet; return its number."""
    number = len(index.elements)
    if number >= MAX_ELEMENTS:
        raise PageTooLargeError(
            f"{index.page.url or 'the page'} has more than {MAX_ELEMENTS} elements"
        )
    index.elements.append(element)
    index.number[element] = number
    index.parent.append(parent)
    index.end.append(number + 1)
    depth = 0 if parent < 0 else index.depth[parent] + 1
    if depth >= MAX_DEPTH:
        raise PageTooLargeError(
            f"{index.page.url or 'the page'} nests more than {MAX_DEPTH} levels deep"
        )
    index.depth.append(depth)
    index.rank.append(0 if parent < 0 else index.child_count[parent])
    index.child_count.append(0)
    if parent >= 0:
        index.child_count[parent] += 1
    index.tags.append(str(element.tag))
    index.classes.append(class_names(element))
    index.text_before.append(characters)
    index.text_end.append(characters)
    index.piece_before.append(len(index.pieces))
    index.piece_end.append(len(index.pieces))
    if is_link(element):
        index.links.append(number)
    elif scripted_address(dict(element.items())) is not None:
        index.scripted.append(number)
    return number


# Where the hidden addresses that depend on the query are so many times those that are seen, a
# reader cannot see so few. Guess: a record shows one or two, and hides a handful to share it by.
HIDDEN_BY_SEEN = 6
# Fewer say nothing. Guess: a short list.
MIN_HIDDEN = 4
# Share of what is hidden that a cause has to hide to be revealed: decoys are hidden in other ways.
MIN_SHARE = 0.5
# A list in a tab that opens: more causes, one around another, are not written by people. Guess.
ROUNDS = 4
MAX_LINKS = 2_000


def as_seen(samples: Sequence[Sample], styles: KeptStyles = NO_STYLES) -> list[Sample]:
    """Return samples whose pages know what is seen of them; `styles` are what is known before."""
    pages = [each.page for each in samples]
    if not pages or any(page.styles is not None or page.data is not None for page in pages):
        return list(samples)
    for _ in range(ROUNDS):
        causes = _without_meaning(pages, styles)
        if not causes:
            break
        styles = styles.replace(revealed=tuple(sorted({*styles.revealed, *causes})))
    if styles == NO_STYLES:
        return list(samples)
    return [replace(each, page=replace(each.page, styles=styles)) for each in samples]


def as_seen_by_sheets(
    samples: Sequence[Sample],
    style_sheets: Mapping[str, str],
    linking: Sequence[tuple[HtmlElement, str]] = (),
) -> list[Sample]:
    """Return samples with what is seen of them by all the sheets that they link, by address."""
    pages = linking or [(each.page.root, each.page.base_url) for each in samples]
    rules = tuple(linked_rules(pages, style_sheets))
    return as_seen(samples, keep_styles(rules, [root for root, _ in pages]))


def _without_meaning(pages: Sequence[Page], styles: KeptStyles) -> set[str]:
    """Return the causes that hide nearly all that depends on the query."""
    seen = hidden = 0
    causes: Counter[str] = Counter()
    for page, links in zip(pages, _varying_links(pages), strict=True):
        visibility = page.visibility(styles)
        for elements in links:
            if any(map(visibility.shows, elements)):
                seen += 1
                continue
            hidden += 1
            causes.update(visibility.state(elements[0]).causes)
    if hidden < MIN_HIDDEN or hidden < HIDDEN_BY_SEEN * seen:
        return set()
    # What no script shows (`<template>`) is named by its tag.
    return {
        cause
        for cause, count in causes.items()
        if count >= MIN_SHARE * hidden and not cause.startswith("<")
    }


def _varying_links(pages: Sequence[Page]) -> Iterator[list[list[HtmlElement]]]:
    """Yield for each page the links of each address that is not on all pages.

    Links to the search are left out: they depend on the query and are no results.
    """
    by_page = []
    for page in pages:
        search_pages = search_pages_of(page)
        found: dict[str, list[HtmlElement]] = defaultdict(list)
        for link in islice(page.root.iter("a"), MAX_LINKS):
            attributes = dict(link.items())
            if has_address(attributes) and not links_to_search(attributes, search_pages):
                found[attributes.get("href", "")].append(link)
        by_page.append(found)
    pages_with = Counter(address for found in by_page for address in found)
    for found in by_page:
        yield [
            links
            for address, links in found.items()
            if len(pages) == 1 or pages_with[address] < len(pages)
        ]
