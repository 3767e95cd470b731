"""The rule behind result pages 1, 2 and 3, and requests by it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.connection.description import ConnectionDescription, Parameter
from discovery.connection.requests import EngineRequest, QueryError, build_request, paged_request
from tests.cases import cases_of
from wrappers.induction.paging import infer_paging

CASES = cases_of(__file__)

SITE = "http://a.example"
FORM = ConnectionDescription(
    action=f"{SITE}/find",
    query_field="q",
    parameters=(Parameter("db", "all"), Parameter("go", "Go", "submit")),
)


def get(path: str) -> EngineRequest:
    """Return a GET request to a path of the site."""
    return EngineRequest("GET", SITE + path)


def learned(description: ConnectionDescription, *later: EngineRequest) -> ConnectionDescription:
    """Return the description with the rule that requests of later pages of "tea" show."""
    first = build_request(description, "tea")
    rule = infer_paging(first, *later, query="tea", charset=description.charset)
    assert rule is not None
    return replace(description, paging=rule)


@pytest.mark.parametrize(("template", "second", "third", "expected"), CASES["pages"])
def test_page_four_of_another_query(template, second, third, expected):
    later = [get(path) for path in (second, third) if path]
    request = paged_request(
        learned(ConnectionDescription(template=SITE + template), *later), "a b", 4
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
    query_field="q",
    parameters=(Parameter("token", "old", token=True), Parameter("p", "1")),
)


def test_posted_pages_keep_tokens_and_charset():
    body = b"q=tea&token=other&p=%d"
    kind = "application/x-www-form-urlencoded"
    later = [EngineRequest("POST", f"{SITE}/find", body % page, kind) for page in (2, 3)]
    request = paged_request(learned(POSTED, *later), "茶", 5, {"token": "new"})
    assert request == EngineRequest("POST", f"{SITE}/find", b"q=%92%83&token=new&p=5", kind)


def test_posted_form_whose_later_pages_are_links():
    later = [get(f"/find?q=tea&p={page}") for page in (2, 3)]
    request = paged_request(learned(POSTED, *later), "茶", 5, {"token": "new"})
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
