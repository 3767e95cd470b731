"""Pauses at a host hold for all processes together, whatever becomes of one of them."""

import asyncio
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise
from typing import Any

import pytest
from django.core.cache import cache

from discovery.web import politeness
from discovery.web.politeness import LOCK_LIFETIME, HostRateLimiter, turn_key
from discovery.web.response import MAX_RETRY_AFTER, retry_after
from tests.programs import run_python, start_python

pytestmark = pytest.mark.timed

DELAY = 0.1
# A process with the database's cache and nothing else of the product.
SETUP = """
import asyncio, sys, time, django
from django.conf import settings
settings.configure(
    DATABASES={"default": {
        "ENGINE": "django.db.backends.sqlite3", "NAME": sys.argv[1],
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20},
    }},
    CACHES={"default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "shared",
    }},
)
django.setup()
"""
MAKE_TABLE = """
from django.core.management import call_command
call_command("createcachetable")
"""
TAKE_TURNS = """
from discovery.web.politeness import HostRateLimiter
async def main():
    limiter = HostRateLimiter()
    for _ in range(3):
        async with limiter.turn("processes.example", 0.25):
            print(time.time(), limiter._cache_away_until)
asyncio.run(main())
"""


@pytest.fixture(autouse=True)
def shared_cache(settings: Any) -> Iterator[None]:
    """A cache that all limiters of a test share, as processes share theirs."""
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": "turns"}}
    yield
    cache.clear()


async def test_a_host_that_asks_one_process_to_wait_is_left_alone_by_all():
    first, second = HostRateLimiter(), HostRateLimiter()
    async with first.turn("a.example", 0.01):
        await first.postpone("a.example", 0.2)
    began = time.monotonic()
    async with second.turn("a.example", 0.01):
        assert time.monotonic() - began > 0.18


async def test_who_died_with_the_lock_or_set_the_clock_back_stops_nobody():
    cache.add(f"{turn_key('a.example')}:lock", 1, 0.1)
    async with asyncio.timeout(LOCK_LIFETIME), HostRateLimiter().turn("a.example", DELAY):
        pass
    assert not cache.get(f"{turn_key('a.example')}:lock")
    cache.set(turn_key("a.example"), time.time() + 10_000, 60)
    assert politeness.take_turn("a.example", DELAY) == 0
    assert 0 < politeness.take_turn("a.example", DELAY) <= DELAY


async def test_without_the_cache_each_process_keeps_its_own_pauses(monkeypatch, caplog):
    def fail(host: str, seconds: float) -> float:
        raise ConnectionError("no cache")

    monkeypatch.setattr(politeness, "take_turn", fail)
    limiter, starts = HostRateLimiter(), []
    for _ in range(3):
        async with limiter.turn("a.example", DELAY):
            starts.append(time.monotonic())
    assert min(b - a for a, b in pairwise(starts)) > DELAY * 0.9
    assert caplog.text.count("no cache") == 1, "it is not tried again at once"


async def test_a_cache_that_hangs_is_not_waited_for(monkeypatch):
    def hang(host: str, seconds: float) -> float:
        time.sleep(1.0)
        return 10.0

    monkeypatch.setattr(politeness, "CACHE_DEADLINE", 0.05)
    monkeypatch.setattr(politeness, "take_turn", hang)
    async with asyncio.timeout(0.9), HostRateLimiter().turn("a.example", DELAY):
        pass


def test_two_processes_take_turns(tmp_path):
    path = str(tmp_path / "shared.sqlite3")
    run_python("-c", SETUP + MAKE_TABLE, path)
    processes = [start_python("-c", SETUP + TAKE_TURNS, path) for _ in range(2)]
    lines = [line for each in processes for line in each.communicate()[0].splitlines()]
    starts = sorted(float(line.split()[0]) for line in lines)
    assert len(starts) == 6
    assert {line.split()[1] for line in lines} == {"0.0"}, "the cache was there"
    # Without turns taken together some would begin at once; the machine may be busy.
    assert min(b - a for a, b in pairwise(starts)) > 0.1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("120", 120), ("0", 0), ("9" * 5_000, MAX_RETRY_AFTER)),
        *((text, None) for text in ("", "soon", "-5", "1.5", "\u0663")),
        ("Fri, 31 Dec 1999 23:59:59 GMT", 0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", MAX_RETRY_AFTER),
        ("Fri, 31 Dec 99999 23:59:59 GMT", None),
        ("Fri, 99 Dec 2099 23:59:59 GMT", None),
    ],
)
def test_the_time_to_wait_is_read_and_bounded(text, seconds):
    assert retry_after({"Retry-After": text}) == seconds


def test_the_time_to_wait_may_be_a_date():
    text = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    told = retry_after({"Retry-After": text})
    assert told is not None
    assert 80 < told <= 90
