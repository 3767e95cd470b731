"""Ten local engines of unlike designs, each page with the furniture of real ones.

usage: python -m evaluation.speed.furnished_engines PORT   (serves ten ports from PORT on)

The pages are those of the made-up engines of 1997 to 2022 that wrappers are tried on, with totals,
dates, redirectors, advertisements, pagers. Half of each engine's records are other engines' too, so
that merging has something to merge.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import cache, partial

from aiohttp import web

from evaluation.training.synthetic_engines.__main__ import TEMPLATES
from evaluation.training.synthetic_engines.results import Hit, make_answer

ENGINES = 10
RECORDS = 10
# Every third or so of the templates in the order of their years: none is chosen for its speed.
DESIGNS = tuple(TEMPLATES[place * len(TEMPLATES) // ENGINES] for place in range(ENGINES))
# A page is made once with this in the place of the query: making it costs the machine nothing.
QUERY = "qzquery"
# Pages of each engine, answered in turn.
VARIANTS = 8
SHARED_HOST = "shared.example"

Handler = Callable[[web.Request], Awaitable[web.Response]]


@cache
def _page(engine: int, variant: int, size: int) -> bytes:
    """Return a page of an engine about `QUERY`, with `size` records."""
    answer = make_answer(engine, variant, size, "en", QUERY)
    answer.hits = tuple(_shared(hit, number, variant) for number, hit in enumerate(answer.hits))
    return DESIGNS[engine](answer).encode()


def _shared(hit: Hit, number: int, variant: int) -> Hit:
    """Return every second hit with an address that other engines have, too."""
    if number % 2:
        return hit
    return replace(hit, url=f"https://{SHARED_HOST}/{QUERY}/{variant}/{number}")


def result_page(engine: int, query: str, variant: int = 0) -> bytes:
    """Return a result page of `engine`: ten records of `query`, and what stands around them."""
    return _page(engine, variant % VARIANTS, RECORDS).replace(QUERY.encode(), query.encode())


def no_result_page(engine: int, query: str) -> bytes:
    """Return the engine's page of a query without matches."""
    return _page(engine, VARIANTS, 0).replace(QUERY.encode(), query.encode())


async def answer(engine: int, request: web.Request) -> web.Response:
    """Answer with the page of a query; the same query has the same page."""
    query = request.query.get("q", "")
    body = result_page(engine, query, sum(query.encode()))
    return web.Response(body=body, content_type="text/html", charset="utf-8")


async def serve(first_port: int, handlers: list[Handler] | None = None) -> None:
    """Serve all engines until cancelled, each by its handler where they are given."""
    for engine in range(ENGINES):
        application = web.Application()
        handler = partial(answer, engine) if handlers is None else handlers[engine]
        application.router.add_get("/search", handler)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", first_port + engine, backlog=1024).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
