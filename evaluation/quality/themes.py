"""Real redesigns as an operator meets them: engines learned, their themes switched, then checked.

    python -m evaluation.quality.themes [--half build|unopened] [--only NAME …]
        [--learned N] [--json FILE]

Serves the pages of each program of the bed as an engine on loopback, has the product learn it from
its address in one theme, switches to each of the others, and has it checked once. Then words are
asked, and what the product shows is compared with the truth: addresses and titles. `--learned` is
how many themes of a program are learned from, the first ones. Of the half `unopened` totals alone
are printed.
"""

import asyncio
import json
import logging
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from lxml import html

from discovery.pages.urls import comparison_key
from evaluation.beds.packed import BEDS, archived, archived_cases
from evaluation.engines.comparison import plain_title
from evaluation.own_installation import call, keep_database, prepare_installation, restore_database
from evaluation.printing import command_line, print_rows, write_figures
from evaluation.served import served_pages

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
        page = self.found(query)
        if page is None:
            return _at(self.nothing.replace(b"{{query}}", query.encode()), base, base)
        return _at(page.body, page.url.replace(HOST, base), base)

    def home(self) -> bytes:
        return (_HOME % ", ".join(list(self.pages)[:8])).encode()

    def found(self, query: str) -> MadePage | None:
        asked = _WORD.findall(query.casefold())
        pages = [self.pages[word] for word in asked if word in self.pages]
        return min(pages, key=lambda page: len(page.records), default=None)


class Site:
    """One engine, in the theme that is switched on; `base` is where it is served."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.base = ""

    def answer(self, _method: str, target: str, _body: str) -> tuple[int, bytes]:
        address = urlsplit(target)
        query = " ".join(parse_qs(address.query).get("q", ())).strip()
        if address.path == "/search" and query:
            return 200, self.look.answer(query, self.base)
        return (200, self.look.home()) if address.path in {"/", "/search"} else (404, b"")


def looks_of(program: Program) -> list[Look]:
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
    links = _record_links(page)
    paths = [[*reversed(list(link.iterancestors())), link] for link in links]
    parted = (len({id(step) for step in steps}) > 1 for steps in zip(*paths, strict=False))
    depth = next((n for n, is_parted in enumerate(parted) if is_parted), min(map(len, paths)) - 1)
    area = paths[0][depth - 1]
    for path in paths:
        if path[depth].getparent() is area:
            area.remove(path[depth])
    said: Any = html.fromstring("<p>No results found.</p>")
    area.append(said)
    text = html.tostring(area.getroottree(), encoding="utf-8", doctype="<!DOCTYPE html>")
    return re.sub(rb"(?i)\b%s\b" % page.word.encode(), b"{{query}}", text)


# Words asked after a check, and seconds that a check may take.
ASKED = 6
MOST_SECONDS = 30.0
# Share of the true records that must be shown for a theme to be read.
LEAST_SHARE = 0.98


@dataclass(frozen=True, slots=True)
class Shown:
    """What the product shows for the asked words: records, those of wrong addresses or titles."""

    kinds: str = ""
    true: int = 0
    found: int = 0
    wrong_records: int = 0
    wrong_titles: int = 0
    example: str = ""

    @property
    def is_right(self) -> bool:
        wrong = self.wrong_records + self.wrong_titles
        return wrong == 0 and self.found >= LEAST_SHARE * self.true > 0


@dataclass(frozen=True, slots=True)
class Switched:
    """A theme switched to another: what the check did, and what was shown before and after it."""

    program: str
    half: str
    themes: str
    state: str
    strategy: str
    seconds: float
    is_proposed: bool
    reason: str
    before: Shown
    after: Shown

    @property
    def outcome(self) -> str:
        if self.state == "ACTIVE":
            changed = "mended" if self.strategy else "unharmed"
            return changed if self.after.is_right else f"{changed}, wrong"
        return "proposed" if self.is_proposed else f"{self.state}, nothing"


def try_program(program: Program, learned: int) -> list[Switched]:
    """Learn a program in its first looks, and switch each to all others, in this process alone."""
    logging.disable(logging.ERROR)
    looks, rows = looks_of(program), []
    site = Site(looks[0])
    with TemporaryDirectory() as folder, served_pages(site.answer) as site.base:
        own = Path(folder)
        prepare_installation(own, [urlsplit(site.base).netloc])
        empty = keep_database(own, "empty")
        for old in looks[:learned]:
            restore_database(own, empty)
            site.look = old
            added = call("add_engine", f"{site.base}/")
            shown = _ask(added["slug"], site)
            if added["state"] != "ACTIVE" or not shown.is_right:
                print(f"not learned: {old.name}: {added['reason']} {shown}"[:300], file=sys.stderr)
                continue
            kept = keep_database(own, "learned")
            for new in looks:
                if new is not old:
                    restore_database(own, kept)
                    site.look = new
                    rows.append(_switch(added["slug"], site, program, f"{old.name} > {new.name}"))
    return rows


def _switch(slug: str, site: Site, program: Program, themes: str) -> Switched:
    from discovery.models import Engine
    from wrappers.monitoring.checking import check_engine

    before = _ask(slug, site)
    steps: list[dict[str, Any]] = []
    started = time.monotonic()
    report = check_engine(Engine.objects.get(slug=slug), steps.append)
    seconds = round(time.monotonic() - started, 1)
    engine = Engine.objects.get(slug=slug)
    told = " | ".join(f"{s['name']} {s['seconds']:.1f}: {s['outcome']}" for s in steps)
    return Switched(
        program.name, program.half, themes, str(engine.state),
        (report.strategy or "") if report.mended else "",
        seconds, engine.wrapper_versions.proposed().exists(), told, before, _ask(slug, site),
    )  # fmt: skip


def _ask(slug: str, site: Site) -> Shown:
    from wrappers.engines.client import open_client
    from wrappers.engines.query_session import ask
    from wrappers.engines.registry import NotReadyError, ready_engine

    words = list(site.look.pages)
    words = words[:: max(1, len(words) // ASKED)][:ASKED]

    async def answers(ready: Any) -> list[Any]:
        async with open_client() as client:
            return [await ask(client, ready, word, deadline=20.0) for word in words]

    kinds: Counter[str] = Counter()
    true = found = records = titles = 0
    example = ""
    try:
        answered = asyncio.run(answers(ready_engine(slug)))
    except NotReadyError:
        return Shown("no wrapper")
    for word, answer in zip(words, answered, strict=True):
        truth = {
            place_of(row["url"].replace(HOST, site.base)): plain_title(row["title"])
            for row in site.look.pages[word].records
        }
        kinds[str(answer.kind)] += 1
        true += len(truth)
        if answer.kind != "RESULTS":
            example = example or f"{word!r} is {answer.kind}: {answer.detail}"
        for record in answer.records if answer.kind == "RESULTS" else ():
            found += 1
            wanted = truth.get(place_of(record.url or ""))
            is_titled = wanted is not None and plain_title(record.title) == wanted
            records += wanted is None
            titles += wanted is not None and not is_titled
            if not is_titled:
                example = example or f"{record.url} {record.title!r}, not {wanted!r}"
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    return Shown(told, true, found, records, titles, example)


def print_figures(rows: Sequence[Switched]) -> None:
    print_rows(
        {
            row.themes: {
                "outcome": row.outcome, "s": row.seconds, "wrong records": row.after.wrong_records,
                "titles": row.after.wrong_titles, "found": row.after.found, "true": row.after.true,
                "strategy": row.strategy, "example": row.after.example,
            }
            for row in rows
            if row.half == BUILD
        },
        "themes",
    )  # fmt: skip
    for half in (BUILD, UNOPENED):
        of_half = [row for row in rows if row.half == half]
        harmed = [row for row in of_half if not row.outcome.startswith("unharmed")]
        mended = [row.after for row in harmed if row.outcome.startswith("mended")]
        seconds = [row.seconds for row in of_half]
        told = {
            "themes": len(of_half),
            "programs": len({row.program for row in of_half}),
            **Counter(row.outcome for row in of_half),
            "mended of harmed": f"{len(mended)} of {len(harmed)}",
            "of the mended wrong records": sum(each.wrong_records for each in mended),
            "wrong titles": sum(each.wrong_titles for each in mended),
            "records found": sum(each.found for each in mended),
            "slowest check s": max(seconds, default=0.0),
            f"checks over {MOST_SECONDS:.0f} s": sum(each > MOST_SECONDS for each in seconds),
        }
        if of_half:
            print_rows({name: {"": value} for name, value in told.items()}, half)


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--only", nargs="+", help="programs")
    parser.add_argument("--learned", type=int, default=1, help="themes learned from, of each")
    options = parser.parse_args()
    chosen = [
        each
        for each in programs()
        if options.half in (None, each.half) and each.name in (options.only or [each.name])
    ]
    rows: list[Switched] = []
    # Each program has a process of its own: Django is set up once in each, for one installation.
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as pool:
        for some in pool.map(partial(try_program, learned=options.learned), chosen):
            rows += some
    write_figures(options.json, [asdict(row) for row in rows])
    print_figures(rows)
    return 1 if not rows or any("wrong" in row.outcome for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
