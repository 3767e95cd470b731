"""One page that says how the installation is, and what to do where something is not well."""

import shutil
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.timesince import timesince
from django.views.decorators.http import require_safe
from django_q.models import OrmQ, Task
from django_q.status import Stat

from discovery.models import Engine
from discovery.web.rendering.renderer import rendering_obstacle
from metasearch.console.audit import BACKED_UP, noted
from metasearch.console.overview import ALARMING
from metasearch.console.readiness import find_away
from metasearch.console.tidying import KINDS
from metasearch.models import Tidying

# What to do where it is away.
NEEDED = {
    "migrations": "Run `metasearch migrate`, then start anew.",
    "cache": "Look at what REDIS_URL names, and at its log.",
    "worker": "Start one: `metasearch work`.",
}
# Bounds beyond which something is to be done. Guesses.
LEAST_FREE, LARGE_SQLITE = 2_000_000_000, 20_000_000_000
LONGEST_IN_QUEUE = timedelta(minutes=10)
BACKUP_AGE, TIDYING_AGE = timedelta(days=8), timedelta(days=2)

# What, how it is, whether that is well, and what to do otherwise.
Finding = tuple[str, str, object, str]


def findings() -> Iterator[Finding]:
    away, now = find_away(), timezone.now()
    for name, advice in NEEDED.items():
        yield name, "away" if name in away else "there", name not in away, advice
    failed = Task.objects.filter(success=False, stopped__gt=now - timedelta(days=1)).count()
    told = f"workers alive: {living_workers()}; tasks failed in the last day: {failed}"
    yield "tasks", told, not failed, "See among the failed tasks why."
    late = OrmQ.objects.filter(lock__lt=now - LONGEST_IN_QUEUE).count()
    told = f"tasks waiting: {OrmQ.objects.count()}, for more than ten minutes: {late}"
    yield "queue", told, not late, "Start another worker."
    size, kind = database_size(), connection.vendor
    is_well, advice = kind != "sqlite" or size < LARGE_SQLITE, "Move to PostgreSQL by a backup."
    yield "database", f"{kind}, {filesizeformat(size)}", is_well, advice
    free, advice = free_disk(), f"Make room beside {settings.DATA_DIR}."
    yield "disk", f"{filesizeformat(free)} free", free > LEAST_FREE, advice
    obstacle = rendering_obstacle()
    yield "browser", "none that renders pages" if obstacle else "there", not obstacle, obstacle
    counts = dict(Engine.objects.count_by_state())
    down = sum(number for state, number in counts.items() if state in ALARMING)
    told = f"{down} of {sum(counts.values())} are broken, suspended or could not be learned"
    yield "engines", told, not down, "Decide in the inbox."
    tidied = Tidying.objects.order_by("-at").values_list("at", flat=True).first()
    for name, last, most, advice in (
        ("last tidied", tidied, TIDYING_AGE, "A worker does it once a day."),
        ("last backup", last_backup(), BACKUP_AGE, "Run `metasearch backup` each night."),
    ):
        told = f"{timesince(last)} ago" if last else "never, as far as is known here"
        yield name, told, last and now - last < most, advice


def living_workers() -> int:
    return len(Stat.get_all())


def free_disk() -> int:
    """Return the bytes that are free where the data folder is."""
    return shutil.disk_usage(settings.DATA_DIR).free


def database_size() -> int:
    if connection.vendor == "sqlite":
        file = Path(connection.settings_dict["NAME"])
        return sum(each.stat().st_size for each in file.parent.glob(f"{file.name}*"))
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def last_backup() -> datetime | None:
    return noted(BACKED_UP).values_list("action_time", flat=True).first()


@require_safe
@permission_required("discovery.view_engine", raise_exception=True)
def health_page(request: HttpRequest) -> HttpResponse:
    last = Tidying.objects.order_by("-at").first()
    told = {each["name"]: each for each in last.kinds} if last else {}
    kept = [
        {**told[kind.name], "setting": kind.kept_for, "days": getattr(settings, kind.kept_for)}
        for kind in KINDS
        if kind.name in told
    ]
    context = {"title": "Health", "findings": findings(), "tidying": last, "kept": kept}
    return render(request, "admin/health.html", admin.site.each_context(request) | context)
