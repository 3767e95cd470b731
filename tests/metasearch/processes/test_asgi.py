"""The life of an event loop: its client of engines, its threads, shared and ended."""

import asyncio
import threading
from contextlib import suppress

from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.asgi import ASGIRequest
from django.template import engines

from discovery.web.fetching import Fetcher
from metasearch.processes.admission import RequestThreads
from metasearch.processes.asgi import application, warm_up
from metasearch.search.service import CLIENT, shared_client


def http_scope(path, **more):
    return {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        **more,
    }


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
    assert fetcher._http is not None
    assert await say(server, "shutdown") == {"type": "lifespan.shutdown.complete"}
    await server.wait()
    assert fetcher._http is None


async def test_a_fetcher_that_cannot_be_opened_stops_the_server(settings):
    async with shared_client(ASGIRequest(http_scope("/search"), None)) as client:
        assert client.fetcher._http is not None, "without a lifespan each search has its own"
    assert client.fetcher._http is None
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
