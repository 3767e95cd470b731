"""Threads for what a request does beside the event loop, kept from one request to the next.

Django gives every request a thread of its own as soon as something in it is not asynchronous. That
is so for the console's pages, the database, the end of any response. Made and ended for each
request, threads take a tenth of the time of a search, more with many users at once.
"""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

from asgiref.sync import ThreadSensitiveContext


class RequestThreads:
    """The threads of one event loop: each serves one request at a time, the last used first.

    There are as many as there were requests at once.
    """

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
        """End the threads that serve no request."""
        while self._idle:
            self._idle.pop().shutdown(wait=False)
