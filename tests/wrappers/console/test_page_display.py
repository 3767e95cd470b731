"""Stored pages made harmless, with what is read outlined."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from discovery.pages.page import NotHtmlError, parse_page
from metasearch.console.stored_pages import (
    MAX_SHOWN_BYTES,
    MAX_SHOWN_ELEMENTS,
    Mark,
    Marked,
    PageTooLongError,
    render_page,
    render_records,
)
from tests.wrappers.extraction.record_nodes import key, rule_of
from wrappers.extraction.wrapper import Wrapper

ITEMS, ROWS = (Wrapper((rule_of(key(tag)),)) for tag in ("li", "tr"))
HOSTILE = Path(__file__).with_name("hostile.html").read_bytes()


def test_records_are_outlined_and_nothing_hostile_acts_or_is_fetched():
    page = parse_page(b"<table><tr><td><a href=/1>One</a><td>x<tr><td><a href=/2>Two</a></table>")
    shown = html.fromstring(render_records(page, ROWS, "/x.css"))
    assert shown.xpath("//tr/td[1]/@data-number") == ["1", "2"]
    assert shown.xpath("//tr/@data-mark") == ["record", "record"]
    document = render_records(parse_page(HOSTILE), ITEMS, "/static/x.css")
    shown = html.fromstring(document)
    assert shown.xpath("//li/@data-number") == ["1", "2"]
    assert shown.xpath("//*[@data-mark='title']/text()") == ["One", "Two"]
    assert shown.get("dir") == "rtl"
    assert "evil.example" not in document and "alert" not in document
    assert not shown.xpath(
        "//script | //iframe | //form | //input | //meta[@http-equiv] | //base | //style | //svg"
    )
    names = {name for element in shown.iter() for name in element.attrib}
    assert names <= {"dir", "charset", "rel", "href", "alt", "target"} | {
        *("data-mark", "data-number")
    }
    # The style sheet is ours; no link of the page's own is left.
    assert shown.xpath("//@href") == ["/static/x.css"]


def test_records_of_a_list_lead_to_its_choice_alone_and_long_pages_are_refused():
    page = parse_page(HOSTILE)
    marks = [
        Marked(nodes.elements, Mark.CHOICE, 1, "", "/admin/choose/?list=a&sample=1", "List 1")
        for nodes in ITEMS.record_nodes(page)
    ]
    shown = html.fromstring(render_page(page, marks, "/x.css"))
    assert shown.xpath("//a/@href") == ["/admin/choose/?list=a&sample=1"] * 2
    assert shown.xpath("//li/a[1]/@target") == ["_top", "_top"]
    with pytest.raises(PageTooLongError, match="bytes"):
        render_records(parse_page(b"<p>" + b"x" * MAX_SHOWN_BYTES), ITEMS, "/x.css")
    with pytest.raises(PageTooLongError, match="elements"):
        render_records(parse_page(b"<p>" * (MAX_SHOWN_ELEMENTS + 1)), ITEMS, "/x.css")


@given(st.binary(max_size=300).map(lambda body: b"<li><a href=x>" + body))
def test_no_page_gets_a_link_or_a_script_through(body):
    try:
        page = parse_page(body)
    except NotHtmlError:
        return
    shown = html.fromstring(render_records(page, ITEMS, "/x.css"))
    assert shown.xpath("//@href") == ["/x.css"]
    assert not shown.xpath("//script")
