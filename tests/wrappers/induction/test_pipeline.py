"""Learning a wrapper: records found, noise left, refusals named; what holds for any input."""

import re
import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import NotHtmlError, Page, parse_page
from tests.cases import cases
from tests.strategies import html_documents
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.pipeline import LearnedWrapper, learn_wrapper, propose_wrappers
from wrappers.induction.samples import (
    DifferentSitesError,
    EqualPagesError,
    InductionError,
    NoRecordsError,
    NoSamplesError,
    PageTooLargeError,
    Sample,
)

CASES = cases(__file__)
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


def test_places_on_pages_that_the_menu_names():
    """As generated references list what stands on the pages of their menu."""
    record = "<li><a href='/{title}#here'>{title}</a> {text}</li>"
    given = (("feathers", BIRDS), ("scales", FISH))
    titles = [f"The {name} and its {query}" for query, names in given for name in names]
    menu = "".join(f"<p><a href='/{title}'>Page {title}</a></p>" for title in titles)
    menu += "<ul id=found>"
    samples = [Sample(result_page(q, names, record, menu, "</ul>"), q) for q, names in given]
    wrapper = learn_wrapper(samples, result_page("nothing", [], record, menu, "</ul>")).wrapper
    records = wrapper.extract(samples[0].page).records
    assert [record.title for record in records] == titles[: len(BIRDS)]


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


# Links that lead nowhere or act, names that are none, characters that no page has.
ODD = (
    "<p class='{name}' id='{name}'><a href='{href}' onclick=\"location='{href}'\">Großer Titel</a>"
    "\x00&#0;日本語</p>"
)
HREFS = st.sampled_from(["/a", "http://x.example/?q=1", "javascript:x()", "#", "//["])
NAMES = st.sampled_from(["", "r odd", 'x"y', "{{x}}", "été", "a]b", "1"])
MARKUP = st.lists(html_documents() | st.builds(ODD.format, name=NAMES, href=HREFS)).map("".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(MARKUP, min_size=1, max_size=3), st.none() | MARKUP)
def test_any_markup_gives_a_wrapper_or_a_named_refusal(pages, nothing):
    try:
        samples = [Sample(parse_page(page.encode()), "title 日本語") for page in pages]
        no_result = None if nothing is None else parse_page(nothing.encode())
        learned = learn_wrapper(samples, no_result)
    except (InductionError, NotHtmlError):
        return
    for sample in samples:
        for record in learned.wrapper.extract(sample.page).records:
            assert record.url is None or record.url.startswith(("http://", "https://"))
            assert record.title or record.url


REWRITINGS: dict[str, Callable[[str], bytes]] = {
    "lines end as on other systems": lambda text: text.replace("><", ">\r\n<").encode(),
    "space between": lambda text: text.replace("><", ">\n  <").encode(),
    "tags in capitals": lambda text: re.sub(
        r"</?[a-z]\w*", lambda tag: tag[0].upper(), text
    ).encode(),
    "comments between": lambda text: text.replace("<", "<!-- <li> --><").encode(),
    "letters as entities": lambda text: re.sub(
        r"[a-z](?=[^<>]*<)", lambda letter: f"&#{ord(letter[0])};", text
    ).encode(),
    "attributes the other way round": lambda text: re.sub(
        r"(<\w+) (\w+='[^']*') (\w+='[^']*')", r"\1 \3 \2", text
    ).encode(),
    "further attributes": lambda text: re.sub(r"<(\w+)", r"<\1 data-x='1' lang=en", text).encode(),
    "another charset": lambda text: text.replace(
        "<html>", "<html><meta charset=windows-1251>"
    ).encode("cp1251", "ignore"),
    "as UTF-16": lambda text: text.encode("utf-16"),
    "cut after the records": lambda text: text.partition("<p><a href='/about'>")[0].encode(),
}


@pytest.mark.parametrize("rewriting", REWRITINGS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_other_spellings_of_a_page_read_the_same(layout, rewriting):
    wrapper = learned(layout).wrapper
    for query, names in (("feathers", BIRDS), ("scales", FISH)):
        page = result_page(query, names, *LAYOUTS[layout])
        rewritten = parse_page(REWRITINGS[rewriting](page.body.decode()), page.url)
        assert [(r.url, r.title, r.snippet) for r in wrapper.extract(rewritten).records] == [
            (r.url, r.title, r.snippet) for r in wrapper.extract(page).records
        ]


def test_a_page_of_another_site_among_others_is_left_out():
    cards = [
        Sample(result_page(q, names, *LAYOUTS["cards"]), q)
        for q, names in (("feathers", BIRDS), ("scales", FISH))
    ]
    elsewhere = parse_page(
        b"<body class=shop><main id=top>" + b"<section class=offer><a href='http://x.example/o'>"
        b"offer</a></section>" * 12, "http://other.example/"
    )  # fmt: skip
    learned = learn_wrapper([cards[0], Sample(elsewhere, "offer"), cards[1]])
    assert learned.wrapper.formula == learn_wrapper(cards).wrapper.formula
    with pytest.raises(DifferentSitesError, match="not of one site"):
        learn_wrapper([cards[0], Sample(elsewhere, "offer")])


def test_a_tag_with_a_control_character():
    page = result_page("feathers", BIRDS, "<li><a href='{url}'>{title}</a><p>{text}</p></li>")
    odd = parse_page(page.body.replace(b"<h1>", b"<ta\x01ble>").replace(b"</h1>", b""), page.url)
    assert learn_wrapper([Sample(odd, "feathers")]).wrapper.records(odd)


def test_deeper_than_browsers_nest_is_refused():
    page = parse_page(b"<body>" + b"<div>" * 1_000 + b"<a href='/x'>x</a>" * 20)
    with pytest.raises(PageTooLargeError, match="512 levels"):
        learn_wrapper([Sample(page, "x")])


def test_many_class_names_are_no_harm():
    record, before, after = LAYOUTS["ordered list"]
    many = " ".join(f"c{number}" for number in range(20_000))
    samples = [
        Sample(result_page(q, BIRDS, record, f"<div class='{many}'>{before}", after), q)
        for q in ("feathers", "scales")
    ]
    learned = learn_wrapper(samples, samples[0].page)
    assert len(learned.wrapper.records(samples[1].page)) == len(BIRDS)


def test_records_of_tags_never_closed_are_read_in_time():
    body = b"".join(b"<font><li><a href='/p/%d'>page %d</a> text" % (n, n) for n in range(1_000))
    started = time.process_time()
    records = Wrapper((rule_of(key("li")),)).records(
        parse_page(b"<body>" + body, "http://a.example/")
    )
    assert time.process_time() - started < 3
    assert [record.title for record in records] == [f"page {n}" for n in range(1_000)]


def test_deep_and_wide_pages_end_in_time():
    deep = b"<div>" * 500 + b"<a href='/x'>x</a>" * 20
    wide = b"".join(
        b"<li><a href='/p/%d'>page number %d</a> and some text about it" % (n, n)
        for n in range(20_000)
    )
    for body in (deep, wide):
        started = time.process_time()
        try:
            learned = learn_wrapper([Sample(parse_page(b"<body>" + body), "page")])
            learned.wrapper.extract(parse_page(body))
        except InductionError:
            pass
        assert time.process_time() - started < 60
