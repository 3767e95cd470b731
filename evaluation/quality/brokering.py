"""Engine selection: is the right engine among those asked, and how long does choosing take?

There are 500 synthetic engines, each of a topic of its own. The records of an engine mix words of
the topic with words of the whole language, both by Zipf's law. Neighbouring topics share words. A
query is two or three words of one topic; the engine of that topic is the right one. Seeded: each
run is the same.
"""

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from metasearch.brokering.broker import Broker, EngineProfile, make_profile

ENGINES = 500
ASKED = 10
QUERIES = 1_000
# Records sampled of each engine: what learning brings of a real one.
RECORDS = 60
WORDS_A_RECORD = 25
LANGUAGE_WORDS = 20_000
# Words of a topic, how many of them it shares with its neighbours, and the share of a record's
# words that are its topic's.
TOPIC_WORDS = 200
TOPIC_STEP = 120
TOPICAL_SHARE = 0.3


def zipf_weights(count: int) -> list[float]:
    return list(accumulate(1 / rank for rank in range(1, count + 1)))


LANGUAGE_WEIGHTS = zipf_weights(LANGUAGE_WORDS)
TOPIC_WEIGHTS = zipf_weights(TOPIC_WORDS)
# The topics' words are words of the language too, drawn from all ranks.
SHUFFLED = list(range(LANGUAGE_WORDS))
random.Random(1).shuffle(SHUFFLED)


def topic_of(engine: int) -> list[int]:
    """Return the words of an engine's topic, the most frequent first."""
    start = engine * TOPIC_STEP
    words = [SHUFFLED[(start + n) % LANGUAGE_WORDS] for n in range(TOPIC_WORDS)]
    random.Random(engine).shuffle(words)
    return words


def sampled_profile(engine: int) -> EngineProfile:
    """Return the profile of an engine's sampled records."""
    draw = random.Random(10_000 + engine)
    topic = topic_of(engine)
    texts = []
    for _ in range(RECORDS):
        topical = sum(draw.random() < TOPICAL_SHARE for _ in range(WORDS_A_RECORD))
        words = draw.choices(topic, cum_weights=TOPIC_WEIGHTS, k=topical) + draw.choices(
            range(LANGUAGE_WORDS), cum_weights=LANGUAGE_WEIGHTS, k=WORDS_A_RECORD - topical
        )
        texts.append(" ".join(f"w{word}" for word in words))
    return make_profile(f"engine{engine}", texts)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args(arguments)
    started = time.perf_counter()
    broker = Broker([sampled_profile(engine) for engine in range(ENGINES)])
    built = time.perf_counter() - started
    slugs = [f"engine{engine}" for engine in range(ENGINES)]
    draw = random.Random(7)
    right, seconds = 0, []
    for _ in range(QUERIES):
        engine = draw.randrange(ENGINES)
        words = draw.choices(topic_of(engine), cum_weights=TOPIC_WEIGHTS, k=draw.choice((2, 3)))
        started = time.perf_counter()
        chosen = broker.choose(" ".join(f"w{word}" for word in words), slugs, ASKED)
        seconds.append(time.perf_counter() - started)
        right += f"engine{engine}" in chosen
    figures = {
        "right_engine_asked": right / QUERIES,
        "by_chance": ASKED / ENGINES,
        "median_ms": statistics.median(seconds) * 1000,
        "p95_ms": statistics.quantiles(seconds, n=20)[-1] * 1000,
    }
    print(f"{ENGINES} engines of known topics (sampled and indexed in {built:.1f} s)")
    print(
        f"the right engine is among {ASKED} asked in {figures['right_engine_asked']:.1%} of "
        f"{QUERIES} queries (aim 90 %; by chance {figures['by_chance']:.1%})"
    )
    print(
        f"choosing takes {figures['median_ms']:.2f} ms (median), {figures['p95_ms']:.2f} ms (p95); "
        "aim 10 ms"
    )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
