"""What was read from the database last: used again for a moment, and while the database is away."""

import logging
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError

logger = logging.getLogger(__name__)

T = TypeVar("T")

# What Django raises where the database does not answer.
DATABASE_AWAY = (InterfaceError, OperationalError)
# Seconds after which a database that did not answer is tried again. Trying may take as long as the
# pool waits for a connection, and one search of all pays for it.
RETRY_SECONDS = 2.0


class LastKnown(Generic[T]):
    """A value that is read from the database at most once in `seconds`.

    An empty one is read again each time where `keeps_empty` is false: what is added first is there
    at once. `is_stale` tells that the database did not answer when it was last tried.
    """

    def __init__(self, read: Callable[[], T], seconds: float, keeps_empty: bool = True) -> None:
        self._read = read
        self._seconds = seconds
        self._keeps_empty = keeps_empty
        self._until = 0.0
        self._value: T | None = None
        self.is_stale = False

    async def get(self) -> T:
        """Return the value as it is, or as it was when the database last answered.

        Raises Django's `OperationalError` or `InterfaceError` where nothing was ever read.
        """
        is_kept = self._value or self._keeps_empty or self.is_stale
        if self._value is not None and is_kept and time.monotonic() < self._until:
            return self._value
        try:
            self._value = await sync_to_async(self._read)()
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
