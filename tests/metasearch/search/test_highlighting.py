"""Hostile and foreign text made fit for a page."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metasearch.search.highlighting import QueryHighlighter, clean_text

TAGS = re.compile(r"</?mark>")


@pytest.mark.parametrize(
    ("query", "text", "marked"),
    [
        ("zip", "Zip files, gzip, ZIPs", "[Zip] files, gzip, [ZIP]s"),
        ("to be", "To begin, or to be", "[To] begin, or [to] [be]"),
        ("file files", "files", "[files]"),
        ("日本", "東京は日本の首都", "東京は[日本]の首都"),
        ("كتاب", "الكتاب", "ال[كتاب]"),
        ("c++", "C++ and c", "[C]++ and [c]"),
        ("***", "stars ***", "stars ***"),
        ("straße", "Straße, STRASSE", "[Straße], STRASSE"),
        ("", "nothing", "nothing"),
    ],
)
def test_words_of_the_query_are_marked(query, text, marked):
    html = QueryHighlighter(query).mark(text)
    assert html.replace("<mark>", "[").replace("</mark>", "]") == marked


def test_markup_is_text():
    html = QueryHighlighter("script b").mark("<script>alert(1)</script><b onclick='x'>")
    assert TAGS.sub("", html) == (
        "&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&#x27;x&#x27;&gt;"
    )


@settings(max_examples=100)
@given(st.text(max_size=40), st.text(max_size=80))
def test_nothing_but_marks_comes_through_unescaped(query, text):
    html = TAGS.sub("", QueryHighlighter(query).mark(text))
    assert not set("<>\"'") & set(html)


@settings(max_examples=100)
@given(st.text(max_size=300), st.integers(4, 100))
def test_clean_text_is_one_short_line(text, limit):
    cleaned = clean_text(text, limit)
    assert len(cleaned) <= limit
    assert cleaned == " ".join(cleaned.split())
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x7f\ud800-\udfff]", cleaned)


def test_a_megabyte_is_cut_and_pathological_words_are_quick():
    assert len(clean_text("a" * 1_000_000, 160)) <= 160
    html = QueryHighlighter("a " * 200 + "aaaa aaaaaa").mark("a" * 5_000)
    assert TAGS.sub("", html) == "a" * 5_000
