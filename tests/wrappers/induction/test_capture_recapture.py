"""Sizes of populations from samples of them."""

import random

from hypothesis import given
from hypothesis import strategies as st

from wrappers.induction.probing import chapman_estimate, estimate_size


@given(st.lists(st.sets(st.sampled_from("abcdefgh")), max_size=8))
def test_an_estimate_is_never_less_than_what_was_seen(samples: list[set[str]]) -> None:
    size = estimate_size(samples)
    seen = set().union(*samples)
    assert size is None or size >= len(seen)


def test_samples_that_agree_have_seen_all_and_one_tells_nothing() -> None:
    assert estimate_size([set("abc"), set("abc")]) == 3
    assert chapman_estimate(50, 50, 50) == 50
    for samples in ([], [set()], [set("a")], [set("a"), set()]):
        assert estimate_size(samples) is None


def test_random_samples_come_near() -> None:
    generator = random.Random(4)
    members = [str(number) for number in range(1000)]
    samples = [set(generator.sample(members, 60)) for _ in range(10)]
    size = estimate_size(samples)
    assert size is not None and 850 < size < 1150
