"""One page that says how the installation is, and what to do where something is not well."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.decorators import permission_required
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
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
LEAST_FREE_SHARE, LEAST_FREE_BYTES = 0.1, 2_000_000_000
LARGE_SQLITE = 20_000_000_000
LONGEST_IN_QUEUE = timedelta(minutes=10)
BACKUP_AGE, TIDYING_AGE = timedelta(days=8), timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Finding:
    """How something is; `advice` says what to do, empty while it is well, `page` where it is."""

    name: str
    told: str
    advice: str = ""
    page: str = ""


def findings() -> Iterator[Finding]:
    away = find_away()
    for name, advice in NEEDED.items():
        yield Finding(name, *(("away", advice) if name in away else ("there",)))
    yield from (_tasks(), _queue(), _database(), _disk(), _browser(), _engines())
    tidied = Tidying.objects.order_by("-at").values_list("at", flat=True).first()
    yield _since("last tidied", tidied, TIDYING_AGE, "A worker does it once a day.")
    yield _since("last backup", last_backup(), BACKUP_AGE, "Run `metasearch backup` each night.")


def _since(name: str, last: datetime | None, most: timedelta, advice: str) -> Finding:
    told = f"{timesince(last)} ago" if last else "never, as far as is known here"
    return Finding(name, told, "" if last and timezone.now() - last < most else advice)


def living_workers() -> int:
    return len(Stat.get_all())


def _tasks() -> Finding:
    failed = Task.objects.filter(success=False, stopped__gt=timezone.now() - timedelta(days=1))
    number, failures = failed.count(), reverse("admin:django_q_failure_changelist")
    told = f"{living_workers()} workers alive; {number} tasks failed in the last day"
    return Finding("tasks", told, "See why they failed." if number else "", failures)


def _queue() -> Finding:
    late = OrmQ.objects.filter(lock__lt=timezone.now() - LONGEST_IN_QUEUE).count()
    told = f"{OrmQ.objects.count()} tasks wait, {late} of them for more than ten minutes"
    advice = "Start another worker." if late else ""
    return Finding("queue", told, advice, reverse("admin:django_q_ormq_changelist"))


def _database() -> Finding:
    is_file, advice = connection.vendor == "sqlite", ""
    if is_file:
        file = Path(connection.settings_dict["NAME"])
        size = sum(each.stat().st_size for each in file.parent.glob(f"{file.name}*"))
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            size = cursor.fetchone()[0]
    if is_file and size > LARGE_SQLITE:
        advice = "Move to PostgreSQL: back it up, set DATABASE_URL, restore it."
    return Finding("database", f"{connection.vendor}, {filesizeformat(size)}", advice)


def free_disk() -> int:
    """Return the bytes that are free where the data folder is."""
    return shutil.disk_usage(settings.DATA_DIR).free


def _disk() -> Finding:
    free, total = free_disk(), shutil.disk_usage(settings.DATA_DIR).total
    told = f"{filesizeformat(free)} free of {filesizeformat(total)}"
    is_short = free < min(total * LEAST_FREE_SHARE, LEAST_FREE_BYTES)
    return Finding("disk", told, f"Make room beside {settings.DATA_DIR}." if is_short else "")


def _browser() -> Finding:
    obstacle = rendering_obstacle()
    return Finding("browser", "none that renders pages" if obstacle else "there", obstacle)


def _engines() -> Finding:
    counts = dict(Engine.objects.count_by_state())
    down = sum(number for state, number in counts.items() if state in ALARMING)
    told = f"{down} of {sum(counts.values())} are broken, suspended or could not be learned"
    return Finding("engines", told, "Decide in the inbox." if down else "", reverse("inbox"))


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
