"""What a process pays for thousands of engines: to load them, look again, choose among them.

usage: python -m evaluation.speed.registry [--engines NUMBER]

Ten learned engines stand there again and again, each time under another address. Times are of the
processor.
"""

import argparse
import asyncio
import random
import tempfile
import time
from functools import partial

import psutil

from evaluation.own_installation import prepare_installation
from evaluation.speed.furnished_engines import ENGINES
from evaluation.speed.search_speed import description_xml, learn_furnished, timed
from evaluation.speed.simple_engine import WORDS

# Records of an engine that its profile knows, and words of one.
RECORDS, RECORD_WORDS = 20, 10
QUERIES = ("river stone", "garden", "unheard")


def fill(count: int) -> None:
    """Store so many engines, each with a wrapper and a profile."""
    from discovery.models import Engine, EngineState
    from metasearch.brokering import make_profile
    from metasearch.models import StoredProfile
    from wrappers.models import WrapperVersion

    learned = [learn_furnished(number) for number in range(ENGINES)]
    chooser = random.Random(count)
    for number in range(count):
        home = f"https://engine-{number}.example/"
        wrapper, signature = learned[number % ENGINES]
        engine = Engine(
            slug=f"engine-{number}", name=f"Engine {number}", home_url=home, version=1,
            state=EngineState.ACTIVE, description=description_xml(home),
        )  # fmt: skip
        engine.save()
        WrapperVersion.objects.create(
            engine=engine, number=1, is_active=True, description=engine.description,
            wrapper=wrapper.wrapper.to_json(), no_result=signature, reason="benchmark",
            formula=wrapper.wrapper.formula, inducer=wrapper.inducer, support=wrapper.support,
        )  # fmt: skip
        texts = (" ".join(chooser.choices(WORDS, k=RECORD_WORDS)) for _ in range(RECORDS))
        profile = make_profile(engine.slug, texts).to_json()
        StoredProfile.objects.create(engine=engine, made_of=1, data=profile)


def measure() -> None:
    """Print what a process pays."""
    from metasearch.search.engine_profiles import EngineChooser
    from wrappers.engines import EngineRegistry

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


def main() -> None:
    """Fill an installation of its own, measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engines", type=int, default=1_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepare_installation(folder)
        from django.db import transaction

        with transaction.atomic():
            fill(options.engines)
        measure()


if __name__ == "__main__":
    main()
