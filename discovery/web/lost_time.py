"""Time lost by us, not by whom we ask: in our own queue, or while the event loop is busy."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import aiohttp

from discovery.web.loop_delay import LoopDelay

# Share of its deadline that must have been an engine's own before it is called late. Guess: who
# has not answered in three quarters of it would not have in all of it.
FAIR_SHARE = 0.75


class Stage(StrEnum):
    """How far the asking for a page has come."""

    WAITING = "waiting"  # for the head of the answer
    BODY = "body"  # which comes
    TURN = "turn"  # waited for, to read what came
    READING = "reading"  # of a heavy page


class LostTime:
    """The seconds that one piece of work, to be done within `deadline`, has lost by us so far.

    `stage` is how far it has come: it tells who is late.
    """

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
        """Begin to wait for a connection of ours."""
        # Until it ends, a delay of the loop is part of the waiting.
        self._queued += self._delay.total - self._delay_before
        self._queued_since = asyncio.get_running_loop().time()

    def leave_queue(self) -> None:
        """End to wait for a connection of ours."""
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
        self._delay.note_turn(asyncio.get_running_loop().time() - since)
        try:
            yield
        finally:
            lock.release()

    def leave_out(self, lost_before: float) -> None:
        """Forget what was lost since `seconds` was `lost_before`: the deadline stood still."""
        self._queued -= self.seconds - lost_before


def trace_queue() -> aiohttp.TraceConfig:
    """Return what tells the `LostTime` that requests carry of their wait for a connection."""
    trace = aiohttp.TraceConfig()
    trace.on_connection_queued_start.append(_enter_queue)
    trace.on_connection_queued_end.append(_leave_queue)
    return trace


async def _enter_queue(session: aiohttp.ClientSession, context: SimpleNamespace, _: Any) -> None:
    context.trace_request_ctx.enter_queue()


async def _leave_queue(session: aiohttp.ClientSession, context: SimpleNamespace, _: Any) -> None:
    context.trace_request_ctx.leave_queue()
