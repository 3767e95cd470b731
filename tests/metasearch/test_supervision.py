"""Processes side by side: started, restarted, stopped together."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

SCRIPT = """
import sys
from metasearch.supervision import Child, Supervisor
sleeper = (sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)")
fragile = (sys.executable, "-c", "print('short', flush=True)")
stubborn = (sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); "
            "print('up', flush=True); time.sleep(60)")
children = {"sleeper": sleeper, "fragile": fragile, "stubborn": stubborn}
import metasearch.supervision
metasearch.supervision.STOPPING_TIME = 1.0
metasearch.supervision.Child.restart_delay = 0.1
supervisor = Supervisor([Child(name, children[name]) for name in sys.argv[1:]])
supervisor.run()
print("stopped", [child.is_running() for child in supervisor.children], flush=True)
"""


def start(*names: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        (sys.executable, "-c", textwrap.dedent(SCRIPT), *names),
        cwd=Path(__file__).resolve().parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    lines: list[str] = []
    assert process.stdout
    for line in process.stdout:
        lines.append(line.strip())
        if lines.count(wanted) or wanted in line:
            break
    return lines


def test_an_interrupt_stops_all_children() -> None:
    process = start("sleeper", "sleeper")
    lines_until(process, "up")
    os.kill(process.pid, signal.SIGINT)
    assert "stopped [False, False]" in process.communicate(timeout=10)[0]
    assert process.returncode == 0


def test_a_child_that_ends_is_started_again() -> None:
    process = start("fragile")
    lines_until(process, "short")
    lines_until(process, "short")
    process.terminate()
    output, errors = process.communicate(timeout=10)
    assert "fragile ended (exit code 0)" in errors
    assert "stopped [False]" in output


def test_a_child_that_ignores_the_request_is_killed() -> None:
    process = start("stubborn")
    lines_until(process, "up")
    started = time.monotonic()
    process.terminate()
    output = process.communicate(timeout=10)[0]
    assert "stopped [False]" in output
    assert time.monotonic() - started < 8
