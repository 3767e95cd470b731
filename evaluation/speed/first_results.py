"""How soon results are on the wire: from the first engine's answer to its results at the client.

usage: python -m evaluation.speed.first_results [--searches N]

Ten engines of the test answer at times of their own, over a real server on a loopback port.
"""

import argparse
import asyncio
import statistics
import tempfile
import threading
import time

import aiohttp

from evaluation.own_installation import prepare_installation

RESULT = b'class="result"'
WARM_UP = 3
PAUSE = 0.03  # seconds between two engines' answers


async def measure(
    address: str, answered: dict[str, float], numbers: range
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
                        times["first results"].append(1000 * (first - answered["engine-0"]))
    return times


def main() -> None:
    """Print medians and the worst."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--searches", type=int, default=50)
    searches = parser.parse_args().searches
    with tempfile.TemporaryDirectory() as folder:
        prepare_installation(folder)
        import pytest
        import uvicorn

        from metasearch.processes.asgi import application
        from tests.metasearch.engines import gives, install
        from wrappers.extraction import ResultRecord

        engines = install(pytest.MonkeyPatch())
        answered: dict[str, float] = {}

        def timed(slug: str, number: int):
            page = [
                ResultRecord(
                    f"https://{slug}.example/{n}", f"{n} words of {slug}", "some words " * 20
                )
                for n in range(10)
            ]
            give = gives(slug, *page)

            async def behave(query: str, page: int):
                await asyncio.sleep(PAUSE * (number + 1))
                answered[slug] = time.perf_counter()
                return await give(query, page)

            return behave

        for number in range(10):
            engines.add(f"engine-{number}", timed(f"engine-{number}", number))
        server = uvicorn.Server(uvicorn.Config(application, port=0, log_level="error"))
        threading.Thread(target=server.run, daemon=True).start()
        while not server.started:
            time.sleep(0.02)
        port = server.servers[0].sockets[0].getsockname()[1]
        asyncio.run(measure(f"http://127.0.0.1:{port}", answered, range(-WARM_UP, 0)))
        times = asyncio.run(measure(f"http://127.0.0.1:{port}", answered, range(searches)))
        server.should_exit = True
    for name, values in times.items():
        print(
            f"{name:>14}: median {statistics.median(values):5.1f} ms, worst {max(values):5.1f} ms"
        )


if __name__ == "__main__":
    main()
