"""Made-up engines of unlike designs, languages and charsets, whose pages faults are made from.

`sites.toml` has their markup with slots: `{menu}` and such are rows of links (`links`), `{words}`
some text. Their records are made of the words of their language: some for every word of it, none
for other words.
"""

import random
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus, urlsplit

from discovery.lexicon.words import languages
from evaluation.engines.slots import fill
from evaluation.words import UNSPACED, WORDS, space_of

PAGE_SIZE = 10
# Words that every engine knows, whatever its language: what a measured search asks for.
COMMON_WORDS = ("radio", "internet", "linux", "jazz", "opera", "robot", "video", "hotel", "tango")
# Matches of a common word: enough for several pages. Of other words there may be few.
MANY_MATCHES = (35, 240)
FEW_MATCHES = (4, 240)
ABOUT_QUERY = 0.9
# Decoys of a page, made as the records of a page that no engine comes to; healthy pages hide some.
DECOYS = 12
DECOY_PAGES = 700
HIDDEN = 4


@dataclass(frozen=True, slots=True)
class Record:
    url: str
    title: str
    snippet: str
    date: str

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc


@dataclass(frozen=True, slots=True)
class FoundPage:
    """One page of what an engine finds: `total` matches, those of page `number` as records."""

    language: str
    query: str
    number: int
    total: int
    records: tuple[Record, ...]

    @property
    def first(self) -> int:
        return PAGE_SIZE * (self.number - 1) + 1

    @property
    def pages(self) -> int:
        return -(-self.total // PAGE_SIZE)

    def showing(self, *records: Record) -> "FoundPage":
        return replace(self, records=records)


@cache
def vocabulary(language: str) -> tuple[str, ...]:
    words = (*WORDS[language], *languages()[language].probing.general, *COMMON_WORDS)
    return tuple(dict.fromkeys(word.lower() for word in words))


def find_page(language: str, query: str, number: int = 1) -> FoundPage:
    """Return page `number` of what an engine of `language` finds; the same each time."""
    asked = _known_words(language, query)
    if not asked:
        return FoundPage(language, query, number, 0, ())
    chance = random.Random(f"{language} {query}")
    total = chance.randint(*(MANY_MATCHES if asked[0] in COMMON_WORDS else FEW_MATCHES))
    count = max(0, min(PAGE_SIZE, total - PAGE_SIZE * (number - 1)))
    return FoundPage(language, query, number, total, make_records(language, query, number, count))


def decoys_of(found: FoundPage) -> tuple[Record, ...]:
    """Return records about the query that are no results: pages hide them from people."""
    return make_records(found.language, found.query, found.number + DECOY_PAGES, DECOYS)


def make_records(language: str, query: str, number: int, count: int) -> tuple[Record, ...]:
    chance = random.Random(f"{language} {query} {number}")
    asked = _known_words(language, query) or [query]
    return tuple(_make_record(chance, language, asked, place) for place in range(count))


def _known_words(language: str, query: str) -> list[str]:
    known, text = vocabulary(language), query.lower()
    if language in UNSPACED:
        return [word for word in known if len(word) > 1 and word in text][:1]
    return [word for word in text.split() if word in known]


def _make_record(chance: random.Random, language: str, asked: list[str], place: int) -> Record:
    words, space = WORDS[language], space_of(language)
    title = chance.choices(words, k=chance.randint(2, 6))
    snippet = chance.choices(words, k=chance.randint(12, 34))
    if chance.random() < ABOUT_QUERY:
        title.insert(chance.randint(0, len(title)), chance.choice(asked))
    snippet.insert(chance.randint(0, len(snippet)), chance.choice(asked))
    host = "-".join(word.lower() for word in chance.sample(WORDS["en"], 2))
    path = "/".join(word.lower() for word in chance.sample(WORDS["en"], 2))
    return Record(
        url=f"https://www.{host}.example/{path}/{chance.randint(100, 9999)}{place}",
        title=space.join(title).capitalize(),
        snippet=f"{space.join(snippet).capitalize()} …",
        date=f"{chance.randint(1, 28):02}.{chance.randint(1, 12):02}.{chance.randint(2009, 2025)}",
    )


def mark(text: str, query: str) -> str:
    asked = set(query.lower().split())
    return " ".join(
        f"<b>{escape(word)}</b>" if word.lower() in asked else escape(word)
        for word in text.split(" ")
    )


@dataclass(frozen=True, eq=False)
class Design:
    """A design: language, charset, method, and the markup of every part of its pages.

    `wording` is what it writes on its pages, `markup` its parts. `has_hits_line` tells whether
    result pages say how many matches there are, `decoys` how healthy pages hide records from
    people. `style_sheet` is what `/site.css` holds.
    """

    name: str
    language: str
    wording: Mapping[str, str]
    markup: Mapping[str, str]
    links: Mapping[str, Sequence[Any]]
    charset: str = "utf-8"
    method: str = "get"
    path: str = "/search"
    parameter: str = "q"
    page_parameter: str = "page"
    has_hits_line: bool = True
    decoys: str = ""
    style_sheet: str = ""
    _slots: dict[str, str] = field(default_factory=dict)

    @property
    def content_type(self) -> str:
        return f"text/html; charset={self.charset}"

    def encode(self, page: str) -> bytes:
        return page.encode(self.charset, "xmlcharrefreplace")

    def part(self, name: str, **values: str) -> str:
        if not self._slots:
            for slot, (folder, count, around, between) in self.links.items():
                links = (around.replace("{}", link) for link in self.menu(folder, count))
                self._slots[slot] = between.join(links)
        return fill(self.markup[name], {"words": self._words, **self._slots, **values})

    def frame(self, main: str, query: str = "", title: str = "") -> str:
        """Return a whole page of the site: its chrome, the search box with `query`, `main`."""
        return self.part("frame", main=main, query=escape(query), title=escape(title))

    def row(self, record: Record, place: int, query: str) -> str:
        return self.part(
            "row",
            url=escape(record.url),
            address=record.url,
            host=record.host,
            date=record.date,
            day=record.date[:2],
            title=mark(record.title, query),
            plain_title=escape(record.title),
            text=mark(record.snippet, query),
            plain_text=escape(record.snippet),
            place=str(place),
            number=str(place + 1),
        )

    def rows(self, found: FoundPage) -> list[str]:
        rows = [self.row(record, n, found.query) for n, record in enumerate(found.records)]
        decoys = self.decoy_rows(found, HIDDEN)
        if self.decoys == "class":
            for place, row in enumerate(decoys):
                rows.insert(3 * place, row.replace('"wynik"', '"wynik z9"', 1))
        elif self.decoys == "attributes":
            hidden = ("hidden", 'style="display: none"', "", 'hidden=""')
            for place, (row, how) in enumerate(zip(decoys, hidden, strict=True)):
                marked = row.replace("<li ", f"<li {how} ", 1)
                rows.insert(2 * place, marked if how else f"<template>{marked}</template>")
        return rows

    def decoy_rows(self, found: FoundPage, count: int) -> list[str]:
        decoys = enumerate(decoys_of(found)[:count])
        return [self.row(decoy, place, found.query) for place, decoy in decoys]

    def listing(self, rows: Sequence[str]) -> str:
        return self.part("listing", rows="".join(rows))

    def hits_line(self, text: str) -> str:
        return self.part("hits_line", text=text)

    def hits_text(self, found: FoundPage, total: int | None = None) -> str:
        return self.wording["hits"].format(
            first=found.first,
            last=found.first + max(0, len(found.records) - 1),
            total=found.total if total is None else total,
            query=escape(found.query),
        )

    def nothing(self, query: str) -> str:
        words = {name: self.wording[name] for name in ("nothing", "advice")}
        hidden = self._box_of_decoys(find_page(self.language, query))
        return hidden + self.part("nothing", query=escape(query), **words)

    def pager(self, found: FoundPage) -> str:
        if not self.page_parameter or found.pages < 2:
            return ""
        links = [
            f"<b>{number}</b>" if number == found.number else self.page_link(found, number)
            for number in range(1, min(found.pages, 8) + 1)
        ]
        if found.number < found.pages:
            links.append(self.page_link(found, found.number + 1, self.wording["next"]))
        return f'<div class="pages">{" ".join(links)}</div>'

    def quote(self, query: str) -> str:
        return f"{self.parameter}={quote_plus(query, encoding=self.charset, errors='replace')}"

    def page_link(self, found: FoundPage, number: int, text: str = "") -> str:
        address = f"{self.path}?{self.quote(found.query)}&amp;{self.page_parameter}={number}"
        return f'<a href="{address}">{text or number}</a>'

    def results(
        self, found: FoundPage, rows: Sequence[str] | None = None, total: int | None = None
    ) -> str:
        """Return the main part of a result page, its `rows` or the number of matches replaced."""
        line = self.hits_line(self.hits_text(found, total)) if self.has_hits_line else ""
        listing = self.listing(self.rows(found) if rows is None else rows)
        return self._box_of_decoys(found) + line + listing + self.pager(found)

    def answer(self, found: FoundPage) -> str:
        main = self.results(found) if found.records else self.nothing(found.query)
        return self.frame(main, found.query, found.query)

    def start(self) -> str:
        return self.part("start")

    def home(self) -> str:
        return self.frame(self.start())

    def menu(self, folder: str, count: int) -> list[str]:
        """Return links of the site itself, the same on every page."""
        chance = random.Random(f"{self.name} {folder}")
        words = WORDS[self.language]
        return [
            f'<a href="/{folder}/{number}">{chance.choice(words).capitalize()}</a>'
            for number in range(1, count + 1)
        ]

    def words(self, count: int, seed: str = "") -> str:
        chance = random.Random(f"{self.name} {seed}")
        return space_of(self.language).join(chance.choices(vocabulary(self.language), k=count))

    def _words(self, count_and_seed: str) -> str:
        count, _, seed = count_and_seed.partition(" ")
        return self.words(int(count), seed)

    def _box_of_decoys(self, found: FoundPage) -> str:
        if self.decoys != "box":
            return ""
        return self.part("hidden", hidden=self.listing(self.decoy_rows(found, HIDDEN)))


def load_designs() -> tuple[Design, ...]:
    """Return the designs of `sites.toml`; line breaks of their markup are none of the page's."""
    with Path(__file__).with_name("sites.toml").open("rb") as file:
        told = tomllib.load(file)
    designs = []
    for name, facts in told.items():
        parts = {part: "".join(text.splitlines()) for part, text in facts.pop("markup").items()}
        designs.append(Design(name, markup=parts, **facts))
    return tuple(designs)


DESIGNS = load_designs()


def designs_named(names: Collection[str]) -> tuple[Design, ...]:
    return tuple(design for design in DESIGNS if not names or design.name in names)
