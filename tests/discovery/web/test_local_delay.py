"""Nobody is called late for time that was lost here; the heartbeat of the loop tells of it."""

import asyncio
import time

import pytest

from discovery.web import guard
from discovery.web.fetch_error import FetchError, FetchFailure
from discovery.web.fetching import Fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.local_delay import BEAT, LocalDelay, LoopDelay, Stage
from tests.discovery.web.hostile_server import HostileServer, hang

pytestmark = pytest.mark.timed

DEADLINE = 1.0


async def failure(fetcher: Fetcher, url: str) -> FetchFailure:
    with pytest.raises(FetchError) as raised:
        await fetcher.fetch(url, deadline=DEADLINE)
    return raised.value.reason


@pytest.fixture
def slow(server: HostileServer) -> HostileServer:
    server.handlers["/slow"] = hang
    return server


async def test_who_was_never_asked_for_want_of_a_connection_is_not_late(slow, monkeypatch):
    monkeypatch.setattr(guard, "MAX_CONNECTIONS_PER_HOST", 1)
    async with Fetcher(AllowedHosts.parse([slow.endpoint])) as fetcher:
        reasons = await asyncio.gather(*(failure(fetcher, slow.url("/slow")) for _ in range(2)))
    assert set(reasons) == {FetchFailure.TIMEOUT, FetchFailure.OVERLOADED}


async def test_who_could_not_be_heard_while_we_were_busy_is_not_late(slow, fetcher):
    asking = asyncio.create_task(failure(fetcher, slow.url("/slow")))
    await asyncio.sleep(BEAT)
    time.sleep(DEADLINE)  # noqa: ASYNC251  the loop is to stand still
    assert await asking is FetchFailure.OVERLOADED


async def test_a_wait_that_stops_the_clock_is_not_lost():
    delay = LoopDelay()
    delay.start()
    await asyncio.sleep(0)
    lost = LocalDelay(delay, 1.0)
    time.sleep(BEAT + 0.1)  # noqa: ASYNC251  the loop is to stand still
    before = lost.seconds
    assert before > 0.09
    time.sleep(0.1)  # noqa: ASYNC251  the loop is to stand still
    lost.leave_out(before)
    assert lost.seconds == pytest.approx(before, abs=0.02)
    await delay.stop()


async def test_a_busy_loop_and_a_full_queue_are_not_counted_twice():
    delay = LoopDelay()
    delay.start()
    await asyncio.sleep(0)
    began = asyncio.get_running_loop().time()
    lost = LocalDelay(delay, 1.0)
    lost.enter_queue()
    time.sleep(BEAT + 0.1)  # noqa: ASYNC251  the loop is to stand still
    lost.leave_queue()
    await asyncio.sleep(0.01)
    assert 0.1 < lost.seconds <= asyncio.get_running_loop().time() - began
    await delay.stop()


async def test_a_wait_for_a_turn_at_the_loop_is_lost_and_keeps_others_out():
    delay = LoopDelay()
    lost, lock = LocalDelay(delay, 1.0), delay.turns
    await lock.acquire()
    asyncio.get_running_loop().call_later(0.4, lock.release)
    async with lost.turn():
        assert lost.stage is Stage.TURN
    assert not lock.locked()
    assert lost.seconds > 0.3
    assert not lost.is_fair
    assert delay.recent > 0.06


# The heartbeat of an event loop tells for how long it was busy


async def test_a_stop_of_the_loop_is_measured_before_and_after_its_beat():
    delay = LoopDelay()
    beats: list[float] = []
    delay.on_beat = beats.append
    delay.start()
    await asyncio.sleep(0)
    before = delay.total
    time.sleep(BEAT + 0.2)  # noqa: ASYNC251  the loop is to stand still
    assert delay.total - before > 0.19
    await asyncio.sleep(0.01)
    assert max(beats) > 0.19
    assert delay.total - before > 0.19
    assert 0 < delay.recent < 0.19, "one stop is not the usual delay"
    await delay.stop()
    before = delay.total
    await asyncio.sleep(2 * BEAT)
    assert delay.total == before, "nothing is measured after its end"
