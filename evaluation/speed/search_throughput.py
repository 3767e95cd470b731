"""Searches a second with sixteen users at once, beside a bare fan-out of as many processes.

usage: python -m evaluation.speed.search_throughput [--json FILE]
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import aiohttp

from evaluation.speed.furnished_engines import ENGINES
from evaluation.speed.search_speed import ROOT, free_ports, install_engines, wait_for
from evaluation.speed.simple_engine import WORDS

USERS = 16
PROCESSES = 2
WARM_UP_SECONDS = 3.0
SECONDS = 10.0
AIM = 0.5


async def searches_a_second(address: str, seconds: float, numbers: Iterator[int]) -> float:
    """Return how many searches are answered a second while each user asks one after the other.

    No two queries are the same: `numbers` go on where they were.
    """
    answered = 0
    until = time.perf_counter() + seconds

    async def user(session: aiohttp.ClientSession) -> None:
        nonlocal answered
        while time.perf_counter() < until:
            number = next(numbers)
            parameters = {"q": f"{WORDS[number % len(WORDS)]}{number}", "format": "json"}
            async with session.get(address, params=parameters) as response:
                await response.read()
                assert response.status == 200, response.status
            answered += 1

    started = time.perf_counter()
    async with aiohttp.ClientSession() as session:
        await asyncio.gather(*(user(session) for _ in range(USERS)))
    return answered / (time.perf_counter() - started)


def measure() -> dict[str, float]:
    """Run both servers, one after the other, over the same engines."""
    first = free_ports(ENGINES + 2)
    web_port, bare_port = first + ENGINES, first + ENGINES + 1
    python = (sys.executable, "-m")
    bare = (*python, "evaluation.speed.bare_fan_out", str(first), str(bare_port))
    servers = [
        (*python, "evaluation.speed.furnished_engines", str(first)),
        *[(*python, "metasearch.processes.serving", str(web_port))] * PROCESSES,
        *[bare] * PROCESSES,
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        install_engines(folder, first)
        for command in servers:
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        figures = {}
        for name, port in (("search", web_port), ("bare", bare_port)):
            address = f"http://127.0.0.1:{port}/search"
            wait_for(f"{address}?q=warm&format=json")
            numbers = count()
            asyncio.run(searches_a_second(address, WARM_UP_SECONDS, numbers))
            rate = asyncio.run(searches_a_second(address, SECONDS, numbers))
            figures[f"{name}_per_second"] = rate
    figures["search_to_bare"] = figures["search_per_second"] / figures["bare_per_second"]
    return figures


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()
    figures = measure()
    print(
        f"{USERS} users, {PROCESSES} processes: {figures['search_per_second']:.1f} searches/s; "
        f"bare fan-out {figures['bare_per_second']:.1f}/s; ratio "
        f"{figures['search_to_bare']:.2f} (aim ≥ {AIM})"
    )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
