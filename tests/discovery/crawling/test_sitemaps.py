"""Sitemaps as hints: found in any form, bounded, and no danger."""

import gzip
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.crawling.engine_search import MAX_CHILDREN, MAX_HINTS, SitemapHints, read_sitemap
from discovery.crawling.links import site_of

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
