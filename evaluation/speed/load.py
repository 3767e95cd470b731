"""Two loads of one server: users beside a bare fan-out, and clients over engines that fail.

usage: python -m evaluation.speed.load [--only users|clients] [--users N] [--clients N]
       [--seconds S | --searches N] [--json FILE]

Users (16) ask one after the other over good engines: searches a second, beside those of a server
that fetches ten pages at once and parses them, nothing more, in as many processes. Then many
clients search at once, while of the engines some are slow or broken: who is let in, what they get.
What is refused at the door, as too much at once, counts for nothing; who is refused waits a little.
With `--searches` clients make so many, for what memory does, and there are no users.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import aiohttp
from aiohttp import web

from evaluation.own_installation import free_ports, running, wait_for
from evaluation.printing import command_line, print_rows, write_figures
from evaluation.speed.engines import ENGINES, FAILING, GOOD, SLOW, WORDS, listen
from evaluation.speed.search_speed import bare_search, install_engines

PROCESSES = 2
WARM_UP_SECONDS, USERS_SECONDS = 3.0, 10.0
# Searches a second of the users, by those of the bare fan-out.
AIM = 0.5
# Every fourth client reads the streamed page, the others JSON.
PATHS = ("/search", "/api/v1/search", "/api/v1/search", "/api/v1/search")
# Ports beside those of the engines: the product's, the bare fan-out's.
PORTS = ENGINES + 2


@dataclass(frozen=True)
class Crowd:
    """So many who search one after the other, each a client of its own where they are `apart`.

    They pause for some seconds after an answer, and after being told to come back later.
    """

    size: int
    paths: tuple[str, ...] = ("/search?format=json",)
    pause: float = 0.0
    pause_refused: float = 0.1
    apart: bool = False


@dataclass
class Tally:
    seconds: float = 0.0
    statuses: Counter[str] = field(default_factory=Counter)
    admitted: list[float] = field(default_factory=list)
    refused: list[float] = field(default_factory=list)
    kinds: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, status: int, seconds: float) -> None:
        self.statuses[str(status)] += 1
        (self.admitted if status == 200 else self.refused).append(seconds)

    def add_kinds(self, body: bytes) -> None:
        if body.startswith(b"{"):
            for engine in json.loads(body)["engines"]:
                kind = (engine.get("reason") or "", engine["kind"])
                self.kinds.setdefault(engine["slug"], Counter())["/".join(filter(None, kind))] += 1


async def search(
    address: str, crowd: Crowd, numbers: Iterator[int], seconds: float = 0, searches: int = 0
) -> Tally:
    """Have a crowd search until time or searches are used up; `numbers` make each query new."""
    tally, started = Tally(), time.perf_counter()
    until = started + seconds if not searches else float("inf")

    async def client(place: int, session: aiohttp.ClientSession) -> None:
        headers = {"X-Forwarded-For": f"198.18.{place // 250}.{1 + place % 250}"}
        path = address + crowd.paths[place % len(crowd.paths)]
        while time.perf_counter() < until and (not searches or len(tally.admitted) < searches):
            number, began, pause = next(numbers), time.perf_counter(), crowd.pause
            try:
                async with session.get(
                    path,
                    params={"q": f"{WORDS[number % len(WORDS)]}{number}"},
                    headers=headers if crowd.apart else None,
                ) as response:
                    body = await response.read()
                pause = crowd.pause if response.status == 200 else crowd.pause_refused
                tally.add(response.status, time.perf_counter() - began)
                if crowd.apart and response.status == 200:
                    tally.add_kinds(body)
            except aiohttp.ClientError as error:
                tally.statuses[type(error).__name__] += 1
            await asyncio.sleep(pause)

    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(connector=connector, timeout=timeout) as session:
        await asyncio.gather(*(client(place, session) for place in range(crowd.size)))
    tally.seconds = time.perf_counter() - started
    return tally


async def serve_bare(first_port: int, port: int) -> None:
    """Serve the bare fan-out over the engines until cancelled."""
    async with aiohttp.ClientSession() as session:

        async def answer(request: web.Request) -> web.Response:
            await bare_search(session, first_port, request.query["q"])
            return web.json_response({})

        await listen(port, {"/search": answer})
        await asyncio.Event().wait()


def measure_users(first: int, users: int) -> dict[str, object]:
    web_port, bare_port = first + ENGINES, first + ENGINES + 1
    servers = [
        ("evaluation.speed.engines", str(first)),
        *[("metasearch.processes.serving", str(web_port))] * PROCESSES,
        *[(__spec__.name, "--bare", str(first), str(bare_port))] * PROCESSES,
    ]
    figures: dict[str, object] = {}
    rates = []
    with running(*servers):
        for name, port in (("search", web_port), ("bare", bare_port)):
            address = f"http://127.0.0.1:{port}"
            wait_for(f"{address}/search?q=warm&format=json")
            numbers = count()
            asyncio.run(search(address, Crowd(users), numbers, WARM_UP_SECONDS))
            tally = asyncio.run(search(address, Crowd(users), numbers, USERS_SECONDS))
            assert set(tally.statuses) <= {"200", "503"}, tally.statuses
            rates.append(len(tally.admitted) / tally.seconds)
            figures |= {
                f"{name}_per_second": rates[-1],
                f"{name}_median": statistics.median(tally.admitted),
                f"{name}_p99": quantiles(tally.admitted)["p99"],
                f"{name}_refused": len(tally.refused),
            }
    return figures | {"search_to_bare": rates[0] / rates[1]}


def measure_clients(first: int, options: argparse.Namespace) -> dict[str, object]:
    address = f"http://127.0.0.1:{first + ENGINES}"
    crowd = Crowd(options.clients, PATHS, pause=0.2, pause_refused=1.0, apart=True)
    engines = ("evaluation.speed.engines", str(first), "--unlike")
    product = ("metasearch.processes.serving", str(first + ENGINES))
    with running(engines, product) as processes:
        web_server, numbers = processes[-1].pid, count()
        wait_for(f"{address}/")
        memory = [resident_megabytes(web_server)]
        if options.searches:
            asyncio.run(search(address, crowd, numbers, searches=options.searches // 10))
            memory.append(resident_megabytes(web_server))
        tally = asyncio.run(
            search(address, crowd, numbers, options.seconds, options.searches * 9 // 10)
        )
        memory.append(resident_megabytes(web_server))
    return {
        "seconds": tally.seconds,
        "statuses": dict(tally.statuses),
        "admitted": quantiles(tally.admitted),
        "admitted_per_second": len(tally.admitted) / tally.seconds,
        "refused": quantiles(tally.refused),
        "kinds": {slug: dict(kinds) for slug, kinds in sorted(tally.kinds.items())},
        "false_timeouts": false_timeouts(tally),
        "memory_megabytes": memory,
    }


def resident_megabytes(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def quantiles(values: list[float]) -> dict[str, float]:
    if len(values) < 2:
        return {}
    cuts = statistics.quantiles(values, n=100)
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(values)}


def false_timeouts(tally: Tally) -> float:
    """Return the share of the answers of good engines that are called TIMEOUT."""
    good = [tally.kinds.get(f"engine-{number}", Counter()) for number in range(GOOD)]
    late = sum(n for kinds in good for kind, n in kinds.items() if kind.endswith("TIMEOUT"))
    return late / max(1, sum(kinds.total() for kinds in good))


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("--only", choices=("users", "clients"), help="one of the two loads")
    parser.add_argument("--users", type=int, default=16)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0, help="that clients search")
    parser.add_argument("--searches", type=int, default=0, help="so many instead of seconds")
    parser.add_argument("--bare", type=int, nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.bare:
        asyncio.run(serve_bare(*options.bare))
        return
    first = free_ports(PORTS)
    figures: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as folder:
        # For what memory does, thousands of searches need not wait for the slow one.
        install_engines(folder, first, {SLOW} if options.searches else ())
        if options.only != "clients" and not options.searches:
            figures |= show(
                f"{options.users} users, {PROCESSES} processes; by the bare fan-out's (≥ {AIM})",
                measure_users(first, options.users),
            )
        if options.only != "users":
            os.environ["TRUSTED_PROXIES"] = "127.0.0.0/8"
            if options.searches:
                # Each client would come more often than one may.
                os.environ["SEARCHES_A_MINUTE"] = "0"
            figures |= show(
                f"{options.clients} clients over {GOOD} good engines, a slow and a failing one "
                f"(engine-{SLOW}: 5-20 s, engine-{FAILING}: 500s and resets)",
                measure_clients(first, options),
            )
    write_figures(options.json, figures)


def show(title: str, figures: dict[str, object]) -> dict[str, object]:
    print_rows({name: {"": value} for name, value in figures.items()}, title)
    return figures


if __name__ == "__main__":
    main()
