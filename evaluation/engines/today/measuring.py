"""One engine learned from its home address and compared with the truth."""

import re
import tempfile
import time
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from evaluation.engines.comparison import Comparison, has_second_page
from evaluation.engines.product import Product
from evaluation.engines.today.corpus import queries
from evaluation.engines.today.engine import RunningEngine, TodayEngine

# What an engine must reach over its queries, and page 2 where it has one.
LEAST_F1 = 0.95
# Seconds until an engine that cannot be learned is refused by name.
REFUSED_WITHIN = 20.0
# Searches of the HTML engine beside each other engine.
HTML_SEARCHES = 2
NOT_INSTALLED = "not installed"
# What the log of learning puts round each query it tells of.
ASKED = re.compile("“[^”]+”")


@dataclass
class Measured:
    """What became of one engine.

    `state` is the product's, `learning_seconds` until it was reached; `search_seconds` and
    `html_seconds` are medians of the engine's and of an HTML engine's answers.
    """

    name: str
    half: str
    kind: str
    state: str = NOT_INSTALLED
    reason: str = ""
    learning_seconds: float = 0.0
    queries: int = 0
    records: Comparison = field(default_factory=Comparison)
    second_page: Comparison | None = None
    search_seconds: float = 0.0
    html_seconds: float = 0.0

    @property
    def passes(self) -> bool:
        """Whether the engine became searchable as it must; none that is not installed does."""
        second = self.second_page is None or self.second_page.f1 >= LEAST_F1
        return self.state == "ACTIVE" and self.records.f1 >= LEAST_F1 and second

    @property
    def measured(self) -> bool:
        """Whether the engine could be had at all."""
        return self.state != NOT_INSTALLED


class TimedProduct(Product):
    """The product, which remembers how long the engines took that it asked, in seconds."""

    def __init__(self, folder: str, allowed_hosts: list[str]) -> None:
        super().__init__(folder, allowed_hosts)
        self.seconds: list[float] = []

    def json(self, *arguments: str) -> dict[str, Any]:
        """Run a command with `--json`; return what it printed, read."""
        document = super().json(*arguments)
        if arguments[0] == "search":
            self.seconds.append(document["engines"][0]["seconds"])
        return document


class Beside:
    """An HTML engine learned once, whose searches those of the others are timed beside.

    On a machine too busy to learn it there are no such figures: its seconds are 0.
    """

    def __init__(self, folder: str, reference: RunningEngine) -> None:
        self._product = TimedProduct(folder, [host_of(reference)])
        learned = self._product.json("add_engine", reference.home_url)
        self._slug: str = learned["slug"] if learned["state"] == "ACTIVE" else ""

    def seconds(self) -> float:
        """Return the median seconds that its answers take now."""
        asked = queries()[:HTML_SEARCHES]
        if not self._slug:
            return 0.0
        for query in asked:
            self._product.json("search", query, "--engine", self._slug)
        return median(self._product.seconds[-len(asked) :])


def measure(engine: TodayEngine, served: RunningEngine, beside: Beside | None = None) -> Measured:
    """Learn an engine in an empty installation and ask it all queries, beside another engine."""
    row = Measured(engine.name, engine.half, engine.kind)
    with tempfile.TemporaryDirectory() as folder:
        product = TimedProduct(folder, [host_of(served)])
        started = time.monotonic()
        learned = product.json("add_engine", served.home_url)
        row.learning_seconds = time.monotonic() - started
        row.state, row.reason = learned["state"], learned["reason"]
        row.queries = sum(len(ASKED.findall(step["outcome"])) for step in learned["steps"])
        if row.state == "ACTIVE":
            compare(row, product, served, learned["slug"])
            row.search_seconds = median(product.seconds)
            row.html_seconds = beside.seconds() if beside else 0.0
    return row


def compare(row: Measured, product: Product, served: RunningEngine, slug: str) -> None:
    """Compare the records of all queries, and page 2 of the first one that has it."""
    for query in queries():
        row.records.ask(product, served, slug, query)
        if row.second_page is None and has_second_page(served, query):
            row.second_page = Comparison()
            row.second_page.ask(product, served, slug, query, 2)


def host_of(served: RunningEngine) -> str:
    """Return host and port that an engine is served at."""
    return served.home_url.split("/")[2]
