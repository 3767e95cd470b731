"""One `manage.py start` for one data directory: a lock that dies with its process."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

LOCK_FILE = "start.lock"


class AlreadyStartedError(RuntimeError):
    """Another `manage.py start` runs over the same data directory; the message says which."""


@contextmanager
def hold_start_lock(directory: Path, address: str) -> Iterator[bool]:
    """Hold the data directory for this process, which serves at `address`.

    The kernel gives the lock back when the process ends, however it ends. Yields whether the one
    before was killed: it had no time to remove what it wrote. Raises `AlreadyStartedError`.
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
    """Replace what the file holds."""
    file.seek(0)
    file.truncate()
    file.write(text)
    file.flush()
