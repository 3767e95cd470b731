"""The cost of thousands of engines: to load them, look again, choose among them.

usage: python -m evaluation.speed.registry [--engines NUMBER] [--start]

Ten learned engines stand there again and again, each time under another address. Times are of the
processor. With `--start` the whole installation is started over them as `make run` does: seconds
until the first page is there while it is polled each second, sizes of the pages that choose among
engines, and at the end the memory of the web server and of all processes, a browser's apart. What
processes share counts once (proportional set size).
"""

import argparse
import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from functools import partial

import psutil

from evaluation.own_installation import ROOT, free_ports, own_environment, prepare_installation
from evaluation.speed.engines import ENGINES, WORDS
from evaluation.speed.search_speed import install_engine, learn_furnished, timed

# Records of an engine that its profile knows, and words of one.
RECORDS, RECORD_WORDS = 20, 10
QUERIES = ("river stone", "garden", "unheard")
# Pages looked at once the installation runs, and the seconds that the first may take.
PAGES = ("preferences", "engines", "search?q=river", "admin/login/")
PATIENCE = 300.0
# Ports in a row that an installation uses at most.
PORTS = 20


def fill(count: int) -> None:
    from metasearch.brokering.broker import make_profile
    from metasearch.models import StoredProfile

    learned = [learn_furnished(number) for number in range(ENGINES)]
    chooser = random.Random(count)
    for number in range(count):
        home = f"https://engine-{number}.example/"
        engine = install_engine(number, home, *learned[number % ENGINES])
        texts = (" ".join(chooser.choices(WORDS, k=RECORD_WORDS)) for _ in range(RECORDS))
        profile = make_profile(engine.slug, texts).to_json()
        StoredProfile.objects.create(engine=engine, made_of=1, data=profile)


def measure() -> None:
    from metasearch.search.engine_profiles import EngineChooser
    from wrappers.engines.registry import EngineRegistry

    process, registry, chooser = psutil.Process(), EngineRegistry(), EngineChooser()
    before = process.memory_info().rss
    first = timed(registry._look, time.process_time) / 1000
    more = (process.memory_info().rss - before) / 1e6
    again = timed(registry._look, time.process_time)
    print(f"loaded in {first:.2f} s, {more:.0f} MB; looked again in {again:.1f} ms")
    engines = registry._look()
    with asyncio.Runner() as runner:
        runner.run(chooser.choose(engines, "first"))
        for query in QUERIES:
            choose = partial(lambda text: runner.run(chooser.choose(engines, text)), query)
            print(f"chosen for {query!r} in {timed(choose, time.process_time):.1f} ms")


def measure_start(folder: str) -> None:
    """Start the installation in `folder`, print what its first minute costs, stop it."""
    port = free_ports(PORTS)
    settings = {"PORT": str(port), "SAMPLES_PORT": str(port + 1)}
    started = time.monotonic()
    process = subprocess.Popen(
        (sys.executable, "manage.py", "start"),
        cwd=ROOT,
        env=own_environment(folder) | settings,
        stdout=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}/"
        while not (size := size_of(address)):
            if time.monotonic() - started > PATIENCE or process.poll() is not None:
                raise RuntimeError("the first page did not come")
            time.sleep(0.2)
        print(f"first page ({size / 1e3:.0f} kB) after {time.monotonic() - started:.1f} s")
        for page in PAGES:
            print(f"/{page}: {size_of(address + page, PATIENCE) / 1e3:.0f} kB")
        family = psutil.Process(process.pid).children(recursive=True)
        held = [(each.memory_full_info().pss / 1e6, " ".join(each.cmdline())) for each in family]
        web = max(size for size, command in held if "serving" in command)
        browser = sum(
            size for size, command in held if "playwright" in command or "--type=" in command
        )
        ours = sum(size for size, _ in held) - browser
        print(f"memory: the web server {web:.0f} MB; all {ours:.0f} MB, a browser {browser:.0f} MB")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)


def size_of(address: str, seconds: float = 1.0) -> int:
    """Return the bytes of a page, 0 where it does not come in so many seconds."""
    try:
        with urllib.request.urlopen(address, timeout=seconds) as answer:
            return len(answer.read())
    except OSError:
        return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines", type=int, default=1_000)
    parser.add_argument("--start", action="store_true", help="start it all, look at pages")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepare_installation(folder)
        from django.db import transaction

        with transaction.atomic():
            fill(options.engines)
        if options.start:
            measure_start(folder)
        else:
            measure()


if __name__ == "__main__":
    main()
