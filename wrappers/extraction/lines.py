"""The lines of text of a page, each with its element, place, and what is compared of it."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import chain, islice
from typing import cast
from urllib.parse import unquote_plus, urlsplit

from lxml import etree
from lxml.html import HtmlElement
from rapidfuzz.distance import Prefix

from discovery.documents.document import Document
from discovery.pages.page import Page
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, fold_space, tag_path
from discovery.pages.urls import query_pairs, resolve_url

# Lines of a page that are read. Guess: the longest of 174 real result pages has 1,605.
MAX_LINES = 3_000
# Elements read for the lines that stand in an element itself.
MAX_OWN_NODES = 200
# What a line's number may look like when only its place matters: grouped, decimal or plain.
_NUMBER = re.compile(r"\d+(?:[.,:'’٬\u00a0\u202f ]?\d+)*")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff]")
# A word: letters with their vowel signs, which `\w` leaves out (Hebrew, Arabic, Indic, Thai).
WORD_PATTERN = (
    r"(?:[^\W\d_]|(?!\d)[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff"
    r"\u0e00-\u0eff])++"
)
# Stands for the query in masked text.
MASK = "\N{WHITE SQUARE}"
_MASKS = re.compile(rf"{MASK}(?:[\s,+]*{MASK})+")
# Characters of a query that may be quoted cut short; fewer may begin other words. Guess.
LONG_QUERY = 30


class _End(Enum):
    """What ends in a walk over a tree."""

    BLOCK = "block"
    LINK = "link"


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line with white space folded, its block element, how many characters are link text."""

    text: str
    element: HtmlElement
    linked: int

    @property
    def is_link(self) -> bool:
        return self.linked >= len(self.text.replace(" ", ""))


def text_lines(
    root: HtmlElement,
    is_left_out: Callable[[HtmlElement], bool] | None = None,
    *,
    most: int = sys.maxsize,
) -> Iterator[TextLine]:
    """Yield the lines of text in the first `most` elements in `root`, in document order.

    A line begins at every tag of `LINE_TAGS`. Wu, Meng et al. 2003 (section 2.6) let `<tr>`, `<p>`,
    `<br>`, `<table>`, `<hr>`, `<LI>` "and so on" imply a change of line. So does what is left out.
    Without recursion: pages nest thousands deep.
    """
    parts: list[str] = []
    linked = links_open = 0
    blocks = [root]
    # Texts, elements to be entered, and the ends of blocks and links.
    stack: list[HtmlElement | str | _End] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            parts.append(node)
            if links_open:
                linked += sum(map(len, node.split()))
            continue
        if node is _End.LINK:
            links_open -= 1
            continue
        block = blocks[-1]
        if node is _End.BLOCK:
            blocks.pop()
        elif not most:
            break
        else:
            most -= 1
            tag = node.tag
            is_seen = tag not in INVISIBLE_TAGS and isinstance(tag, str)
            if is_seen and (is_left_out is None or not is_left_out(node)):
                is_line = tag in LINE_TAGS
                if is_line and node is not root:
                    blocks.append(node)
                    stack.append(_End.BLOCK)
                elif tag == "a":
                    links_open += 1
                    stack.append(_End.LINK)
                for child in node[::-1] if len(node) else ():
                    if child.tail:
                        stack.append(child.tail)
                    stack.append(child)
                if node.text:
                    stack.append(node.text)
                if not is_line:
                    continue
        if parts:
            text = fold_space("".join(parts))
            if text:
                yield TextLine(text, block, linked)
            parts.clear()
            linked = 0
    text = fold_space("".join(parts))
    if text:
        yield TextLine(text, root, linked)


def lines_of(page: Page) -> Sequence[TextLine]:
    return page.read_once(lines_of, lambda: tuple(islice(text_lines(page.root), MAX_LINES)))


def own_lines(element: HtmlElement) -> Iterator[TextLine]:
    """Yield the lines that stand in an element itself, without those of blocks inside it."""
    return text_lines(
        element,
        lambda node: node is not element and node.tag in LINE_TAGS,
        most=MAX_OWN_NODES,
    )


def mask_query(text: str, query: str | None) -> str:
    """Return `text`, case folded, with every occurrence of the query and its terms masked.

    >>> mask_query('No hits for "Blue Cheese".', "blue cheese")
    'no hits for "□".'
    >>> asked = "What is the difference between a ferry and a boat"
    >>> mask_query("No hits for “what is the difference between a fe…”", asked)
    'no hits for “□…”'
    """
    folded = text.casefold()
    terms, pattern = _terms_of(query or "")
    if terms and len(terms[0]) > LONG_QUERY and terms[0] not in folded:
        folded = _without_start(folded, terms[0])
    if any(map(folded.__contains__, terms)):
        folded = pattern.sub(MASK, folded)
    return _MASKS.sub(MASK, folded) if folded.count(MASK) > 1 else folded


@lru_cache(maxsize=256)
def _terms_of(query: str) -> tuple[tuple[str, ...], "re.Pattern[str]"]:
    """Return a query and its words, the longest first, and what finds them where they end."""
    whole = fold_space(query).casefold()
    words = sorted(whole.split(), key=len, reverse=True)
    terms = tuple(dict.fromkeys((whole, *words))) if whole else ()
    return terms, re.compile("|".join(map(_pattern_of, terms)))


def _pattern_of(term: str) -> str:
    before, after = _goes_on(term[0]), _goes_on(term[-1])
    # Looking back comes second: nearly no place begins with the first sign.
    first = re.escape(term[0])
    return f"{first}(?<!{before}{first}){re.escape(term[1:])}(?!{after})"


def _goes_on(character: str) -> str:
    """Return what tells by a sign beside a term's end that it goes on: "1" in "10" does."""
    if character.isdecimal():
        return r"\d"
    # Scripts without spaces have no ends of words.
    return r"[^\s\S]" if _UNSPACED.match(character) else r"[^\W\d_]"


def _without_start(text: str, query: str) -> str:
    """Return a text with the query masked as far as it is quoted: many sites cut a long one."""
    at = text.find(query[:LONG_QUERY])
    if at < 0:
        return text
    return f"{text[:at]}{MASK}{text[at + Prefix.similarity(text[at:], query) :]}"


def mask_numbers(text: str) -> str:
    """Return `text` with every number as `#`, but a plain zero as `0`: it says "none".

    >>> mask_numbers("1-10 of 1,230 in 0.12 s"), mask_numbers("0 hits")
    ('#-# of # in # s', '0 hits')
    """
    return _NUMBER.sub(lambda match: "0" if match[0].strip("0") == "" else "#", text)


# Lines and links compared, characters of a line, tags of a path: bounds on hostile pages. Guess.
MAX_PAGE_LINES = 2_000
MAX_LINKS = 2_000
MAX_LINE_LENGTH = 200
MAX_PATH_LENGTH = 40
# Where a larger share of the lines is hidden, a script shows them. Guess.
MAX_SHARE_UNSEEN = 0.95


@dataclass(frozen=True)
class PageLines:
    """The different lines of a page, numbers masked, and its links by kind.

    `elements` are, for each line, those it stands in; the texts of `masked` have the query masked
    as well; `known` holds the lines both ways.
    """

    page: Page
    query: str | None
    elements: dict[str, list[HtmlElement]]
    masked: dict[str, str]
    known: frozenset[str]

    @classmethod
    def of(cls, page: Page, query: str | None) -> "PageLines":
        return page.read_once((cls, query), lambda: cls._collect(page, query))

    @classmethod
    def _collect(cls, page: Page, query: str | None) -> "PageLines":
        elements: dict[str, list[HtmlElement]] = {}
        masked: dict[str, str] = {}
        lines = ((line.text, line.element) for line in lines_of(page)[:MAX_PAGE_LINES])
        titles = ((page.title, page.root),) if page.title else ()
        for line, element in chain(lines, titles):
            text = comparable(line)
            elements.setdefault(text, []).append(element)
            if text not in masked:
                masked[text] = _mask(line, text, query)
        return cls(page, query, elements, masked, frozenset((*masked, *masked.values())))

    @cached_property
    def links(self) -> Counter[str]:
        return Counter(islice(_link_keys(self.page, self.query), MAX_LINKS))

    @cached_property
    def seen_links(self) -> Counter[str]:
        hidden = self.hidden
        if not hidden:
            return self.links
        return Counter(islice(_link_keys(self.page, self.query, hidden), MAX_LINKS))

    @cached_property
    def hidden(self) -> frozenset[HtmlElement]:
        """What no person sees of lines and links; nothing where it is most: a script shows it."""
        if self.page.data is not None:
            return frozenset()
        shows = self.page.visibility().shows
        lines = [each for elements in self.elements.values() for each in elements]
        unseen = {each for each in lines if not shows(each)}
        if len(unseen) > MAX_SHARE_UNSEEN * len(lines):
            return frozenset()
        links = islice(self.page.root.iter("a"), MAX_LINKS)
        return frozenset(unseen.union(link for link in links if not shows(link)))

    def sees(self, text: str) -> bool:
        return not self.hidden.issuperset(self.elements[text])

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.masked.values()))

    def shows(self, line: str) -> bool:
        """Tell whether a masked line stands on the page, whatever the echo in it is."""
        return line in self.known or next(self.echoes(line), None) is not None

    def sees_line(self, line: str) -> bool:
        return any(map(self.sees, self._texts_of(line)))

    def shows_at(self, line: str, path: str) -> bool:
        return any(path in self.paths(text) for text in self._texts_of(line))

    def _texts_of(self, line: str) -> Iterator[str]:
        yield from (text for text, masked in self.masked.items() if line in (text, masked))
        yield from self.echoes(line)

    def echoes(self, line: str) -> Iterator[str]:
        if MASK not in line:
            return
        head, *inner, tail = line.split(MASK)
        least = len(line) - line.count(MASK)
        for text in self.masked:
            ends = len(text) >= least and text.startswith(head) and text.endswith(tail)
            if ends and all(part in text for part in inner):
                yield text

    def paths(self, text: str) -> tuple[str, ...]:
        return tuple(map(_path, self.elements[text]))

    def path(self, line: str) -> str:
        text = next(text for text, masked in self.masked.items() if masked == line)
        return _path(self.elements[text][0])


def _mask(line: str, text: str, query: str | None) -> str:
    if len(line) <= MAX_LINE_LENGTH or not query:
        return mask_query(text, query)
    return comparable(mask_query(line[: MAX_LINE_LENGTH + len(query)], query))


def comparable(line: str) -> str:
    return mask_numbers(line[:MAX_LINE_LENGTH].casefold())


def _path(element: HtmlElement) -> str:
    return "/".join(tag_path(element)[-MAX_PATH_LENGTH:])


def _link_keys(page: Page, query: str | None, hidden: Container[HtmlElement] = ()) -> Iterator[str]:
    for anchor in page.root.iter("a"):
        address = resolve_url(page.base_url, anchor.get("href"))
        if address is None or anchor in hidden:
            continue
        parts = urlsplit(address)
        names = sorted({name for name, _ in query_pairs(address)})
        path = mask_numbers(mask_query(unquote_plus(parts.path), query))
        yield f"{parts.netloc}{path}?{'&'.join(names)}"[:MAX_LINE_LENGTH]


# More elements than this under one key is no place any more. Guess.
MAX_ELEMENTS = 200
# Levels of a tag path that are looked at; deeper ones are cut, deeply nested pages are hostile.
MAX_PLACE_DEPTH = 60
TAG_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")


class Place(Document, frozen=True):
    """A set of elements: the tags `path` below the element with id `anchor`, else from the root.

    With `classes` only the last tag of `path` counts, standing anywhere, carrying all of them.
    """

    path: tuple[str, ...]
    anchor: str = ""
    classes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.path or not all(TAG_NAME.fullmatch(tag) for tag in self.path):
            raise ValueError(f"no tag path: {self.path!r}")
        if len(self.path) > MAX_PLACE_DEPTH:
            raise ValueError(f"a tag path of {len(self.path)} tags")

    @property
    def is_rooted(self) -> bool:
        return not self.anchor and not self.classes

    def find(self, root: HtmlElement) -> list[HtmlElement]:
        found = _compile(self)(
            root,
            anchor=self.anchor,
            **{f"c{number}": f" {name} " for number, name in enumerate(self.classes)},
        )
        return cast(list[HtmlElement], found)[:MAX_ELEMENTS]


@lru_cache(maxsize=2_048)
def _compile(place: Place) -> etree.XPath:
    """Compile a place. Names from outside are variables, never part of the expression."""
    if place.classes:
        tests = "".join(
            f"[contains(concat(' ', normalize-space(@class), ' '), $c{number})]"
            for number in range(len(place.classes))
        )
        return etree.XPath(f"descendant-or-self::{place.path[-1]}{tests}", regexp=False)
    if place.anchor:
        steps = "/".join(("descendant-or-self::*[@id = $anchor]", *place.path[1:]))
        return etree.XPath(steps, regexp=False)
    return etree.XPath("/" + "/".join(place.path), regexp=False)
