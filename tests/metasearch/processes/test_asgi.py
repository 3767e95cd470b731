"""The life of an event loop: its client of engines, its threads, shared and ended."""

import asyncio
import json
import threading
from contextlib import ExitStack, suppress

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.template import engines

from discovery.web.fetching import Fetcher
from metasearch.processes import asgi
from metasearch.processes.admission import (
    BURST_SECONDS,
    FIRST_BURST,
    LEAST_BURST,
    MAX_DELAY,
    Admission,
    RequestThreads,
)
from metasearch.processes.asgi import application, warm_up
from metasearch.search.service import CLIENT, shared_client
from metasearch.web.refusal import ADMISSION
from tests.metasearch.engines import hangs


def http_scope(path, **more):
    asked = {"type": "http", "method": "GET", "path": path, "query_string": b""}
    return {**asked, "headers": [(b"host", b"localhost")], **more}


def lifespan(state):
    return ApplicationCommunicator(application, {"type": "lifespan", "state": state})


async def say(server, event):
    await server.send_input({"type": f"lifespan.{event}"})
    return await server.receive_output()


async def test_the_fetcher_lives_as_long_as_the_loop_is_served():
    state = {}
    server = lifespan(state)
    assert await say(server, "startup") == {"type": "lifespan.startup.complete"}
    client = state[CLIENT]
    fetcher = client.fetcher
    assert isinstance(fetcher, Fetcher)
    for _ in range(2):
        # A server gives every request a shallow copy of the state.
        request = ASGIRequest(http_scope("/search", state=dict(state)), None)
        async with shared_client(request) as shared:
            assert shared is client
    assert fetcher._sessions
    assert await say(server, "shutdown") == {"type": "lifespan.shutdown.complete"}
    await server.wait()
    assert not fetcher._sessions


async def test_a_fetcher_that_cannot_be_opened_stops_the_server(settings):
    async with shared_client(ASGIRequest(http_scope("/search"), None)) as client:
        assert client.fetcher._sessions, "without a lifespan each search has its own"
    assert not client.fetcher._sessions
    settings.METASEARCH_ALLOWED_PRIVATE_HOSTS = ["no such:thing:at all"]
    server = lifespan({})
    answer = await say(server, "startup")
    assert answer["type"] == "lifespan.startup.failed"
    assert "no such:thing" in answer["message"]
    await server.wait()


def test_what_the_first_search_needs_is_loaded_before_it():
    (loader,) = engines["django"].engine.template_loaders
    loader.reset()
    warm_up()
    assert {"metasearch/results.html", "metasearch/result.html", "base.html"} <= {
        str(key).partition("-")[0] for key in loader.get_template_cache
    }


here = sync_to_async(threading.get_ident)


async def test_threads_of_requests():
    threads = RequestThreads()
    seen = []
    for _ in range(2):
        # One that fails gives its thread back, too.
        with suppress(ValueError):
            async with threads.one():
                seen += [await here(), await here()]
                raise ValueError
    assert len(set(seen)) == 1
    assert len(seen) == 4
    assert seen[0] != threading.get_ident()
    threads, both = RequestThreads(), asyncio.Barrier(2)

    async def request():
        async with threads.one():
            await both.wait()
            return await here()

    first, second = await asyncio.gather(request(), request())
    assert first != second
    threads = RequestThreads()
    async with threads.one():
        thread = await sync_to_async(threading.current_thread)()
    threads.end()
    await asyncio.to_thread(thread.join, 5)
    assert not thread.is_alive()


class Door(Admission):
    """At an event loop as a test says it is: the time, how late it is, what was counted."""

    def __init__(self, most=1_000):
        self.lateness, self.counted = 0.0, []
        super().__init__(most, lambda: self.lateness, self.counted.append)

    def wait(self, seconds):
        self._since -= seconds


def come(door, count):
    with ExitStack() as searches:
        return sum(searches.enter_context(door.search()) for _ in range(count))


def test_so_many_are_under_way_at_most_and_a_place_is_free_again():
    door = Door()
    for _ in range(10 * FIRST_BURST):
        with door.search() as is_admitted:
            assert is_admitted
    door = Door(2)
    with door.search() as first, door.search() as second:
        assert (first, second) == (True, True)
        with door.search() as third:
            assert third is False
    with door.search() as fourth:
        assert fourth is True
    assert door.counted == ["admitted", "admitted", "too_many", "admitted"]
    assert door.running == 0


@pytest.mark.parametrize("error", [ValueError, asyncio.CancelledError])
def test_a_search_that_fails_or_is_given_up_leaves_its_place(error):
    door = Door(1)
    with pytest.raises(error), door.search():
        raise error
    assert door.running == 0


def test_nobody_is_let_in_while_the_loop_is_late_and_bursts_are_bounded():
    door = Door()
    door.lateness = MAX_DELAY * 1.1
    assert come(door, 3) == 0
    door.lateness = 0.0
    assert come(door, 3) == 3
    door = Door()
    assert come(door, 10 * FIRST_BURST) == FIRST_BURST
    door.wait(BURST_SECONDS + 0.1)
    assert come(door, 10 * FIRST_BURST) >= FIRST_BURST
    door = Door()
    for _ in range(50):
        come(door, 1)
        door.wait(BURST_SECONDS + 0.1)
    assert come(door, 1_000) == FIRST_BURST


def test_bursts_grow_while_the_loop_keeps_up_and_shrink_while_it_does_not():
    door = Door()
    for _ in range(20):
        come(door, 1_000)
        door.wait(BURST_SECONDS + 0.1)
    grown = come(door, 1_000)
    assert grown > 2 * FIRST_BURST
    for _ in range(100):
        door.wait(BURST_SECONDS + 0.1)
        door.lateness = 2 * MAX_DELAY
        come(door, 1)
    door.lateness = 0.0
    door.wait(BURST_SECONDS / 2)
    assert come(door, 1_000) == LEAST_BURST


def served(path, door, query=b"q=x", headers=()):
    scope = http_scope(path, state={ADMISSION: door})
    scope["query_string"] = query
    scope["headers"] = [*scope["headers"], *headers]
    return ApplicationCommunicator(asgi.application, scope)


async def answer_of(server):
    await server.send_input({"type": "http.request", "body": b""})
    start = await server.receive_output()
    body = await server.receive_output()
    await server.wait()
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], headers, body["body"].decode()


JSON = "application/json"


@pytest.mark.parametrize(
    ("path", "query", "kind"),
    [
        ("/api/v1/search", b"q=x", JSON),
        ("/search", b"q=x&format=json", JSON),
        ("/search", b"q=x", "text/html"),
    ],
)
async def test_who_finds_no_room_is_told_so_in_their_language(engines, path, query, kind):
    door = Door(1)
    with door.search():
        language = (b"accept-language", b"fr")
        status, headers, body = await answer_of(served(path, door, query, [language]))
    assert (status, headers["retry-after"]) == (503, "5")
    assert headers["content-type"].startswith(kind)
    assert "recherches" in (json.loads(body)["error"] if kind == JSON else body)
    if kind != JSON:
        assert headers["content-language"] == "fr"
        assert "default-src 'self'" in headers["content-security-policy"]
        assert '<html lang="fr"' in body
    assert engines.asked == []


@pytest.mark.parametrize("path", ["/healthz", "/static/metasearch/site.css", "/opensearch.xml"])
async def test_other_pages_are_reached_when_there_is_no_room_for_searches(path):
    door = Door(1)
    with door.search():
        server = served(path, door, b"")
        await server.send_input({"type": "http.request", "body": b""})
        assert (await server.receive_output())["status"] == 200


@pytest.mark.parametrize("path", ["/search", "/api/v1/search"])
async def test_who_hangs_up_leaves_the_place(engines, path):
    asked = asyncio.Event()

    async def hangs_once_asked(query, page):
        asked.set()
        await hangs(query, page)

    engines.add("late", hangs_once_asked, "Late")
    door = Door()
    server = served(path, door)
    await server.send_input({"type": "http.request", "body": b""})
    await asked.wait()
    assert door.running == 1
    await server.send_input({"type": "http.disconnect"})
    await server.wait()
    assert door.running == 0
