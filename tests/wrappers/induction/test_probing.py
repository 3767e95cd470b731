import random
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discovery.pages.page import Page, parse_page
from tests.cases import cases
from tests.strategies import html_documents
from wrappers.induction.probing import (
    chapman_estimate,
    estimate_size,
    guess_language,
    impossible_query,
    probe_words,
    rank_words,
    words_from_results,
)

CASES = cases(__file__)

HOME = """<body><nav><a href=/>Home</a> <a href=/about>About gardening</a></nav>
<form action=/find><label>Search our catalogue</label><input name=q><button>Find</button></form>
<main><h1>Orchids and their friends</h1><p>The greenhouse has tropical orchids, ferns and a
collection of carnivorous plants that the society has grown since 1907.</p>
<ul><li><a href=/1>Watering ferns</a><li><a href=/2>Repotting orchids</a></ul></main>
<footer>Copyright, privacy, imprint of the society</footer>"""


def page_of(markup: str) -> Page:
    return parse_page(markup.encode(), "http://s.example/")


@given(st.integers())
@settings(max_examples=50)
def test_an_impossible_query_is_letters_that_no_word_has(seed):
    query = impossible_query(random.Random(seed))
    assert 12 <= len(query) <= 14
    assert query.isascii() and query.isalpha() and query.islower()
    assert not set(query) & set("aeiouy")
    assert all(left != right for left, right in pairwise(query))


def test_words_of_the_content_come_before_those_of_the_chrome():
    words = rank_words([page_of(HOME)])
    assert words[0] == "orchids"
    assert {"greenhouse", "tropical", "ferns"} <= set(words)
    chrome = "home search catalogue copyright their since gardening".split()
    assert not set(chrome) & set(words)
    clubs = [page_of(f"<h2>Garden club</h2><p>All about {it} here.</p>") for it in ("roses", "ivy")]
    words = rank_words(clubs)
    assert words.index("roses") < words.index("garden"), "those of every page come later"
    words = rank_words([page_of("<h1>東京都の博物館</h1><p>展示会は写真と映画についてです</p>")])
    assert {"博物館", "写真"} <= set(words), "without spaces between them"


@pytest.mark.parametrize(
    "example",
    [
        "<p>Popular: <a href='/find?q=saxophone&x=1'>saxophone</a></p>",
        "<form><input name=q> such as <i>saxophone</i> or <i>clef</i></form>",
    ],
)
def test_examples_come_first(example):
    page = page_of(f"<h1>Orchestra library</h1><p>Scores of music from many lands.</p>{example}")
    assert rank_words([page])[0] == "saxophone"


def test_what_a_field_wants_typed_is_never_asked():
    page = page_of(
        "<p>Delete the account.</p><input name=c placeholder='Type DELETE or saxophone'>"
    )
    assert rank_words([page]) == []


def test_own_and_general_words_take_turns_without_repeats():
    words = list(probe_words([page_of(HOME)]))
    assert len(words) == len(set(words)) > 50
    assert (words[0], words[1], words[3]) == ("orchids", "time", "name")
    bare = [page_of("<form><input name=q></form>")]
    assert list(islice(probe_words(bare), 2)) == ["time", "name"]
    assert next(iter(probe_words(bare, "fr-CA"))) == "temps"


@pytest.mark.parametrize(("markup", "language"), CASES["languages"])
def test_languages(markup, language):
    assert guess_language([page_of(markup)]) == language


def test_words_from_results_find_several_of_them_again():
    texts = ["Fish soup with leek", "Fish pie and leek", "Fish and chips", "Fish with capers"]
    words = list(words_from_results(texts))
    assert words[0] == "leek"
    assert "fish" not in words


@settings(max_examples=40, deadline=None)
@given(html_documents(), st.lists(st.text(max_size=60), max_size=5))
def test_any_page_gives_words_none_of_them_twice(markup, texts):
    words = list(probe_words([page_of(f"<html>{markup}")], None))
    assert words
    further = list(words_from_results(texts))
    assert (len(words), len(further)) == (len(set(words)), len(set(further)))


def test_sizes_of_populations_from_samples_of_them():
    assert estimate_size([set("abc"), set("abc")]) == 3, "samples that agree have seen all"
    assert chapman_estimate(50, 50, 50) == 50
    for samples in ([], [set()], [set("a")], [set("a"), set()]):
        assert estimate_size(samples) is None
    generator = random.Random(4)
    members = [str(number) for number in range(1000)]
    size = estimate_size([set(generator.sample(members, 60)) for _ in range(10)])
    assert size is not None and 850 < size < 1150
