"""What the evidence asks of a page's links and records, worked out once for all candidates."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import urlsplit

from discovery.pages import comparison_key, unwrap_redirect
from wrappers.extraction import address_of
from wrappers.induction.instance import RecordSpan
from wrappers.induction.page_index import PageIndex, index_page
from wrappers.induction.sample import SamplePage

_WORD = re.compile(r"\w")
_WORDS = re.compile(r"\w+")
# A stretch "1 - 10", "21 to 40", "第1-10": two numbers with something short that joins them.
_RANGE = re.compile(
    r"(?<![\d.,/:-])(\d{1,6})\s{0,2}(?:-|–|—|~|～|to|bis|à|al?|до|至|から)\s{0,2}(\d{1,6})(?![\d/:-])"
)
# Query words shorter than this stand in any text. Guess.
MIN_QUERY_WORD = 3
# Scripts without spaces: a query is looked for as a whole there.
MAX_PAGE_TEXT_FOR_RANGES = 400_000


@dataclass(frozen=True, slots=True)
class RecordFacts:
    """What one record holds, whichever of its links is the title."""

    text: str
    link_count: int
    link_characters: int
    shape: frozenset[str]
    has_picture: bool
    asks_query: bool


@dataclass
class PageFacts:
    """A sample page with its index and the caches of its links and records."""

    sample: SamplePage
    index: PageIndex
    _addresses: dict[int, str | None] = field(default_factory=dict)
    _keys: dict[int, str] = field(default_factory=dict)
    _texts: dict[int, str] = field(default_factory=dict)
    _records: dict[tuple[int, int], RecordFacts] = field(default_factory=dict)
    _titles: dict[int, str] = field(default_factory=dict)

    @cached_property
    def has_word(self) -> list[bool]:
        """Whether each link shows a word (of other elements: False)."""
        flags = [False] * len(self.index.elements)
        for link in self.index.links:
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
    def ranges(self) -> frozenset[int]:
        """How many records the page says it shows: b − a + 1 of every "a–b" in its text."""
        text = self.index.text(0, len(self.index.pieces))[:MAX_PAGE_TEXT_FOR_RANGES]
        counts = set()
        for match in _RANGE.finditer(text):
            first, last = int(match[1]), int(match[2])
            # "1 – 10", "11 – 20": a range of hits starts one above a multiple of its length.
            count = last - first + 1
            if 2 <= count <= 200 and (first == 1 or (first - 1) % 5 == 0):
                counts.add(count)
        return frozenset(counts)

    @cached_property
    def own_host(self) -> str:
        """The host of the page, or of most of its links when its address is unknown."""
        host = urlsplit(self.sample.page.url).hostname if self.sample.page.url else None
        if host:
            return host.removeprefix("www.")
        hosts = Counter(self.host(link) for link in self.index.links)
        hosts.pop("", None)
        return hosts.most_common(1)[0][0] if hosts else ""

    @cached_property
    def address_counts(self) -> Counter[str]:
        """How many links of the page lead to each address."""
        return Counter(self.address_key(link) for link in self.index.links)

    def text(self, number: int) -> str:
        """Return the visible text of an element."""
        text = self._texts.get(number)
        if text is None:
            text = self._texts[number] = self.index.element_text(number)
        return text

    def address(self, link: int) -> str | None:
        """Return where a link leads, redirectors unwrapped."""
        if link not in self._addresses:
            address = address_of(self.index.elements[link], self.sample.page.base_url)
            self._addresses[link] = None if address is None else unwrap_redirect(address)
        return self._addresses[link]

    def address_key(self, link: int) -> str:
        """Return a key that links to the same page share; of a script's link, its text."""
        key = self._keys.get(link)
        if key is None:
            address = self.address(link)
            key = comparison_key(address) if address else f"#{link}:{self.text(link)}"
            self._keys[link] = key
        return key

    def host(self, link: int) -> str:
        """Return the host that a link leads to, empty without one."""
        return self.address_key(link).partition("/")[0] if self.address(link) else ""

    def record(self, span: RecordSpan) -> RecordFacts:
        """Return what the record `span` holds."""
        key = (span.first, span.piece_end)
        facts = self._records.get(key)
        if facts is None:
            facts = self._records[key] = self._look_at(span)
        return facts

    def _look_at(self, span: RecordSpan) -> RecordFacts:
        """Work out the facts of a record."""
        index = self.index
        text = index.text(span.piece_before, span.piece_end)
        links = index.links_between(span.first, span.end)
        base_depth = index.depth[span.first]
        shape = set()
        picture = False
        for number in range(span.first, min(span.end, span.first + 150)):
            tag = str(index.elements[number].tag)
            if tag == "img":
                picture = True
            if index.depth[number] - base_depth <= 3:
                parent = index.elements[index.parent[number]].tag
                shape.add(f"{index.depth[number] - base_depth}{parent}/{tag}")
        folded = text.casefold()
        return RecordFacts(
            text=text,
            link_count=len(links),
            link_characters=sum(index.text_length(link) for link in links),
            shape=frozenset(shape),
            has_picture=picture,
            asks_query=any(word in folded for word in self.query_words),
        )


def facts_of(sample: SamplePage) -> PageFacts:
    """Index a sample page. Raises `PageTooLargeError`."""
    return PageFacts(sample, index_page(sample.page))
