"""`make test-engines`: learn the real engines, redesign them, compare records with the truth.

usage: python -m evaluation.engines [NAME …]
"""

import sys
import tempfile
from pathlib import Path

from evaluation.engines.comparison import LEAST_F1, Learned
from evaluation.engines.redesigns import Redesign, switch, try_redesigns
from evaluation.engines.truth import running_engines
from evaluation.own_installation import Product
from evaluation.printing import print_rows

QUERIES = 10
SHOWN_MISSES = 5
GOOD_OUTCOMES = frozenset({"unharmed", "fields mended", "mended"})


def main() -> int:
    """Measure the engines named, or all; print the tables; return the exit code."""
    names = sys.argv[1:]
    redesigns: list[Redesign] = []
    with running_engines() as running, tempfile.TemporaryDirectory() as parent:
        engines = [engine for engine in running if not names or engine.name in names]
        hosts = [f"127.0.0.1:{engine.port}" for engine in engines]
        rows = [Learned(engine.name) for engine in engines]
        with Product(Path(parent) / "learned", hosts) as product:
            for engine, row in zip(engines, rows, strict=True):
                # One that was ended before has left another template.
                switch(engine, engine.facts["default_variant"])
                none = engine.facts["queries"]["none"]["q"]
                words = [query for query in engine.queries(QUERIES) if query != none]
                row.learn(product, engine, words, none, QUERIES)
        print_rows({row.name: row.row() for row in rows}, "engine")
        for row in rows:
            reasons = [] if row.state == "ACTIVE" else [f"{row.name}: {row.state}: {row.reason}"]
            print("".join(f"{each}\n" for each in (*reasons, *row.records.misses[:SHOWN_MISSES])))
        for engine, row in zip(engines, rows, strict=True):
            if row.state == "ACTIVE":
                redesigns += try_redesigns(Path(parent) / "learned", hosts, engine, row.slug)
    print_rows({f"{each.name}, {each.variant}": each.row() for each in redesigns}, "redesign")
    for each in redesigns:
        print("".join(f"{miss}\n" for miss in each.after.misses[:SHOWN_MISSES]), end="")
    all_good = all(redesign.outcome in GOOD_OUTCOMES for redesign in redesigns)
    learned_well = all(
        row.state == "ACTIVE" and row.records.f1 >= LEAST_F1 and row.none_kind == "NO_RESULTS"
        for row in rows
    )
    return 0 if all_good and learned_well else 1


if __name__ == "__main__":
    sys.exit(main())
