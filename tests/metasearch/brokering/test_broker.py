"""The broker's choice of engines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.documents.document import DocumentError
from metasearch.brokering.broker import Broker, EngineProfile, make_profile

TOPICS = {
    "cpp": ["sort a vector", "iterator of a vector", "template function"],
    "cooking": ["bread with butter", "sort of cake", "cake with cream"],
    "general": ["vector graphics", "cake shop", "train to the city", "weather of the week"],
}
PROFILES = [make_profile(slug, texts) for slug, texts in TOPICS.items()]


ALL = list(TOPICS)


@pytest.mark.parametrize(
    ("query", "slugs", "limit", "weights", "chosen"),
    [
        # One place: it goes to the engine whose records have the words.
        ("Vector template", ALL, 1, {}, ("cpp",)),
        ("cakes? cake!", ALL, 1, {}, ("cooking",)),
        # Nothing is chosen where there is room for all.
        ("cake", ["x", "cpp", "cooking"], 3, {}, ("x", "cpp", "cooking")),
        # An engine that holds the most words is the likeliest to hold others.
        ("zyzzyva", ALL, 1, {}, ("general",)),
        # A weight of 0 puts an engine last, a large one before its equals.
        ("vector", ALL, 2, {"cpp": 0.0}, ("general", "cooking")),
        ("sort", ALL, 1, {"cooking": 3.0}, ("cooking",)),
    ],
)
def test_the_engines_that_are_asked(
    query: str, slugs: list[str], limit: int, weights: dict[str, float], chosen: tuple[str, ...]
) -> None:
    asked = Broker(PROFILES).choose(query, slugs, limit, weights)
    assert asked == chosen or (weights == {"cpp": 0.0} and "cpp" not in asked)


def test_one_in_ten_is_explored_the_same_for_the_same_query() -> None:
    """Unknown engines get a place now and then; a query's further pages ask the same engines."""
    known = [make_profile(f"known{n}", ["cake"] * 50) for n in range(40)]
    slugs = [*(p.slug for p in known), "unknown"]
    broker = Broker(known)
    choices = [broker.choose(f"cake {n}", slugs, 10) for n in range(20)]
    assert all(len(c) == 10 for c in choices)
    assert sum(c[-1] == "unknown" for c in choices) > 6  # by chance: 1 in 32
    assert broker.choose("cake 1", slugs, 10) == choices[1]


@given(st.text(max_size=60), st.integers(1, 6))
def test_a_choice_is_a_subset_of_the_wanted_size(query: str, limit: int) -> None:
    """Whatever is asked, so many engines are chosen, none twice."""
    slugs = ["a", "cpp", "b", "cooking", "general"]
    chosen = Broker(PROFILES).choose(query, slugs, limit)
    assert len(set(chosen)) == len(chosen) == min(limit, 5)
    assert set(chosen) <= set(slugs)


def test_a_profile_survives_storing() -> None:
    """What is stored is read back."""
    assert EngineProfile.from_json(PROFILES[0].to_json()).replace(slug="cpp") == PROFILES[0]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"format": 2},
        {"format": 1, "records": 1, "word_count": 1},
        {"format": 1, "records": -1, "word_count": 1, "words": {}},
        {"format": 1, "records": 1, "word_count": 1, "words": {"a": "many"}},
        {"format": 1, "records": True, "word_count": 1, "words": {}},
        {"format": 1, "records": 1, "word_count": 1, "words": {"a" * 99: 1}},
    ],
)
def test_what_is_no_profile_is_refused(data: object) -> None:
    """A named error, not a broken broker."""
    with pytest.raises(DocumentError):
        EngineProfile.from_json(data)
