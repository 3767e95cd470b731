"""Sites, session ids, traps and shapes of addresses."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.crawling.links import address_shape, find_trap, site_of, without_session
from discovery.pages.urls import resolve_url

PARTS = st.text("ab/.?=&;:@%[]()-_~1#é日\\ \t", max_size=40)


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("http://www.example.com/", "example.com"),
        ("https://a.b.c.example.co.jp/x", "example.co.jp"),
        ("http://one.blogspot.com/", "one.blogspot.com"),
        ("http://github.io/", "github.io"),
        ("http://example.com:8080/", "example.com"),
        ("http://example.com./", "example.com"),
        ("http://127.0.0.1:8801/x", "127.0.0.1:8801"),
        ("http://[::1]:80/", "::1:80"),
        ("http://intranet/", "intranet"),
        ("http://intranet:81/", "intranet:81"),
        ("http://deep.name.test/", "name.test"),
    ],
)
def test_a_site_is_the_registered_domain(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("http://a.example/b?PHPSESSID=1&q=2", "http://a.example/b?q=2"),
        ("http://a.example/b.jsp;jsessionid=0A1?q=2", "http://a.example/b.jsp?q=2"),
        ("http://a.example/b?q=2;jsessionid=0A1&r=3", "http://a.example/b?q=2&r=3"),
        ("http://a.example/(S(abc123)F(9))/b.aspx", "http://a.example/b.aspx"),
        ("http://a.example/(S(abc123))/b.aspx", "http://a.example/b.aspx"),
        ("http://a.example/viewtopic.php?t=1&sid=0f", "http://a.example/viewtopic.php?t=1"),
        ("http://a.example?sid=1", "http://a.example/"),
        ("http://a.example/?inside=1&sidebar=2", "http://a.example/?inside=1&sidebar=2"),
        ("http://a.example/%E9?x=%20", "http://a.example/%E9?x=%20"),
    ],
)
def test_session_ids_are_dropped_and_nothing_else(url: str, kept: str) -> None:
    assert without_session(url) == kept


@pytest.mark.parametrize(
    ("path", "is_trap"),
    [
        ("a/" * 13, True),
        ("b/c/b/c/b/c/", True),
        ("?" + "&".join(f"filter{number}=1" for number in range(9)), True),
        *(("x.PDF", True), ("feed.rss?x=1", True), ("x" * 1000, True)),
        *(("", False), ("de/de/search.php?q=a&page=2", False), ("2024/01/01/title.html", False)),
        *(("find.aspx", False), ("pdf", False), ("cgi-bin/query.exe.cgi", False)),
    ],
)
def test_traps_are_told(path: str, is_trap: bool) -> None:
    assert bool(find_trap(f"http://a.example/{path}")) is is_trap
    assert find_trap("http://user:secret@a.example/")


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("/calendar?month=1&year=2024", "/calendar?year=1999&month=12", True),
        ("/2024/07/31/", "/1999/1/1/", True),
        ("/item/9f8e7d6c5b4a39281706a1", "/item/0a1b2c3d4e5f60718293b4", True),
        ("/list?page=2", "/list?page=3", True),
        ("/about", "/contact", False),
        ("/list?page=2", "/list?sort=2", False),
        ("/international-relations-department", "/other-department-of-the-house", False),
    ],
)
def test_pages_that_count_on_have_one_shape(one: str, other: str, alike: bool) -> None:
    shapes = {address_shape(f"http://a.example{path}") for path in (one, other)}
    assert (len(shapes) == 1) is alike


@settings(max_examples=150, deadline=None)
@given(PARTS)
def test_no_link_raises(href: str) -> None:
    url = resolve_url("http://a.example/b/", href)
    if url is not None:
        cleaned = without_session(url)
        assert without_session(cleaned) == cleaned
        assert site_of(cleaned) == site_of(url)
        find_trap(cleaned)
        address_shape(cleaned)
