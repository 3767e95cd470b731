"""The markup that a browser is given: numbered, and silent."""

import html5lib
from hypothesis import given

from discovery.pages.page import NotHtmlError, parse_page
from discovery.pages.tree import elements_in_order
from discovery.web.rendering.snapshot import NUMBER, numbered_markup
from tests.strategies import html_documents


def markup_of(body: str) -> str:
    return numbered_markup(parse_page(body.encode(), "http://a.example/")).decode()


@given(html_documents())
def test_a_number_is_of_the_same_element_in_a_browsers_tree(body: str) -> None:
    try:
        page = parse_page(body.encode(), "http://a.example/")
    except NotHtmlError:
        return
    markup = numbered_markup(page)
    tree = html5lib.parse(markup, namespaceHTMLElements=False, transport_encoding="utf-8")
    elements = list(elements_in_order(page.root))
    for each in tree.iter():
        # What the standard adds has none; a row without a table it drops.
        if each.get(NUMBER) is not None:
            assert elements[int(each.get(NUMBER))].tag == each.tag


def test_our_own_tree_stays_as_it_is() -> None:
    page = parse_page(
        b"<noscript><style>p{display:none}</style></noscript><p>x", "http://a.example/"
    )
    numbered_markup(page)
    assert page.root.find(".//noscript")[0].tag == "style"
    assert page.root.find(".//p").get(NUMBER) is None


def test_what_acts_is_gone_and_its_place_is_kept() -> None:
    markup = markup_of(
        "<html manifest=m><head><meta http-equiv=refresh content='0;url=/away'>"
        "<meta http-equiv=Content-Security-Policy content='style-src none'>"
        "<link rel=preconnect href=//far.example><link rel='preload stylesheet' href=/pre.css>"
        "<link rel=StyleSheet href=/kept.css></head><body><script src=/s.js>code</script>"
        "<noscript><style>body{display:none}</style></noscript>"
        "<iframe src=/frame srcdoc='<p>x'></iframe><object data=/object.bin></object><p>seen"
    )
    for gone in (
        "away",
        "Policy",
        "far.example",
        "pre.css",
        "s.js",
        "code",
        "display",
        "/frame",
        "object.bin",
    ):
        assert gone not in markup, gone
    for kept in ("/kept.css", "<script", "<noscript", "<iframe", "seen"):
        assert kept in markup


def test_the_way_of_laying_out_is_kept() -> None:
    assert markup_of("<!doctype html><p>x").startswith("<!DOCTYPE html>")
    strict = (
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">'
    )
    assert markup_of(f"{strict}<p>x").startswith(strict)
