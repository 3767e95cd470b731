"""Variants with other attributes: classes, ids and addresses."""

import hashlib
from urllib.parse import quote

from lxml import etree

from evaluation.quality.record_matching import Case
from evaluation.training.page_variants.variant_page import VariantPage


def bare(variant_page: VariantPage) -> Case:
    """Take away all classes and ids."""
    for element in variant_page.root.iter(etree.Element):
        for name in ("class", "id"):
            element.attrib.pop(name, None)
    return variant_page.case


def hashed(variant_page: VariantPage) -> Case:
    """Give classes and ids the names of a style compiler; the page's top changes every time."""
    site = variant_page.case["site"]
    for element in variant_page.root.iter(etree.Element):
        names = (element.get("class") or "").split()
        if names:
            element.set("class", " ".join(_hash(site + name) for name in names))
        if element.get("id"):
            element.set("id", _hash(site + element.get("id", "")))
        if element.tag in {"html", "body"}:
            element.set("class", f"s{variant_page.chance.randint(1, 999)}")
    return variant_page.case


def redirected(variant_page: VariantPage) -> Case:
    """Lead all links to other addresses through a redirector of the site's own."""
    for link in variant_page.root.iter("a"):
        href = link.get("href") or ""
        if href.startswith(("http:", "https:")):
            link.set(
                "href",
                f"/url?sa=t&q={quote(href, safe='')}&ved={variant_page.chance.randint(1, 999)}",
            )
    return variant_page.case


def _hash(name: str) -> str:
    return "c" + hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[:6]
