"""What leads to search engines: pages that are their interfaces, sitemaps as hints."""

import gzip
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.crawling.engine_search import (
    MAX_CHILDREN,
    MAX_HINTS,
    SitemapHints,
    filter_page,
    read_sitemap,
)
from discovery.crawling.links import site_of
from discovery.pages.page import parse_page

FORM = '<form action="{action}"><input type="text" name="q">{more}<input type="submit"></form>'


def judge(html: str, url: str = "http://www.shop.example/page"):  # type: ignore[no-untyped-def]
    return filter_page(parse_page(html.encode(), url))


@pytest.mark.parametrize("word", ["Search", "Query", "Find"])
def test_the_rules_of_the_paper(word: str) -> None:
    engine = judge(f"<p>{word}</p>" + FORM.format(action="/go", more="")).engine
    assert engine is not None
    assert (engine.source, engine.query_field) == ("form", "q")
    assert engine.address == "http://www.shop.example/go"


@pytest.mark.parametrize(
    "html",
    [
        "<p>Search for words</p>",
        '<form action="/search"><input type="hidden" name="q"><p>Search</p></form>',
        '<form action="/login">Log in <input name="user"><input type="password" name="p"></form>',
        '<form action="javascript:go()">Search <input name="q"></form>',
        '<form action="/news">Your e-mail <input type="email" name="email">Subscribe</form>',
    ],
)
def test_pages_that_are_no_interfaces(html: str) -> None:
    assert judge(html).engine is None


@pytest.mark.parametrize(
    ("action", "more", "own"),
    [
        ("http://find.shop.example/go", "", True),
        ("https://shop.example/go", "", True),
        ("http://www.engine.test/search", "", False),
        (
            "http://www.engine.test/search",
            '<input type="hidden" name="sitesearch" value="www.shop.example">',
            True,
        ),
        ("http://shop.hosted-search.test/go", "", True),
        ("http://workshop.test/go", "", False),
    ],
)
def test_a_form_belongs_to_the_site_it_searches(action: str, more: str, own: bool) -> None:
    verdict = judge("Search" + FORM.format(action=action, more=more))
    assert (verdict.engine is not None) is own
    assert bool(verdict.elsewhere) is not own


def test_the_own_form_counts_beside_better_ones_of_others() -> None:
    boxes = "".join(
        f"<h2>Search the web</h2>{FORM.format(action=f'http://engine{n}.test/search', more='')}"
        for n in range(3)
    )
    verdict = judge(f"{boxes}<h2>Find</h2>{FORM.format(action='/go', more='')}")
    assert verdict.engine is not None
    assert verdict.engine.address == "http://www.shop.example/go"
    assert set(verdict.elsewhere) == {f"http://engine{n}.test/" for n in range(3)}


def test_two_sites_of_one_address_are_told_apart_by_port() -> None:
    verdict = judge(
        "Search" + FORM.format(action="http://127.0.0.1:8002/go", more=""), "http://127.0.0.1:8001/"
    )
    assert verdict.engine is None
    assert verdict.elsewhere == ("http://127.0.0.1:8002/",)


def test_open_search_links_are_named() -> None:
    verdict = judge(
        '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml"><p>x'
    )
    assert verdict.engine is None
    assert verdict.descriptions == ("http://www.shop.example/os.xml",)


URL = "http://a.example/sitemap.xml"
NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
NOTHING = SitemapHints((), ())


def urlset(*addresses: str) -> bytes:
    entries = "".join(f"<url><loc> {address}\n</loc></url>" for address in addresses)
    return f'<?xml version="1.0"?><urlset {NAMESPACE}>{entries}</urlset>'.encode()


@pytest.mark.parametrize(
    "data",
    [
        urlset("http://a.example/x/y/z", "http://a.example/b", "http://a.example/suche"),
        gzip.compress(
            urlset("http://a.example/x/y/z", "http://a.example/b", "http://a.example/suche")
        ),
        b"http://a.example/x/y/z\r\nhttp://a.example/b\r\nhttp://a.example/suche",
        urlset("http://a.example/x/y/z", "http://a.example/b", "http://a.example/suche")[:-20],
    ],
)
def test_search_pages_come_first_then_the_shallow(data: bytes) -> None:
    assert read_sitemap(data, URL).pages == (
        "http://a.example/suche",
        "http://a.example/b",
        "http://a.example/x/y/z",
    )


def test_an_index_names_sitemaps() -> None:
    entries = "".join(f"<sitemap><loc>/map{number}.xml</loc></sitemap>" for number in range(9))
    hints = read_sitemap(f"<sitemapindex {NAMESPACE}>{entries}</sitemapindex>".encode(), URL)
    assert hints.pages == ()
    assert hints.sitemaps == tuple(
        f"http://a.example/map{number}.xml" for number in range(MAX_CHILDREN)
    )


def test_only_pages_of_the_own_site_count() -> None:
    data = urlset("http://b.example/x", "javascript:x()", "http://a.example/x.pdf", "", "/y")
    assert read_sitemap(data, URL).pages == ("http://a.example/y",)


def test_hints_are_few() -> None:
    data = urlset(*(f"http://a.example/search-{number}" for number in range(5_000)))
    assert len(read_sitemap(data, URL).pages) == MAX_HINTS


def test_bombs_do_not_go_off() -> None:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    bomb = f'<!DOCTYPE x [<!ENTITY e0 "search">{entities}]><urlset><url><loc>http://a.example/&e11;'
    began = time.process_time()
    assert all(len(page) < 100 for page in read_sitemap(bomb.encode(), URL).pages)
    assert read_sitemap(gzip.compress(b" " * 100_000_000), URL) == NOTHING
    outside = b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><urlset/>'
    assert read_sitemap(outside, URL) == NOTHING
    assert time.process_time() - began < 3


@pytest.mark.parametrize("data", [b"", b"<", b"<html><p>no", b"\x1f\x8bbroken", b"\0" * 99, b"{}"])
def test_what_is_no_sitemap_gives_nothing(data: bytes) -> None:
    assert read_sitemap(data, URL) == NOTHING


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_give_addresses_of_the_site_or_nothing(data: bytes) -> None:
    for text in (data, b"<urlset><url><loc>" + data):
        hints = read_sitemap(text, URL)
        assert {site_of(address) for address in (*hints.pages, *hints.sitemaps)} <= {site_of(URL)}
