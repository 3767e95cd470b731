"""Wrappers at work: keys tried in order, runs, non-results left out, JSON checked."""

import json

import pytest

from discovery.documents.document import DocumentError
from discovery.pages.page import Page, parse_page
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper

FIRST = (TitleRule(TitleKind.FIRST),)


def page_of(body: str, url: str = "http://s.example/find?q=x") -> Page:
    return parse_page(f"<html><body>{body}</body></html>".encode(), url)


def wrapper_of(*keys: ElementKey, extent: Extent = Extent.ELEMENT, **options: int) -> Wrapper:
    return Wrapper((RecordRule(keys, extent, FIRST, **options),))


def test_keys_are_tried_in_order() -> None:
    wrapper = wrapper_of(
        ElementKey((SelectorStep("li", ("hit",)),)), ElementKey((SelectorStep("li"),))
    )
    with_class = page_of("<li><a href='/n'>menu</a></li><li class='hit'><a href='/a'>one</a></li>")
    without = page_of("<li><a href='/a'>one</a></li><li><a href='/b'>two</a></li>")
    assert [record.title for record in wrapper.extract(with_class).records] == ["one"]
    assert [record.title for record in wrapper.extract(without).records] == ["one", "two"]


def test_a_run_ends_where_the_next_begins_and_the_last_is_no_longer_than_others() -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("dt"),)), extent=Extent.RUN, run_length=2)
    page = page_of(
        "<dl><dt><a href='/a'>one</a></dt><dd>first</dd>"
        "<dt><a href='/b'>two</a></dt><dd>second</dd><dd>foot of the page</dd></dl>"
    )
    assert [record.snippet for record in wrapper.extract(page).records] == ["first", "second"]


def test_what_lacks_what_all_titles_had_is_no_record() -> None:
    page = page_of(
        "<li><a onclick='go()'>did you mean ones</a></li><li><a href='/a'>one</a></li>"
        "<li><a href='/b'><img src='b.png'></a></li><li><a href='/c'>two</a></li>"
    )
    titles = (TitleRule(TitleKind.FIRST),)
    lenient = RecordRule((ElementKey((SelectorStep("li"),)),), Extent.ELEMENT, titles)
    strict = lenient.replace(may_lack_address=False, may_lack_words=False)
    assert len(Wrapper((lenient,)).extract(page).records) == 4
    assert [r.title for r in Wrapper((strict,)).extract(page).records] == ["one", "two"]
    assert Wrapper.from_json(Wrapper((strict,)).to_json()).sections == (strict,)


def test_a_header_row_starts_no_record_and_a_pager_row_is_none() -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("tr"),)))
    rows = "".join(f"<tr><td>{n}</td><td><a href='/doc/{n}'>page {n}</a></td></tr>" for n in "1234")
    page = page_of(
        f"<table><tr><th>No.</th></tr>{rows}"
        "<tr><td><a href='find?q=x&p=2'>next</a></td></tr></table>"
    )
    assert [r.title for r in wrapper.extract(page).records] == [f"page {n}" for n in "1234"]


def test_the_label_of_an_advertisement_is_not_that_of_the_record_before_it() -> None:
    item = "<li class=r><a class=t href=/click/%s>%s</a> <p>text"
    offer = "<li class=slot><span>Sponsored</span> <a rel=sponsored href=//ads.example/>Save</a>"
    titles = TitleRule(TitleKind.KEY, ElementKey((SelectorStep("a", ("t",)),)))
    rule = RecordRule((ElementKey((SelectorStep("li"),)),), Extent.ELEMENT, (titles,))
    for names in (["amber", "basalt", "cedar"], ["basalt"]):
        body = "".join(item % (name, name) for name in names)
        for page in (body.replace("<li", offer + "<li", 2), body + offer, offer + body):
            records = Wrapper(sections=(rule,)).records(page_of(f"<ul>{page}</ul>"))
            assert [record.title for record in records] == names


def test_advertisements_are_left_out_where_they_are_the_fewer() -> None:
    advertisement = "<li><a href='http://ads.example/clk?u=1'>buy</a> <b>Sponsored</b></li>"
    records = "".join(f"<li><a href='/doc/{n}'>page {n}</a></li>" for n in "123")
    wrapper = wrapper_of(ElementKey((SelectorStep("li"),)))
    mixed = wrapper.extract(page_of(advertisement + records)).records
    assert [record.title for record in mixed] == ["page 1", "page 2", "page 3"]
    counted = "<li><a href='http://ads.example/clk?u=1'>offer</a></li>"
    assert len(wrapper.extract(page_of(counted * 3)).records) == 3


def test_redirectors_are_unwrapped_and_scripts_links_have_no_address() -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("li"),)))
    page = page_of(
        "<li><a href='/url?q=http%3A%2F%2Fa.example%2F1'>one</a></li>"
        "<li><a href='javascript:go(1)'>two</a></li><li><a href='data:text/html,x'>three</a></li>"
    )
    one, two, three = wrapper.extract(page).records
    assert one.url == "http://a.example/1"
    assert one.original_url == "http://s.example/url?q=http%3A%2F%2Fa.example%2F1"
    assert (two.url, two.title) == (None, "two")
    assert three.url is None


@pytest.mark.parametrize(
    ("links", "addresses"),
    [
        ("/book#a /book#b /x", "/book#a /book#b /x"),
        ("/talk?id=1#p5 /talk?id=1#p7", "/talk?id=1#p5 /talk?id=1#p7"),
        ("/a#top /b#top", "/a /b"),
        ("/a /a#more /b", "/a /a /b"),
        ("/a#x /a#x", "/a /a"),
    ],
)
def test_fragments_count_where_records_lead_to_places_of_one_page(
    links: str, addresses: str
) -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("li"),)))
    page = page_of(
        "".join(f"<li><a href='{href}'>title of {href}</a></li>" for href in links.split())
    )
    read = [str(record.url) for record in wrapper.records(page)]
    assert read == [f"http://s.example{address}" for address in addresses.split()]


@pytest.mark.parametrize(
    "href", ["VbScript:x()", "data:text/html,x", " java\tscript:x()", "blob:x"]
)
def test_what_is_no_address_is_dropped_where_all_records_had_one(href: str) -> None:
    (section,) = wrapper_of(ElementKey((SelectorStep("li"),))).sections
    wrapper = Wrapper(sections=(section.replace(may_lack_address=False),))
    page = page_of(f"<li><a href='/1'>one</a></li><li><a href='{href}'>two</a></li>")
    assert [record.title for record in wrapper.records(page)] == ["one"]


def test_titles_and_fields() -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("div", ("r",)),)))
    record = (
        "<div class=r><a href='/d/{n}'><img src='/t{n}.png'></a><a href='/d/{n}'>Title {n}</a>"
        "<p>by Ann Lee</p><p>12 May 2016 · $3.50 · 14 KB</p><a href='/more/{n}'>Read more</a></div>"
    )
    page = page_of("".join(record.format(n=n) for n in "12345"))
    records = wrapper.extract(page).records
    assert [r.title for r in records] == [f"Title {n}" for n in "12345"]
    first = records[0]
    assert first.thumbnail == "http://s.example/t1.png"
    assert (first.date, first.price, first.size) == ("12 May 2016", "$3.50", "14 KB")


def test_a_card_that_is_all_link_shows_its_first_line() -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("li"),)))
    card = (
        "<li><a href='/d/{n}'><div>Thing {n}</div><div>A long text about thing {n}</div></a></li>"
    )
    records = wrapper.extract(page_of("".join(card.format(n=n) for n in "1234"))).records
    assert [record.title for record in records] == [f"Thing {n}" for n in "1234"]
    assert records[0].snippet == "A long text about thing 1"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "other"},
        {"sections": []},
        {"sections": [{}]},
        {"sections": "x"},
        {"sections": [{"keys": [], "titles": [], "extent": "element"}]},
        {"sections": [{"keys": [{"steps": [{"tag": "a]|//b"}]}], "titles": [], "extent": "run"}]},
        {"hits_line": {"places": 3}},
    ],
)
def test_other_json_is_refused(change: dict[str, object]) -> None:
    good = wrapper_of(ElementKey((SelectorStep("li", ("hit",)),), after="|br br")).to_json()
    assert Wrapper.from_json(json.loads(json.dumps(good))).to_json() == good
    with pytest.raises(DocumentError):
        Wrapper.from_json({**good, **change})


def test_records_of_all_sections_come_in_page_order() -> None:
    first = RecordRule(
        (ElementKey((SelectorStep("li"),)),), Extent.ELEMENT, (TitleRule(TitleKind.FIRST),)
    )
    second = RecordRule(
        (ElementKey((SelectorStep("dt"),)),), Extent.ELEMENT, (TitleRule(TitleKind.FIRST),)
    )
    page = page_of("<dl><dt><a href=/1>one</a></dl><ul><li><a href=/2>two</a></ul>")
    records = Wrapper(sections=(first, second)).records(page)
    assert [record.title for record in records] == ["one", "two"]


def test_a_path_to_a_region_reaches_what_stands_anywhere_below_it() -> None:
    path = (SelectorStep("html"), SelectorStep("body"), SelectorStep("div", column=2))
    key = ElementKey((SelectorStep("b"),), scope=path, rooted=True)
    page = page_of("<div><b>no</b></div><div><b>one</b><p><b>two</b></div>")
    assert [element.text for element in key.find(page.root)] == ["one", "two"]
    assert str(key) == "/html > body > div[2] b"


def test_the_file_of_a_picture_is_no_title() -> None:
    wrapper = wrapper_of(ElementKey((SelectorStep("li"),)))
    page = page_of(
        "<li><a href=/1>6/optimized/1836086_fpx.tif</a> <a href=/1>Gold Ring</a>"
        "<li><a href=/2>8/optimized/2930626_fpx.tif</a> <a href=/2>Watch</a>"
    )
    assert [record.title for record in wrapper.records(page)] == ["Gold Ring", "Watch"]
