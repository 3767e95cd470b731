"""Texts of records: what was decoded or escaped wrongly is repaired, right text never changed."""

import pytest

from discovery.pages.decoding import decode
from discovery.pages.page import parse_page
from tests.wrappers.extraction.damaged_texts import TEXTS, damaged
from tests.wrappers.extraction.record_nodes import nodes_of
from wrappers.extraction.records.record import repair_text
from wrappers.extraction.records.record_reading import read_record


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
def test_right_text_is_not_changed(text: str) -> None:
    assert repair_text(text) == text


@pytest.mark.parametrize("way", ["read as cp1252", "read as latin-1", "escaped twice"])
def test_damaged_text_is_repaired(way: str) -> None:
    cases = [(text, meant) for name, text, meant in damaged() if name == way]
    assert cases
    for text, meant in cases:
        assert repair_text(text) == meant


def test_titles_and_snippets_of_records_are_repaired() -> None:
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
def test_windows_bytes_in_a_page_of_utf_8_are_read(stray: bytes, meant: str) -> None:
    body = "<p>Größe, Maß und Straße, größer ".encode() + stray
    assert decode(body)[1].endswith(meant)
