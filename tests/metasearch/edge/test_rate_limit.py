"""Searches a minute are bounded by client, in all processes, without waiting for the cache."""

import asyncio
from http.cookies import SimpleCookie
from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, RequestFactory

from metasearch.edge import rate_limit
from metasearch.edge.client_address import believe_proxies, client_network, is_local
from metasearch.edge.rate_limit import ACCESS_KEY, WINDOW, RateLimit
from metasearch.models import AccessKey
from metasearch.presentation.presenter import thumbnail_url
from metasearch.search.preferences import Preferences
from metasearch.search.service import current_service
from metasearch.web import middleware
from tests.cases import cases
from tests.metasearch.conftest import ReadingClient


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


@pytest.fixture
def limit(kept, clock):
    return RateLimit("searches", 1, lambda: False)


async def told(limit):
    if limit._telling is not None:
        await limit._telling


async def test_a_key_has_its_own_limit_from_wherever_it_comes(limit, clock, settings):
    def waits(pk, searches, *addresses):
        requests = list(map(asked_by, addresses))
        for request in requests:
            request.scope = {ACCESS_KEY: AccessKey(pk=pk, searches_a_minute=searches)}
        return [bool(limit.seconds_to_wait(request)) for request in requests]

    assert waits(1, 2, "198.51.100.7", "198.51.100.8", "127.0.0.1") == [False, False, True]
    assert waits(2, 0, *["198.51.100.7"] * 5) == [False] * 5
    assert waits(3, None, *["198.51.100.7"] * 4) == [False] * 3 + [True]
    settings.SEARCHES_A_MINUTE = 0
    assert waits(1, 2, "198.51.100.7") == [True]


async def test_a_client_waits_for_the_next_minute(limit, clock):
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


async def test_counts_are_not_lost_while_they_are_told(limit, monkeypatch):
    slow = asyncio.Event()

    async def add(*_):
        await slow.wait()

    monkeypatch.setattr(rate_limit, "cache", SimpleNamespace(aadd=add))
    waits = []
    for _ in range(5):
        waits.append(limit.seconds_to_wait(asked_by("198.51.100.7")))
        await asyncio.sleep(0)
    assert [bool(wait) for wait in waits] == [False, False, False, True, True]


async def test_a_cache_that_is_away_stops_nothing(limit, settings):
    broken = {"BACKEND": "django.core.cache.backends.redis.RedisCache"}
    settings.CACHES = {"default": {**broken, "LOCATION": "redis://127.0.0.1:1/0"}}
    waits = []
    for _ in range(4):
        waits.append(limit.seconds_to_wait(asked_by("198.51.100.7")))
        await told(limit)
    assert [bool(wait) for wait in waits] == [False, False, False, True]


async def test_who_sits_at_the_machine_is_not_counted(limit, settings):
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
def stranger(settings, one):
    settings.SEARCHES_A_MINUTE = 1
    limits = current_service().limits
    limits.suggestions = limits.pictures = RateLimit("one", 1, lambda: False)
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

    async def ready(*_):
        asked.append(1)
        return ()

    monkeypatch.setattr(engines, "ready", ready)
    chosen = {"q": "tre", "p": Preferences(suggestions=True).to_token()}
    for _ in range(3):
        response = await stranger.post("/suggest", chosen)
        assert response.json() == ["tre", []]
    assert len(asked) == 1


CASES = cases(__file__)

TRUSTED = [ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48")]


def scope(client, **headers):
    """Return the scope of a request with these headers, several values of one as a list."""
    lines = [(b"host", b"inner.example")]
    for name, values in headers.items():
        key = name.replace("_", "-").encode()
        lines += [
            (key, value.encode()) for value in ([values] if isinstance(values, str) else values)
        ]
    return {"client": (client, 5), "scheme": "http", "headers": lines}


@pytest.mark.parametrize(("peer", "told", "client"), CASES["clients"])
def test_the_rightmost_address_that_is_not_trusted_is_the_client(peer, told, client):
    assert believe_proxies(scope(peer, x_forwarded_for=told), TRUSTED)["client"][0] == client


def test_scheme_and_host_are_the_proxy_s():
    asked = scope("10.0.0.1", x_forwarded_proto="https", x_forwarded_host="evil.example, a.example")
    believed = believe_proxies(asked, TRUSTED)
    assert believed["scheme"] == "https"
    assert believed["headers"] == [(b"host", b"a.example")]
    asked = scope("10.0.0.1", x_forwarded_proto="javascript")
    assert believe_proxies(asked, TRUSTED)["scheme"] == "http"
    asked = scope("10.0.0.1", x_forwarded_proto="http") | {"scheme": "https"}
    assert believe_proxies(asked, TRUSTED)["scheme"] == "http"


@pytest.mark.parametrize(("peer", "trusted"), [("10.0.0.1", []), ("192.0.2.1", TRUSTED)])
def test_nobody_else_is_believed(peer, trusted):
    asked = scope(peer, x_forwarded_proto="https", x_forwarded_host="a.example")
    assert believe_proxies(asked, trusted) is asked


@pytest.mark.parametrize(("address", "network", "local"), CASES["networks"])
def test_clients_are_told_apart_by_their_network(address, network, local):
    asked = RequestFactory(REMOTE_ADDR=address)
    assert client_network(asked.get("/")) == network
    assert is_local(asked.get("/")) is local
    assert not is_local(asked.get("/", headers={"X-Forwarded-For": "6.6.6.6"}))


def cookies_of(response: Any) -> dict[str, bool]:
    jar: SimpleCookie = response.cookies
    return {name: bool(cookie["secure"]) for name, cookie in jar.items()}


@pytest.mark.django_db
@pytest.mark.parametrize("is_secure", [False, True])
def test_cookies_are_secure_where_the_connection_is(engines, is_secure):
    User.objects.create_superuser("admin", password="a long enough one")
    client = Client()
    given = cookies_of(client.get("/admin/login/", secure=is_secure))
    signed_in = client.post(
        "/admin/login/",
        {"username": "admin", "password": "a long enough one", "next": "/admin/"},
        secure=is_secure,
    )
    given |= cookies_of(signed_in)
    own = {"sec-fetch-site": "same-origin"}
    chosen = {"host": "a.example", "rule": "block"}
    given |= cookies_of(client.post("/preferences", chosen, secure=is_secure, headers=own))
    assert given == dict.fromkeys(("csrftoken", "sessionid", "preferences"), is_secure)
