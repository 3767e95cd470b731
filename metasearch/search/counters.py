"""What a web process counts while it searches, for Prometheus.

Counting only adds to numbers of the process. With several web processes on one port each writes
them to files of its own (`PROMETHEUS_MULTIPROC_DIR`, set by `metasearch.processes.serving`), and
whichever is asked answers for all.
"""

from collections.abc import Iterable
from typing import Protocol

from prometheus_client import Counter, Gauge, Histogram

# Engines that have figures of their own in a process, those asked first; the others share one.
# Each has up to twenty series, and who stores them pays for every one.
MAX_NAMED_ENGINES = 300
OTHER_ENGINES = "(other)"
# Upper bounds of the buckets, in seconds. An engine's deadline is 8.
ENGINE_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
MERGE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1)
DELAY_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0)

_searches = Counter(
    "metasearch_searches", "Searches, by whether they were let in or why not.", ["outcome"]
)
_running = Gauge("metasearch_searches_running", "Searches under way.", multiprocess_mode="livesum")
_answers = Counter(
    "metasearch_engine_answers", "Answers of engines, by kind and reason.",
    ["engine", "kind", "reason"],
)  # fmt: skip
_records = Counter("metasearch_engine_records", "Records that engines gave.", ["engine"])
_seconds = Histogram(
    "metasearch_engine_seconds", "Seconds engines took to answer.", ["engine"],
    buckets=ENGINE_SECONDS,
)  # fmt: skip
_cached = Counter(
    "metasearch_cached_answers", "Answers looked for among those kept, found or not.", ["outcome"]
)
_merges = Histogram(
    "metasearch_merge_seconds", "Seconds of merging answers.", buckets=MERGE_SECONDS
)
_delays = Histogram(
    "metasearch_loop_delay_seconds",
    "How much later than due the event loop did what it was to do.",
    buckets=DELAY_SECONDS,
)
_longest_delay = Gauge(
    "metasearch_loop_longest_delay_seconds", "The longest stop of the event loop so far.",
    multiprocess_mode="max",
)  # fmt: skip


class CountedAnswer(Protocol):
    """What is counted of an engine's answer."""

    @property
    def slug(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def records(self) -> tuple[object, ...]: ...


def count_search(outcome: str) -> None:
    """Count a search by what became of it at the door."""
    _searches.labels(outcome).inc()


class EngineNames:
    """The names under which a process counts engines."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def of(self, slug: str) -> str:
        """Return the name under which an engine is counted: its own, while there is room."""
        if slug not in self._named:
            if len(self._named) >= MAX_NAMED_ENGINES:
                return OTHER_ENGINES
            self._named.add(slug)
        return slug


def count_engine_answers(names: EngineNames, answers: Iterable[CountedAnswer]) -> None:
    """Count fresh answers of engines."""
    for answer in answers:
        engine = names.of(answer.slug)
        _answers.labels(engine, str(answer.kind), str(answer.reason)).inc()
        _seconds.labels(engine).observe(answer.seconds)
        _records.labels(engine).inc(len(answer.records))


def count_cached(found: int, missing: int) -> None:
    """Count answers that were kept, and those that had to be asked for."""
    _cached.labels("found").inc(found)
    _cached.labels("missing").inc(missing)


def observe_merge(seconds: float) -> None:
    """Note how long merging took."""
    _merges.observe(seconds)


class LoopLoad:
    """How busy an event loop is, and was at the worst."""

    def __init__(self) -> None:
        self._longest = 0.0

    def observe(self, delay: float, running: int) -> None:
        """Note by how many seconds the loop was late, and how many searches are under way."""
        _running.set(running)
        _delays.observe(delay)
        if delay > self._longest:
            self._longest = delay
            _longest_delay.set(delay)
