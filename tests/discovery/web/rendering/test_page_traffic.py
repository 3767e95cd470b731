"""Pages that run their scripts: what they ask for is a visitor's search, or is not sent."""

import time
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest
import pytest_asyncio

from discovery.connection.network_capture import Visit
from discovery.web.fetch_error import FetchFailure
from discovery.web.fetching import Fetcher
from discovery.web.guard import AllowedHosts
from discovery.web.rendering import page_traffic
from discovery.web.rendering.browsed_page import BrowsedPage
from discovery.web.rendering.rendered_page import RenderingError
from discovery.web.rendering.renderer import Renderer, chromium_path
from tests.discovery.web.hostile_server import HostileServer, Request, answer

pytestmark = pytest.mark.timed

PAGE = b"<!doctype html><title>x</title><input type=search><script>%s</script>"


@pytest_asyncio.fixture
async def both_allowed(site: HostileServer) -> AsyncIterator[Renderer]:
    """A renderer for which the server is allowed by address and, as another host, by name."""
    path = chromium_path()
    assert path is not None
    names = [site.endpoint, f"localhost:{site.port}"]
    async with Fetcher(AllowedHosts.parse(names)) as fetcher:
        renderer = Renderer(fetcher, path)
        yield renderer
        await renderer.close()


async def search(page: BrowsedPage) -> Visit:
    return await page.visit("fishes")


async def visit(renderer: Renderer, site: HostileServer, script: str) -> Visit:
    site.page("/", PAGE % script.encode(), "Content-Type: text/html")
    return await renderer.watch(site.url("/"), search, seconds=25)


def asked_by(site: HostileServer) -> set[str]:
    return {f"{request.method} {request.path}" for request in site.requests}


async def test_scripts_ask_only_what_a_search_needs(both_allowed, site):
    async def echo(request: Request) -> None:
        request.send(answer(b"{}", "Content-Type: application/json"))

    for path in ("/own", "/write", "/typed", "/beacon", "/frame", "/posted", "/secret"):
        site.handlers[path] = echo
    other = site.url("", "localhost")
    script = f"""
    fetch("/own"); fetch("/own", {{method: "POST", body: "x"}});
    fetch("/write", {{method: "PUT", body: "x"}}); fetch("/write", {{method: "DELETE"}});
    fetch("{other}/secret");
    fetch("{other}/secret", {{method: "POST", body: "fishes", mode: "no-cors"}});
    navigator.sendBeacon("/beacon", "x"); new WebSocket("ws://127.0.0.1:{site.port}/beacon");
    const f = document.createElement("iframe"); f.src = "/frame"; document.body.append(f);
    document.querySelector("input").oninput = (e) =>
      e.target.value == "fishes" && fetch("/typed", {{method: "POST", body: e.target.value}});
    """
    found = await visit(both_allowed, site, script)
    assert asked_by(site) == {"GET /", "GET /own", "POST /own", "POST /typed"}
    typed = next(each for each in found.exchanges if each.phase == 1)
    assert typed.request.body == b"fishes"


async def test_requests_without_end(renderer, site, monkeypatch):
    monkeypatch.setattr(page_traffic, "MAX_REQUESTS", 20)
    site.page(
        "/",
        PAGE % b"let n = 0; setInterval(() => fetch(`/own?${n++}`), 5);",
        "Content-Type: text/html",
    )
    with suppress(RenderingError):
        await renderer.watch(site.url("/"), search, seconds=6)
    assert len(site.requests) > 10
    assert len(site.requests) <= 20 + page_traffic.AT_ONCE


async def test_a_script_that_never_ends(renderer, site):
    started = time.monotonic()
    site.page("/", PAGE % b"while (true) {}", "Content-Type: text/html")
    with pytest.raises(RenderingError) as caught:
        await renderer.watch(site.url("/"), search, seconds=5)
    assert caught.value.reason in (FetchFailure.TIMEOUT, FetchFailure.PROTOCOL)
    assert time.monotonic() - started < 15
