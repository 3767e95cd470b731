"""Result pages changed: the same truth in the markup of other times and sites.

All pages of a site change alike, so that what two of them teach can be tried on a third.

    python -m evaluation.training.page_variants DIR VARIANT FOLDER

writes the pages of a bed as one of `VARIANTS` into a new one.
"""

import argparse
import hashlib
import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from lxml import etree, html
from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import HEADING_TAGS, INVISIBLE_TAGS, LINE_TAGS, fold_space, visible_text
from evaluation.beds.packed import unpacked
from evaluation.quality.extraction import load_cases, read_page
from evaluation.quality.record_matching import Case, comparable_address


@dataclass(frozen=True, slots=True)
class VariantPage:
    """A page that is being changed: its records, where all are found, and its random choices.

    `style` makes the choices that hold for all pages of the site, `chance` those of this page.
    """

    root: HtmlElement
    case: Case
    records: list[HtmlElement]
    style: random.Random
    chance: random.Random


def remove_element(element: HtmlElement) -> None:
    if element.getparent() is not None:
        element.drop_tree()


MAX_LINES = 8
MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class RecordText:
    """One record as it is written anew: its title as a link, and its other lines, all HTML."""

    title: str
    lines: tuple[str, ...]


def read_record_text(record: HtmlElement, url: str, base: str | None) -> RecordText:
    """Return what is written of a record: the title link's text, and lines of text and links."""
    wanted = comparable_address(url, base)
    links = [
        link
        for link in record.iter("a")
        if wanted and comparable_address(link.get("href"), base) == wanted
    ]
    title_link = max(links, key=lambda link: len(visible_text(link)), default=None)
    title = visible_text(title_link)[:150] if title_link is not None else ""
    lines = [line for line in _lines(record, title_link) if line]
    link = f'<a href="{escape(url)}">{escape(title or "-")}</a>'
    return RecordText(link, tuple(lines[:MAX_LINES]))


def _lines(record: HtmlElement, title_link: HtmlElement | None) -> Iterator[str]:
    line: list[str] = []
    length = 0
    stack: list[HtmlElement | str | None] = [record]
    while stack:
        node = stack.pop()
        if node is None:
            yield fold_space("".join(line))
            line, length = [], 0
        elif isinstance(node, str):
            if length < MAX_LINE:
                line.append(escape(node[:MAX_LINE]))
                length += len(node)
        elif node.tag == "a" and node.get("href"):
            text = visible_text(node)[:80]
            if node is not title_link and text:
                line.append(f' <a href="{escape(node.get("href", ""))}">{escape(text)}</a> ')
        elif isinstance(node.tag, str) and node.tag not in INVISIBLE_TAGS:
            breaks = node.tag in LINE_TAGS
            stack.extend([None] * breaks)
            for child in reversed(node):
                stack.extend([child.tail] if child.tail else [])
                stack.append(child)
            stack.extend([node.text] if node.text else [])
            stack.extend([None] * breaks)
    yield fold_space("".join(line))


@dataclass(frozen=True, slots=True)
class Markup:
    """How records are written: each with its title and lines, what is around lines and records."""

    record: str
    line: str = "{}"
    between_lines: str = "<br>"
    lines: int = MAX_LINES
    between: str = ""
    around: str = "{}"

    def write(self, records: Sequence[RecordText]) -> str:
        written = (
            self.record.format(
                title=record.title,
                lines=self.between_lines.join(map(self.line.format, record.lines[: self.lines])),
            )
            for record in records
        )
        return self.around.format(self.between.join(written))


# The markup of records in the 1990s: cells, rows, lists, running text, tables, headings.
HEADINGS = Markup("<h3>{title}</h3>{lines}", "<p>{}</p>", "", 3)
PARAGRAPHS = Markup('<p class="t">{title}</p><p class="s">{lines}</p>')
BARE_LINKS = Markup("{title}<br>")
OLD_MARKUPS = (
    Markup("<tr><td>{title}</td><td>{lines}</td></tr>", around="<table>{}</table>"),
    Markup(
        "<tr><td>{title}</td></tr>{lines}<tr><td>&nbsp;</td></tr>",
        *("<tr><td>{}</td></tr>", "", 2),
        around="<table>{}</table>",
    ),
    Markup("<dt>{title}{lines}", "<dd>{}", "", 3, around="<dl>{}</dl>"),
    Markup("<dl><dt><b>{title}</b><dd>{lines}</dl>"),
    Markup("{title}{lines}<br><br>", "<br>{}", ""),
    Markup("<p><b>{title}</b><br>{lines}"),
    Markup("<li>{title}<br>{lines}", "{}", " - ", around="<ol>{}</ol>"),
    Markup("<b>{title}</b><br>{lines}", between="<hr>"),
    Markup("<table><tr><td><img src=/b.gif><td>{title}<br>{lines}</table><br>"),
    HEADINGS,
)


def grid(records: Sequence[RecordText]) -> str:
    """Three records side by side, each a picture, the title and a line."""
    cells = [
        f"<td><img src=/p.gif width=80 height=60><br>{record.title}<br>{''.join(record.lines[:1])}"
        for record in records
    ]
    rows = ("".join(cells[start : start + 3]) for start in range(0, len(cells), 3))
    return f"<table>{''.join(f'<tr>{row}' for row in rows)}</table>"


def bare(page: VariantPage) -> Case:
    for element in page.root.iter(etree.Element):
        for name in ("class", "id"):
            element.attrib.pop(name, None)
    return page.case


def hashed(page: VariantPage) -> Case:
    """Give classes and ids the names of a style compiler; the page's top changes every time."""
    site = page.case["site"]
    for element in page.root.iter(etree.Element):
        names = (element.get("class") or "").split()
        if names:
            element.set("class", " ".join(_hash(site + name) for name in names))
        if element.get("id"):
            element.set("id", _hash(site + element.get("id", "")))
        if element.tag in {"html", "body"}:
            element.set("class", f"s{page.chance.randint(1, 999)}")
    return page.case


def redirected(page: VariantPage) -> Case:
    for link in page.root.iter("a"):
        href = link.get("href") or ""
        if href.startswith(("http:", "https:")):
            ved = page.chance.randint(1, 999)
            link.set("href", f"/url?sa=t&q={quote(href, safe='')}&ved={ved}")
    return page.case


def _hash(name: str) -> str:
    return "c" + hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[:6]


def flat(page: VariantPage) -> Case:
    if all(element.tag in {"li", "div", "article"} for element in page.records):
        for element in page.records:
            element.drop_tag()
    return bare(page)


def few(page: VariantPage) -> Case:
    count = len(page.records)
    chosen = set(page.chance.sample(range(count), min(count, page.chance.randint(2, 5))))
    for place, element in enumerate(page.records):
        if place not in chosen:
            remove_element(element)
    records = [row for place, row in enumerate(page.case["records"]) if place in chosen]
    return {**page.case, "records": records}


def emptied(page: VariantPage) -> Case:
    """Leave no record: what remains is no wrapper's page."""
    for element in page.records:
        remove_element(element)
    return {**page.case, "records": []}


def advertised(page: VariantPage) -> Case:
    sample = page.records[0]
    count = page.chance.randint(0, 2)
    if 3 * count > len(page.records):
        return page.case
    kind = page.style.choice(
        ("/aclk?sa=l&id={}", "http://ads.example/click?u={}", "/click/ad?d={}")
    )
    label = page.style.choice(("Ad", "Sponsored", "Anzeige", ""))
    before = page.style.random() < 0.7
    for number in range(count):
        advertisement = _copy_of(sample)
        for link in advertisement.iter("a"):
            link.set("href", kind.format(page.chance.randint(1, 99_999)))
        if label:
            etree.SubElement(advertisement, "span").text = label
        if before:
            page.records[0].addprevious(advertisement)
        else:
            page.records[-1 - number].addnext(advertisement)
    return page.case


def _copy_of(element: HtmlElement) -> HtmlElement:
    text = etree.tostring(element, encoding="unicode", method="html", with_tail=False)
    parent = {"tr": "table", "td": "tr", "li": "ul"}.get(str(element.tag))
    copy = html.fragment_fromstring(f"<{parent}>{text}</{parent}>") if parent else None
    found = copy.find(f".//{element.tag}") if copy is not None else html.fragment_fromstring(text)
    return found if found is not None else html.fragment_fromstring(text)


_OLD_ATTRIBUTES = frozenset(("href", "src", "name", "value", "action", "type", "alt"))
_NEW_TAGS = frozenset("nav header footer section main article aside figure figcaption".split())


def old(page: VariantPage) -> Case:
    """Write page and records in the markup of the 1990s."""
    rewrite_records(page, page.style.choice(OLD_MARKUPS).write)
    for element in list(page.root.iter(etree.Element)):
        for name in element.attrib:
            if name not in _OLD_ATTRIBUTES:
                del element.attrib[name]
        if element.tag in _NEW_TAGS:
            element.tag = "div"
        elif element.tag == "span":
            element.tag = "font"
        elif element.tag in {"svg", "style", "script", "noscript", "template"}:
            remove_element(element)
    _lay_out(page)
    return page.case


def runs(page: VariantPage) -> Case:
    rewrite_records(page, page.style.choice((HEADINGS, PARAGRAPHS)).write)
    return page.case


def links(page: VariantPage) -> Case:
    rewrite_records(page, BARE_LINKS.write)
    return bare(page)


def cells(page: VariantPage) -> Case:
    rewrite_records(page, grid)
    return bare(page)


def rewrite_records(page: VariantPage, write: Callable[[Sequence[RecordText]], str]) -> None:
    """Put what `write` makes of the records in the place of the first one."""
    rows = page.case["records"]
    base = page.case.get("url")
    numbered = page.style.random() < 0.3
    records = [
        read_record_text(element, str(row.get("url") or ""), base)
        for element, row in zip(page.records, rows, strict=True)
    ]
    if numbered:
        records = [
            RecordText(f"<b>{place}.</b> {record.title}", record.lines)
            for place, record in enumerate(records, start=1)
        ]
    place = page.records[0]
    if place.tag in {"tr", "td", "tbody"}:
        table = next(place.iterancestors("table"))
        if all(table in element.iterancestors() for element in page.records):
            place = table
    new = html.fragment_fromstring(write(records), create_parent="div")
    place.addprevious(new)
    new.tail = None
    for element in page.records:
        remove_element(element)


def _lay_out(page: VariantPage) -> None:
    kind = page.style.choice(("table", "rows", "flat", "none"))
    for element in list(page.root.iter("div")):
        parent = element.getparent()
        if parent is None or parent.tag in {"table", "tr", "a"} or parent.tag in HEADING_TAGS:
            continue
        if kind == "flat" and len(element) < 3:
            element.drop_tag()
        elif kind in {"table", "rows"} and len(element):
            element.tag = "td"
            table = etree.Element("table")
            parent.replace(element, table)
            table.tail, element.tail = element.tail, None
            etree.SubElement(table, "tr").append(element)


VARIANTS: dict[str, Callable[[VariantPage], Case]] = {
    "bare": bare,
    "flat": flat,
    "few": few,
    "emptied": emptied,
    "hashed": hashed,
    "redirected": redirected,
    "advertised": advertised,
    "old": old,
    "runs": runs,
    "links": links,
    "grid": cells,
}


def as_variant(folder: Path, case: Case, variant: str) -> tuple[Page, Case] | None:
    """Return a page as one of its variants, and its truth; None where the variant does not fit."""
    read = read_page(folder, case)
    if variant == "original":
        return read, case
    style, chance = random.Random(case["site"] + variant), random.Random(case["id"] + variant)
    found = [
        read.root.xpath(record["xpath"])[:1] for record in case["records"] if record.get("xpath")
    ]
    records = [element for elements in found for element in elements]
    complete = len(records) == len(case["records"]) and len(set(records)) == len(records) > 1
    if not complete and variant not in {"bare", "hashed", "redirected"}:
        return None
    page = VariantPage(read.root, case, records, style, chance)
    truth = VARIANTS[variant](page)
    return Page(read.url, read.body, read.charset, read.root, read.status), truth


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("variant", choices=list(VARIANTS))
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    options.out.mkdir()
    with unpacked(options.folder) as folder, (options.out / "cases.jsonl").open("w") as rows:
        for case in load_cases(folder):
            changed = as_variant(folder, case, options.variant)
            if changed is not None:
                page, truth = changed
                name = f"{case['id']}.html"
                (options.out / name).write_bytes(html.tostring(page.root, encoding="utf-8"))
                rows.write(json.dumps({**truth, "html": name}) + "\n")


if __name__ == "__main__":
    main()
