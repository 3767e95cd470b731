"""The whole product as a new user starts it: the first search, an engine added, refusals."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from metasearch.samples import SITES

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[2]
LEARNING_TIME = 90.0


@dataclass(frozen=True)
class Installation:
    """A started product: its address, the admin's password, the process, its data folder."""

    address: str
    password: str
    process: subprocess.Popen[str]
    environment: dict[str, str]


def free_port_run(count: int) -> int:
    """Return the first of `count` neighbouring ports that are free."""
    for first in range(21_000, 60_000, count):
        with contextlib.ExitStack() as stack:
            try:
                for port in range(first, first + count):
                    stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
            except OSError:
                continue
            return first
    raise RuntimeError("no free ports")


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installation]:
    """Start the product in an empty data folder; stop it as Ctrl-C does."""
    port = free_port_run(len(SITES) + 1)
    environment = {
        **os.environ,
        "METASEARCH_DATA_DIR": str(tmp_path_factory.mktemp("data")),
        "PORT": str(port),
        "SAMPLES_PORT": str(port + 1),
    }
    process = subprocess.Popen(
        (sys.executable, "manage.py", "start"), cwd=ROOT, env=environment,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
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


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """Return a tab that fails the test when the console reports an error."""
    context = chromium.new_context()
    tab = context.new_page()
    errors: list[str] = []
    tab.on("console", lambda message: message.type == "error" and errors.append(message.text))
    tab.on("pageerror", lambda error: errors.append(str(error)))
    yield tab
    context.close()
    assert not errors


def kinds(installation: Installation, query: str) -> dict[str, str]:
    """Return what kind of answer each engine gave to a query."""
    address = f"{installation.address}/search?q={query}&format=json"
    try:
        with urllib.request.urlopen(address, timeout=30) as response:
            engines = json.load(response)["engines"]
    except urllib.error.HTTPError:
        return {}
    return {engine["slug"]: engine["kind"] for engine in engines}


def test_the_samples_are_learned_at_the_first_start(installation: Installation) -> None:
    until = time.monotonic() + LEARNING_TIME
    while time.monotonic() < until and len(kinds(installation, "letter")) < len(SITES):
        time.sleep(1)
    assert len(kinds(installation, "letter")) == len(SITES)
    assert set(kinds(installation, "qzxwvkjhgfqz").values()) == {"NO_RESULTS"}


def test_the_first_search(installation: Installation, page: Page) -> None:
    page.goto(installation.address)
    page.get_by_role("searchbox").fill("letter")
    page.keyboard.press("Enter")
    results = page.locator("li.result")
    results.nth(9).wait_for()
    assert "letter" in page.locator("main").inner_text().casefold()
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**page=2**")
    results.nth(4).wait_for()


def test_an_engine_is_added_and_its_learning_watched(
    installation: Installation, page: Page
) -> None:
    page.goto(f"{installation.address}/admin/")
    page.get_by_label("Username").fill("admin")
    page.get_by_label("Password").fill(installation.password)
    page.get_by_role("button", name="Log in").click()
    page.goto(f"{installation.address}/admin/discovery/engine/add/")
    port = installation.environment["SAMPLES_PORT"]
    # Known already: the same site is learned anew, and its first version stays in store.
    page.get_by_label("Address of the site").fill(f"http://127.0.0.1:{port}/")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text("Last learning: ACTIVE").wait_for(timeout=LEARNING_TIME * 1000)
    page.get_by_role("link", name="2", exact=True).wait_for(timeout=20_000)
    assert "ask_impossible" in page.locator(".progress-panel").inner_text()


def test_a_busy_port_is_one_clear_line(installation: Installation) -> None:
    second = subprocess.run(
        (sys.executable, "manage.py", "start"), cwd=ROOT, env=installation.environment,
        capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert second.returncode == 1
    assert "is in use" in second.stderr
    assert len(second.stderr.strip().splitlines()) == 1


def test_another_secret_key_is_refused(installation: Installation) -> None:
    free = str(free_port_run(len(SITES) + 1))
    environment = {
        **installation.environment, "SECRET_KEY": "another", "PORT": free,
        "SAMPLES_PORT": str(int(free) + 1),
    }  # fmt: skip
    other = subprocess.run(
        (sys.executable, "manage.py", "start"), cwd=ROOT, env=environment,
        capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert other.returncode == 1
    assert "secret key" in other.stderr
