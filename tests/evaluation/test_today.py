"""The bed of engines of today's web: it serves what it holds to be true, and its command runs."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from discovery.pages import comparison_key
from evaluation.engines.today.bed import REFERENCE, engines
from evaluation.engines.today.catalogue import find
from evaluation.engines.today.corpus import IMPOSSIBLE, MATCHES, documents, queries
from evaluation.engines.today.engine import BUILD, UNOPENED, running
from evaluation.engines.today.measuring import Measured
from evaluation.speed.search_speed import free_ports

ROOT = Path(__file__).resolve().parents[2]
OWN = [engine for engine in engines() if not engine.needs]


def test_documents_are_enough_and_told_apart() -> None:
    assert len(documents()) >= 300
    assert len({document.title.casefold() for document in documents()}) == len(documents())
    assert len({document.path for document in documents()}) == len(documents())
    found = [len(find(query)) for query in queries()]
    assert len(found) == len(MATCHES) and min(found) >= 5 and max(found) <= 90
    assert not find(IMPOSSIBLE)


def test_engines_are_many_of_both_halves() -> None:
    names = [engine.name for engine in engines()]
    assert len(set(names)) == len(names)
    assert {engine.half for engine in engines()} == {BUILD, UNOPENED}


@pytest.mark.parametrize("engine", [REFERENCE, *OWN], ids=lambda engine: engine.name)
def test_own_engines_hold_their_truth_at_the_addresses_they_give(engine, tmp_path: Path) -> None:
    with running(engine, tmp_path, free_ports(1)) as served:
        for page in (1, 2):
            for record in served.true_records(queries()[0], page):
                with urlopen(
                    Request(record["url"], headers={"Cookie": "consent=all; age_ok=1"})
                ) as answer:
                    shown = answer.read().decode()
                assert comparison_key(answer.url) == comparison_key(record["url"])
                assert "<h1>" in shown
        with urlopen(served.home_url) as answer:
            assert answer.status == 200


def test_the_command_writes_what_it_measured(tmp_path: Path) -> None:
    written = tmp_path / "rows.json"
    call = (sys.executable, "-m", "evaluation.engines.today", "kiosk", "--json", str(written))
    environment = {"METASEARCH_BROWSER": "off", "PATH": "", "HOME": str(tmp_path)}
    done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode in {0, 1}, done.stderr
    [row] = json.loads(written.read_text())
    assert row["name"] == "kiosk" and row["state"] == "ACTIVE", row["reason"]
    assert row["learning_seconds"] > row["html_seconds"] > 0 and row["queries"] >= 3
    assert row["records"]["right"] == row["records"]["true"] == row["records"]["found"]
    assert "kiosk" in done.stdout and "unopened" in done.stdout


def test_what_is_not_installed_is_named_and_not_counted_as_learned() -> None:
    assert not Measured("one", BUILD, "").passes
    assert not Measured("one", BUILD, "").measured
