"""What a user typed, understood."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from metasearch.search.query_form import ParsedQuery, parse_host, parse_query
from tests.metasearch.engines import engine

ENGINES = [
    engine("en-wiki", "Open Encyclopaedia", categories=("Science",)),
    engine("library", "City Library", categories=("Books", "Science")),
    engine("city-museum", "Museum of Letters"),
]


@pytest.mark.parametrize(
    ("text", "words", "slugs", "sites"),
    [
        ("zip files", "zip files", (), ()),
        ("!library zip", "zip", ("library",), ()),
        ("zip !LIBRARY files", "zip files", ("library",), ()),
        ("!wiki zip", "zip", ("en-wiki",), ()),
        ("!open zip", "zip", ("en-wiki",), ()),
        ("!museum-of zip", "zip", ("city-museum",), ()),
        ("!city zip", "zip", ("library", "city-museum"), ()),
        ("!science zip", "zip", ("en-wiki", "library"), ()),
        ("!wiki !library zip", "zip", ("en-wiki", "library"), ()),
        ("!important css", "css", (), ()),
        ('"!important" css', '"!important" css', (), ()),
        ("wow! zip", "wow! zip", (), ()),
        ("zip site:a.example", "zip", (), ("a.example",)),
        ("site:https://www.A.example/docs zip", "zip", (), ("a.example",)),
        ("zip site:", "zip site:", (), ()),
        ("!library", "!library", (), ()),
        ("site:a.example", "site:a.example", (), ()),
    ],
)
def test_bangs_and_sites(text, words, slugs, sites):
    uncalled = ("!important",) if "!important" in text.split() else ()
    assert parse_query(text, ENGINES) == ParsedQuery(words, slugs, sites, uncalled)


@pytest.mark.parametrize(
    ("text", "slugs"),
    [
        ("!docs zip", ("127-0-0-1-81",)),
        ("!DOCS zip", ("127-0-0-1-81",)),
        # A slug is called for ever, whatever bang came later.
        ("!127-0-0-1-81 zip", ("127-0-0-1-81",)),
        ("!doc zip", ("127-0-0-1-81",)),
        ("!docs !127-0-0-1-81 zip", ("127-0-0-1-81",)),
    ],
)
def test_an_engine_is_called_by_its_bang_and_by_its_slug(text, slugs):
    engines = [engine("127-0-0-1-81", "Manual", bang="docs"), *ENGINES]
    assert parse_query(text, engines).slugs == slugs


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
