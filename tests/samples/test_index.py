"""The index, the cutting of pages and of texts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from samples.excerpts import ELLIPSIS, excerpt
from samples.index import Index, indexed_words, query_words
from samples.paging import cut_page
from samples.records import Record

WORDS = st.sampled_from(["alpha", "beta", "gamma", "delta", "Épsilon", "fooBar"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
few = settings(max_examples=60, deadline=None)


def test_the_title_counts_more_than_the_text():
    index = Index([("other", "alpha alpha alpha"), ("alpha", "other"), ("none", "none")])
    assert index.search(("alpha",)) == (1, 0)


def test_a_rare_word_counts_more_than_a_common_one():
    documents = [("a", "common common common rare"), ("b", "common rare rare rare")]
    index = Index([*documents, *[("c", "common")] * 50])
    assert index.search(("common", "rare")) == (1, 0)


def test_no_words_find_nothing():
    assert Index([("a", "b")]).search(()) == ()
    assert Index([]).search(("a",)) == ()


@few
@given(st.lists(st.tuples(TEXTS, TEXTS), max_size=8), st.lists(WORDS, min_size=1, max_size=3))
def test_search_is_and_over_words(documents, words):
    asked = query_words(" ".join(words))
    expected = {
        place
        for place, (title, text) in enumerate(documents)
        if set(asked) <= {*indexed_words(title), *indexed_words(text)}
    }
    found = Index(documents).search(asked)
    assert set(found) == expected
    assert len(found) == len(expected)


@few
@given(st.text(max_size=300))
def test_every_query_has_words_of_the_index_form(query):
    words = query_words(query)
    assert set(words) <= {"", *indexed_words(query)}


@few
@given(st.integers(0, 60), st.integers(1, 9))
def test_pages_are_a_partition(total, size):
    records = tuple(Record(f"/{n}", str(n), "x", "s") for n in range(total))
    pages = [cut_page("q", records, number, size) for number in range(1, total // size + 2)]
    shown = [
        record for page in {page.number: page for page in pages}.values() for record in page.records
    ]
    assert shown == list(records)
    for page in pages:
        assert len(page.records) == (page.last - page.first + 1 if page.first else 0)
        assert page.number in page.numbers


@few
@given(st.text(alphabet="ab ", max_size=400), st.integers(10, 60))
def test_an_excerpt_is_a_piece_of_the_text(text, length):
    cut = excerpt(text, "aab", length)
    assert cut.strip(f"{ELLIPSIS} ") in text
    assert len(cut) <= len(text) or len(cut) <= length + 4
