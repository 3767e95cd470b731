"""Learning a wrapper from pages written here: records found, noise left, refusals named."""

from functools import cache

import pytest

from discovery.pages.page import Page, parse_page
from tests.cases import cases_of
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper, propose_wrappers
from wrappers.induction.samples import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    Sample,
)

CASES = cases_of(__file__)

BIRDS = ["robin", "raven", "heron", "finch", "stork", "swift", "crane", "eagle", "goose", "quail"]
FISH = ["perch", "trout", "tench", "bream", "roach", "chub", "carp", "barbel", "dace", "zander"]
MENU = "".join(f"<li><a href='/menu/{name}'>{name}</a></li>" for name in ["home", "help", "news"])


def result_page(
    query: str, names: list[str], record: str, before: str = "", after: str = ""
) -> Page:
    """Return a page with a menu, one record per name, and a foot."""
    records = "".join(
        record.format(
            number=number,
            query=query,
            url=f"http://{name}.example/{query}/{number}.html",
            title=f"The {name} and its {query}",
            text=f"All about the {name}: where it lives, what it eats, and its {query}.",
        )
        for number, name in enumerate(names, start=1)
    )
    html = (
        f"<html><body><ul>{MENU}</ul><h1>Results for {query}</h1>"
        f"{before}{records}{after}<p><a href='/about'>About us</a> · <a href='/terms'>Terms</a></p>"
        "</body></html>"
    )
    return parse_page(html.encode(), "http://search.example/find?q=" + query)


LAYOUTS = CASES["layouts"]


@cache
def learned(layout: str, count: int = 10) -> LearnedWrapper:
    """Return what two pages of a layout teach, the second with so many records."""
    given = (("feathers", BIRDS), ("scales", FISH[:count]))
    return learn_wrapper([Sample(result_page(q, names, *LAYOUTS[layout]), q) for q, names in given])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_records_of_every_layout(layout):
    names = [*FISH[3:8], *BIRDS[:3]]
    found = learned(layout, 7)
    records = found.wrapper.extract(result_page("water", names, *LAYOUTS[layout])).records
    assert [record.title for record in records] == [f"The {n} and its water" for n in names]
    assert [record.url for record in records] == [
        f"http://{name}.example/water/{number}.html" for number, name in enumerate(names, start=1)
    ]
    for name, record_found in zip(names, records, strict=True):
        assert f"All about the {name}: where it lives" in record_found.snippet
    assert found.support == 2


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_few_records(layout, count):
    page = result_page("water", FISH[:count], *LAYOUTS[layout])
    assert len(learned(layout).wrapper.extract(page).records) == count


CARDS = result_page("feathers", BIRDS, *LAYOUTS["cards"])
ROWS = result_page("scales", FISH, *LAYOUTS["table rows"])


@pytest.mark.parametrize(
    ("pages", "error"),
    [
        ([], NoSamplesError),
        ([CARDS, CARDS], EqualPagesError),
        ([CARDS, parse_page(b"<body><p>nothing here</p>")], (DifferentSitesError, InductionError)),
        ([CARDS, ROWS], (DifferentSitesError, NoRecordsError)),
    ],
)
def test_what_cannot_be_learned_from_is_refused_by_name(pages, error):
    with pytest.raises(error):
        learn_wrapper([Sample(page, query) for page, query in zip(pages, "ab", strict=False)])


@pytest.mark.parametrize(
    "link", ["#/item/", "#!", "/app#/item/", "/app?lang=en#!", "/manual.html#", "/talk?id=7#"]
)
def test_addresses_that_differ_by_a_route_alone_are_told_apart(link):
    record = f"<li><h3><a href='{link}{{query}}-{{number}}'>{{title}}</a></h3><p>{{text}}</p></li>"
    pages = [
        (result_page(query, BIRDS[:count], record, "<ul class=hits>", "</ul>"), query)
        for query, count in (("fish", 5), ("cheese", 6), ("river", 7), ("stone", 8), ("zxqv", 0))
    ]
    samples = [Sample(page, query) for page, query in pages[:-1]]
    wrapper = learn_wrapper(samples, pages[-1][0]).wrapper
    addresses = [str(record.url) for record in wrapper.extract(pages[0][0], "fish").records]
    ends = [address.partition("#")[2].lstrip("/!").removeprefix("item/") for address in addresses]
    assert ends == [f"fish-{number}" for number in range(1, 6)]


def test_all_lists_are_proposed_the_records_first():
    record, before, after = LAYOUTS["headings and paragraphs"]
    also = "".join(f"<span><a href='/s?q={name}+x'>{name} x</a></span>" for name in BIRDS[:4])
    samples = [
        Sample(
            result_page(query, names, record, before, f"{after}<div class=also>{also}</div>"), query
        )
        for query, names in (("feathers", BIRDS[:4]), ("scales", FISH[:5]))
    ]
    lists = [
        [record.title for record in learned.wrapper.extract(samples[0].page).records]
        for learned in propose_wrappers(samples)
    ]
    assert lists[0] == [f"The {name} and its feathers" for name in BIRDS[:4]]
    assert ["home", "help", "news"] in lists
    assert [f"{name} x" for name in BIRDS[:4]] in lists
    assert len({tuple(titles) for titles in lists}) == len(lists), "none twice"
    with pytest.raises(EqualPagesError):
        propose_wrappers([samples[0], samples[0]])
