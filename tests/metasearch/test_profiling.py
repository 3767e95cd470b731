"""Engines are profiled from their sample pages, and chosen by their profiles."""

from typing import Any

import pytest

from metasearch import profiling
from metasearch.models import StoredProfile
from tests.metasearch.engines import engine as ready
from tests.wrappers.stored_engine import store_engine
from wrappers.collection_engine import ReadyCollection
from wrappers.models import WrapperVersion


@pytest.fixture
def version(db: Any) -> WrapperVersion:
    """An engine in use that was learned from two pages."""
    return store_engine()


def test_a_profile_counts_each_sampled_record_once(version: WrapperVersion) -> None:
    assert profiling.profile_engines() == 1
    data = StoredProfile.objects.get(version=version).data
    # "vector" stands on both pages with the same four records.
    assert (data["records"], data["words"]["vector"], data["words"]["part"]) == (12, 4, 12)
    assert profiling.profile_engines() == 0


def test_many_engines_are_chosen_from_by_their_words(
    version: WrapperVersion, settings: Any
) -> None:
    settings.ENGINES_ASKED = 1
    engines = [ready("two"), ready("one"), ready("three")]
    profiling.profile_engines()
    assert [chosen.slug for chosen in profiling.choose_now(engines, "an Iterator")] == ["one"]


def test_collections_are_asked_besides(version: WrapperVersion, settings: Any) -> None:
    settings.ENGINES_ASKED = 1
    mine = ReadyCollection("mine", "Mine", "ACTIVE", "http://mine.example/", 1, collection_id=1)
    profiling.profile_engines()
    chosen = profiling.choose_now([mine, ready("two"), ready("one")], "iterator")
    assert [engine.slug for engine in chosen] == ["mine", "one"]


def test_a_wrapper_that_cannot_be_read_is_not_tried_again_and_again(
    version: WrapperVersion,
) -> None:
    WrapperVersion.objects.update(wrapper={})
    assert profiling.profile_engines() == 1
    assert StoredProfile.objects.get(version=version).data["records"] == 0
    assert profiling.profile_engines() == 0


async def test_few_engines_are_all_asked_without_a_look_at_profiles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(profiling, "load_broker", None)
    engines = (ready("two"), ready("one"))
    assert await profiling.choose_engines(engines, "anything") == engines


async def test_profiles_are_loaded_once_a_while(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    loaded = []
    original = profiling.Broker([])
    monkeypatch.setattr(profiling, "load_broker", lambda: loaded.append(1) or original)
    monkeypatch.setattr(profiling, "_made", None)
    settings.ENGINES_ASKED = 1
    for _ in range(3):
        assert len(await profiling.choose_engines((ready("two"), ready("one")), "word")) == 1
    assert loaded == [1]
    monkeypatch.setattr(profiling, "_made", (0.0, original))
    await profiling.choose_engines((ready("two"), ready("one")), "word")
    assert loaded == [1, 1]
