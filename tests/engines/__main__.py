"""`make test-engines`: learn the real engines, compare their records with the truth.

usage: python -m tests.engines [NAME …]
"""

import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from discovery.pages import comparison_key, fold_space
from tests.engines.product import Product
from tests.engines.truth import RealEngine, running_engines

# What an engine must reach: one record in fifty may be wrong or missed.
LEAST_F1 = 0.98
QUERIES = 10


@dataclass
class Figures:
    """What one engine came to."""

    name: str
    state: str = ""
    learning_seconds: float = 0.0
    inducer: str = ""
    queries: int = 0
    pages: int = 0
    true: int = 0
    found: int = 0
    right: int = 0
    second_pages: int = 0
    none_kind: str = ""
    misses: list[str] = field(default_factory=list)

    @property
    def f1(self) -> float:
        """F1 of (address, title) over all pages."""
        return 2 * self.right / (self.true + self.found) if self.true + self.found else 0.0

    @property
    def passes(self) -> bool:
        """Whether the engine reached what it must."""
        return self.state == "ACTIVE" and self.f1 >= LEAST_F1 and self.none_kind == "NO_RESULTS"


def measure(product: Product, engine: RealEngine) -> Figures:
    """Learn one engine from its home address and compare pages 1 and 2 of its queries."""
    figures = Figures(engine.name)
    started = time.monotonic()
    learned = product.json("add_engine", engine.home_url)
    figures.learning_seconds = time.monotonic() - started
    figures.state = learned["state"]
    if learned["state"] != "ACTIVE":
        figures.misses.append(f"{engine.name}: {learned['state']}: {learned['reason']}")
        return figures
    figures.inducer = learned["wrapper"]["inducer"]
    none = engine.facts["queries"]["none"]["q"]
    for query in engine.queries(QUERIES):
        figures.queries += 1
        first_page = compare(product, engine, learned["slug"], query, 1, figures)
        if query == none:
            figures.none_kind = first_page["engines"][0]["kind"]
        elif has_second_page(engine, query):
            compare(product, engine, learned["slug"], query, 2, figures)
            figures.second_pages += 1
    return figures


def has_second_page(engine: RealEngine, query: str) -> bool:
    """Tell whether the engine has a page 2 for `query`; some show page 1 again instead."""
    second = keys(engine.true_records(query, 2))
    return bool(second) and second != keys(engine.true_records(query, 1))


def compare(
    product: Product, engine: RealEngine, slug: str, query: str, page: int, figures: Figures
) -> dict[str, Any]:
    """Compare one page's records with the truth; add to the figures, return the answer."""
    answer = product.json("search", query, "--engine", slug, "--page", str(page))
    true, found = keys(engine.true_records(query, page)), keys(answer["results"])
    right = sum((true & found).values())
    figures.pages += 1
    figures.true += true.total()
    figures.found += found.total()
    figures.right += right
    if true != found:
        kind = answer["engines"][0]["kind"]
        figures.misses.append(
            f"{engine.name} {query!r} page {page} ({kind}): {true.total()} true, "
            f"{found.total()} found, {right} right; e.g. missed {list(true - found)[:1]}, "
            f"wrong {list(found - true)[:1]}"
        )
    return answer


def keys(records: list[dict[str, Any]]) -> Counter[tuple[str, str]]:
    """Return the records as comparable (address, title) pairs."""
    return Counter(
        (comparison_key(record["url"] or ""), fold_space(record["title"] or ""))
        for record in records
    )


def main() -> int:
    """Measure the engines named, or all; print the table; return the exit code."""
    names = sys.argv[1:]
    with running_engines() as running, tempfile.TemporaryDirectory() as folder:
        engines = [engine for engine in running if not names or engine.name in names]
        product = Product(folder, [f"127.0.0.1:{engine.port}" for engine in engines])
        rows = [measure(product, engine) for engine in engines]
    print(
        f"{'engine':10} {'state':10} {'learned in':>10} {'queries':>7} {'pages':>5} {'page 2':>6} "
        f"{'true':>5} {'found':>5} {'F1':>6}  impossible query  inducer"
    )
    for row in rows:
        print(
            f"{row.name:10} {row.state:10} {row.learning_seconds:8.1f} s {row.queries:7} "
            f"{row.pages:5} {row.second_pages:6} {row.true:5} {row.found:5} {row.f1:6.3f}  "
            f"{row.none_kind:16}  {row.inducer}"
        )
    for row in rows:
        print(*row.misses[:5], sep="\n", end="\n" if row.misses else "")
    return 0 if all(row.passes for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
