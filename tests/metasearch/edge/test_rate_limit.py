"""Searches a minute are bounded by client, in all processes, without waiting for the cache."""

import asyncio
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from metasearch.edge import rate_limit
from metasearch.edge.rate_limit import WINDOW, RateLimit
from metasearch.presentation.presenter import thumbnail_url
from metasearch.search.preferences import Preferences
from metasearch.search.service import current_service
from metasearch.web import middleware
from tests.metasearch.conftest import ReadingClient
from tests.metasearch.engines import gives, records


def asked_by(address, **headers):
    return RequestFactory(REMOTE_ADDR=address).get("/search", headers=headers)


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(now=WINDOW * 1_000_000.0)
    monkeypatch.setattr(rate_limit, "time", SimpleNamespace(time=lambda: clock.now))
    monkeypatch.setattr(rate_limit, "TOLD_AFTER", 0)
    return clock


@pytest.fixture
def kept(settings, monkeypatch):
    settings.SEARCHES_A_MINUTE = 3
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    cache.clear()


async def told(limit):
    if limit._telling is not None:
        await limit._telling


async def test_a_client_waits_for_the_next_minute(kept, clock):
    limit = RateLimit("searches", 1, lambda: False)
    clock.now += 20
    waits = [limit.seconds_to_wait(asked_by("198.51.100.7")) for _ in range(5)]
    assert waits == [0, 0, 0, 40, 40]
    assert limit.seconds_to_wait(asked_by("198.51.100.8")) == 0
    clock.now += 40
    assert limit.seconds_to_wait(asked_by("198.51.100.7")) == 0


async def test_processes_count_together(kept, clock):
    limits = [RateLimit("searches", 1, lambda: False) for _ in range(2)]
    for limit in limits:
        for _ in range(2):
            assert limit.seconds_to_wait(asked_by("198.51.100.7")) == 0
        await told(limit)
    assert limits[1].seconds_to_wait(asked_by("198.51.100.7")) > 0
    assert RateLimit("pictures", 1, lambda: False).seconds_to_wait(asked_by("198.51.100.7")) == 0


async def test_counts_are_not_lost_while_they_are_told(kept, clock, monkeypatch):
    limit = RateLimit("searches", 1, lambda: False)
    slow = asyncio.Event()

    async def add(*_):
        await slow.wait()

    monkeypatch.setattr(rate_limit, "cache", SimpleNamespace(aadd=add))
    waits = []
    for _ in range(5):
        waits.append(limit.seconds_to_wait(asked_by("198.51.100.7")))
        await asyncio.sleep(0)
    assert [bool(wait) for wait in waits] == [False, False, False, True, True]


async def test_a_cache_that_is_away_stops_nothing(kept, clock, settings, monkeypatch):
    broken = {"BACKEND": "django.core.cache.backends.redis.RedisCache"}
    settings.CACHES = {"default": {**broken, "LOCATION": "redis://127.0.0.1:1/0"}}
    limit = RateLimit("searches", 1, lambda: False)
    waits = []
    for _ in range(4):
        waits.append(limit.seconds_to_wait(asked_by("198.51.100.7")))
        await told(limit)
    assert [bool(wait) for wait in waits] == [False, False, False, True]


async def test_who_sits_at_the_machine_is_not_counted(kept, clock, settings):
    limit = RateLimit("searches", 1, lambda: False)
    for _ in range(10):
        assert limit.seconds_to_wait(asked_by("127.0.0.1")) == 0
        assert limit.seconds_to_wait(asked_by("::1")) == 0
    # Through a proxy that nobody said is to be trusted, anybody may come.
    proxied = [limit.seconds_to_wait(asked_by("127.0.0.1", x_forwarded_for="::1")) for _ in "1234"]
    assert proxied[-1] > 0
    settings.SEARCHES_A_MINUTE = 0
    assert limit.seconds_to_wait(asked_by("127.0.0.1", x_forwarded_for="::1")) == 0


class Stranger(ReadingClient):
    async def request(self, **request):
        return await super().request(**request, client=["198.51.100.7", 1])


@pytest.fixture
def stranger(settings, engines):
    settings.SEARCHES_A_MINUTE = 1
    limits = current_service().limits
    limits.suggestions = limits.pictures = RateLimit("one", 1, lambda: False)
    engines.add("one", gives("one", *records("a")))
    return Stranger()


async def test_a_search_too_many_is_a_page_that_says_so(stranger, engines):
    assert (await stranger.get("/search?q=tree")).status_code == 200
    response = await stranger.get("/search?q=tree", headers={"accept-language": "de"})
    assert response.status_code == 429
    assert 1 <= int(response.headers["Retry-After"]) <= 60
    text = response.content.decode()
    assert 'lang="de"' in text
    assert middleware.wait_in_words(7) not in text
    assert len(engines.asked) == 1


@pytest.mark.parametrize("path", ["/api/v1/search?q=tree", "/search?q=tree&format=json"])
async def test_programs_are_told_in_json(stranger, path):
    await stranger.get(path)
    response = await stranger.get(path)
    assert response.status_code == 429
    assert "try again in" in response.json()["error"]
    assert "Retry-After" in response.headers
    address = thumbnail_url("http://127.0.0.1:9/x.png")
    assert (await stranger.get(address)).status_code == 404
    response = await stranger.get(address)
    assert (response.status_code, "Retry-After" in response.headers) == (429, True), "pictures too"


async def test_suggestions_are_bounded(stranger, engines, monkeypatch):
    asked = []

    async def ready():
        asked.append(1)
        return ()

    monkeypatch.setattr(engines, "ready", ready)
    chosen = {"q": "tre", "p": suggesting_token()}
    for _ in range(3):
        response = await stranger.post("/suggest", chosen)
        assert response.json() == ["tre", []]
    assert len(asked) == 1


def suggesting_token():
    return Preferences(suggestions=True).to_token()
