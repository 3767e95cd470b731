"""Turns at a host that all processes of an installation take one after the other.

What is shared stands in Django's cache, one value a host: when it may be asked next, as seconds
since 1970. While the cache is away each process keeps the pauses for itself alone.
"""

import asyncio
import hashlib
import logging
import random
import time
from collections.abc import Callable

from django.core.cache import cache
from django.db import connection

logger = logging.getLogger(__name__)

# Longest that a host is waited for: beyond it, a crawl would never end. Guess.
MAX_DELAY = 30.0
# Seconds after which the lock of a process that died is another's. It is held for milliseconds.
LOCK_LIFETIME = 5
# Seconds until a lock that is held is tried again, at most.
LOCK_PAUSE = 0.05
# Seconds that a value outlives its use: the database's cache cuts lifetimes to whole seconds.
MARGIN = 10.0
# Seconds that the cache may take, and for which it is left alone once it did not answer.
CACHE_DEADLINE = 3.0
CACHE_REST = 30.0


class SharedTurns:
    """The turns of one process among all of them. For one event loop."""

    def __init__(self) -> None:
        self._away_until = 0.0

    async def take(self, host: str, delay: float) -> None:
        """Wait until `host` may be asked, and let nobody else ask it for `delay` seconds."""
        while delay > 0:
            wait = await self._ask_cache(take_turn, host, delay)
            if wait <= 0:
                return
            await asyncio.sleep(wait)

    async def postpone(self, host: str, seconds: float) -> None:
        """Let nobody ask `host` for `seconds`."""
        await self._ask_cache(put_off, host, seconds)

    async def _ask_cache(
        self, action: Callable[[str, float], float], host: str, seconds: float
    ) -> float:
        """Return what `action` says, 0 while the cache is away."""
        if time.monotonic() < self._away_until:
            return 0.0
        try:
            async with asyncio.timeout(CACHE_DEADLINE):
                return await asyncio.to_thread(_on_own_connection, action, host, seconds)
        except Exception as error:
            logger.warning("pauses are kept by each process alone for now: %s", error)
            self._away_until = time.monotonic() + CACHE_REST
            return 0.0


def take_turn(host: str, delay: float) -> float:
    """Take the turn at `host` if it has come and return 0; else return the seconds to wait.

    Who gives up while waiting has taken nothing.
    """
    key = turn_key(host)
    wait = _seconds_left(key)
    if wait > 0:
        return wait
    if not cache.add(f"{key}:lock", 1, LOCK_LIFETIME):
        return random.uniform(LOCK_PAUSE / 2, LOCK_PAUSE)  # noqa: S311  no secret
    try:
        wait = _seconds_left(key)
        if wait <= 0:
            cache.set(key, time.time() + delay, delay + MARGIN)
    finally:
        cache.delete(f"{key}:lock")
    return max(wait, 0.0)


def put_off(host: str, seconds: float) -> float:
    """Put the next turn at `host` off by `seconds` at least; return 0."""
    key = turn_key(host)
    if _seconds_left(key) < seconds:
        cache.set(key, time.time() + seconds, seconds + MARGIN)
    return 0.0


def turn_key(host: str) -> str:
    """Return the key under which a host's next turn is kept: a host may hold any character."""
    return f"politeness:{hashlib.sha256(host.encode()).hexdigest()[:32]}"


def _seconds_left(key: str) -> float:
    """Return in how many seconds the turn comes; a clock set back does not stop us for long."""
    turn: float = cache.get(key, 0.0)
    return min(turn - time.time(), MAX_DELAY)


def _on_own_connection(action: Callable[[str, float], float], host: str, seconds: float) -> float:
    """Do `action` on a thread, whose database connection nobody else would close."""
    try:
        return action(host, seconds)
    finally:
        connection.close()
