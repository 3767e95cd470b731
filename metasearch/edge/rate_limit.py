"""Limits of a client: counted by network and minute, or by the key of a program.

Each process counts exactly what comes to it, so that a burst cannot slip through between reading
and writing. What it counted it tells the others by the cache, gathered for a second, after the
request: none waits for the cache, and without it each process still counts by itself.
"""

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Callable
from contextvars import Context
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from metasearch.edge.client_address import client_network, is_local
from metasearch.models import AccessKey

# Where a request's scope holds the key that it showed.
ACCESS_KEY = "access_key"
# So that people and programs that look for secrets in files know one.
PREFIX = "metasearch_"
# Random bytes of a key: nobody guesses it, so that its fingerprint needs no slow function.
KEY_BYTES = 32
# How exactly it is kept when a key was last used.
USE_KEPT_TO = timedelta(minutes=1)


def new_access_key() -> tuple[str, str]:
    key = PREFIX + secrets.token_urlsafe(KEY_BYTES)
    return key, fingerprint_of(key)


def fingerprint_of(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def known_key(key: str) -> AccessKey | None:
    """Return the row of a key of ours that was not revoked; keep that it was used."""
    known = AccessKey.objects.filter(fingerprint=fingerprint_of(key), revoked_at=None)
    row = known.first()
    if row is not None:
        now = timezone.now()
        old = Q(last_used_at=None) | ~Q(last_used_at__range=(now - USE_KEPT_TO, now))
        known.filter(old).update(last_used_at=now)
    return row


logger = logging.getLogger(__name__)

# Seconds of a window; counts begin anew with each.
WINDOW = 60
# Seconds for which counts are gathered before other processes are told.
TOLD_AFTER = 1.0
# Counts below this share of the limit are not told: most clients ask once and cost no writing.
LEAST_SHARE = 0.1


class RateLimit:
    """Bounds one kind of request, `for_one_search` of them for each search that is allowed."""

    def __init__(self, name: str, for_one_search: float, is_cache_away: Callable[[], bool]) -> None:
        self._name = name
        self._for_one_search = for_one_search
        self._is_cache_away = is_cache_away
        self._window = 0
        # By client: counted here, of that told to the others, and known of all.
        self._counted: dict[str, int] = {}
        self._limits: dict[str, int] = {}
        self._told: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._telling: asyncio.Task[None] | None = None

    def _whose(self, request: HttpRequest) -> tuple[str, int]:
        """Return for whom a request counts, and how many are let in; 0: any number."""
        key: AccessKey | None = getattr(request, "scope", {}).get(ACCESS_KEY)
        if key is not None and key.searches_a_minute is not None:
            client, searches = f"key {key.pk}", key.searches_a_minute
        elif is_local(request):
            return "", 0
        else:
            client, searches = client_network(request), int(settings.SEARCHES_A_MINUTE)
        return client, max(1, round(searches * self._for_one_search)) if searches else 0

    def seconds_to_wait(self, request: HttpRequest) -> int:
        """Count a request; return how long its client has to wait, 0 when it may go on."""
        client, limit = self._whose(request)
        if not limit:
            return 0
        now = time.time()
        window = int(now // WINDOW)
        if window != self._window:
            self._window = window
            self._counted, self._limits, self._told, self._known = {}, {}, {}, {}
        self._limits[client] = limit
        self._counted[client] = self._counted.get(client, 0) + 1
        is_telling = self._telling is not None and not self._telling.done()
        if not is_telling and self._is_told(client):
            # In a context of its own: it may outlive the request, whose thread serves another then.
            self._telling = asyncio.create_task(self._tell(), context=Context())
        if self._known.get(client, 0) + self._untold(client) <= limit:
            return 0
        return WINDOW - int(now % WINDOW)

    def _untold(self, client: str) -> int:
        return self._counted.get(client, 0) - self._told.get(client, 0)

    def _is_told(self, client: str) -> bool:
        return self._untold(client) >= self._limits[client] * LEAST_SHARE

    async def _tell(self) -> None:
        """Add to the cache what was counted since, and learn what others counted."""
        await asyncio.sleep(TOLD_AFTER)
        window = self._window
        told = [client for client in self._counted if self._is_told(client)]
        # Each try would take seconds while the cache is away.
        for client in () if self._is_cache_away() else told:
            counted, key = self._counted[client], self._key(client)
            try:
                await cache.aadd(key, 0, 2 * WINDOW)
                known = int(await cache.aincr(key, self._untold(client)))
            except Exception:
                logger.exception("the counts of other processes are not known")
                return
            if window != self._window:
                return
            self._known[client], self._told[client] = known, counted

    def _key(self, client: str) -> str:
        # A fingerprint: the cache keeps no list of who searched.
        parts = f"{self._name}\n{self._window}\n{client}"
        return salted_hmac("metasearch.rate_limit", parts, algorithm="sha256").hexdigest()


class RateLimits:
    """The limits of one process.

    For one search that is allowed: a suggestion for each key pressed, the pictures of some pages,
    the messages of an assistant that lead to it; a sixth of an attempt to sign in, which takes the
    processor a third of a second.
    """

    def __init__(self, is_cache_away: Callable[[], bool]) -> None:
        self.searches = RateLimit("searches", 1, is_cache_away)
        self.suggestions = RateLimit("suggestions", 5, is_cache_away)
        self.pictures = RateLimit("pictures", 50, is_cache_away)
        self.messages = RateLimit("messages", 10, is_cache_away)
        self.logins = RateLimit("logins", 1 / 6, is_cache_away)
