"""Figures of searches: counted for Prometheus, and by the hour for the console.

A search only adds to a dictionary. What a process had not written when it was killed is lost:
figures, not data.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from contextvars import Context
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from prometheus_client import Counter, Gauge, Histogram

from discovery.models import Engine
from discovery.web.politeness import on_own_connection
from metasearch.models import AnswerFigures
from wrappers.engines.answer import Answer
from wrappers.engines.registry import DATABASE_AWAY

# Engines with figures of their own in a process, those asked first: each has up to twenty series.
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
MERGE_TIMES = Histogram(
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


def count_search(outcome: str) -> None:
    _searches.labels(outcome).inc()


def count_engine_answers(named: set[str], answers: Iterable[Answer]) -> None:
    """Count fresh answers of engines, those `named` and, while there is room, others by name."""
    for answer in answers:
        if len(named) < MAX_NAMED_ENGINES:
            named.add(answer.slug)
        engine = answer.slug if answer.slug in named else OTHER_ENGINES
        _answers.labels(engine, str(answer.kind), str(answer.reason)).inc()
        _seconds.labels(engine).observe(answer.seconds)
        _records.labels(engine).inc(len(answer.records))


class LoopLoad:
    def __init__(self) -> None:
        self._longest = 0.0

    def observe(self, delay: float, running: int) -> None:
        _running.set(running)
        _delays.observe(delay)
        if delay > self._longest:
            self._longest = delay
            _longest_delay.set(delay)


# Seconds from an answer to its being written.
WRITE_DELAY = 5.0

logger = logging.getLogger(__name__)

_Key = tuple[str, datetime, str]


class AnswerCounts:
    def __init__(self) -> None:
        self._named: set[str] = set()
        # By engine, hour and kind: how many, and the sum of their seconds.
        self._counted: dict[_Key, tuple[int, float]] = {}
        self._writing: asyncio.Task[None] | None = None

    def count(self, answers: Sequence[Answer], remembered: int = 0) -> None:
        """Count fresh `answers`, and how many were known; have them written soon by a thread."""
        _cached.labels("found").inc(remembered)
        _cached.labels("missing").inc(len(answers))
        count_engine_answers(self._named, answers)
        hour = timezone.now().replace(minute=0, second=0, microsecond=0)
        for answer in answers:
            key = (answer.slug, hour, str(answer.kind))
            number, seconds = self._counted.get(key, (0, 0.0))
            self._counted[key] = (number + 1, seconds + answer.seconds)
        if self._counted and self._writing_here() is None:
            self._writing = asyncio.create_task(self._write_soon(), context=Context())

    async def close(self) -> None:
        if (writing := self._writing_here()) is not None:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        if self._counted:
            await asyncio.to_thread(on_own_connection, self._try_to_write)

    def _writing_here(self) -> asyncio.Task[None] | None:
        """Return the task that will write; None when it is done or ended with its event loop."""
        task = self._writing
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            return None
        return task

    async def _write_soon(self) -> None:
        await asyncio.sleep(WRITE_DELAY)
        await asyncio.to_thread(on_own_connection, self._try_to_write)

    def _try_to_write(self) -> None:
        try:
            self.write()
        except DATABASE_AWAY as error:
            logger.warning("figures are written later, the database does not answer: %s", error)

    def write(self) -> None:
        """Add all that was counted to the database; what cannot be written stays."""
        counted = {key: self._counted.pop(key) for key in list(self._counted)}
        try:
            _write(counted)
        except DATABASE_AWAY:
            for key, (number, seconds) in counted.items():
                since_number, since_seconds = self._counted.get(key, (0, 0.0))
                self._counted[key] = (number + since_number, seconds + since_seconds)
            raise


def _write(counted: Mapping[_Key, tuple[int, float]]) -> None:
    engines = dict(
        Engine.objects.filter(slug__in={slug for slug, _, _ in counted}).values_list("slug", "pk")
    )
    with transaction.atomic():
        for (slug, hour, kind), (number, seconds) in counted.items():
            if slug in engines:
                _add(engines[slug], hour, kind, number, seconds)


def _add(engine_id: int, hour: datetime, kind: str, number: int, seconds: float) -> None:
    row, _ = AnswerFigures.objects.get_or_create(engine_id=engine_id, hour=hour, kind=kind)
    AnswerFigures.objects.filter(pk=row.pk).update(
        answers=F("answers") + number, seconds=F("seconds") + seconds
    )
