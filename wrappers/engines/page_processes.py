"""The processes in which heavy pages are read: few, started when needed, ended when it takes long.

Each waits for its requests beside a thread of ours, which starts it again when it has ended. One
owner (an engine) has one of them at a time: whoever sends heavy pages only waits for himself.
"""

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, cast

from wrappers.engines.reading_process import read_frame, write_frame

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
# Seconds after which a thread without work ends, and its process with it.
IDLE_SECONDS = 60.0
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
        self._changed = threading.Condition()
        self._waiting: list[_Request] = []
        self._owners: set[str] = set()
        self._threads = 0
        self._ended = False

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
        with self._changed:
            # Nobody waits any more for what was cancelled.
            self._waiting = [each for each in self._waiting if not each.answer.cancelled()]
            own = sum(each.owner == owner for each in self._waiting)
            if own >= MAX_WAITING_OF_ONE or len(self._waiting) >= MAX_WAITING:
                raise ProcessEndedError("too many heavy pages wait to be read")
            self._ended = False
            self._waiting.append(request)
            if self._threads < PROCESSES and len(self._waiting) + len(self._owners) > self._threads:
                self._threads += 1
                threading.Thread(target=self._serve, name="heavy pages", daemon=True).start()
            self._changed.notify()
        return request.answer

    def end(self) -> None:
        """End the processes as soon as they have answered, and refuse what waits."""
        with self._changed:
            self._ended = True
            waiting, self._waiting = self._waiting, []
            self._changed.notify_all()
        for request in waiting:
            if request.answer.set_running_or_notify_cancel():
                request.answer.set_exception(ProcessEndedError("the server is being stopped"))

    def _serve(self) -> None:
        with contextlib.closing(_Process()) as process:
            while (request := self._next()) is not None:
                try:
                    request.answer.set_result(process.answer(request))
                except Exception as error:
                    request.answer.set_exception(error)
                finally:
                    with self._changed:
                        self._owners.discard(request.owner)
                        self._changed.notify_all()

    def _next(self) -> _Request | None:
        """Return the next request that is still waited for, None when the thread is to end."""
        until = time.monotonic() + IDLE_SECONDS
        with self._changed:
            while not self._ended:
                for request in self._waiting:
                    if request.owner not in self._owners:
                        self._waiting.remove(request)
                        if not request.answer.set_running_or_notify_cancel():
                            break
                        self._owners.add(request.owner)
                        return request
                else:
                    if not self._changed.wait(until - time.monotonic()):
                        break
            self._threads -= 1
            return None


class _Process:
    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def answer(self, request: _Request) -> dict[str, Any]:
        """Return what the process answers. Raises `ProcessEndedError`."""
        for _ in (1, 2):
            process = self._started()
            # So much earlier than who asks gives up: what he learns then says more.
            seconds = request.until - time.monotonic() - MARGIN
            if seconds <= 0:
                raise ProcessEndedError("no time was left to read the page")
            limits = {"seconds": seconds, "work_seconds": request.work_seconds}
            answer = None
            with contextlib.suppress(OSError):
                sent = cast(BinaryIO, process.stdin)
                write_frame(sent, request.document | limits, request.body)
                answer = _receive(process, seconds + GRACE)
            if answer is not None:
                return answer
            code = self.close()
            if code > 0:
                raise RuntimeError(f"the process that reads pages ended with exit code {code}")
            if code < 0:
                limit = min(seconds, request.work_seconds)
                raise ProcessEndedError(f"the page takes longer than {limit:.1f} s to read")
            # One that had nothing to do may end just when it is asked.
        raise ProcessEndedError("the processes that read pages end before they answer")

    def _started(self) -> subprocess.Popen[bytes]:
        """Return the process when it is ready. Raises `ProcessEndedError`."""
        if self._process is not None and self._process.poll() is None:
            return self._process
        self.close()
        self._process = subprocess.Popen(  # noqa: S603  a program of ours
            (sys.executable, "-P", _PROGRAM),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": str(_ROOT)},
        )
        if _receive(self._process, STARTING_SECONDS) is None:
            self.close()
            raise ProcessEndedError("the process that reads pages does not start")
        return self._process

    def close(self) -> int:
        process, self._process = self._process, None
        if process is None:
            return 0
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        try:
            return process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()


def _receive(process: subprocess.Popen[bytes], seconds: float) -> dict[str, Any] | None:
    """Return the next document of a process, None when none begins within so many seconds."""
    answers = cast(BinaryIO, process.stdout)
    poll = select.poll()
    poll.register(answers, select.POLLIN)
    if not poll.poll(1_000 * seconds):
        return None
    frame = read_frame(answers)
    return None if frame is None else frame[0]
