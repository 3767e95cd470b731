"""The children of a supervisor that was killed are stopped, by a process of its own.

The supervisor writes a line `+PID` into its standard input for each process group it starts, `-PID`
for each that has ended. When the input ends, every group left is stopped.
"""

import contextlib
import os
import signal
import sys
import time
from collections.abc import Iterable

# Seconds the processes left get to stop by themselves before their groups are killed.
STOPPING_TIME = 10.0


def groups_left(lines: Iterable[str]) -> set[int]:
    """Return the process groups that were started and have not ended.

    >>> groups_left(["+7", "+8", "-7"])
    {8}
    """
    left: set[int] = set()
    for line in lines:
        group = int(line[1:])
        if line.startswith("+"):
            left.add(group)
        else:
            left.discard(group)
    return left


def stop_groups(groups: Iterable[int]) -> None:
    groups = tuple(groups)
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(group, signal.SIGTERM)
    until = time.monotonic() + STOPPING_TIME
    while any(map(is_running, groups)) and time.monotonic() < until:
        time.sleep(0.1)
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


if __name__ == "__main__":
    stop_groups(groups_left(sys.stdin))
