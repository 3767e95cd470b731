"""Fixed records: what stands among the records whatever is asked is no result."""

import pytest

from discovery.pages.page import Page, parse_page
from wrappers.induction.pipeline import learn_wrapper
from wrappers.induction.samples import Sample

SHOP = ("/item/99?from={query}", "Shop on Barn", "Everything for house and garden.")
FOUND = "robin raven heron finch swift eagle stork crane".split()


def page_of(query: str, first: tuple[str, str, str] = SHOP) -> Page:
    """Return a page of eight records for a query, `first` before them."""
    records = [
        first,
        *(
            (
                f"/item/{query}{n}?from={query}",
                f"The {bird} and the {query}",
                f"A {query}, {n} days old.",
            )
            for n, bird in enumerate(FOUND)
        ),
    ]
    rows = "".join(
        f"<li><h3><a href='{address.format(query=query)}'>{title}</a></h3><p>{text}</p></li>"
        for address, title, text in records
    )
    return parse_page(
        f"<html><body><h1>Found</h1><ul>{rows}</ul></body></html>".encode(),
        f"http://search.example/find?q={query}",
    )


@pytest.mark.parametrize(
    ("queries", "first", "is_shown"),
    [
        (("nest", "feather"), SHOP, False),
        # One query tells nothing.
        (("nest", "nest"), SHOP, True),
        # It says what was asked for: found for both.
        (("nest", "feather"), ("/item/99", "A feather nest", "Of birds."), True),
    ],
)
def test_what_stands_first_for_every_query_is_no_result(
    queries: tuple[str, str], first: tuple[str, str, str], is_shown: bool
) -> None:
    pages = [page_of(query, first) for query in queries]
    pages[1].root.find(".//li[last()]").drop_tree()
    wrapper = learn_wrapper(
        [Sample(page, query) for page, query in zip(pages, queries, strict=True)]
    ).wrapper
    titles = [record.title for record in wrapper.records(page_of("wing", first))]
    assert titles[is_shown:] == [f"The {bird} and the wing" for bird in FOUND]
    assert len(titles) == len(FOUND) + is_shown
