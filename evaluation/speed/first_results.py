"""Time to first results: from the first engine's answer to its results at the client.

usage: python -m evaluation.speed.first_results [--searches N]

Ten unlike local engines answer at times of their own, over real servers on loopback ports.
"""

import argparse
import asyncio
import statistics
import tempfile
import threading
import time
from functools import partial

import aiohttp
from aiohttp import web

from evaluation.speed.engines import ENGINES, result_page, serve
from evaluation.speed.search_speed import free_ports, install_engines

RESULT = b'class="result"'
WARM_UP = 3
PAUSE = 0.03  # seconds between two engines' answers


async def measure(
    address: str, answered: dict[int, float], numbers: range
) -> dict[str, list[float]]:
    """Return milliseconds to the frame, and from the first answer to the first results.

    Every number is a query of its own: what was answered before would come from the cache.
    """
    times: dict[str, list[float]] = {"frame": [], "first results": []}
    async with aiohttp.ClientSession() as session:
        for number in numbers:
            started = time.perf_counter()
            async with session.get(f"{address}/search", params={"q": f"words {number}"}) as reply:
                body, first = b"", 0.0
                async for chunk in reply.content.iter_any():
                    if not body:
                        times["frame"].append(1000 * (time.perf_counter() - started))
                    body += chunk
                    if not first and RESULT in body:
                        first = time.perf_counter()
                        times["first results"].append(1000 * (first - answered[0]))
    return times


class LateEngines:
    """Ten engines that answer one after the other; when each last did."""

    def __init__(self) -> None:
        self.answered: dict[int, float] = {}
        self.pages = [result_page(engine, "words") for engine in range(ENGINES)]

    async def serve(self, first_port: int) -> None:
        await serve(first_port, [partial(self.answer, engine) for engine in range(ENGINES)])

    async def answer(self, engine: int, request: web.Request) -> web.Response:
        """Answer in the engine's turn."""
        await asyncio.sleep(PAUSE * (engine + 1))
        self.answered[engine] = time.perf_counter()
        return web.Response(body=self.pages[engine], content_type="text/html", charset="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--searches", type=int, default=50)
    searches = parser.parse_args().searches
    engines_port = free_ports(ENGINES)
    engines = LateEngines()
    with tempfile.TemporaryDirectory() as folder:
        install_engines(folder, engines_port)
        import uvicorn

        from metasearch.processes.asgi import application

        threading.Thread(
            target=asyncio.run, args=(engines.serve(engines_port),), daemon=True
        ).start()
        server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="error"))
        serving = threading.Thread(target=server.run)
        serving.start()
        while not server.started:
            time.sleep(0.02)
        address = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        asyncio.run(measure(address, engines.answered, range(-WARM_UP, 0)))
        times = asyncio.run(measure(address, engines.answered, range(searches)))
        server.should_exit = True
        serving.join()
    for name, values in times.items():
        print(
            f"{name:>14}: median {statistics.median(values):5.1f} ms, worst {max(values):5.1f} ms"
        )


if __name__ == "__main__":
    main()
