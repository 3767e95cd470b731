"""What of a page is compared with other pages of its engine: lines, masked, and kinds of links."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import cast
from urllib.parse import unquote_plus, urlsplit

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import tag_path
from discovery.pages.urls import query_pairs, resolve_url
from wrappers.extraction.lines.text_lines import MASK, lines_of, mask_numbers, mask_query

# Lines and links of a page that are compared, characters of a line, tags of a path. Guesses, far
# above the no-result pages seen; they bound what a hostile page can cost.
MAX_LINES = 2_000
MAX_LINKS = 2_000
MAX_LINE_LENGTH = 200
MAX_PATH_LENGTH = 40


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
        """Return the lines and links of `page`, the answer to `query`; collected once."""
        name = (cls, query)
        if name not in page.readings:
            page.readings[name] = cls._collect(page, query)
        return cast(PageLines, page.readings[name])

    @classmethod
    def _collect(cls, page: Page, query: str | None) -> "PageLines":
        elements: dict[str, list[HtmlElement]] = {}
        masked: dict[str, str] = {}
        lines = ((line.text, line.element) for line in lines_of(page)[:MAX_LINES])
        titles = ((page.title, page.root),) if page.title else ()
        for line, element in chain(lines, titles):
            text = comparable(line)
            elements.setdefault(text, []).append(element)
            if text not in masked:
                masked[text] = _mask(line, text, query)
        return cls(page, query, elements, masked, frozenset((*masked, *masked.values())))

    @cached_property
    def links(self) -> Counter[str]:
        """How many links of each kind the page has: host, path, names of parameters."""
        return Counter(islice(_link_keys(self.page, self.query), MAX_LINKS))

    @property
    def lines(self) -> tuple[str, ...]:
        """The masked lines, each once, in document order."""
        return tuple(dict.fromkeys(self.masked.values()))

    def shows(self, line: str) -> bool:
        """Tell whether a masked line stands on the page, whatever the echo in it is."""
        return line in self.known or (MASK in line and next(self.echoes(line), None) is not None)

    def shows_at(self, line: str, path: str) -> bool:
        """Tell whether a masked line stands on the page where the tags of `path` lead."""
        texts = [text for text, masked in self.masked.items() if line in (text, masked)]
        if MASK in line:
            texts.extend(self.echoes(line))
        return any(_path(element) == path for text in texts for element in self.elements[text])

    def echoes(self, line: str) -> Iterator[str]:
        """Yield the lines that are a masked one with another text in place of the mask."""
        head, *inner, tail = line.split(MASK)
        least = len(line) - line.count(MASK)
        for text in self.masked:
            ends = len(text) >= least and text.startswith(head) and text.endswith(tail)
            if ends and all(part in text for part in inner):
                yield text

    def path(self, line: str) -> str:
        """Return the tags that lead to the first element a masked line of this page stands in."""
        text = next(text for text, masked in self.masked.items() if masked == line)
        return _path(self.elements[text][0])


def _mask(line: str, text: str, query: str | None) -> str:
    """Return a line as it is compared (`text`), the query masked, were it longer than a line."""
    if len(line) <= MAX_LINE_LENGTH or not query:
        return mask_query(text, query)
    return comparable(mask_query(line[: MAX_LINE_LENGTH + len(query)], query))


def comparable(line: str) -> str:
    """Return a line as it is compared: case folded, numbers masked, not longer than needed."""
    return mask_numbers(line[:MAX_LINE_LENGTH].casefold())


def _path(element: HtmlElement) -> str:
    return "/".join(tag_path(element)[-MAX_PATH_LENGTH:])


def _link_keys(page: Page, query: str | None) -> Iterator[str]:
    """Yield the kind of each link: host, path and names of parameters, query and numbers masked."""
    for anchor in page.root.iter("a"):
        address = resolve_url(page.base_url, anchor.get("href"))
        if address is None:
            continue
        parts = urlsplit(address)
        names = sorted({name for name, _ in query_pairs(address)})
        path = mask_numbers(mask_query(unquote_plus(parts.path), query))
        yield f"{parts.netloc}{path}?{'&'.join(names)}"[:MAX_LINE_LENGTH]
