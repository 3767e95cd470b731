"""`/healthz`: the process lives. `/readyz`: all that it needs answers, or what does not."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from http import HTTPStatus

from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from django_q.conf import Conf

logger = logging.getLogger(__name__)

# Seconds that all checks together may take. Guess: probes give up after one to ten.
DEADLINE = 5.0
# Seconds for which the value lives that is written to the cache and read back.
PROBE_LIFETIME = 60


@require_safe
async def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@require_safe
async def readyz(request: HttpRequest) -> HttpResponse:
    try:
        async with asyncio.timeout(DEADLINE):
            away = await sync_to_async(find_away)()
    except TimeoutError:
        away = ["database"]
    status = HTTPStatus.SERVICE_UNAVAILABLE if away else HTTPStatus.OK
    response = JsonResponse({"ready": not away, "away": away}, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def find_away() -> list[str]:
    away = []
    for name, is_there in CHECKS.items():
        try:
            answers = is_there()
        except Exception as error:
            logger.warning("not ready, %s: %s", name, error)
            answers = False
        if not answers:
            away.append(name)
            if name == "database":
                break
    return away


def is_database_there() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone())


def are_tables_current() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def is_cache_there() -> bool:
    value = secrets.token_hex(8)
    cache.set(f"readyz:{value}", value, PROBE_LIFETIME)
    found: bool = cache.get(f"readyz:{value}") == value
    cache.delete(f"readyz:{value}")
    return found


def is_worker_there() -> bool:
    """Tell whether a task worker lives: each keeps a value in the cache for three seconds."""
    keys = cache.get(Conf.Q_STAT) or []
    return bool(cache.get_many(keys))


CHECKS: dict[str, Callable[[], bool]] = {
    "database": is_database_there,
    "migrations": are_tables_current,
    "cache": is_cache_there,
    "worker": is_worker_there,
}
