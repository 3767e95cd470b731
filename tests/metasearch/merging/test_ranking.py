"""Ranking: the formulas, and cases whose right order is known."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.quality.ranking import SCENES, mean_ndcg
from metasearch.merging.duplicates import RankedList
from metasearch.merging.ranking import (
    FORMULAS,
    EnginePosition,
    Formula,
    HostRules,
    Ranking,
    ResultFeatures,
    merge,
)
from tests.metasearch.merging.lists import found_by, letters, order, ranked_list
from wrappers.extraction.records.record import ResultRecord

permutations = st.permutations("abcdefgh").map("".join)
rankings = st.lists(
    permutations.flatmap(lambda p: st.sampled_from([p, p[:3], p[:1], ""])), max_size=5
)


def features(*positions: int) -> ResultFeatures:
    return ResultFeatures(tuple(EnginePosition(position) for position in positions))


def test_fusion_is_the_formula_of_the_paper():
    assert FORMULAS["reciprocal-rank-fusion"](features(1, 3, 7)) == pytest.approx(
        float(sum(Fraction(1, 60 + position) for position in (1, 3, 7)))
    )


def test_fused_order_is_that_of_the_paper_computed_by_hand():
    lists = [letters("one", "abcd"), letters("two", "cadb"), letters("three", "cbe")]
    # a: 1/61 + 1/62 = .03252; b: 1/62 + 1/64 + 1/62 = .04788; c: 1/63 + 1/61 + 1/61 = .04866;
    # d: 1/64 + 1/63 = .03150; e: 1/63 = .01587
    fusion = Ranking(FORMULAS["reciprocal-rank-fusion"])
    assert order(merge(lists, ranking=fusion)) == "cbade"


def test_our_score_is_the_documented_formula():
    ours = FORMULAS["weighted-reciprocal-rank"]
    places = (EnginePosition(1, 2.0, 0.5), EnginePosition(4, 1.0, 1.0))
    # (2 · (0.2 + 0.8 · 0.5) / 3 + 1 / 6) · (1 + 0.5 · 0.4) · 2
    assert ours(ResultFeatures(places, match=0.4, preference=2.0)) == pytest.approx(1.36)


def test_other_formulas_are_those_they_are_named_after():
    places = (EnginePosition(1, 2.0), EnginePosition(4, 0.5))
    assert FORMULAS["inverse-positions"](ResultFeatures(places)) == pytest.approx(2 * 1.25)
    assert FORMULAS["interleaving"](ResultFeatures(places)) == 1.0
    assert merge([]) == merge([RankedList("one", ())]) == ()


def test_of_equal_positions_the_better_match_comes_first():
    records = {
        "one": ResultRecord("https://a.example/", "Nothing", "to do with it"),
        "two": ResultRecord("https://b.example/", "Nothing", "about zip archives"),
        "three": ResultRecord("https://c.example/", "Zip files", ""),
    }
    lists = [RankedList(slug, (record,)) for slug, record in records.items()]
    results = merge(lists, "ZIP")
    assert [found_by(result) for result in results] == [[("three", 1)], [("two", 1)], [("one", 1)]]


def titled(slug: str, *titles: str) -> RankedList:
    records = (ResultRecord(f"https://{slug}.example/{title}", title) for title in titles)
    return RankedList(slug, tuple(records))


# Lists, the query, and the pages in the order that a person would put them.
RIGHT_ORDERS = {
    "agreement beats one engine's first place": (
        [letters("one", "axy"), letters("two", "bcx"), letters("three", "dex")],
        "",
        "x",
    ),
    "of one engine the order stands where pages match alike": (
        [titled("one", "zip a", "zip b", "zip c")],
        "zip",
        "abc",
    ),
    "a first place without the query's words still beats the third place with them": (
        [titled("one", "archive a", "zip b", "zip c")],
        "zip",
        "bac",
    ),
    "an engine of another field comes last with its first place": (
        [titled("off", "rain y", "snow z"), titled("on", "zip a", "zip b", "zip c")],
        "zip",
        "ab",
    ),
    "engines of equal standing alternate": (
        [titled("one", "zip a", "zip c"), titled("two", "zip b", "zip d")],
        "zip",
        "abcd",
    ),
}


@pytest.mark.parametrize("name", RIGHT_ORDERS)
def test_constructed_cases_come_in_the_right_order(name):
    lists, query, expected = RIGHT_ORDERS[name]
    assert order(merge(lists, query)).startswith(expected)


def test_weights_raise_and_lower_an_engine():
    lists = [letters("one", "ab"), letters("two", "cd")]
    for weight, expected in ((3.0, "cdab"), (1.0, "acbd"), (0.2, "abcd")):
        assert order(merge(lists, ranking=Ranking(weights={"two": weight}))) == expected


def test_preferred_hosts_rise_and_blocked_ones_go():
    lists = [ranked_list("one", "https://a.example/1", "https://b.example/2", "https://c.net/3")]
    rules = HostRules(preferred=frozenset({"c.net"}), blocked=frozenset({"a.example"}))
    assert order(merge(lists, ranking=Ranking(hosts=rules))) == "32"


def test_ours_ranks_better_than_the_others_on_the_constructed_searches():
    def mean(formula: Formula) -> float:
        return sum(mean_ndcg(scene, formula, searches=12) for scene in SCENES) / len(SCENES)

    others = {name: mean(formula) for name, formula in FORMULAS.items()}
    ours = others.pop("weighted-reciprocal-rank")
    assert ours > max(others.values()) + 0.03


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
