"""Processes side by side: started once, restarted, stopped together, at one port."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from metasearch.management.commands import serve, start
from metasearch.processes.serving import listening_socket
from metasearch.processes.supervision import AlreadyStartedError, Child, Supervisor, hold_start_lock
from tests.programs import start_python

pytestmark = pytest.mark.timed

SCRIPT = """
import sys
from metasearch.processes.supervision import Child, Supervisor
sleeper = (sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)")
fragile = (sys.executable, "-c", "print('short', flush=True)")
stubborn = (sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); "
            "print('up', flush=True); time.sleep(60)")
parent = (sys.executable, "-c", "import subprocess, sys, time; "
          "print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid, "
          "'up', flush=True)" + "; time.sleep(60)" * (sys.argv[1] == "parent"))
children = {"sleeper": sleeper, "fragile": fragile, "stubborn": stubborn, "parent": parent,
            "dying parent": parent}
import metasearch.processes.supervision
metasearch.processes.supervision.STOPPING_TIME = 1.0
metasearch.processes.supervision.Child.restart_delay = 0.1
supervisor = Supervisor([Child(name, children[name]) for name in sys.argv[1:]])
supervisor.run()
print("stopped", [child.is_running() for child in supervisor.children], flush=True)
"""


def supervising(*names: str) -> subprocess.Popen[str]:
    return start_python("-c", SCRIPT, *names)


def lines_until(process: subprocess.Popen[str], wanted: str) -> list[str]:
    lines: list[str] = []
    assert process.stdout
    for line in process.stdout:
        lines.append(line.strip())
        if lines.count(wanted) or wanted in line:
            break
    return lines


def has_ended(pid: int) -> bool:
    """Tell whether a process that is no child of ours ends in time."""
    for _ in range(300):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        state = subprocess.run(
            ("ps", "-o", "stat=", "-p", str(pid)), capture_output=True, text=True, check=False
        )
        if state.stdout.strip().startswith("Z"):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_all_children(number):
    process = supervising("sleeper", "sleeper")
    lines_until(process, "up")
    os.kill(process.pid, number)
    assert "stopped [False, False]" in process.communicate(timeout=50)[0]
    assert process.returncode == 0


def test_a_child_that_ends_is_started_again():
    process = supervising("fragile")
    lines_until(process, "short")
    lines_until(process, "short")
    process.terminate()
    output, errors = process.communicate(timeout=50)
    assert "fragile ended (exit code 0)" in errors
    assert "stopped [False]" in output


def test_a_child_that_ignores_the_request_is_killed():
    process = supervising("stubborn")
    lines_until(process, "up")
    process.terminate()
    # It is killed: left to itself it lasts a minute.
    assert "stopped [False]" in process.communicate(timeout=50)[0]


@pytest.mark.parametrize("name", ["parent", "dying parent"])
def test_what_a_child_started_ends_with_it(name):
    process = supervising(name)
    grandchild = int(lines_until(process, "up")[-1].split()[0])
    # What a dead child left running is stopped before the child is started again.
    if name == "dying parent":
        assert has_ended(grandchild)
    process.terminate()
    process.communicate(timeout=50)
    assert has_ended(grandchild)


def test_a_killed_supervisor_leaves_nothing_running():
    process = supervising("sleeper", "parent")
    lines_until(process, " up")
    children = subprocess.run(
        ("ps", "-o", "pid=", "--ppid", str(process.pid)), capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(children) == 3, "two children and the process that outlives the supervisor"
    groups = [int(pid) for pid in children]
    process.kill()
    # Ends when nobody holds the other end of the pipe: what the children started has ended too.
    process.communicate(timeout=50)
    assert all(map(has_ended, groups))


def test_what_others_ask_is_there_until_they_have_stopped(tmp_path):
    told = tmp_path / "told"
    on_stop = (
        "import signal, time; signal.signal(15, lambda *_: {}); open({!r}, 'w'); signal.pause()"
    )
    asked = on_stop.format(f"open({str(told)!r}, 'a').write('asked ')", str(tmp_path / "up1"))
    asker = on_stop.format(
        f"(time.sleep(0.5), open({str(told)!r}, 'a').write('asker '))", str(tmp_path / "up2")
    )
    children = [
        Child("asked", (sys.executable, "-c", asked), asked_by_others=True),
        Child("asker", (sys.executable, "-c", asker)),
    ]
    supervisor = Supervisor(children)
    for child in children:
        child.start()
    while not ((tmp_path / "up1").exists() and (tmp_path / "up2").exists()):
        time.sleep(0.02)
    supervisor.stop()
    assert told.read_text() == "asker "
    assert not any(child.is_running() for child in children)


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
    process = start_python("-c", HOLDER, str(tmp_path), ADDRESS, stdin=subprocess.PIPE, stderr=None)
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_second_start_names_the_first(tmp_path, holder):
    with pytest.raises(AlreadyStartedError) as caught, hold_start_lock(tmp_path, "elsewhere"):
        pass
    assert str(holder.pid) in str(caught.value)
    assert ADDRESS in str(caught.value)
    (tmp_path / "other").mkdir()
    with hold_start_lock(tmp_path / "other", ADDRESS):
        holder.communicate("")
    with hold_start_lock(tmp_path, ADDRESS) as was_killed:
        assert not was_killed


def test_a_killed_start_leaves_no_lock(tmp_path, holder):
    holder.kill()
    holder.communicate()
    with hold_start_lock(tmp_path, ADDRESS) as was_killed:
        assert was_killed
    with hold_start_lock(tmp_path, ADDRESS) as was_killed:
        assert not was_killed


@pytest.mark.parametrize("address", ["127.0.0.1", "::1"])
def test_processes_share_a_port_among_themselves(address):
    with listening_socket(address, 0) as first:
        port = first.getsockname()[1]
        with listening_socket(address, port) as second:
            assert second.getsockname() == first.getsockname()
            second.listen()
            assert start.why_taken(address, port)
    assert start.why_taken(address, port) is None


@pytest.mark.parametrize("count", [1, 3])
def test_there_are_as_many_web_processes_as_are_set(settings, count):
    settings.WEB_PROCESSES = count
    for command, others in ((start.Command(), 2), (serve.Command(), 0)):
        children = command.children()
        web = [child for child in children if "metasearch.processes.serving" in child.command]
        assert (len(web), len(children)) == (count, count + others)
        assert {child.command[-1] for child in web} == {str(settings.PORT)}


@pytest.mark.parametrize(
    ("listen", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/"),
        ("0.0.0.0", "http://127.0.0.1:8000/"),
        ("::", "http://[::1]:8000/"),
        ("10.1.2.3", "http://10.1.2.3:8000/"),
    ],
)
def test_this_machine_finds_its_own_web_server(settings, listen, address):
    settings.LISTEN, settings.PORT = listen, 8000
    assert start.own_address() == address
