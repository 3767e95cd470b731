"""Engines are profiled from their sample pages, and chosen by their profiles."""

from typing import Any

import pytest
from django.utils import timezone

from discovery.models import Engine
from discovery.pages import parse_page
from discovery.states import EngineState
from metasearch import profiling
from metasearch.models import StoredProfile
from tests.metasearch.engines import engine as ready
from wrappers.extraction import wrapper_to_json
from wrappers.induction import SamplePage as Sample
from wrappers.induction import learn_wrapper
from wrappers.models import LearningJob, SamplePage, SampleRole, WrapperVersion

PAGE = "<html><body><h1>Found</h1><ul>{}</ul><p><a href='/'>Home</a></p></body></html>"
RECORD = "<li><a href='/doc/{0}-{1}'>{0} part {1}</a><p>All about {0}, number {1}.</p></li>"
ADDRESS = "http://one.example/search"


def result_page(*words: str) -> bytes:
    """Return a page of records about each of `words`."""
    records = [RECORD.format(word, number) for word in words for number in range(4)]
    return PAGE.format("".join(records)).encode()


@pytest.fixture
def version(db: Any) -> WrapperVersion:
    """An engine in use that was learned from two pages."""
    bodies = [result_page("vector", "iterator"), result_page("template", "vector")]
    learned = learn_wrapper([Sample(parse_page(body, ADDRESS), "part") for body in bodies])
    engine = Engine.objects.create(
        slug="one", name="One", home_url="http://one.example/", state=EngineState.ACTIVE
    )
    version = WrapperVersion.objects.create(
        engine=engine,
        number=1,
        wrapper=wrapper_to_json(learned.wrapper),
        description="",
        formula="",
        inducer="",
        support=2,
        reason="test",
        is_active=True,
    )
    job = LearningJob.objects.create(engine=engine, finished_at=timezone.now())
    for body in bodies:
        SamplePage.objects.create(
            job=job,
            version=version,
            role=SampleRole.RESULTS,
            query="part",
            url=ADDRESS,
            content_type="text/html",
            body=SamplePage.compress(body),
        )
    return version


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
