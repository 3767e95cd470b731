"""Stored pages made harmless, with what is read outlined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from discovery.pages.page import NotHtmlError, parse_page
from wrappers.console.stored_pages import (
    MAX_SHOWN_BYTES,
    MAX_SHOWN_ELEMENTS,
    ListChoice,
    PageTooLongError,
    render_choices,
    render_extraction,
)
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule, Wrapper

ITEMS = Wrapper(
    (
        RecordRule(
            (ElementKey((SelectorStep("li"),)),), Extent.ELEMENT, (TitleRule(TitleKind.FIRST),)
        ),
    )
)
ROWS = Wrapper(
    (
        RecordRule(
            (ElementKey((SelectorStep("tr"),)),), Extent.ELEMENT, (TitleRule(TitleKind.FIRST),)
        ),
    )
)
HOSTILE = b"""<html dir="rtl" onload="x()"><head>
<meta http-equiv=refresh content="0;url=//evil.example">
<base href="//evil.example/"><style>@import "//evil.example/a.css"</style></head>
<body background="//evil.example/b.png">
<script>alert(1)</script><noscript><img src=//evil.example/n></noscript>
<iframe src="//evil.example/"></iframe>
<form action="//evil.example/"><input name=p><button>go</button></form>
<li data-number="99" onclick="x()"><a href="javascript:alert(1)" data-list="7">One</a>
<img src="//evil.example/i.png" srcset="//evil.example/j.png" onerror="x()" alt="cat">
<p style="background:url(//evil.example/s)">text</p></li>
<li><a href="https://a.example/">Two</a><svg><script>alert(2)</script></svg>
<video src=//evil.example/v></video><object data=//evil.example/o></object></li></body></html>"""


def test_records_are_outlined_and_nothing_hostile_acts_or_is_fetched():
    shown = html.fromstring(render_extraction(parse_page(HOSTILE), ITEMS, "/static/x.css"))
    assert shown.xpath("//li/@data-number") == ["1", "2"]
    assert shown.xpath("//*[@data-mark='title']/text()") == ["One", "Two"]
    assert shown.get("dir") == "rtl"
    page = parse_page(b"<table><tr><td><a href=/1>One</a><td>x<tr><td><a href=/2>Two</a></table>")
    shown = html.fromstring(render_extraction(page, ROWS, "/x.css"))
    assert shown.xpath("//tr/td[1]/@data-number") == ["1", "2"]
    assert shown.xpath("//tr/@data-mark") == ["record", "record"]
    document = render_extraction(parse_page(HOSTILE), ITEMS, "/static/x.css")
    shown = html.fromstring(document)
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
    choice = ListChoice(1, tuple(ITEMS.record_nodes(page)), "/admin/choose/?list=a&sample=1")
    shown = html.fromstring(render_choices(page, [choice], "/x.css"))
    assert shown.xpath("//a/@href") == ["/admin/choose/?list=a&sample=1"] * 2
    assert shown.xpath("//li/a[1]/@target") == ["_top", "_top"]
    with pytest.raises(PageTooLongError, match="bytes"):
        render_extraction(parse_page(b"<p>" + b"x" * MAX_SHOWN_BYTES), ITEMS, "/x.css")
    with pytest.raises(PageTooLongError, match="elements"):
        render_extraction(parse_page(b"<p>" * (MAX_SHOWN_ELEMENTS + 1)), ITEMS, "/x.css")


@given(st.binary(max_size=300).map(lambda body: b"<li><a href=x>" + body))
def test_no_page_gets_a_link_or_a_script_through(body):
    try:
        page = parse_page(body)
    except NotHtmlError:
        return
    shown = html.fromstring(render_extraction(page, ITEMS, "/x.css"))
    assert shown.xpath("//@href") == ["/x.css"]
    assert not shown.xpath("//script")
