"""Admission: how many searches a process takes on at once, and the threads beside the loop.

Django gives every request a thread of its own as soon as something in it is not asynchronous. Made
and ended for each request, threads take a tenth of the time of a search.

A search that cannot be answered within an engine's deadline helps nobody, and takes time from those
that can: it is refused at once.
"""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from enum import StrEnum

from asgiref.sync import ThreadSensitiveContext


class RequestThreads:
    """The threads of one event loop: each serves one request at a time, the last used first."""

    def __init__(self) -> None:
        self._idle: list[ThreadPoolExecutor] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Have all synchronous parts of the request served here run on one thread."""
        executor = self._idle.pop() if self._idle else ThreadPoolExecutor(1, "request")
        try:
            async with ThreadSensitiveContext(executor=executor):
                yield
        finally:
            self._idle.append(executor)

    def end(self) -> None:
        while self._idle:
            self._idle.pop().shutdown(wait=False)


# Mean delay of the event loop, in seconds, above which no search is taken on. A search waits for
# the loop some fifteen times from its first byte to its last: at this delay, a third of a deadline.
MAX_DELAY = 0.2
# Seconds over which the searches taken on are counted.
BURST_SECONDS = 1.0
# Searches that begin within that time, while it is not known what they cost. Measured: a process
# does some sixty of ten engines a second where it has a processor for itself.
FIRST_BURST = 20
# The burst grows and shrinks by these while the event loop keeps up, or does not.
GROWTH, SHRINKING = 1.2, 0.8
LEAST_BURST, MOST_BURST = 5, 400


class Verdict(StrEnum):
    ADMITTED = "admitted"
    TOO_MANY = "too_many"
    TOO_BUSY = "too_busy"


class Admission:
    """The door of one event loop.

    At most `most` searches are under way. While the loop is late, by the `delay` of late, fewer are
    let in each second, while it is not, more. `count` is told every verdict.
    """

    def __init__(self, most: int, delay: Callable[[], float], count: Callable[[str], None]) -> None:
        self.running = 0
        self._most = most
        self._delay = delay
        self._count = count
        self._burst = float(FIRST_BURST)
        self._since = time.monotonic()
        # Searches let in since then.
        self._begun = 0

    @contextmanager
    def search(self) -> Iterator[bool]:
        """Take on a search, or not (False); it holds its place while inside."""
        verdict = self._judge()
        self._count(verdict)
        is_admitted = verdict is Verdict.ADMITTED
        self.running += is_admitted
        self._begun += is_admitted
        try:
            yield is_admitted
        finally:
            self.running -= is_admitted

    def _judge(self) -> Verdict:
        delay = self._delay()
        if time.monotonic() - self._since >= BURST_SECONDS:
            self._adapt(delay)
        if self.running >= self._most:
            return Verdict.TOO_MANY
        # Searches one after the other are never too many, however fast they are.
        is_burst = self._begun >= self._burst and self.running >= LEAST_BURST
        if delay > MAX_DELAY or is_burst:
            return Verdict.TOO_BUSY
        return Verdict.ADMITTED

    def _adapt(self, delay: float) -> None:
        if delay > MAX_DELAY:
            self._burst = max(LEAST_BURST, self._burst * SHRINKING)
        elif self._begun >= self._burst / 2:
            self._burst = min(MOST_BURST, self._burst * GROWTH)
        self._begun, self._since = 0, time.monotonic()
