"""The event loop under heavy pages: how long it stops, how soon a search is answered.

usage: python -m evaluation.speed.event_loop [--json FILE]

One engine answers with each shape of `heavy_pages`, in each size, beside four ordinary ones. Of the
longest stop it is also said how long the event loop itself worked in it: the rest of the time other
programs had the processor.
"""

import argparse
import asyncio
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from aiohttp import web

from evaluation.own_installation import free_ports, prepare_installation, running, wait_for
from evaluation.printing import command_line, print_rows, write_figures
from evaluation.speed.engines import listen, simple_no_result_page, simple_page
from evaluation.speed.heavy_pages import HELD_OUT, KNOWN, QUERY, SHAPES
from evaluation.speed.search_speed import install_engine, learn

if TYPE_CHECKING:
    from wrappers.engines.client import EngineClient
    from wrappers.engines.registry import Askable

SIZES = (30_000, 100_000, 300_000, 1_000_000, 3_000_000, 7_900_000)
ENGINES = 5
# The aim, in milliseconds.
LONGEST_STOP = 50.0
# Seconds between two looks at the clock.
BEAT = 0.001


@dataclass(frozen=True, slots=True)
class LoopFigure:
    """What one page did: longest stop of the loop, seconds to its answer and to the others'."""

    shape: str
    size: int
    stop_ms: float
    worked_ms: float
    seconds: float
    others_seconds: float
    reason: str


class Heart:
    def __init__(self) -> None:
        self.longest = 0.0
        self.worked = 0.0

    async def beat(self) -> None:
        last, last_worked = time.perf_counter(), time.thread_time()
        while True:
            await asyncio.sleep(BEAT)
            now, worked = time.perf_counter(), time.thread_time()
            self.longest = max(self.longest, now - last - BEAT)
            self.worked = max(self.worked, worked - last_worked)
            last, last_worked = now, worked


async def serve(first_port: int) -> None:
    """Answer as engines until cancelled: the first with the shape and size that its path names."""
    ordinary = [simple_page(QUERY, number) for number in range(ENGINES)]
    chosen = ordinary[0]

    async def choose(request: web.Request) -> web.Response:
        nonlocal chosen
        chosen = SHAPES[request.query["shape"]](int(request.query["size"]))
        return web.Response(text=str(len(chosen)))

    for number in range(ENGINES):

        async def answer(_request: web.Request, number: int = number) -> web.Response:
            body = ordinary[number] if number else chosen
            return web.Response(body=body, content_type="text/html")

        await listen(first_port + number, {"/search": answer, "/choose": choose})
    await asyncio.Event().wait()


async def measure(engines: Sequence["Askable"], first_port: int) -> list[LoopFigure]:
    """Search once for each shape and size, after a search that starts the processes."""
    from metasearch.search.dispatch import ask_engine
    from metasearch.search.results import merge_answers
    from wrappers.engines.client import open_client

    figures = []

    async def search(shape: str, size: int, client: "EngineClient") -> LoopFigure:
        # Chosen on a thread: the loop that is looked at does nothing else.
        length = await asyncio.to_thread(choose, first_port, shape, size)
        heart = Heart()
        beating = asyncio.create_task(heart.beat())
        await asyncio.sleep(0.01)
        asking = (ask_engine(client, engine, QUERY, 1) for engine in engines)
        answers = await asyncio.gather(*asking)
        merge_answers(engines, answers, QUERY)
        await asyncio.sleep(0.01)
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating
        own = next(answer for answer in answers if answer.slug == engines[0].slug)
        others = [answer.seconds for answer in answers if answer is not own]
        return LoopFigure(
            shape, length, 1_000 * heart.longest, 1_000 * heart.worked, own.seconds, max(others),
            str(own.reason),
        )  # fmt: skip

    async with open_client() as client:
        await search("short tags", 100_000, client)
        for shape in SHAPES:
            figures += [await search(shape, size, client) for size in SIZES]
    return figures


def choose(first_port: int, shape: str, size: int) -> int:
    address = f"http://127.0.0.1:{first_port}/choose?{urlencode({'shape': shape, 'size': size})}"
    with urllib.request.urlopen(address, timeout=60) as response:
        return int(response.read())


def show(name: str, figures: list[LoopFigure]) -> None:
    worst: dict[str, LoopFigure] = {}
    for figure in figures:
        known = worst.get(figure.shape)
        worst[figure.shape] = max(known or figure, figure, key=lambda each: each.worked_ms)
    told = {shape: asdict(figure) for shape, figure in worst.items()}
    for row in told.values():
        row.pop("shape")
    print_rows(dict(sorted(told.items(), key=lambda each: -each[1]["worked_ms"])), name)
    late = sum(figure.stop_ms > LONGEST_STOP for figure in figures)
    long = sum(figure.worked_ms > LONGEST_STOP for figure in figures)
    slowest = max(figure.seconds for figure in figures)
    others = max(figure.others_seconds for figure in figures)
    print(
        f"{len(figures)} pages, {late} stop the loop longer than {LONGEST_STOP:g} ms, {long} by "
        f"its own work; slowest answer {slowest:.2f} s, of the other engines {others:.2f} s\n"
    )


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("--serve", type=int, metavar="PORT", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        with suppress(KeyboardInterrupt):
            asyncio.run(serve(arguments.serve))
        return
    first_port = free_ports(ENGINES)
    with tempfile.TemporaryDirectory() as folder:
        homes = [f"http://127.0.0.1:{first_port + number}/" for number in range(ENGINES)]
        prepare_installation(folder, [urlsplit(home).netloc for home in homes])
        from wrappers.engines.registry import ready_engine

        learned = learn(simple_page, simple_no_result_page)
        slugs = [install_engine(n, home, *learned).slug for n, home in enumerate(homes)]
        engines = [ready_engine(slug) for slug in slugs]
        with running((__spec__.name, "--serve", str(first_port))):
            wait_for(f"http://127.0.0.1:{first_port + ENGINES - 1}/search")
            figures = asyncio.run(measure(engines, first_port))
    for name, shapes in (("known shapes", KNOWN), ("held-out shapes", HELD_OUT)):
        show(name, [figure for figure in figures if figure.shape in shapes])
    write_figures(arguments.json, [asdict(figure) for figure in figures])


if __name__ == "__main__":
    main()
