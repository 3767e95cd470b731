"""The way to further pages: labels of pagers, links and buttons, the rule behind requests."""

import json
from dataclasses import replace
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import ConnectionDescription, Parameter, query_slot
from discovery.connection.requests import EngineRequest, QueryError, build_request, paged_request
from discovery.pages.page import Page, parse_page
from tests.cases import cases
from wrappers.extraction.paging import (
    LabelKind,
    NextPageRule,
    find_buttons,
    number_changes,
    read_label,
    same_site,
)
from wrappers.induction.paging import infer_paging, keeps_query, learn_next_page
from wrappers.induction.samples import ReadSample

CASES = cases(__file__)


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        *((text, LabelKind.NEXT, None) for text in CASES["next"]),
        *((text, LabelKind.NUMBER, 2) for text in CASES["numbers"]),
        *((text, LabelKind.SIGN, None) for text in (">", "»", "›", "→", ">>", "▶")),
        *((text, LabelKind.MORE, None) for text in CASES["more"]),
    ],
)
def test_labels_in_many_languages(text, kind, number):
    label = read_label(text)
    assert label.kind is kind
    assert number is None or label.number == number


@pytest.mark.parametrize("text", [*CASES["others"], "a" * 100])
def test_other_labels_are_none_of_a_pager(text):
    assert read_label(text) is None


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_any_text_is_a_label_whatever_the_space_around_it_or_none(text):
    assert read_label(f" {text} ") == read_label(text)
    assert keeps_query("http://a.example/" + text.replace("[", ""), text) in (True, False)


@pytest.mark.parametrize(("current", "target", "parameter", "number"), CASES["counts"])
def test_what_counts_the_pages(current, target, parameter, number):
    step = number_changes(f"http://a.example{current}", f"http://a.example{target}")[0]
    assert (step.parameter, step.number) == (parameter, number)


@pytest.mark.parametrize("target", ["&sort=date", "&page=0", "&facetFilter=2", "/about"])
def test_nothing_counts_on(target):
    target = target if target.startswith("/") else f"/s?q=a{target}"
    assert number_changes("http://a.example/s?q=a", f"http://a.example{target}") == []


def test_sites_and_queries():
    assert same_site("http://www.a.example/x", "https://a.example/y")
    assert not same_site("http://a.example/", "http://b.example/")
    assert keeps_query("http://a.example/search/blue-cheese/2", "Blue cheese")
    assert not keeps_query("http://a.example/search?q=blue", "red")
    assert keeps_query("http://a.example/s?words=%93%FA%96%7B;page=2", "日本", "shift_jis")


SEARCH = "http://s.example/find"
RECORDS = "".join(
    f"<li class=r><a href=/d/{n}>Title {n}</a><p>What it says. <a href=/d/{n}?page=2>Next</a>"
    for n in range(10)
)
CHROME = (
    "<p><a href=/calendar?month=12>Next month</a> <a href=/calendar?month=12>&gt;</a>"
    "<a href=http://other.example/?page=2>Next</a> <a href='{url}&sort=2'>By date</a>"
)


def result_page(pager: str, query: str = "fish", url: str = "") -> Page:
    url = url or f"{SEARCH}?q={query}"
    chrome = CHROME.format(url=url)
    markup = f"<body>{chrome}<ul>{RECORDS}</ul><div class=pages>{pager}</div>"
    return parse_page(markup.encode(), url)


def sample(pager: str, query: str = "fish", url: str = "") -> ReadSample:
    page = result_page(pager, query, url)
    return ReadSample(page, query, tuple(page.root.iter("li")))


def learned(*samples: ReadSample) -> NextPageRule:
    rule = learn_next_page(samples)
    return NextPageRule.from_json(json.loads(json.dumps(rule.to_json())))


def entries(request: EngineRequest | None) -> dict[str, list[str]]:
    return parse_qs(request.body.decode() if request.body else urlsplit(request.url).query)


@pytest.mark.parametrize("link", CASES["links"])
def test_a_link_that_counts_on(link):
    pager = f"<a {link}</a>"
    rule = learned(sample(pager.format('href="/find?q=fish&start=10"')))
    page = result_page(pager.format('href="/find?q=blue+cheese&start=10"'), "blue+cheese")
    assert rule.apply(page) == EngineRequest("GET", f"{SEARCH}?q=blue+cheese&start=10")
    assert rule.apply(result_page("")) is None


@pytest.mark.parametrize(("pager", "sent"), CASES["other_ways"])
def test_other_ways_on(pager, sent):
    assert entries(learned(sample(pager)).apply(result_page(pager))) == sent


def test_numbers_alone():
    pager = "<b>[1]</b> " + " ".join(
        f'<a href="/find?q=fish&whence={n * 20}">[{n + 1}]</a>' for n in range(1, 4)
    )
    rule = learned(sample(pager))
    assert entries(rule.apply(result_page(pager)))["whence"] == ["20"]
    third = '<a href="/find?q=fish&whence=20">[2]</a> <a href="/find?q=fish&whence=60">[4]</a>'
    url = f"{SEARCH}?q=fish&whence=40"
    assert entries(rule.apply(result_page(third, url=url), 3))["whence"] == ["60"]
    last = '<a href="/find?q=fish&whence=20">[2]</a> <a href="/find?q=fish&whence=40">[3]</a>'
    assert rule.apply(result_page(last, url=f"{SEARCH}?q=fish&whence=60"), 4) is None


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("words", ["", "<p>Terms to add, or remove and delete</p>"])
def test_a_button_of_a_form(method, words):
    """A form as large as the page holds whatever its records say."""
    form = (
        f'<form action=/find method={method}><input name=P value="{{0}}">{words}'
        '<input type=submit value=Search><input type=hidden name=xP value="Z{0}\tS{0}">'
        '<input type=submit name="[" value=2><input type=submit name=">" value=Next></form>'
    )
    rule = learned(sample(form.format("fish"), url=SEARCH))
    request = rule.apply(result_page(form.format("cheese"), url=SEARCH))
    assert request.method == method.upper()
    sent = entries(request)
    assert sent == {"P": ["cheese"], "xP": ["Zcheese\tScheese"], ">": ["Next"]}


def test_what_is_sent_along_with_a_search_is_where_it_stands():
    form = (
        "<form action=/find><input name=P value=fish><input type=submit value={}>"
        '<input type=hidden name=ADD value=1><input type=submit name=">" value=Next></form>'
    )
    page = sample(form.format("Search"), url=SEARCH).page
    assert [control.label.kind for control in find_buttons(page)] == [LabelKind.NEXT]
    unsaid = sample(form.format("Launch"), url=SEARCH).page
    assert not list(find_buttons(unsaid))


def test_a_link_that_posts_by_script():
    form = (
        "<form action=/find.aspx method=post><input type=hidden name=__VIEWSTATE value=abc>"
        "<input type=hidden name=__EVENTTARGET value=''><input name=q value=fish>"
        "<input type=submit name=go value=Find><span>1</span>"
        "<a href=\"javascript:__doPostBack('grid','Page$2')\">2</a>"
        "<a href=\"javascript:__doPostBack('grid','Page$3')\">3</a></form>"
    )
    request = learned(sample(form)).apply(result_page(form))
    sent = dict(parse_qsl(request.body.decode()))
    assert sent["__EVENTTARGET"] == "grid"
    assert sent["__EVENTARGUMENT"] == "Page$2"
    assert (sent["__VIEWSTATE"], sent["q"]) == ("abc", "fish")
    assert "go" not in sent


@pytest.mark.parametrize(("first", "link", "second", "last"), CASES["paths"])
def test_numbers_in_the_path(first, link, second, last):
    base = "http://s.example"
    rule = learned(sample(f'<a class=next href="{link}">Next</a>', url=base + first))
    page = result_page(f'<a class=next href="{last}">Next</a>', url=base + second)
    assert rule.apply(page, 2) == EngineRequest("GET", base + last)
    back = result_page(f'<a class=next href="{link}">Next</a>', url=base + last)
    assert rule.apply(back, 3) is None


def test_the_last_page_may_keep_a_dead_link():
    rule = learned(sample('<a href="/find?q=fish&page=2">Next</a>'))
    for dead in ('<a href="#">Next</a>', '<a href="/find?q=fish&page=4">Next</a>'):
        page = result_page(dead, url=f"{SEARCH}?q=fish&page=4")
        assert rule.apply(page, 4) is None


@pytest.mark.parametrize("pager", CASES["elsewhere"])
def test_what_leads_elsewhere_is_no_next_page(pager):
    assert learn_next_page([sample(pager)]) is None


SITE = "http://a.example"
FORM = ConnectionDescription(
    action=f"{SITE}/find",
    parameters=(query_slot("q"), Parameter("db", "all"), Parameter("go", "Go", "submit")),
)


def get(path: str) -> EngineRequest:
    """Return a GET request to a path of the site."""
    return EngineRequest("GET", SITE + path)


def paged(description: ConnectionDescription, *later: EngineRequest) -> ConnectionDescription:
    """Return the description with the rule that requests of later pages of "tea" show."""
    first = build_request(description, "tea")
    rule = infer_paging(first, *later, query="tea", charset=description.charset)
    assert rule is not None
    return replace(description, paging=rule)


@pytest.mark.parametrize(("template", "second", "third", "expected"), CASES["pages"])
def test_page_four_of_another_query(template, second, third, expected):
    later = [get(path) for path in (second, third) if path]
    request = paged_request(
        paged(ConnectionDescription(template=SITE + template), *later), "a b", 4
    )
    assert request is not None and request.method == "GET"
    parts = [address.partition("?") for address in (request.url, SITE + expected)]
    got, wanted = ((path, sorted(pairs.split("&"))) for path, _, pairs in parts)
    assert got == wanted


@pytest.mark.parametrize(("second", "third"), CASES["none"])
def test_no_rule_is_better_than_a_wrong_one(second, third):
    first = build_request(FORM, "tea")
    assert infer_paging(first, get(second), get(third) if third else None, query="tea") is None


POSTED = ConnectionDescription(
    action=f"{SITE}/find",
    method="post",
    charset="shift_jis",
    parameters=(query_slot("q"), Parameter("token", "old", token=True), Parameter("p", "1")),
)


def test_posted_pages_keep_tokens_and_charset_and_may_be_links():
    body = b"q=tea&token=other&p=%d"
    kind = "application/x-www-form-urlencoded"
    later = [EngineRequest("POST", f"{SITE}/find", body % page, kind) for page in (2, 3)]
    request = paged_request(paged(POSTED, *later), "茶", 5, {"token": "new"})
    assert request == EngineRequest("POST", f"{SITE}/find", b"q=%92%83&token=new&p=5", kind)
    later = [get(f"/find?q=tea&p={page}") for page in (2, 3)]
    request = paged_request(paged(POSTED, *later), "茶", 5, {"token": "new"})
    assert request == get("/find?q=%92%83&p=5")


def test_page_one_is_the_plain_request():
    assert paged_request(FORM, "tea", 1) == build_request(FORM, "tea")
    assert paged_request(FORM, "tea", 2) is None
    with pytest.raises(ValueError, match="from 1"):
        paged_request(FORM, "tea", 0)
    with pytest.raises(QueryError):
        paged_request(FORM, " ", 2)


@settings(max_examples=100)
@given(*[st.text("/?&;=%q12ea+:#tpag", max_size=25)] * 3)
def test_any_addresses_do_no_harm(first, second, third):
    requests = [get("/" + path) for path in (first, second, third)]
    rule = infer_paging(*requests, query="tea")
    assert rule is None or rule.numbers
