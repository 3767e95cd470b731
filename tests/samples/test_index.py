"""The index, the cutting of pages and of texts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from samples.catalogue import Index, Record, cut_page

WORDS = st.sampled_from(["alpha", "beta", "gamma", "delta", "Épsilon", "fooBar"])
TEXTS = st.lists(WORDS, max_size=6).map(" ".join)
few = settings(max_examples=60, deadline=None)


def test_titles_and_rare_words_count_more():
    index = Index([("other", "alpha alpha alpha"), ("alpha", "other"), ("none", "none")])
    assert index.search(("alpha",)) == (1, 0)
    documents = [("a", "common common common rare"), ("b", "common rare rare rare")]
    assert Index([*documents, *[("c", "common")] * 50]).search(("common", "rare")) == (1, 0)
    assert index.search(()) == Index([]).search(("a",)) == ()


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
