"""Answers kept for a short while; what is being asked just now is not asked twice."""

import asyncio
import threading
from contextlib import suppress
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import caches

from discovery.pages.outcomes import AnswerReason
from discovery.web.fetching import Fetcher
from metasearch.search import dispatch
from metasearch.search.dispatch import MAX_CACHED_LENGTH, AnswerCache, cache_key
from metasearch.search.service import current_service
from tests.metasearch.engines import FakeEngines, after, answers, engine, gives
from wrappers.engines.answer import Answer, AnswerSource, ReadyEngine
from wrappers.engines.client import EngineClient
from wrappers.extraction.records.record import ResultRecord

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timed]

RECORD = ResultRecord("https://site.example/1", "One", "About one.")
RESULTS = Answer("one", AnswerReason.RECORDS, 0.7, records=(RECORD,), total=1)


def key(query: str, page: int = 1, pause: float = 1.0, one: ReadyEngine | None = None) -> str:
    fetcher: Any = SimpleNamespace(pause_after=lambda _url: pause)
    return cache_key(fetcher, one or engine("one"), query, page)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    caches["answers"].clear()


async def keep(query: str, answer: Answer = RESULTS, pause: float = 1.0) -> None:
    await AnswerCache().keep({key(query, pause=pause): answer}, query)


async def found(own: str) -> Answer | None:
    async def nothing(waited: float) -> Any:
        return None

    return await AnswerCache().find_or_ask(own, nothing)


async def test_an_answer_is_given_again(settings):
    await keep("tea")
    assert await found(key("tea")) == replace(RESULTS, source=AnswerSource.REMEMBERED, seconds=0.0)
    # Another query, page, version, or an engine of our own network is asked.
    assert await found(key("tea ")) is None
    assert await found(key("tea", page=2)) is None
    assert await found(key("tea", one=replace(engine("one"), version=2))) is None
    assert await found(key("tea", one=replace(engine("one"), variant="language=de"))) is None
    assert key("tea", pause=0.0) == ""
    settings.ANSWERS_KEPT_FOR = 0
    assert key("tea") == "", "switched off"


@pytest.mark.parametrize(
    "answer",
    [
        replace(RESULTS, records=(RECORD.replace(snippet="x" * MAX_CACHED_LENGTH),)),
        replace(RESULTS, reason=AnswerReason.RECORDS_OF_CUT_PAGE),
        *(
            replace(RESULTS, reason=each)
            for each in AnswerReason
            if each.kind not in dispatch.CACHED_KINDS
        ),
    ],
)
async def test_huge_answers_and_failures_are_not_kept(answer):
    await keep("tea", answer)
    assert await found(key("tea")) is None


async def test_the_event_loop_does_not_wait_for_what_is_kept(monkeypatch):
    threads = []

    def look_through(answer: Answer, query: str) -> str:
        threads.append(threading.current_thread())
        return "teas"

    monkeypatch.setattr(dispatch, "proposed_query", look_through)
    await keep("tea")
    answer = await found(key("tea"))
    assert answer and answer.suggestion == "teas"
    assert threads
    assert threading.main_thread() not in threads


async def test_a_page_reloaded_asks_no_engine_again(engines, async_client, settings):
    settings.ANSWERS_KEPT_FOR = 60
    engines.add("one", gives("one", RECORD))
    engines.add("two", answers(Answer("two", AnswerReason.SERVER_ERROR, 0.1, "out of order")))
    first = await async_client.get("/api/v1/search?q=tea")
    await current_service().finish()
    second = await async_client.get("/api/v1/search?q=tea")
    assert first.json()["results"] == second.json()["results"] != []
    assert [slug for slug, _, _ in engines.asked] == ["one", "two", "two"]


@pytest.fixture
def client(settings: Any) -> EngineClient:
    settings.ANSWERS_KEPT_FOR = 60
    return EngineClient(Fetcher())


async def search(engines: FakeEngines, client: EngineClient, query: str = "tea") -> list[Answer]:
    coming = current_service().ask(client, engines.active, query)
    return [answer async for batch in coming for answer in batch]


async def test_searches_for_the_same_at_once_ask_once(engines, client):
    engines.add("one", after(0.05, gives("one", RECORD)))
    first, second, other = await asyncio.gather(
        search(engines, client), search(engines, client), search(engines, client, "rice")
    )
    assert [query for _, query, _ in engines.asked] == ["tea", "rice"]
    assert first[0].records == second[0].records == other[0].records == (RECORD,)
    sources = [answers[0].source for answers in (first, second, other)]
    assert sources == [AnswerSource.ASKED, AnswerSource.REMEMBERED, AnswerSource.ASKED]
    await current_service().finish()


async def test_who_leaves_takes_the_answer_from_nobody(engines, client):
    asked, opened = asyncio.Event(), asyncio.Event()

    async def waits(query: str, page: int) -> Answer:
        asked.set()
        await opened.wait()
        return RESULTS

    engines.add("one", waits)
    searches = [asyncio.create_task(search(engines, client)) for _ in range(3)]
    await asked.wait()
    await asyncio.sleep(0.05)
    # One that waits for another's answer, and then the one that asks.
    for leaving in (searches[1], searches[0]):
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
    opened.set()
    answers = await searches[2]
    assert (answers[0].records, answers[0].source) == ((RECORD,), AnswerSource.ASKED)
    assert len(engines.asked) == 2
    await current_service().finish()
