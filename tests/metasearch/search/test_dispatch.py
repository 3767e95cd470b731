"""All engines at once, each within its deadline, none in silence."""

import asyncio
import threading
from contextlib import aclosing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from discovery.pages.outcomes import AnswerReason
from discovery.web.fetching import Fetcher
from metasearch.search import dispatch, results
from metasearch.search.preferences import SearchLink
from metasearch.search.results import ProgressiveResults, search_whole
from metasearch.search.search_request import understand_search
from metasearch.search.service import current_service
from tests.metasearch.engines import answers, engine, gives, hangs, records
from wrappers.engines.answer import Answer
from wrappers.engines.client import EngineClient

pytestmark = [pytest.mark.timed, pytest.mark.usefixtures("short_deadline")]


async def search(query, page=1):
    service = current_service()
    asked = await understand_search(service, SearchLink(query, page=page))
    return await search_whole(service, EngineClient(Fetcher()), asked)


def ask_all(engines):
    return current_service().ask(EngineClient(Fetcher()), engines.active, "words")


@pytest.mark.parametrize(
    ("total", "page", "has_next"), [(None, 1, True), (2, 1, False), (12, 1, True), (2, 2, True)]
)
async def test_what_one_page_shows_whole_has_no_next(engines, total, page, has_next):
    found = Answer("good", AnswerReason.RECORDS, 0.1, "", records("a", "b"), total)
    engines.add("good", answers(found))
    outcome = await search("words", page)
    assert outcome.has_next is has_next


async def test_who_leaves_early_leaves_nothing_running(engines):
    engines.add("late", hangs)
    engines.add("good", gives("good", *records("a")))
    before = asyncio.all_tasks()
    async with aclosing(ask_all(engines)) as coming:
        await anext(coming)
    assert asyncio.all_tasks() == before
    searching = asyncio.create_task(search("words"))
    await asyncio.sleep(0.02)
    searching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await searching
    assert asyncio.all_tasks() == before


async def test_very_many_records_are_merged_off_the_event_loop(engines, monkeypatch):
    threads = []

    def merge(*_):
        threads.append(threading.current_thread())
        return ()

    monkeypatch.setattr(results, "merge_answers", merge)
    engines.add("few", gives("few", *records("a", "b")))
    await search("words")
    assert threads.pop() is threading.main_thread()
    engines.add("many", gives("many", *records(*map(str, range(results.RECORDS_AT_ONCE)))))
    await search("words")
    assert threads.pop() is not threading.main_thread()


def answer(slug, *pages):
    reason = AnswerReason.RECORDS if pages else AnswerReason.NO_RESULT_PAGE
    return Answer(slug, reason, 0.1, records=tuple(records(*pages)))


async def slugs(*timed, at_once=False):
    async def ask(pause, slug):
        await asyncio.sleep(pause)
        return answer(slug)

    coming = dispatch.in_batches((ask(*each) for each in timed), at_once)
    return [[each.slug for each in batch] async for batch in coming]


@pytest.mark.parametrize(
    ("timed", "expected"),
    [
        ([], []),
        ([(0, "a")], [["a"]]),
        ([(0, "a"), (0, "b"), (0, "c")], [["a", "b", "c"]]),
        ([(0, "a"), (0.05, "b"), (0.07, "c"), (0.4, "d")], [["a"], ["b", "c"], ["d"]]),
    ],
)
async def test_answers_that_come_together_are_one_batch(timed, expected):
    assert await slugs(*timed) == expected
    assert await slugs(*timed, at_once=True) == ([[slug for _, slug in timed]] if timed else [])


async def test_the_first_batch_waits_a_little(monkeypatch):
    monkeypatch.setattr(dispatch, "FIRST_WAIT", 0.2)
    assert await slugs((0, "a"), (0.01, "b"), (0.7, "c")) == [["a", "b"], ["c"]]


async def test_a_fault_of_the_asking_is_not_swallowed_and_ends_the_others():
    async def failing():
        raise ZeroDivisionError

    before = asyncio.all_tasks()
    with pytest.raises(ZeroDivisionError):
        await anext(dispatch.in_batches((failing(), asyncio.sleep(600)), at_once=False))
    assert asyncio.all_tasks() == before


def unfold(limit, *steps):
    engines = [engine("one"), engine("two"), engine("three")]
    progress = ProgressiveResults(engines, "x", limit)
    return [progress.add(step) for step in steps], progress


def titles(numbered):
    return [each.folded.result.title for each in numbered]


def test_a_batch_brings_what_is_new_within_its_limit():
    (first, second), progress = unfold(9, [answer("one", "a", "b")], [answer("two", "b", "c")])
    assert (titles(first.fresh), titles(first.changed), first.order) == (
        ["Page a", "Page b"],
        [],
        (0, 1),
    )
    assert (titles(second.fresh), titles(second.changed)) == (["Page c"], ["Page b"])
    assert second.order == (1, 0, 2)
    assert progress.shown == 3
    assert [each.engine.slug for each in second.answered] == ["two"]
    engines = [engine("one"), engine("two"), engine("three"), engine("late")]
    progress = ProgressiveResults(engines, "x", 20)
    first = progress.add([answer("one", *"abcdefghijklmnop")])
    assert len(first.fresh) == 10
    second = progress.add([answer("two", *"abcdefghijklmnop"), answer("three")])
    assert titles(second.fresh) == [f"Page {name}" for name in "klmno"]
    last = progress.add([answer("late")])
    assert titles(last.fresh) == ["Page p"]
    assert progress.shown == 16
    engines = [engine("one"), engine("two")]
    progress = ProgressiveResults(engines, "x", 2, after=1)
    change = progress.add([answer("one", "a", "b", "c", "d"), answer("two", "a", "b")])
    assert titles(change.fresh) == ["Page b", "Page c"]
    assert (progress.shown, progress.places, progress.rest) == (2, 4, True)
    steps = ([answer("one", "a", "b")], [answer("two", "c", "d")], [answer("three", "d", "c")])
    (first, second, third), progress = unfold(2, *steps)
    assert titles(first.fresh) == ["Page a", "Page b"]
    assert titles(second.fresh) == ["Page c"]
    assert titles(third.fresh) == ["Page d"]
    assert len(third.order) == progress.shown == 4


@given(st.data(), st.integers(1, 4))
def test_parts_together_show_every_result(data, limit):
    """Whatever the batches of the first part were, no result stays out of reach."""
    engines = [engine("one"), engine("two"), engine("three")]
    pages = st.lists(st.sampled_from("abcdefgh"), min_size=0, max_size=6, unique=True)
    given_answers = [answer(each.slug, *data.draw(pages)) for each in engines]
    cut = data.draw(st.integers(0, 3))
    first = ProgressiveResults(engines, "x", limit)
    seen = {
        title
        for batch in (given_answers[:cut], given_answers[cut:])
        for title in titles(first.add(batch).fresh)
    }
    after, rest = limit, first.rest
    while rest:
        part = ProgressiveResults(engines, "x", limit, after=after)
        seen |= set(titles(part.add(given_answers).fresh))
        after, rest = after + limit, part.rest
    everything = {record.title for each in given_answers for record in each.records}
    assert seen == everything
