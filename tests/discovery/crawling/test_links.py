"""The links of a page that may be followed, and the order they are followed in."""

import time

import pytest

from discovery.crawling.engine_search import page_priority
from discovery.crawling.links import MAX_LINKS, Link, forbids_following, page_links
from discovery.pages.page import parse_page


def links_of(html: str) -> tuple[Link, ...]:
    return page_links(parse_page(html.encode(), "http://a.example/b/"))


def test_links_are_resolved_once_each_and_weighed() -> None:
    assert links_of(
        '<a href="../find#top">Search</a><a href="/find">here</a><area href="c">'
        '<iframe src="/box"></iframe><a href="mailto:a@b.example">x</a><a>y</a>'
        '<a href="/paper.pdf">paper</a><a href="/d?PHPSESSID=1">d</a>'
    ) == (
        Link("http://a.example/find", 3),
        Link("http://a.example/b/c", 0),
        Link("http://a.example/box", 1),
        Link("http://a.example/d", 0),
    )


@pytest.mark.parametrize("rel", ["nofollow", "external NoFollow", "sponsored", "ugc"])
def test_links_the_page_does_not_stand_up_for_are_left(rel: str) -> None:
    assert links_of(f'<a rel="{rel}" href="/x">x</a>') == ()


@pytest.mark.parametrize(
    ("html", "headers", "forbidden"),
    [
        ("", (), False),
        ('<meta name="robots" content="noindex">', (), False),
        ('<meta name="Robots" content="NoIndex, NoFollow">', (), True),
        ('<meta name="robots" content="none">', (), True),
        ('<meta name="robots">', (), False),
        ('<meta name="metasearch" content="nofollow">', (), True),
        ('<meta name="otherbot" content="nofollow">', (), False),
        ("", ("nofollow",), True),
        ("", ("noindex", "none"), True),
        ("", ("otherbot: nofollow",), False),
        ("", ("Metasearch: noindex, nofollow",), True),
        ("", ("unavailable_after: 1 Jan 2030 00:00:00 GMT, nofollow",), True),
    ],
)
def test_pages_that_ask_not_to_be_followed(
    html: str, headers: tuple[str, ...], forbidden: bool
) -> None:
    page = parse_page(f"<html>{html}<p>x".encode())
    assert forbids_following(page, headers, "metasearch") is forbidden


def test_a_page_of_links_is_bounded() -> None:
    html = "".join(f"<a href=/{number}>search " for number in range(20_000))
    began = time.process_time()
    assert len(links_of(html)) == MAX_LINKS
    assert time.process_time() - began < 5


def test_home_then_search_pages_then_by_depth() -> None:
    queue = [
        ("http://a.example/", 0, 5),
        ("http://a.example/find", 3, 1),
        ("http://a.example/x", 2, 1),
        ("http://a.example/search", 1, 1),
        ("http://a.example/x", 0, 1),
        ("http://a.example/?page=2", 0, 2),
        ("http://a.example/x", 0, 10_000),
    ]
    priorities = [page_priority(*entry) for entry in queue]
    assert priorities == sorted(priorities)
    assert len(set(priorities)) == len(priorities)
