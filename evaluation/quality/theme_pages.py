"""The pages of the bed as an engine answers with them: any word, an impossible one, none at all."""

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from lxml import html

from discovery.pages.urls import comparison_key
from evaluation.beds.packed import BEDS, archived, archived_cases

BED = BEDS / "template_bed" / "template_bed.tar.xz"
# Thresholds may be looked at on the first half; the other is for measuring alone.
BUILD, UNOPENED = "build", "unopened"
# Where the pages were made.
HOST = "http://bed.example"
_ENCODING = html.HTMLParser(encoding="utf-8")
_WORD = re.compile(r"[a-z]+")
_HOME = """<!DOCTYPE html><html lang="en"><head><title>Packages</title></head><body>
<h1>Packages</h1><form action="/search" role="search">
<input type="search" name="q" aria-label="Search">
<button>Search</button></form><p>%s</p></body></html>"""


@dataclass(frozen=True, slots=True)
class Program:
    """A program with versions or themes, its `looks`."""

    name: str
    half: str
    looks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page of articles found for a word: its bytes, its address, what it truly shows."""

    word: str
    url: str
    body: bytes
    records: Sequence[dict[str, Any]]


def programs() -> tuple[Program, ...]:
    rows = json.loads(archived(BED)["programs.json"])
    return tuple(Program(row["name"], row["half"], tuple(row["looks"])) for row in rows)


@cache
def _pages() -> dict[str, list[MadePage]]:
    """Return the pages of each look."""
    pages: dict[str, list[MadePage]] = defaultdict(list)
    for case in archived_cases(BED):
        body = archived(BED)[case["html"]]
        pages[case["site"]].append(MadePage(case["query"], case["url"], body, case["records"]))
    return pages


@dataclass(frozen=True, slots=True)
class Look:
    """A program in one of its themes or versions, behind a search form of its site.

    A query is answered with the page of its rarest word. Where nothing has any of its words, with
    that of another word without its records: the programs that only lay articles out know no other.
    """

    name: str
    pages: dict[str, MadePage]
    nothing: bytes

    def answer(self, query: str, base: str) -> bytes:
        """Return the page for a query, at an engine whose home is `base`."""
        page = self.found(query)
        if page is None:
            return _at(self.nothing.replace(b"{{query}}", query.encode()), base, base)
        return _at(page.body, page.url.replace(HOST, base), base)

    def home(self) -> bytes:
        return (_HOME % ", ".join(list(self.pages)[:8])).encode()

    def found(self, query: str) -> MadePage | None:
        """Return the page that answers a query, None where nothing is found."""
        asked = _WORD.findall(query.casefold())
        pages = [self.pages[word] for word in asked if word in self.pages]
        return min(pages, key=lambda page: len(page.records), default=None)


class Site:
    """One engine, in the theme that is switched on; `base` is where it is served."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.base = ""

    def answer(self, _method: str, target: str, _body: str) -> tuple[int, bytes]:
        """Return status and page for a request."""
        address = urlsplit(target)
        query = " ".join(parse_qs(address.query).get("q", ())).strip()
        if address.path == "/search" and query:
            return 200, self.look.answer(query, self.base)
        return (200, self.look.home()) if address.path in {"/", "/search"} else (404, b"")


def looks_of(program: Program) -> list[Look]:
    """Return the looks of a program whose records are linked."""
    looks = []
    for name in program.looks:
        pages = _pages()[name]
        if _record_links(pages[0]):
            by_word = {page.word.casefold(): page for page in pages}
            looks.append(Look(name, by_word, _without_records(pages[0])))
    return looks


def _at(body: bytes, address: str, base: str) -> bytes:
    body = body.replace(HOST.encode(), base.encode())
    if re.search(rb"<base\s[^>]*href", body, re.I):
        return body
    return re.sub(rb"<head\b[^>]*>", rb'\g<0><base href="%s">' % address.encode(), body, count=1)


def place_of(address: str) -> str:
    return comparison_key(urldefrag(address).url)


def _record_links(page: MadePage) -> list[Any]:
    root: Any = html.document_fromstring(page.body, parser=_ENCODING)
    addresses = {place_of(record["url"]) for record in page.records}
    return [
        link
        for link in root.xpath("//body//a[@href]")
        if place_of(urljoin(page.url, link.get("href").strip())) in addresses
    ]


def _without_records(page: MadePage) -> bytes:
    """Return a page without what its records stand in, and with words that say so."""
    links = _record_links(page)
    paths = [[*reversed(list(link.iterancestors())), link] for link in links]
    depth = next(
        (
            place
            for place, steps in enumerate(zip(*paths, strict=False))
            if len({id(step) for step in steps}) > 1
        ),
        len(min(paths, key=len)) - 1,
    )
    area = paths[0][depth - 1]
    for path in paths:
        if path[depth].getparent() is area:
            area.remove(path[depth])
    said: Any = html.fromstring("<p>No results found.</p>")
    area.append(said)
    text = html.tostring(area.getroottree(), encoding="utf-8", doctype="<!DOCTYPE html>")
    return re.sub(rb"(?i)\b%s\b" % page.word.encode(), b"{{query}}", text)
