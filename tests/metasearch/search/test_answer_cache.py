"""Answers kept for a short while."""

import threading
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache

from metasearch.search import answer_cache
from metasearch.search.answer_cache import MAX_CACHED_LENGTH, AnswerCache
from metasearch.search.service import current_service
from tests.metasearch.engines import FakeEngines, answers, engine, gives
from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine
from wrappers.extraction.answers.kinds import AnswerReason
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.django_db(transaction=True)

RECORD = ResultRecord("https://site.example/1", "One", "About one.")
RESULTS = Answer("one", AnswerReason.RECORDS, 0.7, records=(RECORD,), total=1)


class Politeness:
    """A fetcher that leaves `pause` seconds between the requests to any host."""

    def __init__(self, pause: float) -> None:
        self.pause = pause

    def pause_after(self, url: str) -> float:
        """Stand in for `Fetcher.pause_after`."""
        return self.pause


def kept_for(query: str, page: int = 1, pause: float = 1.0) -> AnswerCache:
    fetcher: Any = Politeness(pause)
    return AnswerCache(fetcher, query, page)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    caches["answers"].clear()


async def found(answers: AnswerCache, one: ReadyEngine | None = None) -> list[Answer]:
    return list(answers.find([one or engine("one")]).values())


async def test_an_answer_is_given_again(settings: Any) -> None:
    await kept_for("tea").keep([engine("one")], [RESULTS])
    assert await found(kept_for("tea")) == [
        replace(RESULTS, source=AnswerSource.REMEMBERED, seconds=0.0)
    ]
    # Another query, page, version, or an engine of our own network is asked.
    assert await found(kept_for("tea ")) == []
    assert await found(kept_for("tea", page=2)) == []
    assert await found(kept_for("tea"), replace(engine("one"), version=2)) == []
    assert await found(kept_for("tea", pause=0.0)) == []
    settings.ANSWERS_KEPT_FOR = 0
    assert await found(kept_for("tea")) == [], "switched off"


async def test_huge_answers_and_those_of_our_own_network_are_not_kept() -> None:
    huge = replace(RESULTS, records=(RECORD.replace(snippet="x" * MAX_CACHED_LENGTH),))
    await kept_for("tea").keep([engine("one")], [huge])
    await kept_for("tea", pause=0.0).keep([engine("one")], [RESULTS])
    assert await found(kept_for("tea")) == []


@pytest.mark.parametrize(
    "reason", [each for each in AnswerReason if each.kind not in answer_cache.CACHED_KINDS]
)
async def test_failures_are_not_kept(reason: AnswerReason) -> None:
    await kept_for("tea").keep([engine("one")], [replace(RESULTS, reason=reason)])
    assert await found(kept_for("tea")) == []


async def test_what_is_kept_is_in_memory_alone() -> None:
    await kept_for("my secret illness").keep([engine("one")], [RESULTS])
    memory = caches["answers"]
    assert isinstance(memory, LocMemCache)
    assert memory._cache and "secret" not in str(list(memory._cache))


async def test_the_event_loop_does_not_wait_for_what_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads = []

    def look_through(answer: Answer, query: str) -> str:
        threads.append(threading.current_thread())
        return "teas"

    monkeypatch.setattr(answer_cache, "proposed_query", look_through)
    await kept_for("tea").keep([engine("one")], [RESULTS])
    assert [each.suggestion for each in await found(kept_for("tea"))] == ["teas"]
    assert threads
    assert threading.main_thread() not in threads


async def test_a_page_reloaded_asks_no_engine_again(
    engines: FakeEngines, async_client: Any, settings: Any
) -> None:
    settings.ANSWERS_KEPT_FOR = 60
    engines.add("one", gives("one", RECORD))
    engines.add("two", answers(Answer("two", AnswerReason.SERVER_ERROR, 0.1, "out of order")))
    first = await async_client.get("/api/v1/search?q=tea")
    await current_service().finish()
    second = await async_client.get("/api/v1/search?q=tea")
    assert first.json()["results"] == second.json()["results"] != []
    assert [slug for slug, _, _ in engines.asked] == ["one", "two", "two"]
