"""The whole product, started as a new user starts it."""

import contextlib
import json
import os
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from evaluation.own_installation import free_ports
from samples import SITES
from tests.programs import start_python

LEARNING_TIME = 90.0
# The product's own port, and those after it up to the last sample's.
PORTS = 2 + SITES[-1].port_offset
# Other tests, run beside these, look for free ports below.
LEAST_PORT = 21_000


@dataclass(frozen=True)
class Installation:
    """A started product: its address, the admin's password, the process, its data folder."""

    address: str
    password: str
    process: subprocess.Popen[str]
    environment: dict[str, str]


@contextlib.contextmanager
def started(data: Path, **settings: str) -> Iterator[Installation]:
    """Start the product in the empty folder `data`; stop it as Ctrl-C does.

    `settings` are further environment variables.
    """
    port = free_ports(PORTS, LEAST_PORT)
    environment = {
        **os.environ,
        "METASEARCH_DATA_DIR": str(data),
        "PORT": str(port),
        "SAMPLES_PORT": str(port + 1),
        **settings,
    }
    process = start_python("manage.py", "start", env=environment, stderr=None)
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if "Search at" in line:
            break
    password = re.search(r"password (\S+)", printed)
    assert password, printed
    yield Installation(f"http://127.0.0.1:{port}", password[1], process, environment)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)


def sign_in(tab: Any, password: str) -> None:
    tab.get_by_label("Username").fill("admin")
    tab.get_by_label("Password").fill(password)
    tab.get_by_role("button", name="Log in").click()


def search(installation: Installation, query: str) -> dict[str, Any]:
    address = f"{installation.address}/api/v1/search?{urlencode({'q': query})}"
    with urllib.request.urlopen(address, timeout=30) as response:
        found: dict[str, Any] = json.load(response)
    return found


def kinds(installation: Installation, query: str) -> dict[str, str]:
    try:
        engines = search(installation, query)["engines"]
    except urllib.error.HTTPError:
        return {}
    return {engine["slug"]: engine["kind"] for engine in engines}


def wait_for_engines(installation: Installation) -> None:
    until = time.monotonic() + LEARNING_TIME
    while len(found := kinds(installation, "error")) < len(SITES):
        assert time.monotonic() < until, f"learned so far: {found}"
        time.sleep(1)
