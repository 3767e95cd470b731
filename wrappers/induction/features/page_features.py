"""A page as the features see it, worked out once for all candidates."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from urllib.parse import urlsplit

from discovery.pages.data.roles import DataView
from discovery.pages.page import Page
from discovery.pages.tree import LINE_TAGS
from discovery.pages.urls import comparison_key, unwrap_redirect
from wrappers.extraction.hits_line import HitsReading, read_line
from wrappers.extraction.lines import text_lines
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.fields import TitleRule, address_of, find_title_link
from wrappers.extraction.records.non_results import (
    advertisement_signs,
    links_to_search,
    numbers_of_results,
    says_advertisement,
    search_pages_of,
)
from wrappers.extraction.records.selector import ElementKey
from wrappers.extraction.wrapper import MAX_RUN_LENGTH, Extent, RecordRule
from wrappers.induction.samples import PageIndex, Sample, index_page

# A run counts as such when at least this share of the gaps between first elements holds text.
MIN_FILLED_GAPS = 0.5
# Characters between two first elements that make the gap part of the record, not punctuation.
MIN_GAP_TEXT = 3
# Elements of a record that are looked at for its title link. Guess: real ones have some dozens.
MAX_TITLED = 1_000
# Trees of records that are kept: one rule after another finds the same records.
MAX_TREES = 300


@dataclass(frozen=True, slots=True)
class RecordSpan:
    """One record: elements `first` up to `end`, its title link, and where its text stands.

    The counts are of the page's characters and pieces of text before the record starts and ends.
    """

    first: int
    end: int
    characters_before: int
    characters_end: int
    piece_before: int
    piece_end: int
    title: int

    @property
    def characters(self) -> int:
        return self.characters_end - self.characters_before


@dataclass(frozen=True, slots=True)
class RuleMatch:
    """The records that a rule finds on a page."""

    spans: tuple[RecordSpan, ...]

    @property
    def outcome(self) -> tuple[tuple[int, int], ...]:
        """Which elements and links were found: equal for rules that do the same."""
        return tuple((span.first, span.title) for span in self.spans)


def match_rule(
    index: PageIndex,
    members: Sequence[int],
    titles: Sequence[int | None],
    extent: Extent,
    non_results: frozenset[int] = frozenset(),
) -> RuleMatch:
    """Return the records at those `members` (ascending) that have a title link.

    `non_results` end the run before them but are no records themselves.
    """
    pairs = [(m, t) for m, t in zip(members, titles, strict=True) if t is not None]
    if extent is Extent.ELEMENT:
        spans = [element_span(index, member, title) for member, title in pairs]
    else:
        spans = _run_spans(index, [m for m, _ in pairs], [t for _, t in pairs])
    return RuleMatch(tuple(span for span in spans if span.first not in non_results))


def fills_gaps(index: PageIndex, members: Sequence[int]) -> bool:
    """Return whether the stretches between members of one parent hold text of their own.

    So do the stretches after words in running text: the paragraph that a bold link begins.
    """
    ends = _run_ends(index, members)
    pairs = list(zip(members, ends, strict=True))
    if index.tags[members[0]] in LINE_TAGS:
        pairs = [(left, right) for left, right in pairs if right is not None]
    filled = [_gap(index, left, right) >= MIN_GAP_TEXT for left, right in pairs]
    return len(pairs) * 2 >= len(members) - 1 > 0 and sum(filled) > MIN_FILLED_GAPS * len(pairs)


def _gap(index: PageIndex, left: int, right: int | None) -> int:
    end = index.text_end[index.parent[left]] if right is None else index.text_before[right]
    return end - index.text_end[left]


def _run_ends(index: PageIndex, members: Sequence[int]) -> list[int | None]:
    """Return the sibling that ends the run of each member: a member, or what holds the next one.

    None where all further siblings may belong to the run.
    """
    ends: list[int | None] = []
    for place, member in enumerate(members):
        parent = index.parent[member]
        later = place + 1
        while later < len(members) and members[later] < index.end[member]:
            later += 1
        following = members[later] if later < len(members) else -1
        if following < 0 or (parent >= 0 and following >= index.end[parent]):
            ends.append(None)
            continue
        while index.parent[following] != parent:
            following = index.parent[following]
        ends.append(following)
    return ends


def longest_run(index: PageIndex, match: RuleMatch) -> int:
    """Return the most siblings in the run of a record that another one ends."""
    members = [span.first for span in match.spans]
    longest = 0
    for member, end in zip(members, _run_ends(index, members), strict=True):
        if end is not None:
            siblings = index.elements[index.parent[member]]
            length = siblings.index(index.elements[end]) - siblings.index(index.elements[member])
            longest = max(longest, length)
    return longest


def element_span(index: PageIndex, member: int, title: int) -> RecordSpan:
    return RecordSpan(
        member,
        index.end[member],
        index.text_before[member],
        index.text_end[member],
        index.piece_before[member],
        index.piece_end[member],
        title,
    )


def _run_spans(index: PageIndex, members: list[int], titles: list[int]) -> list[RecordSpan]:
    """Return the runs of siblings that start at the members (ascending).

    The last run of a parent, which nothing ends, is at most as long as the longest other run.
    """
    ends = _run_ends(index, members)
    lengths = (
        index.rank[end] - index.rank[member]
        for member, end in zip(members, ends, strict=True)
        if end is not None
    )
    longest = max(lengths, default=MAX_RUN_LENGTH)
    return [
        _run_span(index, member, end or _run_end(index, member, longest), title)
        for member, end, title in zip(members, ends, titles, strict=True)
    ]


def _run_end(index: PageIndex, member: int, most: int) -> int:
    end = index.end[member]
    for _ in range(most - 1):
        if end >= len(index.elements) or index.parent[end] != index.parent[member]:
            break
        end = index.end[end]
    return end


def _run_span(index: PageIndex, member: int, end: int, title: int) -> RecordSpan:
    """Return the stretch from element `member` to before `end`, the last tail included."""
    parent = index.parent[member]
    if end < len(index.elements) and index.parent[end] == parent:
        characters_end, piece_end = index.text_before[end], index.piece_before[end]
    else:
        characters_end, piece_end = index.text_end[parent], index.piece_end[parent]
    return RecordSpan(
        member,
        end,
        index.text_before[member],
        characters_end,
        index.piece_before[member],
        piece_end,
        title,
    )


_WORD = re.compile(r"\w")
_WORDS = re.compile(r"\w+")
_PRICE = re.compile(r"[$€£¥₹₽]\s?\d|\d\s?(?:[$€£¥₹₽]|USD|EUR|GBP|kr\b|zł)")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\bago\b")
# Characters of a record in which a price or a date is looked for. Guess.
MAX_TEXT_SEARCHED = 2_000
# Query words shorter than this stand in any text. Guess.
MIN_QUERY_WORD = 3
# Lines of a page looked at for a hits line. Guess.
MAX_LINES = 3_000
# A record's markup is compared to this depth, over this many elements. Guesses.
SHAPE_DEPTH = 3
MAX_SHAPE_ELEMENTS = 150

# The absolute features of a rule match and the quantities that are compared within the page.
Measures = tuple[tuple[float, ...], tuple[float, ...]]
LinePlace = tuple[bool, bool]  # of a link: whether it begins its line, and is the only one there


@dataclass(frozen=True, slots=True)
class RecordContent:
    """What one record holds, whichever of its links is the title."""

    text: str
    link_count: int
    link_characters: int
    shape: frozenset[str]
    asks_query: bool
    has_price_or_date: bool


@dataclass
class PageFeatures:
    """A page as the features see it, with the caches of its links and records."""

    sample: Sample
    index: PageIndex
    _addresses: dict[int, str | None] = field(default_factory=dict)
    _keys: dict[int, str] = field(default_factory=dict)
    _texts: dict[int, str] = field(default_factory=dict)
    _records: dict[tuple[int, int], RecordContent] = field(default_factory=dict)
    _members: dict[ElementKey, list[int]] = field(default_factory=dict)
    _shapes: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    _signs: dict[int, bool] = field(default_factory=dict)
    measures: dict[Hashable, Measures] = field(default_factory=dict)
    line_places: dict[int, LinePlace] = field(default_factory=dict)
    _titles: dict[tuple[TitleRule, int], int | None] = field(default_factory=dict)
    _matches: dict[Hashable, RuleMatch] = field(default_factory=dict)

    @cached_property
    def tree_of(self) -> Callable[[int], RecordTree]:
        """The tree of the record that an element holds, by the element's number."""
        elements = self.index.elements
        return lru_cache(MAX_TREES)(lambda member: RecordTree((elements[member],), MAX_TITLED))

    @cached_property
    def has_word(self) -> list[bool]:
        """Whether each link shows a word (of other elements: False)."""
        flags = [False] * len(self.index.elements)
        for link in (*self.index.links, *self.index.scripted):
            flags[link] = _WORD.search(self.text(link)) is not None
        return flags

    @cached_property
    def query_words(self) -> tuple[str, ...]:
        """The words of the query, folded; the first characters of long ones stand for them."""
        words = _WORDS.findall((self.sample.query or "").casefold())
        return tuple(
            word[:6] for word in words if len(word) >= MIN_QUERY_WORD or not word.isascii()
        )

    @cached_property
    def search_folder(self) -> str:
        """The key of the page's address up to the query in its path ("…/search/" of "…/search/x").

        Empty where the query stands in the first folder of the path, or not in the path at all.
        """
        folders = comparison_key(self.sample.page.url or "").partition("?")[0].split("/")
        for place in range(len(folders) - 1, 1, -1):
            if any(word in folders[place].casefold() for word in self.query_words):
                return "/".join(folders[:place]) + "/"
        return ""

    @cached_property
    def hits_readings(self) -> tuple[HitsReading, ...]:
        lines = islice(text_lines(self.sample.page.root), MAX_LINES)
        return tuple(
            reading
            for line in lines
            for reading in read_line(line.text, self.sample.query, is_link=line.is_link)
        )

    @cached_property
    def elements_by_name(self) -> dict[tuple[str, tuple[str, ...]], list[int]]:
        found: dict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
        for number, classes in enumerate(self.index.classes):
            if classes and self.index.has_link(number):
                found[str(self.index.elements[number].tag), classes].append(number)
        return found

    @cached_property
    def search_pages(self) -> frozenset[str]:
        return search_pages_of(self.sample.page)

    @cached_property
    def own_host(self) -> str:
        """The host of the page, or of most of its links when its address is unknown."""
        try:
            host = urlsplit(self.sample.page.url).hostname
        except ValueError:
            host = None
        if host:
            return host.removeprefix("www.")
        hosts = Counter(self.host(link) for link in self.index.links)
        hosts.pop("", None)
        return hosts.most_common(1)[0][0] if hosts else ""

    @cached_property
    def address_counts(self) -> Counter[str]:
        return Counter(self.address_key(link) for link in self.index.links)

    def text(self, number: int) -> str:
        if number not in self._texts:
            self._texts[number] = self.index.element_text(number)
        return self._texts[number]

    def address(self, link: int) -> str | None:
        """Return where a link leads, redirectors unwrapped."""
        if link not in self._addresses:
            address = address_of(dict(self.index.elements[link].items()), self.sample.page.base_url)
            self._addresses[link] = None if address is None else unwrap_redirect(address)
        return self._addresses[link]

    def address_key(self, link: int) -> str:
        """Return a key that links to the same page share; of a script's link, its text."""
        if link not in self._keys:
            address = self.address(link)
            key = comparison_key(address) if address else f"#{link}:{self.text(link)}"
            self._keys[link] = key
        return self._keys[link]

    def host(self, link: int) -> str:
        return self.address_key(link).partition("/")[0] if self.address(link) else ""

    def find(self, rule: RecordRule) -> RuleMatch:
        """Return what a rule finds on the page, as `RecordRule.find` would."""
        for key in rule.keys:
            members = self.members_of(key)
            for title_rule in rule.titles:
                titles = [self.title_of(title_rule, member) for member in members]
                if any(title is not None for title in titles):
                    return self.match(members, titles, rule.extent)
        return RuleMatch(())

    def match(
        self, members: Sequence[int], titles: Sequence[int | None], extent: Extent
    ) -> RuleMatch:
        """Return the records at those members that have a title, non-results left out."""
        key = (tuple(members), tuple(titles), extent)
        if key not in self._matches:
            pairs = [(m, t) for m, t in zip(members, titles, strict=True) if t is not None]
            non_results = self._non_results(pairs)
            self._matches[key] = match_rule(self.index, members, titles, extent, non_results)
        return self._matches[key]

    def _non_results(self, pairs: Sequence[tuple[int, int]]) -> frozenset[int]:
        """Return those of the members, each with its title, that are no results."""
        if not pairs or not (
            any(self.may_be_non_result(title) for _, title in pairs)
            or self.may_be_labelled(pairs[0][0])
            or self.may_be_labelled(pairs[-1][0])
        ):
            return frozenset()
        records = [
            (self.tree_of(member), dict(self.index.elements[title].items()))
            for member, title in pairs
        ]
        kept = set(numbers_of_results(records, self.search_pages))
        return frozenset(pair[0] for number, pair in enumerate(pairs) if number not in kept)

    def may_be_non_result(self, link: int) -> bool:
        if link not in self._signs:
            said = dict(self.index.elements[link].items())
            signs = advertisement_signs(said) > 0 or links_to_search(said, self.search_pages)
            self._signs[link] = signs
        return self._signs[link]

    def may_be_labelled(self, member: int) -> bool:
        if not self.labels:
            return False
        index = self.index
        around = index.parent[index.parent[member]] if index.depth[member] >= 2 else member
        place = bisect_left(self.labels, around)
        return place < len(self.labels) and self.labels[place] < index.end[around]

    @cached_property
    def labels(self) -> list[int]:
        """The elements that say in their own text or tail that something is an advertisement."""
        return [n for n, element in enumerate(self.index.elements) if says_advertisement(element)]

    def members_of(self, key: ElementKey) -> list[int]:
        if key not in self._members:
            number = self.index.number
            found = key.find(self.sample.page.root)
            self._members[key] = [number[element] for element in found if element in number]
        return self._members[key]

    def linked_members_of(self, key: ElementKey) -> tuple[int, ...]:
        return tuple(filter(self.index.has_link, self.members_of(key)))

    def title_of(self, rule: TitleRule, member: int) -> int | None:
        if (rule, member) not in self._titles:
            shows = self.sample.page.visibility().shows
            tree = self.tree_of(member)
            place = find_title_link(rule, tree, shows)
            link = None if place is None else self.index.number.get(tree.nodes[place])
            self._titles[rule, member] = link
        return self._titles[rule, member]

    def span_of(self, number: int) -> RecordSpan:
        """Return the record that one element would be, were it its own title link."""
        return element_span(self.index, number, number)

    def record(self, span: RecordSpan) -> RecordContent:
        key = (span.first, span.piece_end)
        if key not in self._records:
            self._records[key] = self._read_content(span)
        return self._records[key]

    def shape(self, first: int, end: int) -> frozenset[str]:
        """Return the markup of a stretch: levels, tags and parents' tags of its upper elements."""
        if (first, end) not in self._shapes:
            depth, tags, parent = self.index.depth, self.index.tags, self.index.parent
            base = depth[first]
            self._shapes[first, end] = frozenset(
                f"{depth[number] - base}{tags[parent[number]]}/{tags[number]}"
                for number in range(first, min(end, first + MAX_SHAPE_ELEMENTS))
                if depth[number] - base <= SHAPE_DEPTH
            )
        return self._shapes[first, end]

    def _read_content(self, span: RecordSpan) -> RecordContent:
        index = self.index
        text = index.text(span.piece_before, span.piece_end)
        links = index.links_between(span.first, span.end)
        folded, start = text.casefold(), text[:MAX_TEXT_SEARCHED]
        return RecordContent(
            text=text,
            link_count=len(links),
            link_characters=sum(index.text_length(link) for link in links),
            shape=self.shape(span.first, span.end),
            asks_query=any(word in folded for word in self.query_words),
            has_price_or_date=bool(_PRICE.search(start) or _DATE.search(start)),
        )


def no_result_features(
    no_result: Page | None, samples: Sequence[Sample], view: DataView | None
) -> PageFeatures | None:
    """Index the page without results as `samples` are seen and shown, if there is one."""
    if no_result is None:
        return None
    styles = samples[0].page.styles if samples else None
    return page_features(Sample(replace(no_result.seen_by(view), styles=styles)))


def page_features(sample: Sample) -> PageFeatures:
    """Index a sample page. Raises `PageTooLargeError`."""
    return PageFeatures(sample, index_page(sample.page))
