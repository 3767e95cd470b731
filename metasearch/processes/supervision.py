"""Processes kept running side by side for one data directory, and stopped together."""

import contextlib
import fcntl
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TextIO

from metasearch.processes import child_reaper

LOCK_FILE = "start.lock"

logger = logging.getLogger(__name__)


class AlreadyStartedError(RuntimeError):
    """Another `manage.py start` runs over the same data directory; the message says which."""


@contextmanager
def hold_start_lock(directory: Path, address: str) -> Iterator[bool]:
    """Hold the data directory for this process; yield whether the one before was killed.

    The kernel gives the lock back when the process ends. Raises `AlreadyStartedError`.
    """
    descriptor = os.open(directory / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyStartedError(
                f"Already started over {directory}: {file.read().strip() or 'just now'}. Stop that "
                "one first, or set METASEARCH_DATA_DIR to another folder."
            ) from None
        was_killed = bool(file.read().strip())
        _write(file, f"process {os.getpid()} at {address}")
        try:
            yield was_killed
        finally:
            _write(file, "")


def _write(file: TextIO, text: str) -> None:
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()


# A process that ends is started again after this many seconds, doubled each time up to the limit.
FIRST_RESTART_DELAY = 1.0
LONGEST_RESTART_DELAY = 60.0
# A process that ran this long has recovered: its delay starts anew.
RECOVERED_AFTER = 60.0
# Seconds a process gets to stop by itself before it is killed.
STOPPING_TIME = 10.0
# The folder of our packages.
_ROOT = Path(__file__).resolve().parents[2]
# What outlives the supervisor; isolated, so that this package's folder is not searched for modules.
CHILD_REAPER = (sys.executable, "-I", child_reaper.__file__)


@dataclass
class Child:
    """One process to keep running: its name for messages and its command.

    Of a `quiet` one only the standard error is shown. One that is `asked_by_others` stays until
    they have stopped: what they have begun would fail without it.
    """

    name: str
    command: Sequence[str]
    quiet: bool = False
    asked_by_others: bool = False
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    restart_delay: float = FIRST_RESTART_DELAY
    restart_at: float = field(default=0.0)

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches only the parent.

        It finds our modules from whatever folder this was started in, and none of that folder's.
        """
        paths = (str(_ROOT), os.environ.get("PYTHONPATH", ""))
        ours = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        self.process = subprocess.Popen(  # noqa: S603  our own commands, no shell
            self.command,
            env=os.environ | ours,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL if self.quiet else None,
        )
        self.started = time.monotonic()

    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


class Supervisor:
    def __init__(self, children: Sequence[Child]) -> None:
        self.children = children
        self.stopping = threading.Event()
        self._reaper: IO[bytes] | None = None

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: self.stopping.set())
        reaper = subprocess.Popen(  # noqa: S603  our own command, no shell
            CHILD_REAPER, start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
        )
        with reaper:
            self._reaper = reaper.stdin
            for child in self.children:
                self._start(child)
            while not self.stopping.wait(0.3):
                for child in self.children:
                    self._revive(child)
            self.stop()

    def _start(self, child: Child) -> None:
        child.start()
        if child.process is not None:
            self._tell("+", child.process.pid)

    def _kill(self, child: Child) -> None:
        """Kill the process and all it started: a killed worker's own children would work on."""
        if child.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.process.pid, signal.SIGKILL)
            child.process.wait()
            self._tell("-", child.process.pid)
            child.process = None

    def _tell(self, sign: str, pid: int) -> None:
        if self._reaper is not None:
            with contextlib.suppress(BrokenPipeError):
                self._reaper.write(f"{sign}{pid}\n".encode())
                self._reaper.flush()

    def _revive(self, child: Child) -> None:
        if child.is_running():
            return
        now = time.monotonic()
        if not child.restart_at:
            if now - child.started > RECOVERED_AFTER:
                child.restart_delay = FIRST_RESTART_DELAY
            child.restart_at = now + child.restart_delay
            code = child.process.returncode if child.process else "?"
            self._kill(child)
            logger.error(
                "%s ended (exit code %s); starting it again in %g s",
                *(child.name, code, child.restart_delay),
            )
        elif now >= child.restart_at:
            child.restart_at = 0.0
            child.restart_delay = min(child.restart_delay * 2, LONGEST_RESTART_DELAY)
            self._start(child)

    def stop(self) -> None:
        running = [
            child for child in self.children if child.is_running() and not child.asked_by_others
        ]
        for child in running:
            if child.process:
                child.process.terminate()
        deadline = time.monotonic() + STOPPING_TIME
        for child in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                if child.process:
                    child.process.wait(max(0.1, deadline - time.monotonic()))
        for child in self.children:
            self._kill(child)
