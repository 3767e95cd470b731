"""Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009), and what settles equal scores."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metasearch.merging import RankedList, merge, reciprocal_rank_score
from tests.metasearch.merging.lists import found_by, letters, order, ranked_list
from wrappers.extraction import ResultRecord

permutations = st.permutations("abcdefgh").map("".join)
rankings = st.lists(
    permutations.flatmap(lambda p: st.sampled_from([p, p[:3], p[:1], ""])), max_size=5
)


def test_score_is_the_formula_of_the_paper():
    positions = [1, 3, 7]
    assert reciprocal_rank_score(positions) == pytest.approx(
        float(sum(Fraction(1, 60 + position) for position in positions))
    )


def test_fused_order_is_that_of_the_formula_computed_by_hand():
    lists = [letters("one", "abcd"), letters("two", "cadb"), letters("three", "cbe")]
    # a: 1/61 + 1/62 = .03252; b: 1/62 + 1/64 + 1/62 = .04788; c: 1/63 + 1/61 + 1/61 = .04866;
    # d: 1/64 + 1/63 = .03150; e: 1/63 = .01587
    assert order(merge(lists)) == "cbade"


def test_agreement_of_two_outweighs_a_first_place():
    deep = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    lists = [letters("one", "a"), letters("two", deep + "b"), letters("three", deep[::-1] + "b")]
    results = order(merge(lists))
    assert results.index("b") < results.index("a")


def test_more_engines_agreeing_rank_higher_at_equal_positions():
    lists = [letters("one", "ax"), letters("two", "bx"), letters("three", "cx")]
    assert order(merge(lists))[0] == "x"


def test_one_list_keeps_its_order():
    assert order(merge([letters("one", "dacb")])) == "dacb"


def test_equal_scores_prefer_the_query_in_the_title_then_in_the_snippet():
    records = {
        "one": ResultRecord("https://a.example/", "Nothing", "to do with it"),
        "two": ResultRecord("https://b.example/", "Nothing", "about zip archives"),
        "three": ResultRecord("https://c.example/", "Zip files", ""),
    }
    lists = [RankedList(slug, (record,)) for slug, record in records.items()]
    results = merge(lists, "ZIP")
    assert [found_by(result) for result in results] == [[("three", 1)], [("two", 1)], [("one", 1)]]


def test_the_query_does_not_overrule_the_score():
    lists = [
        RankedList(
            "one",
            (
                ResultRecord("https://a.example/", "Nothing"),
                ResultRecord("https://b.example/", "Zip"),
            ),
        )
    ]
    assert [result.title for result in merge(lists, "zip")] == ["Nothing", "Zip"]


def test_equal_in_everything_keeps_the_order_of_the_engines():
    lists = [ranked_list("one", "https://x.example/"), ranked_list("two", "https://y.example/")]
    assert [found_by(result) for result in merge(lists)] == [[("one", 1)], [("two", 1)]]
    assert [found_by(result) for result in merge(lists[::-1])] == [[("two", 1)], [("one", 1)]]


def test_nothing_merges_to_nothing():
    assert merge([]) == ()
    assert merge([RankedList("one", ())]) == ()


@settings(max_examples=60)
@given(rankings)
def test_every_page_once_with_all_its_engines(words):
    lists = [letters(f"engine-{index}", word) for index, word in enumerate(words)]
    results = merge(lists)
    assert sorted(order(results)) == sorted(set("".join(words)))
    for result in results:
        page = result.url[-1]
        expected = {
            (f"engine-{i}", word.index(page) + 1) for i, word in enumerate(words) if page in word
        }
        assert set(found_by(result)) == expected


@settings(max_examples=60)
@given(rankings, st.randoms(use_true_random=False))
def test_the_order_of_the_engines_changes_no_score(words, random):
    lists = [letters(f"engine-{index}", word) for index, word in enumerate(words)]
    shuffled = random.sample(lists, len(lists))
    assert {r.url: r.score for r in merge(lists)} == {r.url: r.score for r in merge(shuffled)}


@settings(max_examples=60)
@given(permutations, st.integers(1, 4))
def test_engines_that_agree_wholly_are_obeyed(word, count):
    assert order(merge([letters(f"engine-{index}", word) for index in range(count)])) == word


@settings(max_examples=60)
@given(permutations, permutations, st.integers(1, 7))
def test_rising_in_one_list_never_lowers_a_page(first, second, place):
    page = first[place]
    risen = first[: place - 1] + page + first[place - 1] + first[place + 1 :]

    def rank(word: str) -> int:
        return order(merge([letters("one", word), letters("two", second)])).index(page)

    assert rank(risen) <= rank(first)
