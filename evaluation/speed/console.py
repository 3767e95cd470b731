"""Speed of the console over many rows: 10,000 engines with 100,000 lines of history, on SQLite.

usage: python -m evaluation.speed.console [--json FILE]
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from evaluation.own_installation import prepare_installation

ENGINES = 10_000
EVENTS_EACH = 10
# One engine that has had a life: its page must not show all of it.
LONG_HISTORY = 2_000
RUNS = 5
AIM_MS = 300


def fill() -> None:
    """Fill an empty installation."""
    from django.contrib.auth.models import User

    from discovery.models import Engine, EngineEvent, EngineState
    from wrappers.models import LearningJob, WrapperVersion

    states = list(EngineState)
    Engine.objects.bulk_create(
        Engine(
            slug=f"engine-{number}", name=f"Engine {number}", state=states[number % len(states)],
            home_url=f"https://engine-{number}.example/", reason="As it is in this benchmark.",
        )
        for number in range(ENGINES)
    )  # fmt: skip
    engines = list(Engine.objects.order_by("pk"))
    events = [
        EngineEvent(engine=engine, before="ACTIVE", after="BROKEN", reason="Two odd answers.")
        for engine in engines
        for _ in range(EVENTS_EACH)
    ]
    events += [
        EngineEvent(engine=engines[0], before="BROKEN", after="ACTIVE", reason="Mended.")
        for _ in range(LONG_HISTORY)
    ]
    EngineEvent.objects.bulk_create(events, batch_size=5_000)
    WrapperVersion.objects.bulk_create(
        WrapperVersion(
            engine=engine, number=1, wrapper={}, description="<x/>", inducer="tag prefixes",
            formula="<ul>C (X (<li>S)) [4, 10]", support=4, reason="learned", is_active=True,
        )
        for engine in engines
    )  # fmt: skip
    LearningJob.objects.bulk_create(LearningJob(engine=engine) for engine in engines)
    User.objects.create_superuser("admin", password="admin")


def measure() -> list[dict[str, float | int | str]]:
    """Return milliseconds (median) and queries of each page."""
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    from discovery.models import Engine

    client = Client(headers={"host": "localhost"})
    client.force_login(User.objects.get())
    first = Engine.objects.order_by("pk").first()
    assert first is not None
    engines = "/admin/discovery/engine/"
    figures: list[dict[str, float | int | str]] = []
    for name, address in (
        ("overview", "/admin/"),
        ("engines", engines),
        ("engines, last page", f"{engines}?p={ENGINES // 50}"),
        ("engines, searched", f"{engines}?q=engine-77"),
        ("engines, broken ones", f"{engines}?state__exact=BROKEN"),
        ("engines, by wrapper", f"{engines}?o=6"),
        ("engine with a long history", f"{engines}{first.pk}/change/"),
        ("history", "/admin/discovery/engineevent/"),
        ("history of an engine", f"/admin/discovery/engineevent/?engine__id__exact={first.pk}"),
        ("wrapper versions", "/admin/wrappers/wrapperversion/"),
        ("learning jobs", "/admin/wrappers/learningjob/"),
    ):
        times = []
        for _ in range(RUNS):
            started = time.perf_counter()
            with CaptureQueriesContext(
                connection,
            ) as queries:
                response = client.get(address)
            times.append((time.perf_counter() - started) * 1000)
            assert response.status_code == 200, (address, response.status_code)
        figures.append({"page": name, "ms": statistics.median(times), "queries": len(queries)})
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        prepare_installation(folder)
        fill()
        figures = measure()
    print(f"{ENGINES:,} engines, {ENGINES * EVENTS_EACH + LONG_HISTORY:,} lines of history")
    for row in figures:
        print(f"{row['page']:<28} {row['ms']:7.0f} ms  {row['queries']:3} queries")
    slowest = max(float(row["ms"]) for row in figures)
    print(f"slowest page: {slowest:.0f} ms (aim {AIM_MS} ms)")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
