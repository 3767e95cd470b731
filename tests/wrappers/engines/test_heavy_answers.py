"""Answers of any weight: light ones are read on the event loop, heavy ones in a process."""

import asyncio
import time
from typing import Any

import pytest

from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page, PageTooHeavyError
from discovery.web.local_delay import LocalDelay, LoopDelay
from discovery.web.response import Response
from evaluation.speed.engines import simple_no_result_page, simple_page
from evaluation.speed.heavy_pages import QUERY, SHAPES, page
from evaluation.speed.search_speed import learn
from wrappers.engines import answer_reading, page_processes
from wrappers.engines.answer_reading import PageReading
from wrappers.engines.page_processes import PageProcesses, ProcessEndedError
from wrappers.extraction.answers.classifying import MAX_RECORDS_KEPT, AnswerReader, ReadAnswer
from wrappers.extraction.no_result import NoResultSignature

pytestmark = pytest.mark.timed

ADDRESS = "http://127.0.0.1/search?q=river"


@pytest.fixture(scope="module")
def reader() -> AnswerReader:
    learned, signature = learn(simple_page, simple_no_result_page)
    return AnswerReader(learned.wrapper, NoResultSignature.from_json(signature))


async def read(
    processes: PageProcesses,
    reader: AnswerReader,
    body: bytes,
    seconds: float = 30.0,
    owner: str = "one",
) -> tuple[ReadAnswer, Page | None]:
    response = Response(ADDRESS, 200, "text/html", {}, body)
    lost = LocalDelay(LoopDelay(), seconds)
    until = time.monotonic() + seconds
    return await PageReading(processes, owner, until, lost).answer(reader, response, QUERY, 1)


async def test_a_heavy_page_is_read_as_a_light_one_and_one_too_heavy_refused(processes, reader):
    light, its_page = await read(processes, reader, page(b"<p>x"))
    heavy, no_page = await read(processes, reader, page(b"<p>x" * 10_000))
    assert its_page is not None
    assert no_page is None
    assert heavy == light
    assert len(heavy.records) == 10
    reading, _ = await read(processes, reader, page(b"", records=MAX_RECORDS_KEPT + 50))
    assert len(reading.records) == MAX_RECORDS_KEPT
    assert reading.count == MAX_RECORDS_KEPT + 50
    assert reading.records[0].title == "River 0"
    with pytest.raises(PageTooHeavyError, match="tags"):
        await read(processes, reader, page(b"<b>x</b>" * 300_000))
    with pytest.raises(PageTooHeavyError, match="no time"):
        await read(processes, reader, page(b"<p>x" * 10_000), seconds=0.0)


@pytest.mark.parametrize(
    "shape",
    ["links without records", "nested records", "attributes", "cut characters",
     "undeclared charset"],
)  # fmt: skip
async def test_what_would_stop_the_event_loop_is_read_elsewhere(
    processes, reader, shape, monkeypatch
):
    asked = []

    async def ask_process(*arguments: object, **_: object) -> dict[str, object]:
        asked.append(arguments)
        raise PageTooHeavyError("elsewhere")

    monkeypatch.setattr(PageReading, "ask_process", ask_process)
    with pytest.raises(PageTooHeavyError, match="elsewhere"):
        await read(processes, reader, SHAPES[shape](60_000))
    assert asked


@pytest.mark.parametrize("shape", SHAPES)
async def test_pages_of_every_shape_are_read(processes, reader, shape):
    reading, _ = await read(processes, reader, SHAPES[shape](3_000))
    assert isinstance(reading.reason, AnswerReason)


async def test_poison_of_one_engine_delays_no_other(processes, reader, monkeypatch):
    """Twenty searches at once over five engines, one of which sends what takes for ever."""
    monkeypatch.setattr(answer_reading, "READING_SECONDS", 0.02)
    poison = SHAPES["nested records"](900_000)
    ordinary = page(b"<p>x")

    async def ask(engine: int) -> ReadAnswer | None:
        body = ordinary if engine else poison
        try:
            return (await read(processes, reader, body, owner=f"engine-{engine}"))[0]
        except PageTooHeavyError:
            return None

    answers = await asyncio.gather(*(ask(engine) for _ in range(20) for engine in range(5)))
    for number, reading in enumerate(answers):
        if number % 5:
            assert len(reading.records) == 10
        else:
            assert reading is None


HTML = b"<b>x</b>" * 3_000
# A pattern of selectors that takes for ever on its page.
ENDLESS = {
    "task": "select",
    "selectors": {
        "results": "//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0]",
        "url": "a/@href",
        "title": ".",
    },
    "url": "http://a.example/",
    "content_type": "text/html",
}

SELECTED = {**ENDLESS, "selectors": {"results": "//b", "url": "a/@href", "title": "."}}


def submit(processes: PageProcesses, owner: str, document: dict[str, Any], seconds: float) -> Any:
    return processes.submit(owner, document, HTML, seconds, time.monotonic() + 90)


def test_an_engine_waits_for_its_own_pages_only(processes):
    endless = [submit(processes, "poison", ENDLESS, 2.0) for _ in range(3)]
    assert submit(processes, "other", SELECTED, 5.0).result(90) == {"selected": []}
    # At least the last of the three was not begun.
    assert endless[-1].cancel()


def test_no_more_wait_than_there_is_room_for(processes, monkeypatch):
    monkeypatch.setattr(page_processes, "MAX_WAITING_OF_ONE", 1)
    submit(processes, "poison", ENDLESS, 1.0)
    with pytest.raises(ProcessEndedError, match="too many"):
        for _ in range(3):
            submit(processes, "poison", ENDLESS, 1.0)


def test_a_request_that_takes_too_long_ends_and_the_next_is_answered(processes):
    late = processes.submit("one", ENDLESS, HTML, 5.0, time.monotonic())
    with pytest.raises(ProcessEndedError, match="no time"):
        late.result(90)
    endless = submit(processes, "one", ENDLESS, 0.3)
    with pytest.raises(ProcessEndedError, match="longer than"):
        endless.result(90)
    with pytest.raises(RuntimeError, match="exit code"):
        submit(processes, "one", {"task": "nothing of the kind"}, 5.0).result(90)
    assert submit(processes, "one", SELECTED, 5.0).result(90) == {"selected": []}
