"""All page variants by name, and a page changed into one of them."""

import random
from collections.abc import Callable
from pathlib import Path

from discovery.pages import Page
from evaluation.quality.extraction import read_page
from evaluation.quality.record_matching import Case
from evaluation.training.page_variants.changed_attributes import bare, hashed, redirected
from evaluation.training.page_variants.changed_markup import cells, links, old, runs
from evaluation.training.page_variants.changed_records import advertised, emptied, few, flat
from evaluation.training.page_variants.variant_page import VariantPage

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
    page = read_page(folder, case)
    if variant == "original":
        return page, case
    style, chance = random.Random(case["site"] + variant), random.Random(case["id"] + variant)
    found = [
        page.root.xpath(record["xpath"])[:1] for record in case["records"] if record.get("xpath")
    ]
    records = [element for elements in found for element in elements]
    complete = len(records) == len(case["records"]) and len(set(records)) == len(records) > 1
    if not complete and variant not in {"bare", "hashed", "redirected"}:
        return None
    variant_page = VariantPage(page.root, case, records, style, chance)
    truth = VARIANTS[variant](variant_page)
    return Page(page.url, page.body, page.charset, page.root, page.status), truth
