"""The stored installation unpacked, and today's product called on it by its commands."""

import json
import lzma
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.own_installation import own_environment
from tests.programs import run_python, start_python
from tests.upgrade.sites import allowed_hosts

STORED = Path(__file__).resolve().parent / "stored"
DATABASE = "metasearch.sqlite3"
# Seconds on a machine however busy: a command needs one, a worker some thirty.
COMMAND_TIME = 300
WORKING_TIME = 600.0
WORKER_LOG = "worker.log"


@dataclass(frozen=True)
class Outcome:
    """How a command ended: its exit code and what it printed."""

    code: int
    printed: str

    def document(self) -> Any:
        return json.loads(self.printed)


@dataclass(frozen=True)
class Installation:
    """A data folder with a database and its secret key."""

    data: Path

    @classmethod
    def unpack(cls, data: Path) -> "Installation":
        """Unpack what is stored into the folder `data`."""
        data.mkdir(parents=True)
        packed = (STORED / f"{DATABASE}.xz").read_bytes()
        (data / DATABASE).write_bytes(lzma.decompress(packed))
        shutil.copy(STORED / "secret_key", data)
        return cls(data)

    def copy(self, data: Path) -> "Installation":
        """Return a copy in the folder `data`."""
        with closing(self.open()) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copytree(self.data, data)
        return Installation(data)

    def open(self) -> sqlite3.Connection:
        return sqlite3.connect(self.data / DATABASE, timeout=20)

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with closing(self.open()) as database:
            return database.execute(query, values).fetchall()

    def counts(self) -> dict[str, int]:
        tables = self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {name: self.rows(f'SELECT count(*) FROM "{name}"')[0][0] for (name,) in tables}

    def environment(self) -> dict[str, str]:
        """Return the variables that a process of the product is given."""
        # Its database is the one stored, whatever database other tests are given.
        usual = own_environment(self.data)
        return usual | {
            "METASEARCH_ALLOWED_PRIVATE_HOSTS": allowed_hosts(),
            "PYTHONWARNINGS": "ignore",
        }

    def manage(self, *arguments: str) -> Outcome:
        """Run one command of the product in a process of its own."""
        how = {"env": self.environment(), "timeout": COMMAND_TIME, "check": False}
        done = run_python("manage.py", *arguments, **how)
        return Outcome(done.returncode, done.stdout or done.stderr)

    def ask(self, function: str, *values: Any) -> Any:
        """Return what a function of `tests.upgrade.inside` answers in a process of the product."""
        code = (
            "import json; from tests.upgrade import inside; "
            f"values = json.loads({json.dumps(values)!r}); "
            f"print(json.dumps(inside.{function}(*values)))"
        )
        outcome = self.manage("shell", "-v", "0", "-c", code)
        assert outcome.code == 0, outcome.printed
        return json.loads(outcome.printed.splitlines()[-1])

    def commands(self, *calls: Sequence[str]) -> list[Outcome]:
        """Run commands one after the other in one process: starting one takes a second."""
        return [Outcome(code, printed) for code, printed in self.ask("run_commands", calls)]

    def work_off(self) -> None:
        """Run a task worker until nothing is left to be done, or its time is up, or it ends."""
        with (self.data / WORKER_LOG).open("wb") as file:
            how = {"env": self.environment(), "stdout": file, "stderr": file}
            worker = start_python("manage.py", "work", start_new_session=True, **how)
        try:
            until = time.monotonic() + WORKING_TIME
            while self.left_to_do() and time.monotonic() < until and worker.poll() is None:
                time.sleep(0.5)
        finally:
            worker.terminate()
            try:
                worker.wait(15)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()

    def worker_log(self) -> str:
        return (self.data / WORKER_LOG).read_text(encoding="utf-8", errors="replace")[-3000:]

    def left_to_do(self) -> dict[str, list[Any]]:
        """Return what a worker has still to do, by kind."""
        queries = {
            "in the queue": "SELECT id FROM django_q_ormq",
            "learning": "SELECT engine_id, step FROM wrappers_learningjob "
            "WHERE finished_at IS NULL",
            "proposals": "SELECT slug FROM discovery_engine WHERE state = 'PROPOSED'",
            "imports": "SELECT file_name FROM wrappers_engineimport WHERE finished_at IS NULL",
            "crawls": "SELECT seeds FROM discovery_enginecrawl WHERE state = 'RUNNING'",
            "collections": "SELECT name FROM discovery_collection WHERE state = 'RUNNING'",
        }
        return {what: found for what, query in queries.items() if (found := self.rows(query))}
