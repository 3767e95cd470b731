"""Installations that measurements make for themselves, whatever database is set around them.

How they are set up in this process or another, called as a user calls them, kept as they are and
brought back; and the processes and ports beside them. Django is set up by `prepare_installation`,
so what needs it is imported inside functions.
"""

import io
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
# What an installation may share with others: not one that is made to be measured.
SHARED = frozenset({"SECRET_KEY", "DATABASE_URL", "REDIS_URL"})
DATABASE = "metasearch.sqlite3"


def own_environment(
    folder: str | Path | None = None, allowed_hosts: Iterable[str] = ()
) -> dict[str, str]:
    """Return the variables of a process whose installation is `folder`, of its own."""
    environment = {name: value for name, value in os.environ.items() if name not in SHARED}
    if folder is not None:
        environment["METASEARCH_DATA_DIR"] = str(folder)
    if hosts := ",".join(allowed_hosts):
        environment["METASEARCH_ALLOWED_PRIVATE_HOSTS"] = hosts
    return environment


def prepare_installation(
    folder: str | Path, allowed_hosts: Iterable[str] = (), database: str = ""
) -> None:
    """Make an empty installation for this process and those that it starts afterwards.

    `database` is the address of an empty one; without, it has SQLite.
    """
    environment = own_environment(folder, allowed_hosts)
    if database:
        environment["DATABASE_URL"] = database
    os.environ.clear()
    os.environ.update(environment, DJANGO_SETTINGS_MODULE="metasearch.settings")
    import django

    django.setup()
    from discovery.management.command_line import prepare_database

    prepare_database()


def call(command: str, *arguments: str) -> dict[str, Any]:
    """Run a command with `--json` in this process; return what it printed, else nothing."""
    from django.core.management import CommandError, call_command

    printed = io.StringIO()
    with suppress(SystemExit, CommandError):
        call_command(command, *arguments, "--json", stdout=printed, stderr=io.StringIO())
    document: dict[str, Any] = json.loads(printed.getvalue() or "{}")
    return document


def keep_database(folder: Path, name: str) -> Path:
    """Keep a copy of the database as it is now, called `name`."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return Path(shutil.copyfile(folder / DATABASE, folder / f"{name}.sqlite3"))


def restore_database(folder: Path, kept: Path) -> None:
    from django.db import connection

    connection.close()
    for path in folder.glob(f"{DATABASE}*"):
        path.unlink()
    shutil.copyfile(kept, folder / DATABASE)


def requests_sent() -> int:
    """Return the page requests of this process since the last call; the first begins to count."""
    from discovery.web.fetching import Fetcher

    if not hasattr(Fetcher._send, "mock"):
        patch.object(Fetcher, "_send", autospec=True, side_effect=Fetcher._send).start()
    counted: Any = Fetcher._send
    sent = [each.args[1].address.path for each in counted.call_args_list]
    counted.reset_mock()
    return sum(path != "/robots.txt" for path in sent)


class Product(ProcessPoolExecutor):
    """An installation in `folder` in a process of its own, called by commands."""

    def __init__(self, folder: str | Path, allowed_hosts: Sequence[str]) -> None:
        started = (folder, allowed_hosts)
        super().__init__(1, get_context("spawn"), prepare_installation, started)

    def json(self, *arguments: str) -> dict[str, Any]:
        return self.submit(call, *arguments).result()

    def requests_sent(self) -> int:
        return self.submit(requests_sent).result()


@contextmanager
def running(*programs: Sequence[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    with ExitStack() as stack:
        processes = []
        for program in programs:
            command = (sys.executable, "-m", *program)
            process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)
            processes.append(process)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        yield processes


def free_ports(count: int, least: int = 18_000) -> int:
    """Return the first of `count` free ports in a row, `least` or above."""
    for first in range(least, 30_000, count):
        with ExitStack() as stack, suppress(OSError):
            for port in range(first, first + count):
                stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first
    raise RuntimeError("no free ports")


def wait_for(address: str) -> None:
    for _ in range(200):
        with suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        time.sleep(0.1)
    raise RuntimeError(f"no answer from {address}")
