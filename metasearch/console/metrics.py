"""`/metrics`: what the process has counted and what the database says, for Prometheus."""

import ipaddress
import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.utils import timezone
from django.views.decorators.http import require_safe
from django_q.models import OrmQ
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector

from discovery.jobs.crawls import Crawl
from discovery.models import Collection, Engine, EngineCrawl
from metasearch.console.health import free_disk, last_backup, living_workers
from metasearch.edge.client_address import is_within, nearest_client
from wrappers.engines.registry import DATABASE_AWAY
from wrappers.models import EngineImport, LearningJob

# Ended work is told of as of the last day: older rows would be counted again at each reading.
RECENT = timedelta(days=1)


class DatabaseFigures:
    def collect(self) -> Iterator[Metric]:
        try:
            families = list(_families())
        except DATABASE_AWAY:
            families = []
        is_up = bool(families)
        yield GaugeMetricFamily("metasearch_database_up", "Whether the database answers.", is_up)
        yield from families


def _families() -> Iterator[Metric]:
    engines = GaugeMetricFamily("metasearch_engines", "Engines, by their state.", labels=["state"])
    for engine_state, number in Engine.objects.count_by_state():
        engines.add_metric([engine_state.value], number)
    yield engines
    told = "Work under way, and that of the last day by how it ended."
    jobs = GaugeMetricFamily("metasearch_jobs", told, labels=["kind", "state"])
    for kind, state, number in _jobs():
        jobs.add_metric([kind, state], number)
    yield jobs
    waiting = OrmQ.objects.count()
    yield GaugeMetricFamily("metasearch_queued_tasks", "Tasks waiting in the queue.", waiting)
    with suppress(Exception):
        # Not known while the cache is away.
        alive = living_workers()
        yield GaugeMetricFamily("metasearch_task_workers", "Task workers alive.", alive)
    told = "Bytes free on the disk of the data folder."
    yield GaugeMetricFamily("metasearch_disk_free_bytes", told, free_disk())
    if last := last_backup():
        told = "When the installation was last backed up, in seconds since 1970."
        yield GaugeMetricFamily("metasearch_last_backup_seconds", told, last.timestamp())


def _jobs() -> Iterator[tuple[str, str, int]]:
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


# This machine, and networks that are private (RFC 1918, RFC 4193).
PRIVATE_NETWORKS = tuple(
    map(
        ipaddress.ip_network,
        "127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 ::1/128 fc00::/7".split(),
    )
)


@require_safe
async def metrics(request: HttpRequest) -> HttpResponse:
    if not may_read(request):
        return HttpResponseForbidden(
            "Figures are for this machine and private networks, or with METRICS_TOKEN.\n",
            content_type="text/plain; charset=utf-8",
        )
    # On a thread: thousands of lines take longer to write than a search should wait.
    text = await sync_to_async(expose)()
    response = HttpResponse(text, content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


def may_read(request: HttpRequest) -> bool:
    """Tell whether the figures are for the sender: by token, or by a private address of its own."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return secrets.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    address = nearest_client(request)
    return address is not None and is_within(address, PRIVATE_NETWORKS)


def expose() -> bytes:
    figures = CollectorRegistry()
    figures.register(DatabaseFigures())
    return expose_counted() + generate_latest(figures)


def expose_counted() -> bytes:
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)
