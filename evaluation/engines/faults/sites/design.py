"""One made-up engine: how it is asked and how its pages are laid out, in parts that faults change."""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote_plus

from evaluation.engines.faults.sites.contents import FoundPage, Record, vocabulary
from evaluation.training.synthetic_engines.words import LANGUAGES


@dataclass(frozen=True, slots=True)
class Wording:
    """What an engine writes on its pages; `hits` has fields first, last, total and query."""

    site: str
    search: str
    hits: str
    nothing: str
    advice: str
    next: str
    results: str


class EngineDesign(ABC):
    """A design: language, charset, method, and the markup of every part of its pages.

    `has_hits_line` tells whether result pages say how many matches there are, `has_decoys` whether
    healthy pages hide records from people. `style_sheet` is what `/site.css` holds.
    """

    name: str
    language: str
    wording: Wording
    charset = "utf-8"
    method = "get"
    path = "/search"
    parameter = "q"
    page_parameter: str | None = "page"
    has_hits_line = True
    has_decoys = False
    style_sheet = ""

    @abstractmethod
    def frame(self, main: str, query: str = "", title: str = "") -> str:
        """Return a whole page of the site: its chrome, the search box with `query`, `main`."""

    @abstractmethod
    def row(self, record: Record, place: int, query: str) -> str:
        """Return the markup of one record."""

    @abstractmethod
    def listing(self, rows: Sequence[str]) -> str:
        """Return the markup around the records."""

    @abstractmethod
    def hits_line(self, text: str) -> str:
        """Return the line above the records."""

    @abstractmethod
    def nothing(self, query: str) -> str:
        """Return the main part of the page without results."""

    @abstractmethod
    def start(self) -> str:
        """Return the main part of the home page."""

    def hits_text(self, found: FoundPage, total: int | None = None) -> str:
        """Return the words of the hits line."""
        return self.wording.hits.format(
            first=found.first,
            last=found.first + max(0, len(found.records) - 1),
            total=found.total if total is None else total,
            query=escape(found.query),
        )

    def rows(self, found: FoundPage) -> list[str]:
        """Return the markup of each record."""
        return [self.row(record, n, found.query) for n, record in enumerate(found.records)]

    def pager(self, found: FoundPage) -> str:
        """Return links to the pages around this one, with the next one named."""
        if self.page_parameter is None or found.pages < 2:
            return ""
        near = range(1, min(found.pages, 8) + 1)
        links = [
            f"<b>{number}</b>" if number == found.number else self.page_link(found, number)
            for number in near
        ]
        if found.number < found.pages:
            links.append(self.page_link(found, found.number + 1, self.wording.next))
        return f'<div class="pages">{" ".join(links)}</div>'

    def page_link(self, found: FoundPage, number: int, text: str = "") -> str:
        """Return a link to page `number` of the same query."""
        asked = quote_plus(found.query, encoding=self.charset, errors="replace")
        address = f"{self.path}?{self.parameter}={asked}&amp;{self.page_parameter}={number}"
        return f'<a href="{address}">{text or number}</a>'

    def results(
        self, found: FoundPage, rows: Sequence[str] | None = None, hits: str | None = None
    ) -> str:
        """Return the main part of a result page, its `rows` or the words of `hits` replaced."""
        line = self.hits_text(found) if hits is None else hits
        return (
            (self.hits_line(line) if self.has_hits_line else "")
            + self.listing(self.rows(found) if rows is None else rows)
            + self.pager(found)
        )

    def answer(self, found: FoundPage) -> str:
        """Return the whole page for what was found, the page without results for nothing."""
        main = self.results(found) if found.records else self.nothing(found.query)
        return self.frame(main, found.query, found.query)

    def home(self) -> str:
        """Return the home page."""
        return self.frame(self.start())

    def encode(self, page: str) -> bytes:
        """Return a page's bytes in the charset of the engine."""
        return page.encode(self.charset, "xmlcharrefreplace")

    @property
    def content_type(self) -> str:
        """The value of the Content-Type header."""
        return f"text/html; charset={self.charset}"

    def menu(self, folder: str, count: int) -> list[str]:
        """Return links of the site itself, the same on every page."""
        chance = random.Random(f"{self.name} {folder}")
        words = LANGUAGES[self.language].words
        return [
            f'<a href="/{folder}/{number}">{chance.choice(words).capitalize()}</a>'
            for number in range(1, count + 1)
        ]

    def words(self, count: int, seed: str = "") -> str:
        """Return some text of the engine's language."""
        chance = random.Random(f"{self.name} {seed}")
        space = " " if LANGUAGES[self.language].spaced else ""
        return space.join(chance.choices(vocabulary(self.language), k=count))
