"""The filter: pages that are interfaces of their site's search engine."""

import pytest

from discovery.crawling.engine_search import filter_page
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
