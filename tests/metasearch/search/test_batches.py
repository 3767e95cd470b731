"""Answers gathered into batches, and what each batch changes on the page."""

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metasearch.search import progressive_results
from metasearch.search.progressive_results import ProgressiveResults, batch_answers
from tests.metasearch.engines import engine, records
from wrappers.engines.answer import Answer
from wrappers.extraction.answers.kinds import AnswerReason


def answer(slug, *pages):
    reason = AnswerReason.RECORDS if pages else AnswerReason.NO_RESULT_PAGE
    return Answer(slug, reason, 0.1, records=tuple(records(*pages)))


async def coming(*timed):
    for pause, slug in timed:
        await asyncio.sleep(pause)
        yield answer(slug)


async def slugs(answers):
    return [[each.slug for each in batch] async for batch in batch_answers(answers)]


@pytest.mark.parametrize(
    ("timed", "expected"),
    [
        ([], []),
        ([(0, "a")], [["a"]]),
        ([(0, "a"), (0, "b"), (0, "c")], [["a", "b", "c"]]),
        ([(0, "a"), (0.05, "b"), (0.02, "c"), (0.3, "d")], [["a"], ["b", "c"], ["d"]]),
    ],
)
async def test_answers_that_come_together_are_one_batch(timed, expected):
    assert await slugs(coming(*timed)) == expected


async def test_batches_wait_as_long_as_answers_come_together(monkeypatch):
    started = time.monotonic()
    answers = batch_answers(coming((0, "a"), (0.05, "b")))
    times = [time.monotonic() - started async for _ in answers]
    assert times[0] < progressive_results.FIRST_WAIT + 0.03
    assert times[1] < 0.05 + 0.1
    names = [str(number) for number in range(40)]
    timed = [(0.013 if number % 7 == 0 else 0, name) for number, name in enumerate(names)]
    assert [slug for batch in await slugs(coming(*timed)) for slug in batch] == names
    monkeypatch.setattr(progressive_results, "FIRST_WAIT", 60)
    monkeypatch.setattr(progressive_results, "FIRST_PAUSE", 0.2)
    assert await slugs(coming((0, "a"), (0.01, "b"), (0.7, "c"))) == [["a", "b"], ["c"]]


async def test_a_fault_of_the_asking_is_not_swallowed_and_who_leaves_early_closes_it():
    async def failing():
        yield answer("a")
        raise ZeroDivisionError

    gathered = []
    with pytest.raises(ZeroDivisionError):
        async for batch in batch_answers(failing()):
            gathered += batch
    assert [each.slug for each in gathered] == ["a"]
    closed = []

    async def endless():
        try:
            while True:
                yield answer("a")
                await asyncio.sleep(0.01)
        finally:
            closed.append(True)

    before = asyncio.all_tasks()
    waiting = batch_answers(endless())
    await anext(waiting)
    await waiting.aclose()
    assert closed == [True]
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
