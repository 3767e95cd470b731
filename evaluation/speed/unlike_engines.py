"""Ten local engines of unlike designs and manners: eight good ones, a slow one, a failing one.

usage: python -m evaluation.speed.unlike_engines PORT   (serves ten ports from PORT on)
"""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable

from aiohttp import web

from evaluation.speed.simple_engine import WORDS

RECORDS = 10
# A page is made once with this in the place of the query: making it costs the machine nothing.
QUERY = "qzquery"
# Seconds the good engines take, least and most.
GOOD_DELAYS = (
    *((0.005, 0.02), (0.01, 0.05), (0.02, 0.08), (0.03, 0.12)),
    *((0.05, 0.15), (0.08, 0.2), (0.1, 0.25), (0.15, 0.3)),
)
SLOW_DELAY = (5.0, 20.0)
GOOD = len(GOOD_DELAYS)
SLOW, FAILING = GOOD, GOOD + 1
ENGINES = GOOD + 2
# Paragraphs around the results of each engine: pages of 5 to 60 KB.
FILLERS = (20, 400, 60, 200, 40, 120, 300, 30, 80, 80)

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def record(engine: int, title: str, url: str, snippet: str) -> str:
    """Return the markup of one record in the design of `engine`."""
    link = f'<a href="{url}">{title}</a>'
    match engine % 5:
        case 0:
            return f'<div class="hit"><h3>{link}</h3><p>{snippet}</p></div>'
        case 1:
            return f'<li class="r{engine}">{link}<br><span>{snippet}</span></li>'
        case 2:
            return f"<tr><td>{link}</td><td>{snippet}</td></tr>"
        case 3:
            return f"<dt>{link}</dt><dd>{snippet}</dd>"
        case _:
            return f'<article><div class="t"><b>{link}</b></div><div>{snippet}</div></article>'


def result_list(engine: int, records: str) -> str:
    """Return the list around the records."""
    tag = ("div", "ol", "table", "dl", "section")[engine % 5]
    return f'<{tag} id="results">{records}</{tag}>'


def result_page(engine: int, query: str, variant: int = 0) -> bytes:
    """Return a result page of `engine`: ten records of `query`, and what stands around them."""
    chooser = random.Random(f"{engine} {variant}")
    records = ""
    for number in range(RECORDS):
        title = " ".join((query, *chooser.choices(WORDS, k=4)))
        # Half of the records are shared between engines, so that merging has something to merge.
        host = "shared.example" if number % 2 else f"engine{engine}.example"
        snippet = " ".join((*chooser.choices(WORDS, k=25), query))
        records += record(engine, title, f"https://{host}/{query}/{number}", snippet)
    filler = "".join(
        f"<p>{' '.join(chooser.choices(WORDS, k=18))}</p>" for _ in range(FILLERS[engine])
    )
    return (
        f"<!doctype html><html><head><title>{query}</title></head><body><h1>Engine {engine}</h1>"
        f"<p>1-{RECORDS} of {chooser.randrange(200, 900)} results</p>"
        f'{result_list(engine, records)}<div id="foot">{filler}</div></body></html>'
    ).encode()


def good(engine: int, delays: tuple[float, float]) -> Handler:
    """Return the handler of an engine that answers within `delays` seconds."""
    pages = [result_page(engine, QUERY, variant) for variant in range(16)]
    chooser = random.Random(engine)

    async def handle(request: web.Request) -> web.StreamResponse:
        await asyncio.sleep(chooser.uniform(*delays))
        query = request.query.get("q", "").encode()
        body = chooser.choice(pages).replace(QUERY.encode(), query)
        return web.Response(body=body, content_type="text/html", charset="utf-8")

    return handle


async def fail(request: web.Request) -> web.StreamResponse:
    """Answer with status 500, break off in the midst, or cut the connection, by turns."""
    turn = hash(request.query_string) % 3
    if turn == 0:
        return web.Response(status=500, text="<html><body>Internal error</body></html>")
    assert request.transport is not None
    if turn == 1:
        response = web.StreamResponse(headers={"Content-Length": "5000"})
        await response.prepare(request)
        await response.write(b"<html><body><p>Not all")
    request.transport.abort()
    return web.Response()


def handlers() -> list[Handler]:
    """Return the handlers of the ten engines, in order."""
    answering = (*enumerate(GOOD_DELAYS), (SLOW, SLOW_DELAY))
    return [*(good(engine, delays) for engine, delays in answering), fail]


async def serve(first_port: int) -> None:
    """Serve all engines until cancelled."""
    for number, handle in enumerate(handlers()):
        application = web.Application()
        application.router.add_get("/search", handle)
        runner = web.AppRunner(application, access_log=None, handler_cancellation=True)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", first_port + number, backlog=1024).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
