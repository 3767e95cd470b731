"""One start over one data directory: the second refuses, a killed first is no hindrance."""

import subprocess
import sys
from pathlib import Path

import pytest

from metasearch.processes.supervision import AlreadyStartedError, hold_start_lock

ADDRESS = "http://127.0.0.1:8000/"
HOLDER = """
import sys, pathlib
from metasearch.processes.supervision import hold_start_lock
with hold_start_lock(pathlib.Path(sys.argv[1]), sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> "subprocess.Popen[str]":
    """Return a process that holds the data directory until its input ends."""
    process = subprocess.Popen(
        (sys.executable, "-c", HOLDER, str(tmp_path), ADDRESS),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_start_names_the_first(tmp_path: Path, holder: "subprocess.Popen[str]") -> None:
    with pytest.raises(AlreadyStartedError) as caught, hold_start_lock(tmp_path, "elsewhere"):
        pass
    assert str(holder.pid) in str(caught.value)
    assert ADDRESS in str(caught.value)
    (tmp_path / "other").mkdir()
    with hold_start_lock(tmp_path / "other", ADDRESS):
        holder.communicate("")
    with hold_start_lock(tmp_path, ADDRESS) as was_killed:
        assert not was_killed


def test_a_killed_start_leaves_no_lock(tmp_path: Path, holder: "subprocess.Popen[str]") -> None:
    holder.kill()
    holder.communicate()
    with hold_start_lock(tmp_path, ADDRESS) as was_killed:
        assert was_killed
    with hold_start_lock(tmp_path, ADDRESS) as was_killed:
        assert not was_killed
