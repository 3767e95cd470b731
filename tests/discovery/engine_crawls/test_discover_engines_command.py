"""`manage.py discover_engines`: as a process of its own, interrupted and run again."""

import json
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from discovery.management.commands.discover_engines import Command
from evaluation.own_installation import own_environment
from tests.discovery.crawl_web import SEARCH_FORM, Site, link
from tests.programs import start_python

pytestmark = pytest.mark.timed


@pytest.fixture
def web(web: tuple[Site, ...]) -> tuple[Site, ...]:
    hub, library, blog = web[:3]
    hub.pages["/"] = link(library.address) + link(blog.address)
    library.pages["/"] = f"<title>Library</title>{SEARCH_FORM}"
    blog.pages["/"] = "<p>words</p>"
    return web


@pytest.fixture
def environment(web: tuple[Site, ...], data_folder: Path) -> dict[str, str]:
    return own_environment(data_folder, [site.host for site in web])


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


def test_the_outcome_is_json(web, environment):
    code, output, errors = run(environment, web[0].address, "--json")
    assert code == 0
    outcome = json.loads(output)
    assert outcome["state"] == "DONE"
    assert outcome["sites"] == 3
    (proposal,) = outcome["proposals"]
    assert (proposal["home_url"], proposal["name"]) == (web[1].address, "Library")
    assert proposal["evidence"]["cues"]
    assert "1 proposals" in errors
    assert outcome["pages"] == sum(len(site.visits) for site in web)


def test_ctrl_c_pauses_and_the_same_command_goes_on(web, environment):
    web[0].other = lambda _path: time.sleep(1)
    process = start(environment, web[0].address)
    until = time.monotonic() + 30
    while not web[0].requests:
        assert time.monotonic() < until
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Paused" in errors
    assert "Traceback" not in errors
    assert run(environment, web[0].address)[0] == 0
