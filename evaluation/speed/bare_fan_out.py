"""The bare cost of a search as a server: fetches ten pages at once and parses them, nothing more.

usage: python -m evaluation.speed.bare_fan_out FIRST_ENGINE_PORT PORT
"""

import asyncio
import sys

import aiohttp
import lxml.html
from aiohttp import web

from evaluation.speed.engines import ENGINES

SESSION = web.AppKey("session", aiohttp.ClientSession)


def application(first_port: int) -> web.Application:
    """Return the server over the local engines."""

    async def parse(session: aiohttp.ClientSession, port: int, query: str) -> int:
        address = f"http://127.0.0.1:{port}/search"
        async with session.get(address, params={"q": query}) as response:
            return len(lxml.html.fromstring(await response.read()))

    async def search(request: web.Request) -> web.Response:
        session, query = request.app[SESSION], request.query["q"]
        sizes = await asyncio.gather(
            *(parse(session, first_port + number, query) for number in range(ENGINES))
        )
        return web.json_response({"pages": sizes})

    async def open_session(app: web.Application) -> None:
        app[SESSION] = aiohttp.ClientSession()

    async def close_session(app: web.Application) -> None:
        await app[SESSION].close()

    app = web.Application()
    app.router.add_get("/search", search)
    app.on_startup.append(open_session)
    app.on_cleanup.append(close_session)
    return app


if __name__ == "__main__":
    web.run_app(
        application(int(sys.argv[1])),
        host="127.0.0.1",
        port=int(sys.argv[2]),
        reuse_port=True,
        print=lambda _: None,
    )
