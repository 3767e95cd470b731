"""Wrappers at work: keys tried in order, runs, non-results left out, JSON checked."""

import pytest

from discovery.documents.document import DocumentError
from discovery.pages.page import Page, parse_page
from tests.cases import cases
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper

CASES = cases(__file__)


def page_of(body: str, url: str = "http://s.example/find?q=x") -> Page:
    return parse_page(f"<html><body>{body}</body></html>".encode(), url)


def wrapper_of(*keys: ElementKey, extent: Extent = Extent.ELEMENT, **options: int) -> Wrapper:
    return Wrapper((rule_of(*keys, extent=extent, **options),))


def titles(wrapper: Wrapper, body: str) -> list[str]:
    return [record.title for record in wrapper.extract(page_of(body)).records]


PLAIN = wrapper_of(key("li"))
WRAPPERS = {
    "plain": PLAIN,
    "in_order": wrapper_of(key("li", "hit"), key("li")),
    "strict": wrapper_of(key("li"), may_lack_address=False, may_lack_words=False),
    "of_rows": wrapper_of(key("tr")),
    "sections": Wrapper(tuple(rule_of(key(tag)) for tag in ("li", "dt"))),
}


@pytest.mark.parametrize(("wrapper", "body", "expected"), CASES["titles"])
def test_titles_of_what_is_found(wrapper, body, expected):
    assert titles(WRAPPERS[wrapper], body) == expected


def test_a_run_ends_where_the_next_begins_and_the_last_is_no_longer_than_others():
    wrapper = wrapper_of(key("dt"), extent=Extent.RUN, run_length=2)
    page = page_of(
        "<dl><dt><a href='/a'>one</a></dt><dd>first</dd>"
        "<dt><a href='/b'>two</a></dt><dd>second</dd><dd>foot of the page</dd></dl>"
    )
    assert [record.snippet for record in wrapper.extract(page).records] == ["first", "second"]


def test_the_label_of_an_advertisement_is_not_that_of_the_record_before_it():
    item = "<li class=r><a class=t href=/click/%s>%s</a> <p>text"
    offer = "<li class=slot><span>Sponsored</span> <a rel=sponsored href=//ads.example/>Save</a>"
    rule = RecordRule((key("li"),), Extent.ELEMENT, (TitleRule(TitleKind.KEY, key("a", "t")),))
    for names in (["amber", "basalt", "cedar"], ["basalt"]):
        body = "".join(item % (name, name) for name in names)
        for page in (body.replace("<li", offer + "<li", 2), body + offer, offer + body):
            assert titles(Wrapper(sections=(rule,)), f"<ul>{page}</ul>") == names


def test_redirectors_are_unwrapped_and_scripts_links_have_no_address():
    wrapper = PLAIN
    page = page_of(
        "<li><a href='/url?q=http%3A%2F%2Fa.example%2F1'>one</a></li>"
        "<li><a href='javascript:go(1)'>two</a></li><li><a href='data:text/html,x'>three</a></li>"
    )
    one, two, three = wrapper.extract(page).records
    assert one.url == "http://a.example/1"
    assert one.original_url == "http://s.example/url?q=http%3A%2F%2Fa.example%2F1"
    assert (two.url, two.title) == (None, "two")
    assert three.url is None


@pytest.mark.parametrize(("links", "addresses"), CASES["fragments"])
def test_fragments_count_where_records_lead_to_places_of_one_page(links, addresses):
    wrapper = PLAIN
    page = page_of(
        "".join(f"<li><a href='{href}'>title of {href}</a></li>" for href in links.split())
    )
    read = [str(record.url) for record in wrapper.records(page)]
    assert read == [f"http://s.example{address}" for address in addresses.split()]


def test_titles_and_fields():
    wrapper = wrapper_of(key("div", "r"))
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


@pytest.mark.parametrize(
    "sections",
    [[], [{"keys": [{"steps": [{"tag": "a]|//b"}]}], "titles": [], "extent": "run"}]],
    ids=["none", "an expression for a tag"],
)
def test_sections_that_are_none_are_refused(sections):
    with pytest.raises(DocumentError):
        Wrapper.from_json({**PLAIN.to_json(), "sections": sections})


def test_a_path_to_a_region_reaches_what_stands_anywhere_below_it():
    path = (SelectorStep("html"), SelectorStep("body"), SelectorStep("div", column=2))
    rooted = ElementKey((SelectorStep("b"),), scope=path, rooted=True)
    page = page_of("<div><b>no</b></div><div><b>one</b><p><b>two</b></div>")
    assert [element.text for element in rooted.find(page.root)] == ["one", "two"]
    assert str(rooted) == "/html > body > div[2] b"
