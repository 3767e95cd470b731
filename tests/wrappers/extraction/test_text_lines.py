import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import parse_page
from tests.strategies import html_documents
from wrappers.extraction.lines import (
    MASK,
    Place,
    mask_numbers,
    mask_query,
    text_lines,
)
from wrappers.induction.hits_line import propose_places


@pytest.mark.parametrize(
    ("markup", "lines"),
    [
        ("<p>a <b>b</b><br>c<ul><li>d<li>e</ul>f<table><tr><td>g<td>h</table>i",
         ["a b", "c", "d", "e", "f", "g", "h", "i"]),
        ("<p>a<script>x</script>b<noscript>c</noscript><textarea>d</textarea>", ["a", "b"]),
        ("<div>" * 1_500 + "text", ["text"]),
    ],
)  # fmt: skip
def test_lines_begin_at_block_tags(markup, lines):
    assert [line.text for line in text_lines(parse_page(markup.encode()).root)] == lines


def test_records_are_skipped():
    page = parse_page(b"<p>a<ul><li>b<li>c</ul>d")
    assert [line.text for line in text_lines(page.root, page.root.iter("li"))] == ["a", "d"]


def test_masks():
    assert mask_query("About Blue  cheese and blue", "blue cheese") == "about □ and □"
    assert mask_query("a", None) == "a"
    assert mask_query("matches for C", "c") == "matches for □"
    assert mask_query("日本語の検索結果", "日本語") == "□の検索結果"
    assert mask_numbers("1.234,5 of 0") == "# of 0"


@given(st.text("ab12²_ ,\u0301é", max_size=12), st.text("ab12²_,é", min_size=1, max_size=3))
def test_a_word_is_masked_where_it_ends(text, word):
    letters, digits = r"[^\W\d_]", r"\d"
    before, after = (digits if sign.isdecimal() else letters for sign in (word[0], word[-1]))
    pattern = rf"(?<!{before}){re.escape(word)}(?!{after})"
    expected = re.sub(pattern, MASK, text)
    assert mask_query(text, word) == re.sub(rf"{MASK}(?:[\s,+]*{MASK})+", MASK, expected)


def test_places_find_their_element_again():
    page = parse_page(b"<div id=top><p class='a b'>x</p></div><p class=a>y</p>")
    element = page.root.find(".//p")
    for place in propose_places(element):
        assert element in Place.from_json(place.to_json()).find(page.root)


def test_names_from_outside_are_never_part_of_an_expression():
    page = parse_page(b"<p id=\"x'] | //p['\" class=\"y') or 1=1 or contains('\">z</p><p>other</p>")
    for place in propose_places(page.root.find(".//p")):
        assert len(place.find(page.root)) <= 2
    with pytest.raises(ValueError, match="no tag path"):
        Place(("p[1]",))


@settings(max_examples=40, deadline=None)
@given(html_documents())
def test_no_page_raises(markup):
    page = parse_page(f"<html>{markup}".encode())
    for line in text_lines(page.root):
        assert line.text
        for place in propose_places(line.element):
            assert line.element in place.find(page.root)


def test_only_so_many_elements_are_read():
    root = parse_page(b"<p>one<p>two" + b"<b>" * 1_000 + b"three").root
    # html, body, and the two paragraphs.
    assert [line.text for line in text_lines(root, most=4)] == ["one", "two"]
