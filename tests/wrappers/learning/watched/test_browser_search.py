"""A site that no program can ask: searched in a browser, of which no other engine has anything."""

import asyncio
import os
from collections.abc import Iterator
from typing import Any

import pytest

from discovery.connection.description import BrowserSearch
from discovery.connection.description_xml import from_xml
from discovery.models import EngineState
from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.rendering import browser_pool
from discovery.web.rendering.browser_pool import BrowserPool
from tests.discovery.web.rendering.test_rendering import browsers_of
from tests.wrappers.asking import answer_of, answers_of
from tests.wrappers.scripted_site import PACKED, matches, serve_scripted
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason
from wrappers.monitoring.checking import check_engine
from wrappers.operations.lifecycle import add_engine

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def address(settings: Any) -> Iterator[str]:
    with serve_scripted(PACKED) as found:
        settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = [found.split("/")[2]]
        settings.METASEARCH_BROWSER = ""
        yield found


def titles(answer: Answer) -> list[str]:
    return [record.title for record in answer.records]


def test_what_no_request_brings_is_searched_in_a_browser(address, settings):
    job = add_engine(address)
    engine = job.engine
    assert engine.state == EngineState.ACTIVE, (engine.reason, job.log)
    assert "searched in a browser" in engine.reason
    assert from_xml(engine.description.encode()).in_browser is BrowserSearch.SENT
    truth = [thing["title"] for thing in matches("water")]
    first, none = answers_of(engine, "water", "qzxwvkjhgf")
    second = answer_of(engine, "water", 2)
    assert (titles(first), titles(second)) == (truth[:10], truth[10:20])
    assert none.kind is AnswerKind.NO_RESULTS
    assert not browsers_of(os.getpid())

    assert check_engine(engine).kind == AnswerKind.RESULTS
    settings.METASEARCH_BROWSER = "off"
    answer = answer_of(engine, "water")
    assert answer.reason is AnswerReason.NO_BROWSER
    assert "METASEARCH_BROWSER" in answer.detail
    seen: list[Any] = []
    assert check_engine(engine, seen.append).after == EngineState.ACTIVE
    assert "METASEARCH_BROWSER" in seen[0]["outcome"]


def test_more_searches_than_browsers_can_do_are_refused_by_name(address, monkeypatch):
    monkeypatch.setattr(browser_pool, "BROWSERS", 1)
    monkeypatch.setattr(browser_pool, "MAX_WAITING", 1)
    pool = BrowserPool()

    async def search_thrice() -> list[Any]:
        searches = (
            pool.search(address, "castle", BrowserSearch.SENT, 1, seconds=40) for _ in range(3)
        )
        return await asyncio.gather(*searches, return_exceptions=True)

    try:
        found = asyncio.run(search_thrice())
    finally:
        pool.end()
    refused = [each for each in found if isinstance(each, FetchError)]
    assert [each.reason for each in refused] == [FetchFailure.OVERLOADED]
    assert "busy" in str(refused[0])
    assert (
        sum(b"castle" in each.pages[0].body.lower() for each in found if each not in refused) == 2
    )
    assert not browsers_of(os.getpid())


def test_a_site_that_is_gone_is_named_as_such(settings):
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["127.0.0.1:9"]
    settings.METASEARCH_BROWSER = ""
    pool = BrowserPool()
    try:
        with pytest.raises(FetchError) as raised:
            asyncio.run(
                pool.search("http://127.0.0.1:9/", "fish", BrowserSearch.TYPED, 1, seconds=40)
            )
    finally:
        pool.end()
    assert raised.value.reason is FetchFailure.CONNECTION
