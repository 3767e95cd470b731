"""Ranking: the formulas, and cases whose right order is known."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.quality.ranking import FORMULAS, SCENES, Formula, mean_ndcg, merge_by
from metasearch.merging.duplicates import EnginePosition, MergedResult, RankedList
from metasearch.merging.ranking import HostRules, Ranking, fold, merge
from tests.cases import cases
from wrappers.extraction.records.record import ResultRecord

CASES = cases(__file__)


def ranked_list(slug: str, *urls: str) -> RankedList:
    return RankedList(slug, tuple(ResultRecord(url=url, title=url) for url in urls))


def letters(slug: str, pages: str) -> RankedList:
    return ranked_list(slug, *(f"https://site.example/{page}" for page in pages))


def order(results: Sequence[MergedResult]) -> str:
    return "".join(result.url[-1] for result in results)


def found_by(result: MergedResult) -> list[tuple[str, int]]:
    return [(engine.slug, engine.position) for engine in result.engines]


permutations = st.permutations("abcdefgh").map("".join)
rankings = st.lists(
    permutations.flatmap(lambda p: st.sampled_from([p, p[:3], p[:1], ""])), max_size=5
)


def features(*positions: int) -> MergedResult:
    return MergedResult(engines=tuple(EnginePosition(position) for position in positions))


def test_formulas():
    assert FORMULAS["reciprocal-rank-fusion"](features(1, 3, 7)) == pytest.approx(
        float(sum(Fraction(1, 60 + position) for position in (1, 3, 7)))
    )
    lists = [letters("one", "abcd"), letters("two", "cadb"), letters("three", "cbe")]
    # a: 1/61 + 1/62 = .03252; b: 1/62 + 1/64 + 1/62 = .04788; c: 1/63 + 1/61 + 1/61 = .04866;
    # d: 1/64 + 1/63 = .03150; e: 1/63 = .01587
    assert order(merge_by(FORMULAS["reciprocal-rank-fusion"], lists)) == "cbade"
    ours = FORMULAS["weighted-reciprocal-rank"]
    places = (EnginePosition(1, 2.0, 0.5), EnginePosition(4, 1.0, 1.0))
    # (2 · (0.2 + 0.8 · 0.5) / 3 + 1 / 6) · (1 + 0.5 · 0.4) · 2
    assert ours(MergedResult(engines=places, match=0.4, preference=2.0)) == pytest.approx(1.36)
    places = (EnginePosition(1, 2.0), EnginePosition(4, 0.5))
    assert FORMULAS["inverse-positions"](MergedResult(engines=places)) == pytest.approx(2 * 1.25)
    assert FORMULAS["interleaving"](MergedResult(engines=places)) == 1.0
    assert merge([]) == merge([RankedList("one", ())]) == ()


def titled(slug: str, *titles: str) -> RankedList:
    records = (ResultRecord(f"https://{slug}.example/{title}", title) for title in titles)
    return RankedList(slug, tuple(records))


# Lists, the query, and the pages in the order that a person would put them.
RIGHT_ORDERS = [
    # Agreement beats one engine's first place.
    ([letters("one", "axy"), letters("two", "bcx"), letters("three", "dex")], "", "x"),
    # Of one engine the order stands where pages match alike.
    ([titled("one", "zip a", "zip b", "zip c")], "zip", "abc"),
    # A first place without the query's words still beats the third place with them.
    ([titled("one", "archive a", "zip b", "zip c")], "zip", "bac"),
    # An engine of another field comes last with its first place.
    ([titled("off", "rain y", "snow z"), titled("on", "zip a", "zip b", "zip c")], "zip", "ab"),
    # Engines of equal standing alternate.
    ([titled("one", "zip a", "zip c"), titled("two", "zip b", "zip d")], "zip", "abcd"),
]


@pytest.mark.parametrize(("lists", "query", "expected"), RIGHT_ORDERS)
def test_constructed_cases_come_in_the_right_order(lists, query, expected):
    assert order(merge(lists, query)).startswith(expected)


def test_weights_preferences_and_matches_raise_and_lower():
    lists = [letters("one", "ab"), letters("two", "cd")]
    for weight, expected in ((3.0, "cdab"), (1.0, "acbd"), (0.2, "abcd")):
        assert order(merge(lists, ranking=Ranking(weights={"two": weight}))) == expected
    lists = [ranked_list("one", "https://a.example/1", "https://b.example/2", "https://c.net/3")]
    rules = HostRules(preferred=frozenset({"c.net"}), blocked=frozenset({"a.example"}))
    assert order(merge(lists, ranking=Ranking(hosts=rules))) == "32"
    records = {
        "one": ResultRecord("https://a.example/", "Nothing", "to do with it"),
        "two": ResultRecord("https://b.example/", "Nothing", "about zip archives"),
        "three": ResultRecord("https://c.example/", "Zip files", ""),
    }
    lists = [RankedList(slug, (record,)) for slug, record in records.items()]
    results = merge(lists, "ZIP")
    assert [found_by(result) for result in results] == [[("three", 1)], [("two", 1)], [("one", 1)]]


def test_ours_ranks_better_than_the_others_on_the_constructed_searches():
    def mean(formula: Formula) -> float:
        return sum(mean_ndcg(scene, formula, range(12)) for scene in SCENES) / len(SCENES)

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


def result(key: str, title: str, host: str = "a.example") -> MergedResult:
    return MergedResult(key, f"https://{host}/{key}", title, "", (), 1.0)


def shape(results, standing=()):
    """Return the keys of results, those folded under each in brackets."""
    return " ".join(
        folded.result.key
        + (f"({''.join(each.key for each in folded.similar)})" if folded.similar else "")
        for folded in fold(results, standing)
    )


@pytest.mark.parametrize(("first", "second", "fold"), CASES["titles"])
def test_nearly_the_same_titles_of_a_host_fold(first, second, fold):
    assert shape([result("a", first), result("b", second)]) == ("a(b)" if fold else "a b")
    assert shape([result("a", first), result("b", second, "b.example")]) == "a b"


def test_the_best_is_the_head_order_stands_and_what_stands_is_not_folded():
    titles = {"a": "Zip files", "b": "Other things", "c": "zip files", "d": "Files, zip"}
    assert shape([result(key, title) for key, title in titles.items()]) == "a(cd) b"
    results = [result("a", "Zip files"), result("b", "Zip files"), result("c", "Zip files")]
    assert shape(results, {"b"}) == "a(c) b"


@given(st.lists(st.text(max_size=30), max_size=8))
def test_nothing_is_lost_or_invented(titles):
    results = [result(str(number), title) for number, title in enumerate(titles)]
    folded = fold(results)
    keys = [each.key for head in folded for each in (head.result, *head.similar)]
    assert sorted(keys) == sorted(each.key for each in results)
    assert [head.result for head in folded] == [
        each for each in results if each in [head.result for head in folded]
    ]


PAGE = "https://docs.example/guide/start"


@pytest.mark.parametrize("other", CASES["one_page"])
def test_addresses_of_one_page_are_one_result(other):
    lists = [ranked_list("one", "https://else.example/", PAGE), ranked_list("two", other)]
    results = merge(lists)
    assert len(results) == 2
    assert found_by(results[0]) == [("two", 1), ("one", 2)]
    assert results[0].url.startswith(("https://docs.example", "https://DOCS.example"))


@pytest.mark.parametrize("other", CASES["other_pages"])
def test_other_pages_stay_apart(other):
    assert len(merge([ranked_list("one", PAGE), ranked_list("two", other)])) == 2


def test_one_page_is_shown_once_at_its_best():
    results = merge([ranked_list("one", PAGE, "https://x.example/", f"{PAGE}#more")])
    assert [found_by(result) for result in results] == [[("one", 1)], [("one", 2)]]
    posts = ranked_list("one", f"{PAGE}#post1", f"{PAGE}#post2", "https://x.example/")
    results = merge([posts, ranked_list("two", f"{PAGE}#post2", f"{PAGE}#post9")])
    assert [found_by(result) for result in results] == [
        [("two", 1), ("one", 2)],
        [("one", 1)],
        [("two", 2)],
        [("one", 3)],
    ]
    lists = [
        ranked_list("one", "http://docs.example/guide/start"),
        ranked_list("two", f"{PAGE}?utm_source=two"),
        ranked_list("three", PAGE),
    ]
    assert [result.url for result in merge(lists)] == [PAGE]
    tracked = ResultRecord(f"{PAGE}?srsltid=x&part=2&utm_source=news", "Start", "")
    (merged,) = merge([RankedList("one", (tracked,)), RankedList("two", (tracked,))])
    assert merged.url == f"{PAGE}?part=2"
    bare = ResultRecord(url=None, title="Same title")
    results = merge([RankedList("one", (bare, bare)), RankedList("two", (bare,))])
    assert [result.url for result in results] == [""] * 3, "without an address none is merged"
    lists = [
        RankedList("one", (ResultRecord(PAGE, "Getting sta…", "Short."),)),
        RankedList("two", (ResultRecord(PAGE, "Getting started", "Short. And more."),)),
        RankedList("three", (ResultRecord(PAGE, "", ""),)),
    ]
    (result,) = merge(lists)
    assert (result.title, result.snippet) == ("Getting started", "Short. And more.")
    assert merge(lists[:1])[0].title == "Getting sta…", "where every engine cuts it"


@settings(max_examples=80)
@given(st.lists(st.text(max_size=60), max_size=6))
def test_no_address_raises(urls):
    results = merge([ranked_list("one", *urls), ranked_list("two", *urls[::-1])])
    assert len(results) <= 2 * len(urls)
