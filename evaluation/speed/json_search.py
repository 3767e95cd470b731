"""A search of an engine that answers in JSON beside one in HTML, with the same records.

usage: python -m evaluation.speed.json_search

Both are learned from their home addresses (the first in a browser) and then asked by a process of
its own each, without one. What is compared is the time of the processor, which other work on the
machine does not change: of the first search in a process, and of later ones.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from evaluation.engines.product import Product
from evaluation.engines.programs.corpus import queries
from evaluation.engines.programs.own_sites import own_site
from evaluation.speed.search_speed import free_ports

# Rounds over all queries in one process; processes for each engine.
ROUNDS = 6
PROCESSES = 5


def ask_here(slug: str) -> list[float]:
    """Ask an engine in this process; return the seconds of processor time of each search."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "metasearch.settings"
    import django

    django.setup()
    from wrappers.engines import ask, open_client, ready_engine
    from wrappers.engines.answer import ReadyEngine

    engine = ready_engine(slug)
    assert isinstance(engine, ReadyEngine)

    async def search() -> list[float]:
        spent = []
        async with open_client() as client:
            for query in queries() * ROUNDS:
                started = time.process_time()
                answer = await ask(client, engine, query, deadline=60)
                spent.append(time.process_time() - started)
                assert answer.records, answer.detail
        return spent

    return asyncio.run(search())


def ask_elsewhere(product: Product, slug: str) -> tuple[float, float]:
    """Return the median seconds of first and of later searches in processes of their own."""
    command = (sys.executable, "-m", __spec__.name, "--ask", slug)
    runs = [
        json.loads(subprocess.run(command, env=product.environment, capture_output=True).stdout)
        for _ in range(PROCESSES)
    ]
    return median(run[0] for run in runs), median(each for run in runs for each in run[1:])


def main() -> int:
    """Learn both, ask both, print the ratio; return 1 when one of them is not learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ask", metavar="SLUG", help="ask in this process, print seconds as JSON")
    options = parser.parse_args()
    if options.ask:
        print(json.dumps(ask_here(options.ask)))
        return 0
    figures = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        port = free_ports(2)
        engines = [own_site("ledger"), own_site("shelf")]
        served = [
            stack.enter_context(engine.running(Path(folder), port + place))
            for place, engine in enumerate(engines)
        ]
        product = Product(folder, [each.host for each in served])
        for engine, running in zip(engines, served, strict=True):
            learned = product.json("add_engine", running.home_url)
            if learned["state"] != "ACTIVE":
                print(f"{engine.name} was not learned: {learned['reason']}")
                return 1
            figures.append(ask_elsewhere(product, learned["slug"]))
            told = ", later ones ".join(f"{1000 * seconds:.1f} ms" for seconds in figures[-1])
            print(f"{engine.kind}: first search {told}")
    first, later = (by_json / by_html for by_html, by_json in zip(*figures, strict=True))
    print(f"JSON by HTML: first search {first:.2f} ×, later ones {later:.2f} ×")
    return 0


if __name__ == "__main__":
    sys.exit(main())
