"""All engines at once, each within its deadline, none in silence."""

import asyncio
import threading
import time
from contextlib import aclosing

import pytest

from discovery.web.fetching import Fetcher
from metasearch.search import dispatch
from tests.metasearch.engines import answers, crashes, gives, hangs, records
from wrappers.engines.answer import Answer
from wrappers.engines.client import EngineClient
from wrappers.extraction.answers.kinds import AnswerKind, AnswerReason


@pytest.fixture(autouse=True)
def short_deadline(settings, monkeypatch):
    settings.ENGINE_DEADLINE = 0.2
    monkeypatch.setattr(dispatch, "GRACE", 0.05)


def kinds(outcome):
    return {answered.engine.slug: answered.answer.kind for answered in outcome.answers}


async def ask_and_gather(engines, query, page=1):
    answers = dispatch.ask_engines(EngineClient(Fetcher()), engines, query, page)
    return await dispatch.gather_outcome(answers, engines, query, page)


async def test_one_answer_for_every_engine_in_the_order_asked(engines):
    engines.add("late", hangs)
    engines.add("good", gives("good", *records("a", "b")))
    engines.add("empty", gives("empty"))
    engines.add("faulty", crashes)
    engines.add("broken", answers(Answer("broken", AnswerReason.NOT_UNDERSTOOD, 0.1, "no records")))
    started = time.monotonic()
    outcome = await ask_and_gather(engines.active, "words", 3)
    assert time.monotonic() - started < 2
    assert list(kinds(outcome)) == ["late", "good", "empty", "faulty", "broken"]
    assert kinds(outcome) == {
        "late": AnswerKind.TIMEOUT,
        "good": AnswerKind.RESULTS,
        "empty": AnswerKind.NO_RESULTS,
        "faulty": AnswerKind.ERROR,
        "broken": AnswerKind.BROKEN,
    }
    assert [result.title for result in outcome.results] == ["Page a", "Page b"]
    assert (outcome.query, outcome.page, outcome.has_next) == ("words", 3, True)
    assert set(engines.asked) == {(slug, "words", 3) for slug in kinds(outcome)}


@pytest.mark.parametrize(
    ("total", "page", "has_next"), [(None, 1, True), (2, 1, False), (12, 1, True), (2, 2, True)]
)
async def test_what_one_page_shows_whole_has_no_next(engines, total, page, has_next):
    found = Answer("good", AnswerReason.RECORDS, 0.1, "", records("a", "b"), total)
    engines.add("good", answers(found))
    outcome = await ask_and_gather(engines.active, "words", page)
    assert outcome.has_next is has_next


async def test_a_hanging_engine_delays_nobody(engines):
    engines.add("late", hangs)
    engines.add("good", gives("good", *records("a")))
    started = time.monotonic()
    arrivals = [
        (answer.slug, time.monotonic() - started)
        async for answer in dispatch.ask_engines(EngineClient(Fetcher()), engines.active, "words")
    ]
    assert [slug for slug, _ in arrivals] == ["good", "late"]
    assert arrivals[0][1] < 0.2
    assert 0.2 <= arrivals[1][1] < 2


async def test_a_fault_of_ours_is_logged_without_the_query(engines, caplog):
    engines.add("faulty", crashes)
    outcome = await ask_and_gather(engines.active, "private question")
    assert "faulty" in caplog.messages[0]
    assert "private question" not in caplog.messages[0]
    assert "ZeroDivisionError" in caplog.text
    assert "log" in outcome.answers[0].answer.detail


async def test_who_leaves_early_leaves_nothing_running(engines):
    engines.add("late", hangs)
    engines.add("good", gives("good", *records("a")))
    before = asyncio.all_tasks()
    coming = dispatch.ask_engines(EngineClient(Fetcher()), engines.active, "words")
    async with aclosing(coming):
        async for _ in coming:
            break
    assert asyncio.all_tasks() == before
    search = asyncio.create_task(ask_and_gather(engines.active, "words"))
    await asyncio.sleep(0.02)
    search.cancel()
    with pytest.raises(asyncio.CancelledError):
        await search
    assert asyncio.all_tasks() == before


async def test_one_engine_alone_stays_in_page_order_with_its_repetitions(engines):
    engines.add("good", gives("good", *records("a", "b", "a"), total=3))
    outcome = await ask_and_gather(engines.active, "b")
    assert [result.title for result in outcome.results] == ["Page a", "Page b", "Page a"]
    assert [result.engines[0].position for result in outcome.results] == [1, 2, 3]


async def test_very_many_records_are_merged_off_the_event_loop(engines, monkeypatch):
    threads = []

    def merge(*_):
        threads.append(threading.current_thread())
        return ()

    monkeypatch.setattr(dispatch, "merge_answers", merge)
    engines.add("few", gives("few", *records("a", "b")))
    await ask_and_gather(engines.active, "words")
    assert threads.pop() is threading.main_thread()
    engines.add("many", gives("many", *records(*map(str, range(dispatch.RECORDS_AT_ONCE)))))
    await ask_and_gather(engines.active, "words")
    assert threads.pop() is not threading.main_thread()
