"""Delays of our own: of the event loop and our queue, counted apart from the engine's time."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import aiohttp

# Seconds from one beat to the next. Guess: short beside any deadline, and twenty wake-ups a second
# cost nothing that could be measured.
BEAT = 0.05
# What a beat counts for in the recent delay: that of the last ten makes up nine tenths of it.
WEIGHT = 0.2
# What a wait for a turn counts for beside a delay: a search meets the one once, the other often.
TURN_SHARE = 0.2


class LoopDelay:
    """Measures, by a heartbeat, for how long the running event loop has been busy.

    `total` are the seconds by which all beats so far were late, those of a beat overdue included:
    of two readings the difference is what the loop kept everybody waiting between them. `on_beat`
    is told of every delay.
    """

    def __init__(self) -> None:
        self.on_beat: Callable[[float], None] | None = None
        # Held by who does on the loop what takes long: of many things that come at once each is
        # done in a turn of its own, and others go between.
        self.turns = asyncio.Lock()
        self._recent = 0.0
        self.turn = 0.0
        self._sum = 0.0
        self._due = 0.0
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._due = asyncio.get_running_loop().time() + BEAT
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        if self._beating is not None:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
            self._beating = None

    @property
    def recent(self) -> float:
        """Seconds by which the loop is late of late: one stop alone does little to it."""
        return max(self._recent, TURN_SHARE * self.turn)

    @property
    def total(self) -> float:
        return self._sum + self._overdue()

    def _overdue(self) -> float:
        if self._beating is None:
            return 0.0
        return max(0.0, asyncio.get_running_loop().time() - self._due)

    async def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            self._due = loop.time() + BEAT
            await asyncio.sleep(BEAT)
            late = self._overdue()
            self._sum += late
            self._recent += WEIGHT * (late - self._recent)
            self.turn *= 1 - WEIGHT
            if self.on_beat is not None:
                self.on_beat(late)


# Share of its deadline that must have been an engine's own before it is called late. Guess: who
# has not answered in three quarters of it would not have in all of it.
FAIR_SHARE = 0.75


class Stage(StrEnum):
    """How far the asking for a page has come."""

    WAITING = "waiting"  # for the head of the answer
    BODY = "body"  # which comes
    TURN = "turn"  # waited for, to read what came
    READING = "reading"  # of a heavy page


class LocalDelay:
    """The seconds that one piece of work, to be done within `deadline`, has lost by us so far."""

    def __init__(self, delay: LoopDelay, deadline: float) -> None:
        self._delay = delay
        self.deadline = deadline
        self._delay_before = delay.total
        self._queued = 0.0
        self._queued_since: float | None = None
        self.stage = Stage.WAITING

    @property
    def seconds(self) -> float:
        """Seconds lost: waiting for a connection of ours, and else by delays of the event loop."""
        if self._queued_since is not None:
            return self._queued + asyncio.get_running_loop().time() - self._queued_since
        return self._queued + self._delay.total - self._delay_before

    @property
    def is_fair(self) -> bool:
        """Whether whoever was asked had its time: what is not done by then is its own delay."""
        return self.deadline - self.seconds >= FAIR_SHARE * self.deadline

    def enter_queue(self) -> None:
        # Until it ends, a delay of the loop is part of the waiting.
        self._queued += self._delay.total - self._delay_before
        self._queued_since = asyncio.get_running_loop().time()

    def leave_queue(self) -> None:
        if self._queued_since is not None:
            self._queued = self.seconds
            self._queued_since = None
            self._delay_before = self._delay.total

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn at the event loop, which is lost time, and hold it."""
        lock = self._delay.turns
        self.stage = Stage.TURN
        self.enter_queue()
        since = asyncio.get_running_loop().time()
        try:
            await lock.acquire()
        finally:
            self.leave_queue()
        self._delay.turn = max(self._delay.turn, asyncio.get_running_loop().time() - since)
        try:
            yield
        finally:
            lock.release()

    def leave_out(self, lost_before: float) -> None:
        """Forget what was lost since `seconds` was `lost_before`: the deadline stood still."""
        self._queued -= self.seconds - lost_before


def trace_queue() -> aiohttp.TraceConfig:
    """Return what tells the `LocalDelay` that requests carry of their wait for a connection."""
    trace = aiohttp.TraceConfig()
    trace.on_connection_queued_start.append(_enter_queue)
    trace.on_connection_queued_end.append(_leave_queue)
    return trace


async def _enter_queue(session: aiohttp.ClientSession, context: SimpleNamespace, _: Any) -> None:
    context.trace_request_ctx.enter_queue()


async def _leave_queue(session: aiohttp.ClientSession, context: SimpleNamespace, _: Any) -> None:
    context.trace_request_ctx.leave_queue()
