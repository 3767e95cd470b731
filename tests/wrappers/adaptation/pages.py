"""One engine in several designs: the same records, other markup."""

from discovery.pages.page import Page
from tests.wrappers.induction.test_pipeline import BIRDS, FISH, LAYOUTS, result_page
from wrappers.induction.samples import Sample

QUERIES = {"nests": BIRDS, "rivers": FISH}
NEW_QUERIES = {"feathers": BIRDS[::-1], "lakes": FISH[1:], "nests": BIRDS}


def page(layout: str, query: str, names: list[str], around: str = "") -> Page:
    record, before, after = LAYOUTS[layout]
    return result_page(query, names, record, around + before, after)


def samples(layout: str, queries: dict[str, list[str]], around: str = "") -> list[Sample]:
    return [Sample(page(layout, query, names, around), query) for query, names in queries.items()]


def titles(query: str, names: list[str]) -> list[str]:
    return [f"The {name} and its {query}" for name in names]
