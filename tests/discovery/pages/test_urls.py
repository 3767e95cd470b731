from urllib.parse import urljoin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.urls import (
    _QUERIED,
    _ROOTED,
    _WHOLE,
    _general_key,
    comparison_key,
    hides_host,
    resolve_url,
    unwrap_redirect,
    without_tracking,
)
from tests.cases import cases

CASES = cases(__file__)


@pytest.mark.parametrize(("address", "target"), CASES["redirectors"])
def test_redirectors_are_unwrapped(address, target):
    assert unwrap_redirect(address) == target


@pytest.mark.parametrize(("base", "href", "url"), CASES["resolved"])
def test_addresses_are_resolved(base, href, url):
    assert resolve_url(base, href or None) == (url or None)


@pytest.mark.parametrize(
    "other",
    [
        "https://www.a.example/b/?d=2&c=1",
        "http://a.example:80/b?c=1&d=2#part",
        "http://A.example/b?c=1&utm_medium=x&d=2",
    ],
)
def test_addresses_of_one_page_have_one_key(other):
    assert comparison_key(other) == comparison_key("http://a.example/b?c=1&d=2")


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_left_alone_or_leads_to_a_web_address(text):
    assert isinstance(comparison_key(text), str)
    for url in (text, f"http://a.example/{text}?u={text}"):
        target = unwrap_redirect(url)
        assert target == url or target.startswith(("http://", "https://"))
    resolved = resolve_url("http://a.example/", text)
    assert resolved is None or resolved.startswith(("http://", "https://"))


@given(st.from_regex(_QUERIED, fullmatch=True))
def test_simple_addresses_have_the_key_of_any_address(url):
    assert comparison_key(url) == _general_key(url)


@given(st.from_regex(_ROOTED, fullmatch=True))
def test_plain_paths_are_joined_as_any_address(href):
    base = "https://a.example:8080/b/c?d=1"
    assert resolve_url(base, href) == urljoin(base, href)
    assert resolve_url("ftp://a.example/", href) is None
    assert resolve_url("http://a.example:x/", href) is None


@given(st.from_regex(_WHOLE, fullmatch=True))
def test_whole_addresses_are_what_joining_makes_of_them(href):
    for base in ("http://a.example/b/", "https://a.example:8080/b/c?d=1"):
        assert resolve_url(base, href) == urljoin(base, href)


HIDING = CASES["hiding"]
HIDING_NOTHING = CASES["hiding_nothing"]


@pytest.mark.parametrize("href", HIDING + HIDING_NOTHING)
def test_user_info_hides_the_host(href):
    assert hides_host(href) is (href in HIDING)


@pytest.mark.parametrize(("one", "other", "same"), CASES["routes"])
def test_a_route_in_the_fragment_tells_pages_apart(one, other, same):
    assert (comparison_key(one) == comparison_key(other)) is same


@pytest.mark.parametrize(("given", "left"), CASES["without_tracking"])
def test_what_follows_visitors_about_goes(given, left):
    assert without_tracking(given) == left
