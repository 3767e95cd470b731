"""CORI by its formula, then what must hold for any profiles."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metasearch.brokering.broker import (
    ASSUMED_RECORDS,
    BASE,
    DEFAULT_BELIEF,
    SLOPE,
    CoriIndex,
    EngineProfile,
    make_profile,
)

PROFILES = st.lists(st.lists(st.text("abc ", max_size=8), max_size=6), min_size=1, max_size=8).map(
    lambda lists: [make_profile(f"e{n}", texts) for n, texts in enumerate(lists)]
)


def test_the_formula_worked_out_by_hand() -> None:
    """Two engines of equal length; only the first has the word, in half of its records."""
    first = make_profile("first", ["sort list", "map set"])
    second = make_profile("second", ["bread wine", "milk egg"])
    scores = CoriIndex([first, second]).scores(["sort"])
    frequency = ASSUMED_RECORDS / 2
    belief = DEFAULT_BELIEF + (1 - DEFAULT_BELIEF) * (frequency / (frequency + BASE + SLOPE)) * (
        math.log(2.5 / 1) / math.log(3)
    )
    assert scores == {"first": pytest.approx(belief)}


def test_a_rare_word_says_more_than_one_that_all_have() -> None:
    """With the word all have, and the word one has, the one that has the rare word wins."""
    profiles = [make_profile(f"e{n}", ["page " + "of all " * 3]) for n in range(9)]
    profiles.append(make_profile("rare", ["page xapian"]))
    scores = CoriIndex(profiles).scores(["page", "xapian"])
    assert max(scores, key=scores.__getitem__) == "rare"


def test_long_records_do_not_win_by_their_length() -> None:
    """Of two engines with the word in as many records, that of shorter records is more about it."""
    short = make_profile("short", ["xapian"] * 10)
    long = make_profile("long", ["xapian " + " ".join(f"w{n}" for n in range(50))] * 10)
    scores = CoriIndex([short, long, make_profile("other", ["bread"])]).scores(["xapian"])
    assert scores["short"] > scores["long"]


@given(PROFILES, st.lists(st.text("abc", min_size=1, max_size=3), max_size=4))
def test_scores_are_beliefs_of_engines_that_have_a_word(
    profiles: list[EngineProfile], words: list[str]
) -> None:
    """A score lies between the default belief and 1; only engines with a word have one."""
    scores = CoriIndex(profiles).scores(words)
    having = {p.slug for p in profiles if set(words) & set(p.record_frequencies)}
    assert set(scores) == having
    assert all(DEFAULT_BELIEF <= score <= 1 for score in scores.values())
