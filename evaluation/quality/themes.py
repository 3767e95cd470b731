"""Real redesigns as an operator meets them: engines learned, their themes switched, then checked.

    python -m evaluation.quality.themes [--half build|unopened] [--only NAME …] [--mixed] …

Serves the pages of each program of the bed as an engine on loopback, has the product learn it from
its address in the first theme, switches to each of the others, and has it checked once. Then words
are asked, and what the product shows is compared with the truth: addresses and titles. Of the half
`unopened` totals alone are printed. `--mixed`: each answer comes in one of two themes, by chance,
from the first on or once the engine is learned in one of them; it is checked three times.
"""

import itertools
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from lxml import html

from discovery.pages.urls import comparison_key
from evaluation.beds.packed import BEDS, Case, archived, archived_cases
from evaluation.engines.comparison import Comparison, KnownEngine
from evaluation.own_installation import Product, keep_database, restore_database
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


@cache
def _pages() -> dict[str, list[Case]]:
    pages: dict[str, list[Case]] = defaultdict(list)
    for case in archived_cases(BED):
        pages[case["site"]].append(case)
    return pages


class Look:
    """A program in one of its themes or versions, behind a search form of its site.

    A query is answered with the page of its rarest word. Where nothing has any of its words, with
    that of another word without its records: the programs that only lay articles out know no other.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.pages = {case["query"].casefold(): case for case in _pages()[name]}
        self.nothing = _without_records(_pages()[name][0])

    def answer(self, query: str, base: str) -> bytes:
        page = self.found(query)
        if page is None:
            return _at(self.nothing.replace(b"{{query}}", query.encode()), base, base)
        return _at(archived(BED)[page["html"]], page["url"].replace(HOST, base), base)

    def found(self, query: str) -> Case | None:
        asked = _WORD.findall(query.casefold())
        pages = [self.pages[word] for word in asked if word in self.pages]
        return min(pages, key=lambda page: len(page["records"]), default=None)


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
        home = (_HOME % ", ".join(list(self.look.pages)[:8])).encode()
        return (200, home) if address.path in {"/", "/search"} else (404, b"")

    def true_records(self, query: str, _page: int) -> list[dict[str, Any]]:
        rows = self.look.pages[query]["records"]
        return [{**row, "url": row["url"].replace(HOST, self.base)} for row in rows]


class MixedSite(Site):
    """One engine that answers in one of two themes, by chance, once `second` is set."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.first = look
        self.second: Look | None = None
        self.chance = random.Random(look.name)

    def answer(self, method: str, target: str, body: str) -> tuple[int, bytes]:
        self.look = self.chance.choice((self.first, self.second or self.first))
        return super().answer(method, target, body)


def looks_of(program: Mapping[str, Any]) -> list[Look]:
    return [Look(name) for name in program["looks"] if _record_links(_pages()[name][0])]


def _at(body: bytes, address: str, base: str) -> bytes:
    body = body.replace(HOST.encode(), base.encode())
    if re.search(rb"<base\s[^>]*href", body, re.I):
        return body
    return re.sub(rb"<head\b[^>]*>", rb'\g<0><base href="%s">' % address.encode(), body, count=1)


def _record_links(page: Case) -> list[Any]:
    def place_of(address: str) -> str:
        return comparison_key(urldefrag(address).url)

    root: Any = html.document_fromstring(archived(BED)[page["html"]], parser=_ENCODING)
    addresses = {place_of(record["url"]) for record in page["records"]}
    return [
        link
        for link in root.xpath("//body//a[@href]")
        if place_of(urljoin(page["url"], link.get("href").strip())) in addresses
    ]


def _without_records(page: Case) -> bytes:
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
    return re.sub(rb"(?i)\b%s\b" % page["query"].encode(), b"{{query}}", text)


# Words asked after a check.
ASKED = 6
# Share of the true records that must be shown for a theme to be read.
LEAST_SHARE = 0.98


@dataclass(frozen=True, slots=True)
class Switched:
    """A theme switched to another: what `check_engine` said, what was shown afterwards."""

    program: str
    half: str
    themes: str
    check: dict[str, Any]
    is_proposed: bool
    after: Comparison

    @property
    def outcome(self) -> str:
        state = self.check["after"]
        if state == "ACTIVE":
            changed = "mended" if self.check["mended"] else "unharmed"
            return changed if is_right(self.after) else f"{changed}, wrong"
        return "proposed" if self.is_proposed else f"{state}, nothing"


def is_right(shown: Comparison) -> bool:
    return shown.right == shown.found >= LEAST_SHARE * shown.true > 0


def try_program(program: Mapping[str, Any]) -> list[Switched]:
    """Learn a program in its first look, and switch it to all others."""
    old, *others = looks_of(program)
    site, rows = Site(old), []
    with TemporaryDirectory() as folder, served_pages(site.answer) as site.base:
        engine = KnownEngine(program["name"], f"{site.base}/", site.true_records)
        with Product(folder, [engine.host]) as product:
            own = Path(folder)
            added = product.json("add_engine", engine.home_url)
            slug = added["slug"]
            shown = Comparison()
            if added["state"] == "ACTIVE":
                shown = ask_words(product, engine, slug, site)
            if not is_right(shown):
                why = f"{added['reason']} {shown.misses[:1]}"
                print(f"not learned: {old.name}: {why}"[:300], file=sys.stderr)
                return []
            kept = product.submit(keep_database, own, "learned").result()
            for new in others:
                product.submit(restore_database, own, kept).result()
                site.look = new
                themes = f"{old.name} > {new.name}"
                check = product.json("check_engine", slug)
                is_proposed = product.submit(has_proposal, slug).result()
                after = ask_words(product, engine, slug, site)
                told = (program["name"], program["half"], themes, check, is_proposed)
                rows.append(Switched(*told, after))
    return rows


def has_proposal(slug: str) -> bool:
    from wrappers.models import WrapperVersion

    return WrapperVersion.objects.proposed().filter(engine__slug=slug).exists()


def ask_words(product: Product, engine: KnownEngine, slug: str, site: Site) -> Comparison:
    words = list(site.look.pages)
    shown = Comparison()
    for word in words[:: max(1, len(words) // ASKED)][:ASKED]:
        shown.ask(product, engine, slug, word)
    return shown


# Checks of an engine that answers in two themes.
CHECKS = 3


def try_mixed(program: Mapping[str, Any], from_start: bool) -> list[dict[str, Any]]:
    """Learn a program that answers in its first two looks; tell what is shown after checks."""
    first, second, *_ = looks_of(program)
    site = MixedSite(first)
    site.second = second if from_start else None
    row = {"program": program["name"], "half": program["half"], "from_start": from_start}
    with TemporaryDirectory() as folder, served_pages(site.answer) as site.base:
        engine = KnownEngine(program["name"], f"{site.base}/", site.true_records)
        with Product(folder, [engine.host]) as product:
            added = product.json("add_engine", engine.home_url)
            site.second = second
            if added["state"] != "ACTIVE":
                return [row | {"learned": False, "reason": added["reason"]}]
            before = ask_words(product, engine, added["slug"], site)
            for _ in range(CHECKS):
                product.json("check_engine", added["slug"])
            after = ask_words(product, engine, added["slug"], site)
    shown = {"before": asdict(before), "after": asdict(after)}
    return [row | {"learned": True, "is_right": is_right(after), **shown}]


def print_mixed(rows: Sequence[Mapping[str, Any]]) -> None:
    for half in (BUILD, UNOPENED):
        for from_start in (True, False):
            of_half = [r for r in rows if (r["half"], r["from_start"]) == (half, from_start)]
            told: dict[str, Any] = {"learned": sum(row["learned"] for row in of_half)}
            told["right"] = sum(row.get("is_right", False) for row in of_half)
            for when in ("before", "after"):
                shown = [row[when] for row in of_half if row["learned"]]
                found, true, placed = (
                    sum(each[name] for each in shown) for name in ("found", "true", "placed")
                )
                told[f"{when}: shown"] = round(placed / max(1, true), 3)
                told[f"{when}: wrong"] = found - placed
            name = f"{half}, {'from the first' if from_start else 'later'}: {len(of_half)}"
            print_rows({key: {"": value} for key, value in told.items()}, name)
            if half == BUILD:
                print(*(r["program"] for r in of_half if not r.get("is_right")), sep=", ")


def print_figures(rows: Sequence[Switched]) -> None:
    print_rows(
        {
            row.themes: {
                "outcome": row.outcome, "s": round(row.check["seconds"], 1),
                "wrong records": row.after.found - row.after.placed,
                "titles": row.after.placed - row.after.right, "found": row.after.found,
                "true": row.after.true, "strategy": row.check["strategy"] or "",
                "example": "; ".join(row.after.misses[:1]),
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
        seconds = [round(row.check["seconds"], 1) for row in of_half]
        told = {
            "themes": len(of_half),
            "programs": len({row.program for row in of_half}),
            **Counter(row.outcome for row in of_half),
            "mended of harmed": f"{len(mended)} of {len(harmed)}",
            "of the mended wrong records": sum(each.found - each.placed for each in mended),
            "wrong titles": sum(each.placed - each.right for each in mended),
            "records found": sum(each.found for each in mended),
            "slowest check s": max(seconds, default=0.0),
        }
        if of_half:
            print_rows({name: {"": value} for name, value in told.items()}, half)


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--half", choices=(BUILD, UNOPENED))
    parser.add_argument("--only", nargs="+", help="programs")
    parser.add_argument("--mixed", action="store_true", help="answers in two themes, by chance")
    options = parser.parse_args()
    programs = [
        each
        for each in json.loads(archived(BED)["programs.json"])
        if each["name"] in (options.only or [each["name"]]) and options.half in (None, each["half"])
    ]
    if options.mixed:
        several = [each for each in programs if len(looks_of(each)) > 1]
        mixed: list[dict[str, Any]] = []
        for each, late in itertools.product(several, (False, True)):
            mixed += try_mixed(each, not late)
            write_figures(options.json, mixed)
        print_mixed(mixed)
        return 0
    rows = [row for each in programs for row in try_program(each)]
    write_figures(options.json, [asdict(row) for row in rows])
    print_figures(rows)
    return 1 if not rows or any("wrong" in row.outcome for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
