"""What is being asked just now is not asked twice."""

import asyncio
from contextlib import suppress
from typing import Any, cast

import pytest
from django.core.cache import caches

from discovery.web.fetching import Fetcher
from metasearch.search.answer_cache import ask_with_cache
from metasearch.search.service import current_service
from tests.metasearch.engines import FakeEngines, after, gives
from wrappers.engines.answer import Answer, AnswerSource
from wrappers.engines.client import EngineClient
from wrappers.extraction.records.record import ResultRecord

pytestmark = pytest.mark.django_db(transaction=True)

RECORD = ResultRecord("https://site.example/1", "One", "About one.")


@pytest.fixture
def client(settings: Any) -> EngineClient:
    settings.ANSWERS_KEPT_FOR = 60
    caches["answers"].clear()
    return EngineClient(Fetcher())


async def search(engines: FakeEngines, client: EngineClient, query: str = "tea") -> list[Answer]:
    coming = ask_with_cache(current_service(), client, engines.active, query)
    return [answer async for answer in coming]


async def test_searches_for_the_same_at_once_ask_once(
    engines: FakeEngines, client: EngineClient
) -> None:
    engines.add("one", after(0.05, gives("one", RECORD)))
    first, second, other = await asyncio.gather(
        search(engines, client), search(engines, client), search(engines, client, "rice")
    )
    assert [query for _, query, _ in engines.asked] == ["tea", "rice"]
    assert first[0].records == second[0].records == other[0].records == (RECORD,)
    sources = [answers[0].source for answers in (first, second, other)]
    assert sources == [AnswerSource.ASKED, AnswerSource.REMEMBERED, AnswerSource.ASKED]
    await current_service().finish()


async def test_who_leaves_takes_the_answer_from_nobody(
    engines: FakeEngines, client: EngineClient
) -> None:
    engines.add("one", after(0.05, gives("one", RECORD)))
    searches = [asyncio.create_task(search(engines, client)) for _ in range(3)]
    await asyncio.sleep(0.02)
    # One that waits for another's answer, and then the one that asks.
    for leaving in (searches[1], searches[0]):
        leaving.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
    answers = await searches[2]
    assert (answers[0].records, answers[0].source) == ((RECORD,), AnswerSource.ASKED)
    assert len(engines.asked) == 2
    await current_service().finish()


async def test_engines_of_our_own_network_are_asked_by_each(
    engines: FakeEngines, client: EngineClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cast(Fetcher, client.fetcher), "pause_after", lambda url: 0.0)
    engines.add("one", after(0.02, gives("one", RECORD)))
    await asyncio.gather(search(engines, client), search(engines, client))
    assert len(engines.asked) == 2
