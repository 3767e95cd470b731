"""Texts of records: what was decoded or escaped wrongly is repaired, right text never changed."""

import html

import pytest

from discovery.pages.decoding import decode
from discovery.pages.page import parse_page
from tests.cases import cases_of
from tests.wrappers.extraction.record_nodes import nodes_of
from wrappers.extraction.records.record import repair_text
from wrappers.extraction.records.record_reading import read_record

CASES = cases_of(__file__)

TEXTS = CASES["texts"]
ESCAPED = CASES["escaped"]


@pytest.mark.parametrize(
    "text",
    [
        *TEXTS,
        "How to escape &amp; in XML",
        "The entity &#8212; explained",
        "if (a &amp;&amp; b) { return }",
        "R&D; and more",
        "&lt;b&gt; &amp; &lt;i&gt;",
        "“é” in UTF-8 looks like Ã© when decoded as latin-1 — the naïve way",
    ],
)
def test_right_text_is_not_changed(text):
    assert repair_text(text) == text


@pytest.mark.parametrize("charset", ["cp1252", "latin-1"])
def test_text_read_in_the_wrong_charset_is_repaired(charset):
    read = [(text.encode().decode(charset, "ignore"), text) for text in TEXTS]
    told = [
        (wrong, text)
        for wrong, text in read
        if wrong.encode(charset).decode(errors="ignore") == text
    ]
    assert len(told) > 5
    for wrong, text in told:
        assert repair_text(wrong) == text


@pytest.mark.parametrize("text", ESCAPED)
def test_text_escaped_twice_is_repaired(text):
    escaped = html.escape(text, quote=False)
    assert repair_text("".join(c if c.isascii() else f"&#{ord(c)};" for c in escaped)) == text


def test_titles_and_snippets_of_records_are_repaired():
    page = parse_page(
        '<div><a href="/a">CafÃ© Bob&amp;#8217;s</a><p>Ã‰tÃ© â€” fin</p></div>'.encode()
    )
    item = page.root.find(".//div")
    record = read_record(nodes_of(item), "http://a.example/", "CafÃ© Bob&#8217;s")
    assert record.title == "Café Bob’s"
    assert "Été — fin" in record.snippet


@pytest.mark.parametrize(
    ("stray", "meant"),
    [
        (b"the site\x92s own", "the site’s own"),
        (b"a na\xefve idea", "a naïve idea"),
        (b"one \x96 two", "one – two"),
        # Characters that were cut are not taken for others.
        ("日本語".encode() + "ü".encode()[:1] + b"<b>abc</b>", "\ufffd<b>abc</b>"),
    ],
)
def test_windows_bytes_in_a_page_of_utf_8_are_read(stray, meant):
    body = "<p>Größe, Maß und Straße, größer ".encode() + stray
    assert decode(body)[1].endswith(meant)
