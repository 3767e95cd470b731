"""Ten local engines that answer any query with a 50 KB page of ten records.

usage: python -m evaluation.speed.local_engines PORT   (serves ten ports from PORT on)
"""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable

from aiohttp import web

ENGINES = 10
RECORDS = 10
PAGE_BYTES = 50_000
WORDS = (
    "river stone window garden music letter winter market silver island forest engine paper "
    "bridge morning story kitchen mountain travel signal history color theory harbor language"
).split()


def result_page(engine: int, query: str) -> bytes:
    """Return the result page of one engine: ten records of `query`, padded by a page's chrome."""
    chooser = random.Random(f"{engine} {query}")
    records = "".join(record(chooser, engine, query, number) for number in range(RECORDS))
    chrome = "".join(
        f'<li class="nav"><a href="/section/{number}">{chooser.choice(WORDS)}</a></li>'
        for number in range(60)
    )
    head = (
        f"<!doctype html><html><head><title>{query}</title></head><body><ul>{chrome}</ul>"
        f'<p>1-{RECORDS} of {chooser.randrange(200, 900)} results</p><div id="results">{records}'
        '</div><div id="foot">'
    )
    filler = "".join(
        f"<p><span>{' '.join(chooser.choices(WORDS, k=12))}</span></p>" for _ in range(600)
    )
    return (head + filler)[: PAGE_BYTES - 20].rsplit("<p>", 1)[0].encode() + b"</div></body></html>"


def record(chooser: random.Random, engine: int, query: str, number: int) -> str:
    """Return one record's markup."""
    title = " ".join((query, *chooser.choices(WORDS, k=4)))
    # Half of the records are shared between engines, so that merging has something to merge.
    host = "shared.example" if number % 2 else f"engine{engine}.example"
    snippet = " ".join(chooser.choices(WORDS, k=30))
    return (
        f'<div class="hit"><h3><a href="https://{host}/{query}/{number}">{title}</a></h3>'
        f"<p>{snippet} <b>{query}</b></p><span>{host}</span></div>"
    )


def no_result_page(query: str) -> bytes:
    """Return the page of a query without matches."""
    head = f"<html><head><title>{query}</title></head>"
    return f"{head}<body><p>Nothing found for {query}.</p></body></html>".encode()


def answer(engine: int) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return the request handler of one engine."""
    pages: dict[str, bytes] = {}

    async def handle(request: web.Request) -> web.Response:
        query = request.query.get("q", "")
        if query not in pages:
            pages[query] = result_page(engine, query) if query in WORDS else no_result_page(query)
        return web.Response(body=pages[query], content_type="text/html", charset="utf-8")

    return handle


async def serve(first_port: int) -> None:
    """Serve all engines until cancelled."""
    for engine in range(ENGINES):
        application = web.Application()
        application.router.add_get("/search", answer(engine))
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", first_port + engine).start()
    print("ready", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
