"""Kill task workers (-9) again and again, idle and at work: what is lost, when does it go on?

    python -m tests.kills [--kills 63] [--database postgresql://…]

Over an empty installation with the sample sites: the address of its database may be given, SQLite
in a folder of its own otherwise. Killed in turn are the process that works, the one that hands
tasks on, the one that watches both, and all at once; and who makes the tables of a new database,
in SQLite and the other by turns. Exit code 1: work was lost, done twice, or went on too late.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from evaluation.own_installation import (
    ROOT,
    free_ports,
    own_environment,
    prepare_installation,
    running,
    wait_for,
)
from evaluation.printing import command_line, print_rows, write_figures
from samples import SITES

GOES_ON_WITHIN = 60.0
# Seconds for a piece of work to begin, and to end: those before it end first.
LONGEST = 600.0
# Seconds that making all tables may take.
MIGRATED_WITHIN = 6.0
# Engines of one import: it takes some seconds.
IMPORTED = 3_000
KINDS = ("idle", "learning", "mending", "collecting", "crawling", "importing", "migrating")
VICTIMS = ("worker", "pusher", "sentinel", "all")


class Workers:
    """`manage.py work`, started again whenever it ends, as whatever runs services does."""

    def __init__(self) -> None:
        self._process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        command = (sys.executable, "manage.py", "work")
        return subprocess.Popen(command, cwd=ROOT, start_new_session=True)

    def kill(self, victim: str) -> None:
        if victim == "all":
            self.end()
            self._process = self._started()
            return
        (sentinel,) = children(self._process.pid)
        # In the order in which they are started.
        worker, _monitor, pusher = children(sentinel)
        named = {"worker": worker, "pusher": pusher, "sentinel": sentinel}
        os.kill(named[victim], signal.SIGKILL)

    def are_whole(self) -> bool:
        return [len(children(each)) for each in children(self._process.pid)] == [3]

    def end(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def children(pid: int) -> list[int]:
    told = ("ps", "-o", "pid=", "--ppid", str(pid), "--sort", "start_time")
    return sorted(map(int, subprocess.run(told, capture_output=True, check=False).stdout.split()))


def wait_until(is_so: Callable[[], object]) -> float:
    """Return after how many seconds it was so; raises `TimeoutError`."""
    began = time.monotonic()
    while not is_so():
        if time.monotonic() - began > LONGEST:
            raise TimeoutError
        time.sleep(0.05)
    return time.monotonic() - began


@contextmanager
def working() -> Iterator[Workers]:
    workers = Workers()
    try:
        yield workers
    finally:
        workers.end()


def begin(kind: str, number: int, port: int) -> Any:
    """Have something done; return its row."""
    from discovery.engine_crawls.crawls import start_crawl
    from discovery.engines.registration import register_engine
    from discovery.models import Collection, EngineCrawl
    from wrappers.collections.collection_jobs import queue_collection
    from wrappers.imports.importing import accept_file
    from wrappers.learning.jobs import plan_learning, plan_mending
    from wrappers.models import LearningJob

    if kind in ("learning", "mending"):
        redesigned = next(each for each in SITES if each.redesign_path)
        site = SITES[number % len(SITES)] if kind == "learning" else redesigned
        home = f"http://127.0.0.1:{port + site.port_offset}"
        engine, _ = register_engine(f"{home}/")
        version = engine.wrapper_versions.in_use()
        if kind == "mending" and version is not None:
            urllib.request.urlopen(f"{home}{site.redesign_path}", data=b"", timeout=30).close()
            return plan_mending(version)
        job = plan_learning(engine)
        if kind == "learning":
            return job
        wait_until(lambda: LearningJob.objects.get(pk=job.pk).finished_at)
        return begin(kind, number, port)
    if kind == "collecting":
        home = f"http://127.0.0.1:{port + SITES[0].port_offset}/"
        return queue_collection(Collection(samples=[f"{home}module/json"], entry_url=home))
    if kind == "crawling":
        homes = [f"http://127.0.0.1:{port + site.port_offset}/" for site in SITES]
        return start_crawl(EngineCrawl(seeds=homes, max_pages=10 * len(homes)))
    lines = (f"http://engine{each}.kill{number}.invalid/\n" for each in range(IMPORTED))
    return accept_file("".join(lines).encode(), "engines.txt")


def killed(workers: Workers, kind: str, number: int, port: int, victim: str) -> float:
    """Kill idle or in the midst of a piece of work; return after how many seconds it went on."""
    if kind == "idle":
        return killed_idle(workers, victim)
    row = begin(kind, number, port)

    def now() -> Any:
        return type(row).objects.get(pk=row.pk)

    while True:
        wait_until(lambda: now().lease_holder or now().finished_at)
        if now().finished_at:
            # Over before it could be hit.
            row = begin(kind, number, port)
            continue
        time.sleep(random.uniform(0.0, 1.0))
        before = now()
        if before.lease_holder and not before.finished_at:
            break
    workers.kill(victim)
    went_on = wait_until(lambda: now().attempts > before.attempts or now().finished_at)
    wait_until(lambda: now().finished_at)
    return went_on


def killed_idle(workers: Workers, victim: str) -> float:
    from django_q.models import OrmQ, Task
    from django_q.tasks import async_task

    wait_until(lambda: not OrmQ.objects.exists())
    time.sleep(random.uniform(0.0, 1.0))
    workers.kill(victim)
    identity = async_task("metasearch.tasks.profile_engines")
    return wait_until(lambda: Task.objects.filter(id=identity).exists())


def killed_migrating(database: str) -> tuple[float, list[str]]:
    """Kill who makes the tables of a new database; what the next start takes, and what fails."""
    from django.db import connection

    def manage(*arguments: str) -> subprocess.Popen[bytes]:
        command, quiet = (sys.executable, "manage.py", *arguments), subprocess.DEVNULL
        return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet)

    with tempfile.TemporaryDirectory() as folder:
        environment = own_environment(folder)
        if database:
            with connection.cursor() as cursor:
                cursor.execute("DROP DATABASE IF EXISTS migrated WITH (FORCE)")
                cursor.execute("CREATE DATABASE migrated")
            environment["DATABASE_URL"] = f"{database.rpartition('/')[0]}/migrated"
        killed = manage("migrate", "-v0")
        time.sleep(random.uniform(1.0, MIGRATED_WITHIN))
        killed.kill()
        if not killed.wait():
            # Over before it could be hit.
            return killed_migrating(database)
        began = time.monotonic()
        failed = manage("migrate", "-v0").wait()
        seconds = time.monotonic() - began
        # A backup reads each column of each table.
        is_whole = not failed and not manage("backup", f"{folder}/all.zip").wait()
    return seconds, [] if is_whole else ["not made again" if failed else "not whole"]


def faults_of(kind: str, number: int) -> list[str]:
    """Return what was lost or is there twice of the newest work of a kind."""
    from discovery.engine_crawls.crawls import sites_with_engines
    from discovery.models import Collection, CollectionPage, Engine, EngineCrawl, EngineState
    from wrappers.models import EngineImport, LearningJob, WrapperVersion

    if kind in ("learning", "mending"):
        job = LearningJob.objects.latest("pk")
        versions = WrapperVersion.objects.filter(engine=job.engine, created_at__gt=job.created_at)
        whole = job.outcome == EngineState.ACTIVE and versions.count() == 1
        return [] if whole else [f"{job.outcome}: {job.reason}, {versions.count()} versions"]
    if kind == "collecting":
        collection = Collection.objects.latest("pk")
        pages = list(CollectionPage.objects.values_list("collection", "key"))
        whole = collection.state == "DONE" and len(pages) == len(set(pages))
        return [] if whole else [f"{collection.state}: {collection.reason}"]
    if kind == "crawling":
        crawl = EngineCrawl.objects.latest("pk")
        homes = Engine.objects.values_list("home_url", flat=True)
        whole = crawl.state == "DONE" and len(sites_with_engines(crawl)) == len(SITES)
        whole = whole and len(homes) == len(set(homes))
        return [] if whole else [f"{crawl.state}: {crawl.reason}, {len(homes)} engines"]
    if kind == "importing":
        brought = Engine.objects.filter(home_url__contains=f".kill{number}.invalid/")
        found = brought.count()
        # Nobody needs to learn them.
        brought.filter(state=EngineState.PROPOSED).update(state=EngineState.PAUSED)
        being_learned = LearningJob.objects.unfinished().filter(engine__in=brought)
        wait_until(lambda: not being_learned.exists())
        brought.delete()
        problem = EngineImport.objects.latest("pk").problem
        return [] if found == IMPORTED and not problem else [f"{found} engines; {problem}"]
    return []


def main() -> int:
    parser = command_line(__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--database", metavar="URL", default="")
    options = parser.parse_args()
    port = free_ports(20)
    hosts = [f"127.0.0.1:{port + site.port_offset}" for site in SITES]
    random.seed(1)
    longest: dict[str, list[float]] = {kind: [] for kind in KINDS}
    faults: dict[str, list[str]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        prepare_installation(folder, hosts, options.database)
        with running(("samples", "--port", str(port))), working() as workers:
            wait_for(f"http://{hosts[-1]}/")
            for number in range(options.kills):
                kind = KINDS[number % len(KINDS)]
                victim = VICTIMS[number // len(KINDS) % len(VICTIMS)]
                wait_until(workers.are_whole)
                try:
                    if kind == "migrating":
                        database = options.database if number % 2 else ""
                        seconds, found = killed_migrating(database)
                    else:
                        seconds = killed(workers, kind, number, port, victim)
                        found = faults_of(kind, number)
                except TimeoutError:
                    seconds, found = LONGEST, ["never went on, or never ended"]
                print(f"{number + 1}: {kind}, {victim}: {seconds:.1f} s {found or ''}", flush=True)
                longest[kind].append(seconds)
                faults[kind] += found
    figures = {
        kind: {
            "kills": len(longest[kind]),
            "lost or twice": len(faults[kind]),
            "median s": sorted(longest[kind])[len(longest[kind]) // 2] if longest[kind] else None,
            "longest s": max(longest[kind], default=None),
        }
        for kind in KINDS
    }
    print_rows(figures, "killed")
    write_figures(options.json, figures)
    late = any(each > GOES_ON_WITHIN for seconds in longest.values() for each in seconds)
    return int(late or any(faults.values()))


if __name__ == "__main__":
    sys.exit(main())
