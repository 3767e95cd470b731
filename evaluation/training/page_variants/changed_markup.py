"""Variants written anew: records, or the whole page, in the markup of other times."""

from collections.abc import Callable, Sequence

from lxml import etree, html

from discovery.pages import HEADING_TAGS
from evaluation.quality.record_matching import Case
from evaluation.training.page_variants.changed_attributes import bare
from evaluation.training.page_variants.record_markups import (
    RECORD_MARKUPS,
    bare_links,
    grid,
    headings,
    paragraphs_with_classes,
)
from evaluation.training.page_variants.record_text import RecordText, read_record_text
from evaluation.training.page_variants.variant_page import VariantPage, remove_element

_OLD_ATTRIBUTES = frozenset(("href", "src", "name", "value", "action", "type", "alt"))
_NEW_TAGS = frozenset("nav header footer section main article aside figure figcaption".split())


def old(variant_page: VariantPage) -> Case:
    """Write page and records in the markup of the 1990s."""
    write = variant_page.style.choice(RECORD_MARKUPS)
    rewrite_records(variant_page, write)
    for element in list(variant_page.root.iter(etree.Element)):
        for name in element.attrib:
            if name not in _OLD_ATTRIBUTES:
                del element.attrib[name]
        if element.tag in _NEW_TAGS:
            element.tag = "div"
        elif element.tag == "span":
            element.tag = "font"
        elif element.tag in {"svg", "style", "script", "noscript", "template"}:
            remove_element(element)
    _lay_out(variant_page)
    return variant_page.case


def runs(variant_page: VariantPage) -> Case:
    """Write the records as runs of headings and paragraphs; the page stays as it is."""
    rewrite_records(variant_page, variant_page.style.choice((headings, paragraphs_with_classes)))
    return variant_page.case


def links(variant_page: VariantPage) -> Case:
    """Write the records as bare links, a line each, on a page without classes and ids."""
    rewrite_records(variant_page, bare_links)
    return bare(variant_page)


def cells(variant_page: VariantPage) -> Case:
    """Write the records as the cells of a grid, on a page without classes and ids."""
    rewrite_records(variant_page, grid)
    return bare(variant_page)


def rewrite_records(
    variant_page: VariantPage, write: Callable[[Sequence[RecordText]], str]
) -> None:
    """Put what `write` makes of the records in the place of the first one."""
    rows = variant_page.case["records"]
    base = variant_page.case.get("url")
    numbered = variant_page.style.random() < 0.3
    records = [
        read_record_text(element, str(row.get("url") or ""), base)
        for element, row in zip(variant_page.records, rows, strict=True)
    ]
    if numbered:
        records = [
            RecordText(f"<b>{place}.</b> {record.title}", record.lines)
            for place, record in enumerate(records, start=1)
        ]
    place = variant_page.records[0]
    if place.tag in {"tr", "td", "tbody"}:
        table = next(place.iterancestors("table"))
        if all(table in element.iterancestors() for element in variant_page.records):
            place = table
    new = html.fragment_fromstring(write(records), create_parent="div")
    place.addprevious(new)
    new.tail = None
    for element in variant_page.records:
        remove_element(element)


def _lay_out(variant_page: VariantPage) -> None:
    """Put the parts of the page into tables, as pages of the 1990s did."""
    kind = variant_page.style.choice(("table", "rows", "flat", "none"))
    for element in list(variant_page.root.iter("div")):
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
