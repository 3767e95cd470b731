"""The choice of engines, CORI behind it, subjects of engines, and completion by their words."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metasearch.brokering.broker import (
    ASSUMED_RECORDS,
    BASE,
    DEFAULT_BELIEF,
    SLOPE,
    Broker,
    CoriIndex,
    make_profile,
)
from metasearch.brokering.completion import MAX_BEGINNINGS, Completer
from metasearch.brokering.subjects import MAX_PROPOSED, MAX_REASONS, MIN_SCORE, propose_subjects
from tests.cases import cases

CASES = cases(__file__)

TOPICS = {
    "cpp": ["sort a vector", "iterator of a vector", "template function"],
    "cooking": ["bread with butter", "sort of cake", "cake with cream"],
    "general": ["vector graphics", "cake shop", "train to the city", "weather of the week"],
}
PROFILES = [make_profile(slug, texts) for slug, texts in TOPICS.items()]


@pytest.mark.parametrize(("query", "slugs", "limit", "weights", "chosen"), CASES["asked"])
def test_the_engines_that_are_asked(query, slugs, limit, weights, chosen):
    asked = Broker(PROFILES).choose(query, slugs, limit, weights)
    assert list(asked) == chosen or (weights == {"cpp": 0.0} and "cpp" not in asked)


def test_one_in_ten_is_explored_the_same_for_the_same_query():
    """Unknown engines get a place now and then; a query's further pages ask the same engines."""
    known = [make_profile(f"known{n}", ["cake"] * 50) for n in range(40)]
    slugs = [*(p.slug for p in known), "unknown"]
    broker = Broker(known)
    choices = [broker.choose(f"cake {n}", slugs, 10) for n in range(20)]
    assert all(len(c) == 10 for c in choices)
    assert sum(c[-1] == "unknown" for c in choices) > 6  # by chance: 1 in 32
    assert broker.choose("cake 1", slugs, 10) == choices[1]


@given(st.text(max_size=60), st.integers(1, 6))
def test_a_choice_is_a_subset_of_the_wanted_size(query, limit):
    slugs = ["a", "cpp", "b", "cooking", "general"]
    chosen = Broker(PROFILES).choose(query, slugs, limit)
    assert len(set(chosen)) == len(chosen) == min(limit, 5)
    assert set(chosen) <= set(slugs)


MADE_PROFILES = st.lists(
    st.lists(st.text("abc ", max_size=8), max_size=6), min_size=1, max_size=8
).map(lambda lists: [make_profile(f"e{n}", texts) for n, texts in enumerate(lists)])


def test_cori_scores():
    first = make_profile("first", ["sort list", "map set"])
    second = make_profile("second", ["bread wine", "milk egg"])
    scores = CoriIndex([first, second]).scores(["sort"])
    frequency = ASSUMED_RECORDS / 2
    belief = DEFAULT_BELIEF + (1 - DEFAULT_BELIEF) * (frequency / (frequency + BASE + SLOPE)) * (
        math.log(2.5 / 1) / math.log(3)
    )
    assert scores == {"first": pytest.approx(belief)}
    profiles = [make_profile(f"e{n}", ["page " + "of all " * 3]) for n in range(9)]
    profiles.append(make_profile("rare", ["page xapian"]))
    scores = CoriIndex(profiles).scores(["page", "xapian"])
    assert max(scores, key=scores.__getitem__) == "rare"
    short = make_profile("short", ["xapian"] * 10)
    long = make_profile("long", ["xapian " + " ".join(f"w{n}" for n in range(50))] * 10)
    scores = CoriIndex([short, long, make_profile("other", ["bread"])]).scores(["xapian"])
    assert scores["short"] > scores["long"]


@given(MADE_PROFILES, st.lists(st.text("abc", min_size=1, max_size=3), max_size=4))
def test_scores_are_beliefs_of_engines_that_have_a_word(profiles, words):
    scores = CoriIndex(profiles).scores(words)
    having = {p.slug for p in profiles if set(words) & set(p.record_frequencies)}
    assert set(scores) == having
    assert all(DEFAULT_BELIEF <= score <= 1 for score in scores.values())


def categories(name, description="", records=()):
    return [subject.category for subject in propose_subjects(name, description, records)]


@pytest.mark.parametrize(("name", "description", "expected"), CASES["subjects"])
def test_sites_say_what_they_are_about(name, description, expected):
    assert categories(name, description) == expected


def test_records_speak_where_the_site_does_not():
    modules = [f"Function {n} of the module, a class with methods in Python" for n in range(3)]
    mixed = [f"A plugin of version {n}: download its code" for n in range(3)]
    assert categories("Reference", "", modules + mixed) == ["Software"]
    records = [f"Page {n} about trees. Author: unknown" for n in range(20)]
    assert categories("Finder", "", records) == []
    (subject,) = propose_subjects("Finder of books", "", records)
    assert (subject.category, subject.words) == ("Books", ("books", "author"))
    assert categories("Finder", "", ["A recipe with its ingredients"] * 4) == []


@given(st.text(max_size=200), st.text(max_size=200), st.lists(st.text(max_size=80), max_size=20))
def test_whatever_is_said_proposals_are_few_and_have_reasons(name, description, records):
    proposed = propose_subjects(name, description, records)
    assert len(proposed) <= MAX_PROPOSED
    for subject in proposed:
        assert subject.score >= MIN_SCORE
        assert 0 < len(subject.words) <= MAX_REASONS
    assert sorted(proposed, key=lambda subject: -subject.score) == list(proposed)


COMPLETER = Completer(
    [
        make_profile("py", ["json", "json decoder", "context manager", "crème brûlée", "the 2004"],
                     ["json.JSONDecoder", "Context managers", "Crème brûlée", "検索エンジン"]),
        make_profile("web", ["json context", "jsonp", "contexture"], ["Context managers", "Zip"]),
    ]
)  # fmt: skip


@pytest.mark.parametrize(("typed", "words", "titles"), CASES["completed"])
def test_what_is_typed_goes_on_by_known_words_and_titles(typed, words, titles):
    assert COMPLETER.complete(typed, 3) == (words, titles)


@pytest.mark.parametrize(("query", "corrected"), CASES["corrected"])
def test_unknown_words_one_edit_from_a_known_one_are_corrected(query, corrected):
    assert COMPLETER.correct(query) == corrected


@given(st.text(max_size=60))
def test_whatever_is_typed_is_completed(typed):
    words, titles = COMPLETER.complete(typed, 3)
    assert len(words) <= 3 and len(titles) <= 3
    assert all(each.startswith(typed.rpartition(" ")[0]) for each in words)
    assert Completer(()).complete(typed, 3) == ([], [])


def test_titles_are_kept_short_and_few():
    profile = make_profile("a", ["text"], ["", "T" * 81, *(f"title {n}" for n in range(99))])
    assert (len(profile.titles), profile.titles[0]) == (50, "title 0")
    assert type(profile).from_json(profile.to_json()).titles == profile.titles
    earlier = {name: part for name, part in profile.to_json().items() if name != "titles"}
    assert type(profile).from_json(earlier).titles == ()


def test_a_known_word_goes_on_by_the_word_that_follows_it():
    completer = Completer([make_profile("a", ["The (context manager): it", "context. Manager of"])])
    assert completer.complete("context", 3) == (["context"], ["context manager"])


def test_titles_are_completed_to_by_any_of_their_first_words():
    words = [f"word{number}x" for number in range(MAX_BEGINNINGS + 1)]
    completer = Completer([make_profile("a", [], [" ".join(words)])])
    assert all(completer.complete(word, 3)[1] for word in words[:-1])
    assert not completer.complete(words[-1], 3)[1] and MAX_BEGINNINGS == 8
