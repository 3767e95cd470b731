"""Pages as a crawl sees them: links, addresses, profiles, words."""

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
    page_priority,
    read_sitemap,
)
from discovery.crawling.links import (
    MAX_LINKS,
    address_shape,
    find_trap,
    forbids_following,
    page_links,
    site_of,
    without_session,
)
from discovery.crawling.page_profile import MAX_LINKS as MAX_PROFILE_LINKS
from discovery.crawling.page_profile import MAX_TOKENS, PageProfile, meets_criterion, profile_page
from discovery.pages.page import parse_page
from discovery.pages.urls import resolve_url
from tests.cases import cases

CASES = cases(__file__)


def links_of(html: str) -> dict[str, int]:
    return page_links(parse_page(html.encode(), "http://a.example/b/"))


def test_links_are_resolved_once_each_and_weighed() -> None:
    links = links_of(
        '<a href="../find#top">Search</a><a href="/find">here</a><area href="c">'
        '<iframe src="/box"></iframe><a href="mailto:a@b.example">x</a><a>y</a>'
        '<a href="/paper.pdf">paper</a><a href="/d?PHPSESSID=1">d</a>'
    )
    assert list(links.items()) == [
        ("http://a.example/find", 3),
        ("http://a.example/b/c", 0),
        ("http://a.example/box", 1),
        ("http://a.example/d", 0),
    ]


def test_links_to_what_a_form_acts_on_are_left() -> None:
    form = "<form action=/pass><button>Approve all</button></form>"
    assert links_of('<a href="/pass?id=3">x</a>') == {"http://a.example/pass?id=3": 0}
    assert links_of(f'{form}<a href="/pass?id=3">x</a>') == {}


@pytest.mark.parametrize("rel", ["nofollow", "external NoFollow", "sponsored", "ugc"])
def test_links_the_page_does_not_stand_up_for_are_left(rel: str) -> None:
    assert links_of(f'<a rel="{rel}" href="/x">x</a>') == {}


@pytest.mark.parametrize(("html", "headers", "forbidden"), CASES["followed"])
def test_pages_that_ask_not_to_be_followed(html, headers, forbidden):
    page = parse_page(f"<html>{html}<p>x".encode())
    tags = [("X-Robots-Tag", value) for value in headers]
    assert forbids_following(page, tags, "metasearch") is forbidden


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


PARTS = st.text("ab/.?=&;:@%[]()-_~1#é日\\ \t", max_size=40)


@pytest.mark.parametrize(("url", "site"), CASES["sites"])
def test_a_site_is_the_registered_domain(url: str, site: str) -> None:
    assert site_of(url) == site


@pytest.mark.parametrize(("url", "kept"), CASES["sessions"])
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


@pytest.mark.parametrize(("one", "other", "alike"), CASES["shapes"])
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


BASE = "http://site.example/a/b.html"


def profile(html: str) -> PageProfile:
    return profile_page(parse_page(html.encode("utf-8", "replace"), BASE))


def addresses(html: str) -> set[str]:
    return {address for _, found in profile(html).links for address in found}


def test_numbers_in_class_names_and_labels_are_the_pages_own() -> None:
    one, other = (
        profile(f'<body class="post-{n}"><div class="item item-{n}"><b>No. {n}</b></div></body>')
        for n in (17, 4)
    )
    assert (one.paths, one.contexts, one.labels) == (other.paths, other.contexts, other.labels)
    row = "<tr><td><a href='/x'>x</a></td></tr>"
    one, other = (profile(f"<table>{row * times}</table>") for times in (1, 9))
    assert one.paths == other.paths, "repeated blocks do not count"


def test_links_are_resolved_once_and_traps_left_out() -> None:
    assert addresses(
        '<p><a href="c.html#x">c</a><a href="c.html">c</a><a href="?q=1">q</a><a href="#top">t</a>'
        '<a href="d.pdf">d</a><a href="e.html;jsessionid=1F">e</a>'
        '<a href="javascript:f()">f</a></p>'
    ) == {
        "http://site.example/a/c.html",
        "http://site.example/a/b.html?q=1",
        "http://site.example/a/e.html",
    }
    base = '<head><base href="http://site.example/z/"></head><a href="y">y</a>'
    assert addresses(base) == {"http://site.example/z/y"}
    found = profile('<ul class=menu><a href="/m">m</a></ul><div><a href="/d">d</a></div>').links
    assert sorted(len(links) for _, links in found) == [1, 1], "those of two places are apart"


def test_a_huge_page_is_bounded() -> None:
    links = "".join(
        f'<p class="k{"x" * (n % 50)}{n}"><a href="/{n}">n</a></p>' for n in range(9_000)
    )
    found = profile(links)
    assert len(found.paths) <= MAX_TOKENS
    assert sum(len(addresses) for _, addresses in found.links) <= MAX_PROFILE_LINKS


PAGE = (
    "<title>pandas.DataFrame.to_csv — manual</title><body><h1>DataFrame.to_csv</h1>"
    "<p>See also Series.</p><h2>Series again</h2>"
)


@pytest.mark.parametrize(
    ("page", "words", "meets"),
    [
        *((PAGE, words, True) for words in ("DataFrame", "dataframe CSV", "")),
        *((PAGE, words, False) for words in ("Series", "Data", "dataframe series")),
        # Scripts that do not part words; a page that calls itself nothing.
        ("<title>東京都立図書館</title><p>本", "図書館", True),
        ("<title>東京都立図書館</title><p>本", "大学", False),
        ("<p>DataFrame", "DataFrame", False),
    ],
)
def test_title_and_first_heading_count_by_whole_words(page: str, words: str, meets: bool) -> None:
    assert meets_criterion(parse_page(page.encode(), "http://a.example/"), words) is meets


FORM = '<form action="{action}"><input type="text" name="q">{more}<input type="submit"></form>'


def judge(html: str):  # type: ignore[no-untyped-def]
    return filter_page(parse_page(html.encode(), "http://www.shop.example/page"))


@pytest.mark.parametrize("word", ["Search", "Query", "Find"])
def test_the_rules_of_the_paper(word: str) -> None:
    engine = judge(f"<p>{word}</p>" + FORM.format(action="/go", more="")).engine
    assert engine is not None
    assert (engine.source, engine.query_field) == ("form", "q")
    assert engine.address == "http://www.shop.example/go"


@pytest.mark.parametrize("html", CASES["no_interfaces"])
def test_pages_that_are_no_interfaces(html: str) -> None:
    assert judge(html).engine is None


@pytest.mark.parametrize(("action", "more", "own"), CASES["own_forms"])
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


def test_an_index_names_sitemaps_and_hints_are_few_and_of_the_own_site() -> None:
    entries = "".join(f"<sitemap><loc>/map{number}.xml</loc></sitemap>" for number in range(9))
    hints = read_sitemap(f"<sitemapindex {NAMESPACE}>{entries}</sitemapindex>".encode(), URL)
    assert hints.pages == ()
    assert hints.sitemaps == tuple(
        f"http://a.example/map{number}.xml" for number in range(MAX_CHILDREN)
    )
    data = urlset("http://b.example/x", "javascript:x()", "http://a.example/x.pdf", "", "/y")
    assert read_sitemap(data, URL).pages == ("http://a.example/y",)
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


@given(st.binary(max_size=60))
def test_any_bytes_give_addresses_of_the_site_or_nothing(data: bytes) -> None:
    for text in (data, b"<urlset><url><loc>" + data):
        hints = read_sitemap(text, URL)
        assert {site_of(address) for address in (*hints.pages, *hints.sitemaps)} <= {site_of(URL)}
