"""`manage.py discover_engines`: as a process of its own, killed and run again."""

import json
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from discovery.engine_crawls.slices import MAX_PARALLEL
from discovery.management.commands.discover_engines import Command
from evaluation.own_installation import own_environment
from tests.discovery.crawl_web import SEARCH_FORM, Site, link, serving
from tests.programs import start_python
from tests.small_server import Reply

pytestmark = pytest.mark.timed


@pytest.fixture
def web() -> Iterator[tuple[Site, ...]]:
    with serving(3) as sites:
        hub, library, blog = sites
        hub.pages["/"] = link(library.address) + link(blog.address)
        library.pages["/"] = f"<title>Library</title>{SEARCH_FORM}"
        blog.pages["/"] = "<p>words</p>"
        yield sites


@pytest.fixture
def environment(web: tuple[Site, ...], tmp_path: Path) -> dict[str, str]:
    # What is stored is looked at in the file of SQLite.
    return own_environment(tmp_path, [site.host for site in web])


def start(environment: dict[str, str], *arguments: str) -> Any:
    # A shell's background jobs ignore Ctrl-C, and what is started from them.
    by_default = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    return start_python("manage.py", "discover_engines", *arguments, env=environment, **by_default)


def run(environment: dict[str, str], *arguments: str) -> tuple[int, str, str]:
    process = start(environment, *arguments)
    output, errors = process.communicate(timeout=60)
    return process.returncode, output, errors


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("mailto:a@b.example",), 2, "no http or https address"),
        (("http://a.example/", "--max-pages", "0"), 2, "whole number above 0"),
        ((), 2, "SEED"),
        (("http://127.0.0.1:9/",), 1, "No page could be read"),
    ],
)
def test_failures_have_their_exit_code(capsys, arguments, code, says):
    with pytest.raises(SystemExit) as ended:
        Command().run_from_argv(["manage.py", "discover_engines", *arguments])
    assert ended.value.code == code
    assert says in "".join(capsys.readouterr())


def wait_for(condition: object, seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < until
        time.sleep(0.01)


def expire_lease(folder: str) -> None:
    """Let the time pass after which a silent worker is taken for dead."""
    with sqlite3.connect(Path(folder) / "metasearch.sqlite3", timeout=10) as database:
        database.execute("UPDATE discovery_enginecrawl SET lease_until = '2000-01-01 00:00:00'")
    database.close()


def test_after_kill_9_nothing_stored_is_downloaded_again_and_the_outcome_is_json(web, environment):
    letters = "abcdefghij"
    for site in web:
        site.delay = 0.05
        site.pages.setdefault("/", "")
        site.pages["/"] = str(site.pages["/"]) + "".join(link(f"/{letter}") for letter in letters)
        site.other = lambda path: "<p>words</p>" if len(path) == 2 else Reply("", status=404)
    for asked in (5, 15):
        process = start(environment, web[0].address)
        wait_for(lambda asked=asked: sum(len(site.requests) for site in web) >= asked)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        expire_lease(environment["METASEARCH_DATA_DIR"])
    code, output, errors = run(environment, web[0].address, "--json")
    assert code == 0
    outcome = json.loads(output)
    assert outcome["state"] == "DONE"
    assert outcome["sites"] == 3
    (proposal,) = outcome["proposals"]
    assert (proposal["home_url"], proposal["name"]) == (web[1].address, "Library")
    assert proposal["evidence"]["cues"]
    assert "1 proposals" in errors
    visits = Counter(site.address + path[1:] for site in web for path in site.visits)
    assert {f"{site.address}{letter}" for site in web for letter in letters} <= set(visits)
    twice = sum(count - 1 for count in visits.values())
    assert twice <= 2 * min(MAX_PARALLEL, len(web)), "more than what was under way at the kills"
    assert outcome["pages"] >= sum(visits.values())


def test_ctrl_c_pauses_and_the_same_command_goes_on(web, environment):
    web[0].delay = 1.0
    process = start(environment, web[0].address)
    wait_for(lambda: web[0].requests)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Paused" in errors
    assert "Traceback" not in errors
    assert run(environment, web[0].address)[0] == 0
