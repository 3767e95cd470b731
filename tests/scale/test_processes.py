"""Two web and two worker processes over one PostgreSQL and one Redis, started by the launcher."""

import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from threading import Event
from urllib.parse import urlsplit

import pytest
import redis

from samples import SITES
from tests.browser.installation import Installation, kinds, started, wait_for_engines
from tests.programs import run_python, start_python
from wrappers.engines.registry import CACHE_SECONDS

# Seconds within which all is as before when the database or the cache is back.
RECOVERY_TIME = 15.0
# Who searches without a pause meanwhile, and seconds for which something is away under it.
SEARCHERS = 6
AWAY = 5.0
# Requests enough for each web process to get some: the kernel deals them out by port.
REQUESTS = 40


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Start the product with two web processes, and a second worker beside its own."""
    with started(tmp_path_factory.mktemp("data"), WEB_PROCESSES="2") as installation:
        unheard = {"stdout": None, "stderr": None}
        worker = start_python("manage.py", "work", env=installation.environment, **unheard)
        try:
            wait_for_engines(installation)
            yield installation
        finally:
            worker.send_signal(signal.SIGTERM)
            worker.wait(30)


def postgres(action: str) -> None:
    """Stop or restart the database server, as `.ci/scale` says how."""
    # What all the tests wrote is read again at the restart.
    wait = ("-w", "-t", "300")
    command = (*os.environ["PG_CTL"].split(), "-D", os.environ["PGDATA"], *wait, action)
    how = ("-m", "immediate") if action == "stop" else ("-l", f"{os.environ['PGDATA']}/log")
    subprocess.run((*command, *how), cwd="/", check=True, stdout=subprocess.DEVNULL)


@contextmanager
def searching(installation: Installation) -> Iterator[None]:
    """Have some search at once until the block ends; each must be answered by all engines."""
    ended = Event()

    def search(place: int) -> set[int]:
        answered = set()
        for number in count():
            answered.add(len(kinds(installation, f"error{place}x{number}")))
            if ended.wait(0.2):
                break
        return answered

    with ThreadPoolExecutor(SEARCHERS) as pool:
        found = [pool.submit(search, place) for place in range(SEARCHERS)]
        try:
            yield
        finally:
            ended.set()
    assert [each.result() for each in found] == [{len(SITES)}] * SEARCHERS


def wait_until_ready(installation: Installation) -> None:
    until = time.monotonic() + RECOVERY_TIME
    while status_of(f"{installation.address}/readyz")[0] != 200:
        assert time.monotonic() < until
        time.sleep(0.5)


def status_of(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=20) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_all_samples_are_learned_and_every_process_asks_them(installation):
    for number in range(REQUESTS):
        assert len(kinds(installation, f"error{number % 3}")) == len(SITES)


def test_an_engine_paused_in_one_process_is_paused_in_all(installation):
    program = (
        "from discovery.models import Engine; from wrappers.operations import lifecycle; "
        "engine = Engine.objects.order_by('pk')[0]; lifecycle.{}(engine)"
    )
    for action, asked in (("pause", len(SITES) - 1), ("resume", len(SITES))):
        told = ("shell", "-v0", "-c", program.format(action))
        run_python("manage.py", *told, env=installation.environment)
        time.sleep(2)
        assert {len(kinds(installation, "error")) for _ in range(REQUESTS)} == {asked}


def test_without_the_cache_searches_go_on_and_it_is_said_what_is_away(installation):
    port = urlsplit(os.environ["REDIS_URL"]).port
    with searching(installation):
        redis.Redis(port=port).shutdown(nosave=True)
        time.sleep(AWAY)
        status, page = status_of(f"{installation.address}/readyz")
        assert (status, "cache" in page) == (503, True)
        told = ("--bind", "127.0.0.1", "--port", str(port), "--save", "", "--daemonize", "yes")
        subprocess.run(("redis-server", *told), check=True, stdout=subprocess.DEVNULL)
        wait_until_ready(installation)


def test_stopped_under_load_the_database_is_found_again(installation):
    with searching(installation):
        postgres("stop")
        time.sleep(AWAY)
        postgres("restart")
        wait_until_ready(installation)


def test_without_the_database_searches_go_on_and_pages_say_so(installation):
    assert len(kinds(installation, "error")) == len(SITES)
    postgres("stop")
    try:
        # Longer than a process uses what it has read without looking again.
        time.sleep(2 * CACHE_SECONDS)
        for number in range(REQUESTS // 4):
            answered = kinds(installation, f"error{number}")
            assert len(answered) == len(SITES), "what was last known is asked"
        status, page = status_of(f"{installation.address}/")
        assert (status, "Our own database does not answer" in page) == (200, True)
        status, page = status_of(f"{installation.address}/engines")
        assert (status, "The database does not answer" in page) == (503, True)
    finally:
        postgres("restart")
    until = time.monotonic() + RECOVERY_TIME
    while "Our own database" in status_of(f"{installation.address}/")[1]:
        assert time.monotonic() < until
        time.sleep(0.5)
    for _ in range(REQUESTS):
        assert len(kinds(installation, "error")) == len(SITES)
    assert status_of(f"{installation.address}/engines")[0] == 200
