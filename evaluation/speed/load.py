"""Many clients at once over engines of which some are slow or broken: who is let in, what they get.

usage: python -m evaluation.speed.load [--clients N] [--seconds S | --searches N] [--json FILE]
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import aiohttp

from evaluation.own_installation import free_ports, prepare_installation, running, wait_for
from evaluation.speed.engines import ENGINES, FAILING, GOOD, SLOW
from evaluation.speed.search_speed import hosts_from, install_engine, learn_furnished

# Seconds a client pauses after an answer, and after being told to come back in some seconds: ruder
# than it should be.
PAUSE, PAUSE_REFUSED = 0.2, 1.0
# Every fourth client reads the streamed page, the others JSON.
PAGES = 4


SHOWN_METRICS = ("metasearch_searches_total", "metasearch_loop_delay_seconds_", "process_cpu")


@dataclass
class Tally:
    """What the clients got."""

    statuses: Counter[str] = field(default_factory=Counter)
    admitted: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    kinds: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, status: int, seconds: float, body: bytes) -> None:
        """Count one answer."""
        self.statuses[str(status)] += 1
        (self.admitted if status == 200 else self.refused).append(seconds)
        if status == 200 and body.startswith(b"{"):
            for engine in json.loads(body)["engines"]:
                kind = (engine.get("reason") or "", engine["kind"])
                self.kinds.setdefault(engine["slug"], Counter())["/".join(filter(None, kind))] += 1


async def run_clients(address: str, clients: int, seconds: float, searches: int) -> Tally:
    """Have `clients` search one after the other until time or searches are used up."""
    tally, numbers = Tally(), count()
    until = time.perf_counter() + seconds if not searches else float("inf")

    def queries() -> Iterator[str]:
        while time.perf_counter() < until and (not searches or len(tally.admitted) < searches):
            yield f"tree{next(numbers)}"

    async def client(number: int, session: aiohttp.ClientSession) -> None:
        headers = {"X-Forwarded-For": f"198.18.{number // 250}.{1 + number % 250}"}
        path = "/search" if number % PAGES == 0 else "/api/v1/search"
        for query in queries():
            started, pause = time.perf_counter(), PAUSE
            try:
                async with session.get(
                    f"{address}{path}", params={"q": query}, headers=headers
                ) as response:
                    body = await response.read()
                pause = PAUSE if response.status == 200 else PAUSE_REFUSED
                tally.add(response.status, time.perf_counter() - started, body)
            except aiohttp.ClientError as error:
                tally.statuses[type(error).__name__] += 1
            await asyncio.sleep(pause)

    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        await asyncio.gather(*(client(number, session) for number in range(clients)))
    return tally


def resident_megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def read_metrics(address: str) -> dict[str, float]:
    """Return the figures that the server has counted, by name and labels."""
    with urllib.request.urlopen(address, timeout=30) as response:
        lines = response.read().decode().splitlines()
    pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def quantiles(values: list[float]) -> dict[str, float]:
    """Return the 50th, 95th and 99th percentile and the largest of some seconds."""
    if len(values) < 2:
        return {}
    cuts = statistics.quantiles(values, n=100)
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(values)}


def measure(options: argparse.Namespace) -> dict[str, object]:
    """Run engines, the product and the clients; return the figures."""
    first = options.port or free_ports(ENGINES + 1)
    address = f"http://127.0.0.1:{first + ENGINES}"
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        os.environ["TRUSTED_PROXIES"] = "127.0.0.0/8"
        if options.searches:
            # Each client would come more often than one may.
            os.environ["SEARCHES_A_MINUTE"] = "0"
        prepare_installation(folder, hosts_from(first))
        # For what memory does, thousands of searches need not wait for the slow one.
        for number in set(range(ENGINES)) - ({SLOW} if options.searches else set()):
            install_engine(number, first, *learn_furnished(number))
        engines = ("evaluation.speed.engines", str(first), "--unlike")
        product = ("metasearch.processes.serving", str(first + ENGINES))
        web = stack.enter_context(running(engines, product))[-1].pid
        wait_for(f"{address}/")
        memory = [resident_megabytes(web)]
        if options.searches:
            asyncio.run(run_clients(address, options.clients, 0, options.searches // 10))
            memory.append(resident_megabytes(web))
        started = time.perf_counter()
        tally = asyncio.run(
            run_clients(address, options.clients, options.seconds, options.searches * 9 // 10)
        )
        seconds = time.perf_counter() - started
        memory.append(resident_megabytes(web))
        counted = read_metrics(f"{address}/metrics")
    return {
        "seconds": seconds,
        "statuses": dict(tally.statuses),
        "admitted": quantiles(tally.admitted),
        "admitted_per_second": len(tally.admitted) / seconds,
        "refused": quantiles(tally.refused),
        "kinds": {slug: dict(kinds) for slug, kinds in sorted(tally.kinds.items())},
        "false_timeouts": false_timeouts(tally),
        "longest_stop": counted.get("metasearch_loop_longest_delay_seconds"),
        "counted": {
            name: value for name, value in counted.items() if name.startswith(SHOWN_METRICS)
        },
        "memory_megabytes": memory,
    }


def false_timeouts(tally: Tally) -> float:
    """Return the share of the answers of good engines that are called TIMEOUT."""
    good = [tally.kinds.get(f"engine-{number}", Counter()) for number in range(GOOD)]
    late = sum(n for kinds in good for kind, n in kinds.items() if kind.endswith("TIMEOUT"))
    return late / max(1, sum(kinds.total() for kinds in good))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--searches", type=int, default=0, help="so many instead of seconds")
    parser.add_argument("--port", type=int, default=0, help="the first of eleven free ports")
    parser.add_argument("--json", type=Path, help="write the figures here")
    options = parser.parse_args()
    figures = measure(options)
    print(f"{options.clients} clients over {GOOD} good engines, a slow and a failing one")
    print(f"(engine-{SLOW}: 5-20 s, engine-{FAILING}: 500s and resets):")
    for name, value in figures.items():
        print(f"  {name}: {json.dumps(value)}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
