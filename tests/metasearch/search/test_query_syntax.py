"""What a user typed, understood, and its words marked in hostile and foreign text."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from metasearch.search.highlighting import QueryHighlighter, clean_text
from metasearch.search.query_form import ParsedQuery, parse_host, parse_query
from tests.cases import cases
from tests.metasearch.engines import engine

CASES = cases(__file__)

ENGINES = [
    engine("en-wiki", "Open Encyclopaedia", categories=("Science",)),
    engine("library", "City Library", categories=("Books", "Science")),
    engine("city-museum", "Museum of Letters"),
]


@pytest.mark.parametrize(("text", "words", "slugs", "sites"), CASES["bangs"])
def test_bangs_and_sites(text, words, slugs, sites):
    uncalled = ("!important",) if "!important" in text.split() else ()
    assert parse_query(text, ENGINES) == ParsedQuery(words, tuple(slugs), tuple(sites), uncalled)


@pytest.mark.parametrize(("text", "slugs"), CASES["by_bang_or_slug"])
def test_an_engine_is_called_by_its_bang_and_by_its_slug(text, slugs):
    engines = [engine("127-0-0-1-81", "Manual", bang="docs"), *ENGINES]
    assert list(parse_query(text, engines).slugs) == slugs


@given(st.text(max_size=80))
def test_nothing_typed_raises_and_something_is_always_asked(text):
    parsed_query = parse_query(text, ENGINES)
    assert parsed_query.words or not text.split()


@given(st.text(max_size=80))
@example("a.example:")
def test_a_host_is_plain(text):
    host, colon, port = parse_host(text).partition(":")
    assert host == host.casefold()
    assert not set(host + port) & set(" /:?#@")
    assert bool(colon) is bool(port)


TAGS = re.compile(r"</?mark>")


@pytest.mark.parametrize(("query", "text", "marked"), CASES["marked"])
def test_words_of_the_query_are_marked(query, text, marked):
    html = QueryHighlighter(query).mark(text)
    assert html.replace("<mark>", "[").replace("</mark>", "]") == marked


def test_markup_is_text_and_a_megabyte_is_cut():
    html = QueryHighlighter("script b").mark("<script>alert(1)</script><b onclick='x'>")
    assert TAGS.sub("", html) == (
        "&lt;script&gt;alert(1)&lt;/script&gt;&lt;b onclick=&#x27;x&#x27;&gt;"
    )
    assert len(clean_text("a" * 1_000_000, 160)) <= 160
    html = QueryHighlighter("a " * 200 + "aaaa aaaaaa").mark("a" * 5_000)
    assert TAGS.sub("", html) == "a" * 5_000


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
