"""Variants with other records: fewer, none, in no element of their own, beside advertisements."""

from lxml import etree, html
from lxml.html import HtmlElement

from evaluation.quality.record_matching import Case
from evaluation.training.page_variants.changed_attributes import bare
from evaluation.training.page_variants.variant_page import VariantPage, remove_element


def flat(variant_page: VariantPage) -> Case:
    """Take away the records' own elements as well."""
    if all(element.tag in {"li", "div", "article"} for element in variant_page.records):
        for element in variant_page.records:
            element.drop_tag()
    return bare(variant_page)


def few(variant_page: VariantPage) -> Case:
    """Leave two to five records."""
    count = len(variant_page.records)
    chosen = set(
        variant_page.chance.sample(range(count), min(count, variant_page.chance.randint(2, 5)))
    )
    for place, element in enumerate(variant_page.records):
        if place not in chosen:
            remove_element(element)
    records = [row for place, row in enumerate(variant_page.case["records"]) if place in chosen]
    return {**variant_page.case, "records": records}


def emptied(variant_page: VariantPage) -> Case:
    """Leave no record: what remains is no wrapper's page."""
    for element in variant_page.records:
        remove_element(element)
    return {**variant_page.case, "records": []}


def advertised(variant_page: VariantPage) -> Case:
    """Put advertisements in the records' own markup before, or behind, the records."""
    sample = variant_page.records[0]
    count = variant_page.chance.randint(0, 2)
    if 3 * count > len(variant_page.records):
        return variant_page.case
    kind = variant_page.style.choice(
        ("/aclk?sa=l&id={}", "http://ads.example/click?u={}", "/click/ad?d={}")
    )
    label = variant_page.style.choice(("Ad", "Sponsored", "Anzeige", ""))
    before = variant_page.style.random() < 0.7
    for number in range(count):
        advertisement = _copy_of(sample)
        for link in advertisement.iter("a"):
            link.set("href", kind.format(variant_page.chance.randint(1, 99_999)))
        if label:
            etree.SubElement(advertisement, "span").text = label
        if before:
            variant_page.records[0].addprevious(advertisement)
        else:
            variant_page.records[-1 - number].addnext(advertisement)
    return variant_page.case


def _copy_of(element: HtmlElement) -> HtmlElement:
    """Return a copy of an element without its tail."""
    text = etree.tostring(element, encoding="unicode", method="html", with_tail=False)
    parent = {"tr": "table", "td": "tr", "li": "ul"}.get(str(element.tag))
    copy = html.fragment_fromstring(f"<{parent}>{text}</{parent}>") if parent else None
    found = copy.find(f".//{element.tag}") if copy is not None else html.fragment_fromstring(text)
    return found if found is not None else html.fragment_fromstring(text)
