"""Ten local engines of unlike designs, and one of a simple page, that speed is measured on.

usage: python -m evaluation.speed.engines PORT [--unlike]   (serves ten ports from PORT on)

The pages are those of made-up engines of 1997 to 2022 with totals, dates, redirectors,
advertisements, pagers (`evaluation/beds/furnished_engines`). Half of each engine's records are
other engines' too, so that merging has something to merge. Each page is kept with `QUERY` in the
place of the query: making it costs the machine nothing. With `--unlike` eight of them take their
time, the ninth takes too long, the last fails.
"""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from aiohttp import web

from evaluation.beds.packed import BEDS, archived

ENGINES = 10
RECORDS = 10
# Pages of each engine, answered in turn.
VARIANTS = 8
QUERY = "qzquery"
BED = BEDS / "furnished_engines" / "pages.tar.xz"
# Seconds the good ones of unlike engines take, least and most; the slow one.
GOOD_DELAYS = (
    *((0.005, 0.02), (0.01, 0.05), (0.02, 0.08), (0.03, 0.12)),
    *((0.05, 0.15), (0.08, 0.2), (0.1, 0.25), (0.15, 0.3)),
)
SLOW_DELAY = (5.0, 20.0)
GOOD = len(GOOD_DELAYS)
SLOW, FAILING = GOOD, GOOD + 1

# The engine of the simple page, none of the ten.
SIMPLE = ENGINES
WORDS = (
    "river stone window garden music letter winter market silver island forest engine paper "
    "bridge morning story kitchen mountain travel signal history color theory harbor language"
).split()

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def result_page(engine: int, query: str, variant: int = 0) -> bytes:
    page = archived(BED)[f"pages/{engine}-{variant % VARIANTS}.html"]
    return page.replace(QUERY.encode(), query.encode())


def no_result_page(engine: int, query: str) -> bytes:
    page = archived(BED)[f"pages/{engine}-nothing.html"]
    return page.replace(QUERY.encode(), query.encode())


# One simple layout: ten records of a query in 50 KB of a page's chrome.
simple_page = partial(result_page, SIMPLE)
simple_no_result_page = partial(no_result_page, SIMPLE)


async def answer(engine: int, request: web.Request) -> web.Response:
    """Answer with the page of a query; the same query has the same page."""
    query = request.query.get("q", "")
    body = result_page(engine, query, sum(query.encode()))
    return web.Response(body=body, content_type="text/html", charset="utf-8")


def late(engine: int, delays: tuple[float, float]) -> Handler:
    """Return the handler of an engine that answers within `delays` seconds."""
    chooser = random.Random(engine)

    async def handle(request: web.Request) -> web.Response:
        await asyncio.sleep(chooser.uniform(*delays))
        return await answer(engine, request)

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


def handlers(*, unlike: bool) -> list[Handler]:
    if unlike:
        answering = enumerate((*GOOD_DELAYS, SLOW_DELAY))
        return [*(late(engine, delays) for engine, delays in answering), fail]
    return [partial(answer, engine) for engine in range(ENGINES)]


async def listen(port: int, handlers: Mapping[str, Handler]) -> None:
    application = web.Application()
    for path, handler in handlers.items():
        application.router.add_get(path, handler)
    runner = web.AppRunner(application, access_log=None, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port, backlog=1024, reuse_port=True).start()


async def serve(first_port: int, *, unlike: bool) -> None:
    for port, handler in enumerate(handlers(unlike=unlike), first_port):
        await listen(port, {"/search": handler})
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1]), unlike="--unlike" in sys.argv))
