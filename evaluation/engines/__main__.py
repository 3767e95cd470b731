"""`make test-engines`: learn the real engines, redesign them, compare records with the truth.

usage: python -m evaluation.engines [NAME …]
"""

import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from evaluation.engines.comparison import LEAST_F1, Comparison, has_second_page
from evaluation.engines.redesigns import Redesign, print_redesigns, switch, try_redesigns
from evaluation.engines.truth import RealEngine, running_engines
from evaluation.own_installation import Product

QUERIES = 10
GOOD_OUTCOMES = frozenset({"unharmed", "fields mended", "mended"})


@dataclass
class Figures:
    """What one engine came to."""

    name: str
    slug: str = ""
    state: str = ""
    learning_seconds: float = 0.0
    inducer: str = ""
    queries: int = 0
    second_pages: int = 0
    none_kind: str = ""
    records: Comparison = field(default_factory=Comparison)

    @property
    def passes(self) -> bool:
        """Whether the engine reached what it must."""
        good_records = self.records.f1 >= LEAST_F1
        return self.state == "ACTIVE" and good_records and self.none_kind == "NO_RESULTS"


def measure(product: Product, engine: RealEngine) -> Figures:
    """Learn one engine from its home address and compare pages 1 and 2 of its queries."""
    figures = Figures(engine.name)
    started = time.monotonic()
    learned = product.json("add_engine", engine.home_url)
    figures.learning_seconds = time.monotonic() - started
    figures.slug, figures.state = learned["slug"], learned["state"]
    if learned["state"] != "ACTIVE":
        reason = f"{engine.name}: {learned['state']}: {learned['reason']}"
        figures.records.misses.append(reason)
        return figures
    figures.inducer = learned["wrapper"]["inducer"]
    none = engine.facts["queries"]["none"]["q"]
    for query in engine.queries(QUERIES):
        figures.queries += 1
        kind = figures.records.ask(product, engine, figures.slug, query)
        if query == none:
            figures.none_kind = kind
        elif has_second_page(engine, query):
            figures.records.ask(product, engine, figures.slug, query, 2)
            figures.second_pages += 1
    return figures


def print_figures(rows: list[Figures]) -> None:
    """Print the table of engines as learned."""
    print(
        f"{'engine':10} {'state':10} {'learned in':>10} {'queries':>7} {'pages':>5} {'page 2':>6} "
        f"{'true':>5} {'found':>5} {'F1':>6} {'snippets':>8}  impossible query  inducer"
    )
    for row in rows:
        records = row.records
        print(
            f"{row.name:10} {row.state:10} {row.learning_seconds:8.1f} s {row.queries:7} "
            f"{records.pages:5} {row.second_pages:6} {records.true:5} {records.found:5} "
            f"{records.f1:6.3f} {records.snippets:8.3f}  {row.none_kind:16}  {row.inducer}"
        )
    for row in rows:
        misses = row.records.misses
        print(*misses[:5], sep="\n", end="\n" if misses else "")


def main() -> int:
    """Measure the engines named, or all; print the tables; return the exit code."""
    names = sys.argv[1:]
    redesigns: list[Redesign] = []
    with running_engines() as running, tempfile.TemporaryDirectory() as parent:
        engines = [engine for engine in running if not names or engine.name in names]
        hosts = [f"127.0.0.1:{engine.port}" for engine in engines]
        folder = Path(parent) / "learned"
        folder.mkdir()
        product = Product(str(folder), hosts)
        for engine in engines:
            # One that was ended before has left another template.
            switch(engine, engine.facts["default_variant"])
        rows = [measure(product, engine) for engine in engines]
        print_figures(rows)
        for engine, row in zip(engines, rows, strict=True):
            if row.state == "ACTIVE":
                redesigns += try_redesigns(folder, hosts, engine, row.slug)
    print_redesigns(redesigns)
    all_good = all(redesign.outcome in GOOD_OUTCOMES for redesign in redesigns)
    return 0 if all_good and all(row.passes for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
