"""Figures that are read from the database when they are asked for: engines, work, mending."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, QuerySet
from django.utils import timezone
from django_q.models import OrmQ
from prometheus_client.core import GaugeMetricFamily, Metric

from discovery.jobs.crawls import Crawl
from discovery.models import Collection, Engine, EngineCrawl
from wrappers.engines.last_known import DATABASE_AWAY
from wrappers.models import EngineImport, LearningJob

# Ended work is told of as of the last day: older rows would be counted again at each reading.
RECENT = timedelta(days=1)


class DatabaseFigures:
    """A collector of Prometheus figures over the whole installation's database."""

    def collect(self) -> Iterator[Metric]:
        """Yield the figures; while the database is away, only that it is."""
        up = GaugeMetricFamily("metasearch_database_up", "Whether the database answers.")
        try:
            families = [*self._read()]
        except DATABASE_AWAY:
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        yield up
        yield from families

    def _read(self) -> Iterator[Metric]:
        engines = GaugeMetricFamily(
            "metasearch_engines", "Engines, by their state.", labels=["state"]
        )
        for engine_state, number in Engine.objects.count_by_state():
            engines.add_metric([engine_state.value], number)
        yield engines
        jobs = GaugeMetricFamily(
            "metasearch_jobs",
            "Work under way, and that of the last day by how it ended.",
            labels=["kind", "state"],
        )
        for kind, state, number in _jobs():
            jobs.add_metric([kind, state], number)
        yield jobs
        tasks = GaugeMetricFamily("metasearch_queued_tasks", "Tasks waiting in the queue.")
        tasks.add_metric([], OrmQ.objects.count())
        yield tasks


def _jobs() -> Iterator[tuple[str, str, int]]:
    """Yield kind, state and number of jobs."""
    jobs = LearningJob.objects.order_by()
    for kind, of_kind in (
        ("learning", jobs.filter(progress__mending__isnull=True)),
        ("mending", jobs.filter(progress__mending__isnull=False)),
    ):
        yield kind, "unfinished", of_kind.unfinished().count()
        ended = of_kind.filter(finished_at__gte=timezone.now() - RECENT)
        for outcome, number in ended.values_list("outcome").annotate(Count("pk")):
            yield kind, str(outcome), number
    crawls: tuple[tuple[str, type[Crawl]], ...] = (
        ("engine_crawl", EngineCrawl),
        ("collection", Collection),
    )
    for kind, model in crawls:
        rows: QuerySet[Crawl] = model.objects.order_by()
        for state, number in rows.values_list("state").annotate(Count("pk")):
            yield kind, str(state), number
    yield "import", "unfinished", EngineImport.objects.unfinished().count()
