"""What was read from the database last: used again for a moment, and while the database is away."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.db import InterfaceError, OperationalError, connection

logger = logging.getLogger(__name__)

T = TypeVar("T")

# What Django raises where the database does not answer.
DATABASE_AWAY = (InterfaceError, OperationalError)
# Seconds after which a database that did not answer is tried again. Trying may take as long as the
# pool waits for a connection, and one search of all pays for it.
RETRY_SECONDS = 2.0
# Seconds that nobody waits longer for what is read again: ten thousand engines take many. Guess.
PATIENCE = 0.5


class LastKnown(Generic[T]):
    """A value that is read from the database at most once in `seconds`, by one reader at a time.

    Whoever asks while it is read waits for the reading under way; who leaves does not end it. What
    was known is used where a reading takes longer than `PATIENCE`. An empty value is read again
    each time where `keeps_empty` is false: what is added first is there at once. `is_stale` tells
    that the database did not answer when it was last tried.
    """

    def __init__(self, read: Callable[[], T], seconds: float, keeps_empty: bool = True) -> None:
        self._read = read
        self._seconds = seconds
        self._keeps_empty = keeps_empty
        self._until = 0.0
        self._value: T | None = None
        self._reading: asyncio.Task[T] | None = None
        self.is_stale = False

    async def get(self) -> T:
        """Return the value as it is, or as it was when the database last answered.

        Raises Django's `OperationalError` or `InterfaceError` where nothing was ever read.
        """
        is_kept = self._value or self._keeps_empty or self.is_stale
        if self._value is not None and is_kept and time.monotonic() < self._until:
            return self._value
        reading = self._reading_under_way()
        if self._value is not None:
            await asyncio.wait([reading], timeout=PATIENCE)
            if not reading.done():
                return self._value
        return await asyncio.shield(reading)

    def _reading_under_way(self) -> "asyncio.Task[T]":
        """Return the reading that runs on this event loop; begin one where there is none."""
        reading = self._reading
        loop = asyncio.get_running_loop()
        if reading is None or reading.done() or reading.get_loop() is not loop:
            reading = self._reading = loop.create_task(self._read_again())
        return reading

    async def _read_again(self) -> T:
        """Read the value; return the last known while the database is away."""
        try:
            # On a thread of its own: it may outlive the request, whose thread serves another then.
            async with ThreadSensitiveContext():
                self._value = await sync_to_async(self._read_in_thread)()
        except DATABASE_AWAY as error:
            if self._value is None:
                raise
            logger.warning("the database does not answer, the last known is used: %s", error)
            self.is_stale = True
            self._until = time.monotonic() + RETRY_SECONDS
        else:
            self.is_stale = False
            self._until = time.monotonic() + self._seconds
        return self._value

    def _read_in_thread(self) -> T:
        """Read on a thread that serves no request, whose connection nobody else would close."""
        try:
            return self._read()
        finally:
            if not connection.in_atomic_block:
                connection.close()
