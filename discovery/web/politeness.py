"""Politeness of crawls: turns and pauses at a host, shared by all processes, and robots.txt.

What is shared stands in Django's cache, one value a host: when it may be asked next, as seconds
since 1970. While the cache is away each process keeps the pauses for itself alone.
"""

import asyncio
import hashlib
import logging
import random
import re
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from django.core.cache import cache
from django.db import connection
from protego import Protego
from yarl import URL

from discovery.pages.outcomes import AnswerReason
from discovery.web.fetch_error import FetchError
from discovery.web.web_address import SHOWN_LENGTH

logger = logging.getLogger(__name__)

Given = ParamSpec("Given")
T = TypeVar("T")

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


def take_turn(host: str, delay: float) -> float:
    """Take the turn at `host` if it has come and return 0; else return the seconds to wait."""
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
    # A host may hold any character.
    return f"politeness:{hashlib.sha256(host.encode()).hexdigest()[:32]}"


def _seconds_left(key: str) -> float:
    """Return in how many seconds the turn comes, 0 for one of before the clock was set back."""
    turn: float = cache.get(key, 0.0)
    left = turn - time.time()
    return left if left <= MAX_DELAY + MARGIN else 0.0


def on_own_connection(action: Callable[Given, T], *given: Given.args, **named: Given.kwargs) -> T:
    """Do `action` on a thread, whose database connection nobody else would close."""
    try:
        return action(*given, **named)
    finally:
        if not connection.in_atomic_block:
            connection.close()


# Seconds between two requests to one host. The custom of polite crawlers.
DEFAULT_DELAY = 1.0
# Requests under way at once to one host. Guess: one slow answer does not hold up the crawl.
MAX_PARALLEL = 2
# Hosts remembered; the longest unused are forgotten.
MAX_HOSTS = 10_000
# The name that robots.txt may call us by.
ROBOT_NAME = "metasearch"
# RFC 9309 section 2.5: a parser must read at least 500 KiB.
MAX_ROBOTS_BYTES = 512_000
# RFC 9309 section 2.4: not to be used for more than 24 hours.
ROBOTS_LIFETIME = 24 * 3600.0
# After a failure all is taken for forbidden (RFC 9309 section 2.3.1.4) this long. Guess.
ROBOTS_FAILURE_LIFETIME = 300.0
MAX_ROBOTS = 2_000
_USER_AGENT_LINE = re.compile(r"[ \t]*user[ -]?agent[ \t]*:?[ \t]*([^\r\n#]*)", re.IGNORECASE)
_ROBOT_TOKEN = re.compile(r"[a-z_-]+")

# Fetches robots.txt: (status, body), or raises FetchError.
RobotsSource = Callable[[str], Awaitable[tuple[int, bytes]]]


@dataclass(slots=True)
class _HostRate:
    """When the next request to a host may start, and how many may run at once."""

    next_start: float = 0.0
    starting: asyncio.Lock = field(default_factory=asyncio.Lock)
    running: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_PARALLEL))
    users: int = 0


class HostRateLimiter:
    """Spaces out the requests to each host, among all processes. For one event loop."""

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, _HostRate] = OrderedDict()
        self._cache_away_until = 0.0

    @asynccontextmanager
    async def turn(self, host: str, delay: float) -> AsyncIterator[None]:
        """Wait until `host` may be asked again, and hold one of its places while inside."""
        rate_limiter = self._hosts.setdefault(host, _HostRate())
        self._hosts.move_to_end(host)
        rate_limiter.users += 1
        try:
            async with rate_limiter.running:
                # Only who really starts moves the next start: one that gives up costs nothing.
                async with rate_limiter.starting:
                    await asyncio.sleep(rate_limiter.next_start - time.monotonic())
                    # Of all processes together.
                    while delay > 0:
                        wait = await self._ask_cache(take_turn, host, delay)
                        if wait <= 0:
                            break
                        await asyncio.sleep(wait)
                    rate_limiter.next_start = time.monotonic() + delay
                yield
        finally:
            rate_limiter.users -= 1
            self._forget()

    async def postpone(self, host: str, seconds: float) -> None:
        """Have `host` asked no sooner than in `seconds`, by whatever process: it said so."""
        rate_limiter = self._hosts.get(host)
        if rate_limiter is not None:
            seconds = min(seconds, MAX_DELAY)
            until = time.monotonic() + seconds
            rate_limiter.next_start = max(rate_limiter.next_start, until)
            await self._ask_cache(put_off, host, seconds)

    async def _ask_cache(
        self, action: Callable[[str, float], float], host: str, seconds: float
    ) -> float:
        """Return what `action` says, 0 while the cache is away."""
        if time.monotonic() < self._cache_away_until:
            return 0.0
        try:
            async with asyncio.timeout(CACHE_DEADLINE):
                return await asyncio.to_thread(on_own_connection, action, host, seconds)
        except Exception as error:
            logger.warning("pauses are kept by each process alone for now: %s", error)
            self._cache_away_until = time.monotonic() + CACHE_REST
            return 0.0

    def _forget(self) -> None:
        while len(self._hosts) > MAX_HOSTS:
            host, rate_limiter = next(iter(self._hosts.items()))
            if rate_limiter.users:
                return
            del self._hosts[host]


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What a robots.txt says, until `expires` (monotonic); with a `failure` nothing is allowed."""

    rules: Protego
    expires: float
    failure: FetchError | None = None

    def allows(self, url: str) -> bool:
        return self.failure is None and self.rules.can_fetch(url, ROBOT_NAME)

    @property
    def delay(self) -> float:
        asked = self.rules.crawl_delay(ROBOT_NAME)
        return DEFAULT_DELAY if asked is None else min(max(asked, DEFAULT_DELAY), MAX_DELAY)

    @property
    def sitemaps(self) -> tuple[str, ...]:
        return tuple(self.rules.sitemaps)


class Robots:
    """The robots.txt files of many sites, each fetched once and kept for a while."""

    def __init__(self, source: RobotsSource) -> None:
        self._source = source
        self._rules: OrderedDict[str, RobotsRules] = OrderedDict()
        self._under_way: dict[str, asyncio.Task[RobotsRules]] = {}

    def known(self, origin: str) -> RobotsRules | None:
        rules = self._rules.get(origin)
        return rules if rules is not None and rules.expires > time.monotonic() else None

    async def rules(self, origin: str) -> RobotsRules:
        known = self.known(origin)
        if known is not None:
            return known
        task = self._under_way.get(origin)
        if task is None:
            task = asyncio.create_task(self._read(origin))
            self._under_way[origin] = task
            task.add_done_callback(lambda _: self._under_way.pop(origin, None))
        # Of many that wait for it, one that gives up must not take the file from the others.
        return await asyncio.shield(task)

    async def close(self) -> None:
        tasks = tuple(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, origin: str) -> RobotsRules:
        rules = await self._fetch_rules(origin)
        self._rules[origin] = rules
        self._rules.move_to_end(origin)
        while len(self._rules) > MAX_ROBOTS:
            self._rules.popitem(last=False)
        return rules

    async def _fetch_rules(self, origin: str) -> RobotsRules:
        # RFC 9309 section 2.3.1: 4xx allows all, a failure nothing.
        try:
            status, body = await self._source(f"{origin}/robots.txt")
        except FetchError as error:
            if error.reason is not AnswerReason.REDIRECTS:
                return _unread(error)
            status, body = 404, b""
        if status >= 500:
            sentence = f"it is answered with status {status}; try again later."
            return _unread(FetchError(AnswerReason.ROBOTS_TXT, sentence))
        text = body.decode("utf-8", "replace") if 200 <= status < 300 else ""
        rules = await asyncio.to_thread(parse_robots, text)
        return RobotsRules(rules, time.monotonic() + ROBOTS_LIFETIME)


def _unread(failure: FetchError) -> RobotsRules:
    return RobotsRules(Protego(), time.monotonic() + ROBOTS_FAILURE_LIFETIME, failure)


def forbidden_error(address: URL, rules: RobotsRules) -> FetchError:
    place = address.host_port_subcomponent or ""
    if rules.failure is None:
        sentence = f"robots.txt of {place} forbids robots to fetch {str(address)[:SHOWN_LENGTH]}."
        return FetchError(AnswerReason.ROBOTS_TXT, sentence)
    sentence = f"robots.txt of {place} cannot be read, so nothing there is crawled for now: "
    return FetchError(rules.failure.reason, sentence + str(rules.failure))


def parse_robots(text: str) -> Protego:
    """Parse a robots.txt, in time linear in its length.

    All other robots are one robot to us: a file naming thousands of them for thousands of rules
    would otherwise be parsed into their product.

    >>> parse_robots("User-agent: *\\nDisallow: /private").can_fetch("/private/x", ROBOT_NAME)
    False
    """
    lines = (_merge_robot_names(line) for line in text.lstrip("\ufeff").splitlines())
    return Protego.parse("\n".join(lines))


def _merge_robot_names(line: str) -> str:
    match = _USER_AGENT_LINE.match(line)
    if match is None:
        return line
    name = match[1].strip().lower()
    # RFC 9309 section 2.2.1: a name is letters, `_` and `-`; a version after it does not count.
    token = _ROBOT_TOKEN.match(name)
    if name != "*":
        name = ROBOT_NAME if token is not None and token[0] == ROBOT_NAME else "other"
    return f"User-agent: {name}"
