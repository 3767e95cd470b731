"""Nothing reaches where the guard lets nothing go: bytes are counted at a listener on loopback.

The listener is not among the allowed hosts. Each way is tried as pages are rendered, without
scripts, and once more with scripts and without our policy, silencing and window blocking.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import pytest
from lxml import etree

from discovery.connection.login import Access
from discovery.connection.network_capture import Visit
from discovery.pages.outcomes import AnswerReason
from discovery.pages.page import Page, parse_page
from discovery.pages.tree import elements_in_order
from discovery.web.fetch_error import RenderingError
from discovery.web.rendering import browsed_page, page_rendering
from discovery.web.rendering import renderer as renderer_module
from discovery.web.rendering.browsed_page import BrowsedPage
from discovery.web.rendering.browser import AT_ONCE, Chromium
from discovery.web.rendering.renderer import Renderer
from tests.cases import cases
from tests.discovery.web.hostile_server import HostileServer, Request, answer
from tests.discovery.web.test_proxies import SmallProxy

CASES = cases(__file__)

pytestmark = pytest.mark.timed

# By markup alone; {at} is the listener's address without scheme.
MARKUP = CASES["markup"]
# By scripts, were they allowed.
SCRIPTS = CASES["scripts"]

# Of these each is tried by itself: it leads away from the page, or holds it up.
LEADING = ("away", "window", "download", "form", "dialog")


@dataclass
class Listener(asyncio.DatagramProtocol):
    """Counts what comes to a port of loopback, by TCP and UDP."""

    port: int = 0
    connections: int = 0
    packets: int = 0

    @property
    def at(self) -> str:
        return f"127.0.0.1:{self.port}"

    def datagram_received(self, data: bytes, address: object) -> None:
        self.packets += 1


@asynccontextmanager
async def listening() -> AsyncIterator[Listener]:
    listener = Listener()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        listener.connections += 1
        writer.close()

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    listener.port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_datagram_endpoint(
        lambda: listener, ("127.0.0.1", listener.port)
    )
    try:
        yield listener
    finally:
        transport.close()
        server.close()


def page_of(markup: str) -> Page:
    return parse_page(f"<!doctype html><body>{markup}<p>end".encode(), "http://a.example/search")


@pytest.mark.parametrize("way", ["silenced", "by the guard alone"])
async def test_markup_leads_nowhere(way, renderer, monkeypatch):
    if way != "silenced":
        give_up_other_defences(monkeypatch)
    async with listening() as listener:
        # What leads away from the page is tried by itself.
        others = "".join(markup for name, markup in MARKUP.items() if name != "refresh")
        for markup in (others, MARKUP["refresh"]):
            await render_anyhow(renderer, markup.format(at=listener.at))
        await asyncio.sleep(0.3)
        assert (listener.connections, listener.packets) == (0, 0)


async def test_scripts_lead_nowhere_even_if_they_ran(renderer, monkeypatch):
    give_up_other_defences(monkeypatch)
    context = Chromium.context
    monkeypatch.setattr(Chromium, "context", lambda browser, runs_scripts: context(browser))
    # A window that asks holds up its page.
    monkeypatch.setattr(renderer_module, "RENDERING_TIME", 5.0)
    ran = "<p id=s>off</p><script>document.getElementById('s').textContent = 'on'</script>"
    found = await renderer.render(
        page_of(f"{ran}<script>document.body.style.background='red'</script>")
    )
    assert "#ff0000" in found.layout.backgrounds.values(), "scripts ran in this test"
    async with listening() as listener:
        together = "".join(f"<script>{s}</script>" for n, s in SCRIPTS.items() if n not in LEADING)
        alone = (f"<script>{SCRIPTS[name]}</script>" for name in LEADING)
        for markup in (together, *alone):
            await render_anyhow(renderer, f"<p>x</p>{markup.format(at=listener.at)}")
        await asyncio.sleep(0.5)
        assert (listener.connections, listener.packets) == (0, 0)


async def test_a_redirect_leads_nowhere(renderer, site):
    async with listening() as listener:
        there = f"Location: http://{listener.at}/"
        for status in "301 Moved|302 Found|303 See|307 Temporary|308 Permanent|300 Many".split("|"):
            site.page(f"/{status[:3]}", b"", there, status=status)
        leading = (f"Link: <http://{listener.at}/>; rel=preconnect", f"Refresh: 0;url={there[10:]}")
        for number, header in enumerate(leading):
            site.page(f"/{number}.css", b"p{}", "Content-Type: text/css", header)
        body = "".join(
            f"<img src={site.url(path)}><link rel=stylesheet href={site.url(path)}>"
            for path in site.handlers
        )
        await renderer.render(page_of(body))
        await asyncio.sleep(0.2)
        assert site.requests
        assert listener.connections == 0


async def test_scripts_do_not_run_and_the_browser_has_nowhere_to_go_by_itself(
    renderer, monkeypatch
):
    await renderer.render(page_of("x"))
    browser = renderer._browser
    assert browser is not None
    async with listening() as listener:
        async with browser.context() as context:
            tab = await context.new_page()
            for host in ("127.0.0.1", "localhost", "[::1]", "127.1"):
                with pytest.raises(Exception, match="ERR_"):
                    await tab.goto(f"http://{host}:{listener.port}/", timeout=4000)
        assert listener.connections == 0
    give_up_other_defences(monkeypatch)
    markup = "<script>document.body.style.background='red'</script><p onload='x' id=a>x"
    found = await renderer.render(page_of(markup))
    assert not found.layout.backgrounds


def give_up_other_defences(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out silencing and policy: what is left is what the browser's requests go through."""
    monkeypatch.setattr(renderer_module, "numbered_markup", unsilenced)
    headers = {"Content-Type": "text/html; charset=utf-8"}
    monkeypatch.setattr(page_rendering, "DOCUMENT_HEADERS", headers)


def unsilenced(page: Page) -> bytes:
    for number, element in enumerate(elements_in_order(page.root)):
        element.set("data-metasearch-element", str(number))
    return b"<!doctype html>" + etree.tostring(page.root, method="html", encoding="utf-8")


async def render_anyhow(renderer: Renderer, markup: str) -> None:
    """Render; that a page leads the browser away may end in an error."""
    try:
        await renderer.render(page_of(markup))
    except RenderingError:
        return


async def search(page: BrowsedPage) -> Visit:
    return await page.visit("fishes")


async def visit(renderer: Renderer, site: HostileServer, script: str, seconds: float) -> Visit:
    page = f"<!doctype html><title>x</title><input type=search><script>{script}</script>"
    site.page("/", page.encode(), "Content-Type: text/html")
    return await renderer.watch(site.url("/"), search, seconds=seconds)


async def test_a_page_is_asked_for_by_the_proxy_of_its_engine(renderer, site):
    page = b"<!doctype html><title>x</title><input type=search><script src=/own></script>"
    site.page("/", page, "Content-Type: text/html")
    site.page("/own", b"", "Content-Type: text/javascript")
    async with SmallProxy(site.port) as proxy:
        access = Access(proxy=f"http://{proxy.place}")
        await renderer.watch("http://far.example/", search, seconds=20, access=access)
    assert set(proxy.asked) == {"far.example"}


async def test_scripts_ask_only_what_a_search_needs(renderer, site):
    async def echo(request: Request) -> None:
        request.send(answer(b"{}", "Content-Type: application/json"))

    for path in ("/own", "/write", "/typed", "/beacon", "/frame", "/posted", "/secret"):
        site.handlers[path] = echo
    site.page("/worker", b"importScripts('/imported')", "Content-Type: text/javascript")
    site.page("/imported", b"fetch('/own')", "Content-Type: text/javascript")
    other = site.url("", "localhost")
    script = f"""
    new Worker("/worker");
    const ahead = "<link rel=prefetch href=/secret><link rel=icon href=/secret>";
    document.head.insertAdjacentHTML("beforeend", ahead);
    fetch("/own"); fetch("/own", {{method: "POST", body: "x"}});
    fetch("/write", {{method: "PUT", body: "x"}}); fetch("/write", {{method: "DELETE"}});
    fetch("{other}/secret");
    fetch("{other}/secret", {{method: "POST", body: "fishes", mode: "no-cors"}});
    navigator.sendBeacon("/beacon", "x"); new WebSocket("ws://127.0.0.1:{site.port}/beacon");
    const f = document.createElement("iframe"); f.src = "/frame"; document.body.append(f);
    document.querySelector("input").oninput = (e) =>
      e.target.value == "fishes" && fetch("/typed", {{method: "POST", body: e.target.value}});
    """
    found = await visit(renderer, site, script, 25)
    asked = {f"{request.method} {request.path}" for request in site.requests}
    of_worker = {"GET /worker", "GET /imported"}
    assert asked == {"GET /", "GET /own", "POST /own", "POST /typed"} | of_worker
    typed = next(each for each in found.exchanges if each.phase == 1)
    assert typed.request.body == b"fishes"


async def test_scripts_that_may_run_lead_nowhere_by_themselves_redirects_or_frames(renderer, site):
    async with listening() as listener:
        for status in ("302 Found", "307 Temporary"):
            site.page(f"/{status[:3]}", b"", f"Location: http://{listener.at}/", status=status)
        away = """
        for (const path of ["/302", "/307"]) {
          fetch(path); fetch(path, {method: "POST", body: "x"}); new Image().src = path;
          new WebSocket(`ws://${location.host}${path}`); new EventSource(path); new Worker(path);
          const frame = document.createElement("iframe"); frame.src = path;
          document.body.append(frame);
        }
        """
        scripts = {name: script.format(at=listener.at) for name, script in SCRIPTS.items()}
        together = "".join(
            f"try {{ {s} }} catch {{}}" for n, s in scripts.items() if n not in LEADING
        )
        for script in (away, together, *map(scripts.__getitem__, LEADING)):
            with suppress(RenderingError):
                await visit(renderer, site, script, 4)
        assert {"/302", "/307"} <= {request.path for request in site.requests}
        assert (listener.connections, listener.packets) == (0, 0)


async def test_a_field_is_emptied_before_something_is_typed(renderer, site):
    script = """
    const field = document.querySelector("input");
    field.value = "Search …";
    field.oninput = () => { if (field.value.endsWith("fishes")) document.title = field.value; };
    """
    seen = await visit(renderer, site, script, 25)
    assert "<title>fishes</title>" in seen.shown[-1]


async def test_results_in_a_frame_of_the_site_are_seen(renderer, site):
    other = site.url("", "localhost")
    found = b"<!doctype html><p hidden>Loading</p><a href=fish.html>A fish</a>"
    site.page("/results/all.html", found, "Content-Type: text/html")
    script = f"""
    document.querySelector("input").oninput = () => {{
      for (const address of ["/results/all.html", "{other}/secret"]) {{
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
      }}
      document.querySelector("input").oninput = null;
    }};
    """
    seen = await visit(renderer, site, script, 25)
    assert f'<a href="{site.url("/results/fish.html")}">A fish</a>' in seen.shown[-1]
    assert "Loading" not in seen.shown[-1]
    assert {request.path for request in site.requests} == {"/", "/results/all.html"}


async def test_requests_without_end(renderer, site, monkeypatch):
    monkeypatch.setattr(browsed_page, "MAX_REQUESTS", 20)
    with suppress(RenderingError):
        await visit(renderer, site, "let n = 0; setInterval(() => fetch(`/own?${n++}`), 5);", 4)
    assert len(site.requests) > 10
    assert len(site.requests) <= 20 + AT_ONCE


async def test_a_script_that_never_ends(renderer, site):
    started = time.monotonic()
    with pytest.raises(RenderingError) as caught:
        await visit(renderer, site, "while (true) {}", 3)
    assert caught.value.reason in (AnswerReason.NO_ANSWER, AnswerReason.PROTOCOL)
    assert time.monotonic() - started < 15
