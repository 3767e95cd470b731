"""The heartbeat of an event loop tells for how long it was busy."""

import asyncio
import time

from discovery.web.local_delay import BEAT, LoopDelay


async def test_a_stop_of_the_loop_is_measured_before_and_after_its_beat() -> None:
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
