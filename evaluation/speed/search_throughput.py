"""Searches a second with sixteen users at once, beside a bare fan-out of as many processes.

usage: python -m evaluation.speed.search_throughput [--processes NUMBER] [--json FILE]

What is refused at the door, as too much at once, counts for nothing; its user waits a little. The
bare fan-out is a server, too: it fetches ten pages at once and parses them, nothing more.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http import HTTPStatus
from itertools import count
from pathlib import Path

import aiohttp
from aiohttp import web

from evaluation.own_installation import free_ports, running, wait_for
from evaluation.speed.engines import ENGINES, WORDS
from evaluation.speed.search_speed import bare_search, install_engines

USERS = 16
PROCESSES = 2
# Seconds until who was refused asks again.
PAUSE = 0.1
WARM_UP_SECONDS = 3.0
SECONDS = 10.0
AIM = 0.5


@dataclass
class Load:
    """What came of many searches: the seconds of each that was answered, how many were refused."""

    seconds: float = 0.0
    answered: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def rate(self) -> float:
        return len(self.answered) / self.seconds


async def search_at_once(address: str, seconds: float, numbers: Iterator[int]) -> Load:
    """Return what comes of searches while each user asks one after the other.

    No two queries are the same: `numbers` go on where they were.
    """
    load = Load()
    until = time.perf_counter() + seconds

    async def user(session: aiohttp.ClientSession) -> None:
        while (began := time.perf_counter()) < until:
            number = next(numbers)
            parameters = {"q": f"{WORDS[number % len(WORDS)]}{number}", "format": "json"}
            async with session.get(address, params=parameters) as response:
                await response.read()
            if response.status == HTTPStatus.SERVICE_UNAVAILABLE:
                load.refused += 1
                await asyncio.sleep(PAUSE)
                continue
            assert response.status == HTTPStatus.OK, response.status
            load.answered.append(time.perf_counter() - began)

    started = time.perf_counter()
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(user(session) for _ in range(USERS)))
    load.seconds = time.perf_counter() - started
    return load


async def serve_bare(first_port: int, port: int) -> None:
    """Serve the bare fan-out over the engines until cancelled."""
    async with aiohttp.ClientSession() as session:

        async def search(request: web.Request) -> web.Response:
            await bare_search(session, first_port, request.query["q"])
            return web.json_response({})

        application = web.Application()
        application.router.add_get("/search", search)
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port, reuse_port=True).start()
        await asyncio.Event().wait()


def measure(processes: int) -> dict[str, float]:
    """Run both servers, of so many processes each, one after the other, over the same engines."""
    first = free_ports(ENGINES + 2)
    web_port, bare_port = first + ENGINES, first + ENGINES + 1
    servers = [
        ("evaluation.speed.engines", str(first)),
        *[("metasearch.processes.serving", str(web_port))] * processes,
        *[(__spec__.name, "--bare", str(first), str(bare_port))] * processes,
    ]  # fmt: skip
    figures: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        install_engines(folder, first)
        stack.enter_context(running(*servers))
        for name, port in (("search", web_port), ("bare", bare_port)):
            address = f"http://127.0.0.1:{port}/search"
            wait_for(f"{address}?q=warm&format=json")
            numbers = count()
            asyncio.run(search_at_once(address, WARM_UP_SECONDS, numbers))
            load = asyncio.run(search_at_once(address, SECONDS, numbers))
            figures[f"{name}_per_second"] = load.rate
            figures[f"{name}_median"] = statistics.median(load.answered)
            figures[f"{name}_p99"] = statistics.quantiles(load.answered, n=100)[-1]
            figures[f"{name}_refused"] = load.refused
    figures["search_to_bare"] = figures["search_per_second"] / figures["bare_per_second"]
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=PROCESSES, help="of each server")
    parser.add_argument("--json", type=Path, help="write the figures here")
    parser.add_argument("--bare", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        asyncio.run(serve_bare(*options.bare))
        return
    figures = measure(options.processes)
    print(
        f"{USERS} users, {options.processes} processes: "
        f"{figures['search_per_second']:.1f} searches/s; "
        f"bare fan-out {figures['bare_per_second']:.1f}/s; ratio "
        f"{figures['search_to_bare']:.2f} (aim ≥ {AIM})\n"
        f"a search: median {figures['search_median']:.3f} s, 99 % below "
        f"{figures['search_p99']:.3f} s; {figures['search_refused']:.0f} refused as too many"
    )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
