"""Page profiles keep what belongs to the template, not what is a page's own."""

from hypothesis import given
from hypothesis import strategies as st

from discovery.crawling.traversal import MAX_LINKS, MAX_TOKENS, PageProfile, profile_page
from discovery.pages.page import NotHtmlError, parse_page

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


def test_class_names_and_labels_tell_pages_apart() -> None:
    plain, marked, said = (
        profile(html)
        for html in (
            "<div><h3>Method</h3></div>",
            "<div class=note><h3>Method</h3></div>",
            "<div><h3>Signal</h3></div>",
        )
    )
    assert plain.paths != marked.paths
    assert plain.paths == said.paths
    assert plain.labels != said.labels


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
    assert sum(len(addresses) for _, addresses in found.links) <= MAX_LINKS


@given(st.text(max_size=300))
def test_any_text_has_a_profile(text: str) -> None:
    try:
        page = parse_page(text.encode("utf-8", "replace"), BASE)
    except NotHtmlError:
        return
    assert profile_page(page) == profile_page(page)
