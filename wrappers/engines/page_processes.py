"""The processes in which heavy pages are read: few, started when needed, ended when it takes long.

Each answers what a thread of ours asks, which starts it again when it has ended. One owner (an
engine) has one of them at a time: whoever sends heavy pages only waits for himself.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

# Processes at once, and requests that wait for one: of all owners, and of one.
PROCESSES = 2
MAX_WAITING = 32
MAX_WAITING_OF_ONE = 4
# Seconds beyond its own after which a process that did not end itself is ended.
GRACE = 2.0
# Seconds of the time that is left which are not used: whoever asks is still there for the answer.
MARGIN = 0.2
# Seconds a process takes to start at most, on a busy machine.
STARTING_SECONDS = 30.0
# Called by its path: the folder it lies in would load Django, which it has no need of.
_PROGRAM = Path(__file__).with_name("reading_process.py")
_ROOT = Path(__file__).resolve().parents[2]


class ProcessEndedError(RuntimeError):
    """A process ended, or had no time left, before it had answered; the message says which."""


@dataclass(slots=True)
class _Request:
    """What is asked of a process, whose it is, its processor time, its end (monotonic seconds)."""

    owner: str
    document: dict[str, Any]
    body: bytes
    work_seconds: float
    until: float
    answer: Future[dict[str, Any]] = field(default_factory=Future)


class PageProcesses:
    """Reads pages in processes; used from any thread and any event loop."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[_Request] = []
        self._owners: set[str] = set()
        self._idle: list[_Process] = []
        self._threads = 0

    def submit(
        self,
        owner: str,
        document: Mapping[str, Any],
        body: bytes,
        work_seconds: float,
        until: float,
    ) -> Future[dict[str, Any]]:
        """Have a request answered within `work_seconds` of processor time, and before `until`.

        Raises `ProcessEndedError` where too many requests wait; so does the future.
        """
        request = _Request(owner, dict(document), body, work_seconds, until)
        with self._lock:
            # Nobody waits any more for what was cancelled.
            self._waiting = [each for each in self._waiting if not each.answer.cancelled()]
            own = sum(each.owner == owner for each in self._waiting)
            if own >= MAX_WAITING_OF_ONE or len(self._waiting) >= MAX_WAITING:
                raise ProcessEndedError("too many heavy pages wait to be read")
            self._waiting.append(request)
            if self._threads < PROCESSES:
                self._threads += 1
                threading.Thread(target=self._serve, name="heavy pages", daemon=True).start()
        return request.answer

    def end(self) -> None:
        """Refuse what waits, and end the processes; one at work when nothing is asked of it."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
            idle, self._idle = self._idle, []
        for request in waiting:
            if request.answer.set_running_or_notify_cancel():
                request.answer.set_exception(ProcessEndedError("the server is being stopped"))
        for process in idle:
            process.close()

    def _serve(self) -> None:
        """Have requests answered until none waits but of an owner that another thread serves."""
        with self._lock:
            process = self._idle.pop() if self._idle else _Process()
        while (request := self._next(process)) is not None:
            try:
                request.answer.set_result(process.answer(request))
            except Exception as error:
                request.answer.set_exception(error)
            finally:
                with self._lock:
                    self._owners.discard(request.owner)

    def _next(self, process: "_Process") -> _Request | None:
        with self._lock:
            free = (each for each in self._waiting if each.owner not in self._owners)
            for request in list(free):
                self._waiting.remove(request)
                if request.answer.set_running_or_notify_cancel():
                    self._owners.add(request.owner)
                    return request
            self._threads -= 1
            self._idle.append(process)
            return None


class _Process:
    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Connection

    def answer(self, request: _Request) -> dict[str, Any]:
        """Return what the process answers. Raises `ProcessEndedError`."""
        for _ in (1, 2):
            self._start()
            # So much earlier than who asks gives up: what he learns then says more.
            seconds = request.until - time.monotonic() - MARGIN
            if seconds <= 0:
                raise ProcessEndedError("no time was left to read the page")
            limits = {"seconds": seconds, "work_seconds": request.work_seconds}
            with contextlib.suppress(OSError, EOFError):
                self._line.send_bytes(json.dumps(request.document | limits).encode())
                self._line.send_bytes(request.body)
                if self._line.poll(seconds + GRACE):
                    answer: dict[str, Any] = json.loads(self._line.recv_bytes())
                    return answer
            code = self.close()
            if code > 0:
                raise RuntimeError(f"the process that reads pages ended with exit code {code}")
            if code < 0:
                limit = min(seconds, request.work_seconds)
                raise ProcessEndedError(f"the page takes longer than {limit:.1f} s to read")
            # One that had nothing to do may end just when it is asked.
        raise ProcessEndedError("the processes that read pages end before they answer")

    def _start(self) -> None:
        """Start the process unless it runs; wait until it is ready. Raises `ProcessEndedError`."""
        if self._process is not None and self._process.poll() is None:
            return
        self.close()
        self._line, theirs = Pipe()
        self._process = subprocess.Popen(  # noqa: S603  a program of ours
            (sys.executable, "-P", _PROGRAM, str(theirs.fileno())),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(),),
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
        )
        theirs.close()
        with contextlib.suppress(OSError, EOFError):
            if self._line.poll(STARTING_SECONDS):
                self._line.recv_bytes()
                return
        self.close()
        raise ProcessEndedError("the process that reads pages does not start")

    def close(self) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        self._line.close()
        try:
            return process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()
