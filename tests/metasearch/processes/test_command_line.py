"""The command line: a wrong setting is one clear line, not a traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest
from django.db import OperationalError

from evaluation.own_installation import own_environment
from manage import advice_on, escaped

ROOT = Path(__file__).resolve().parents[3]
# An installation of its own: neither the key nor the database that tests are given.
OWN = own_environment()


@pytest.mark.parametrize(
    ("name", "value", "command"),
    [
        ("PORT", "abc", "start"),
        ("METASEARCH_DATA_DIR", os.devnull, "start"),
        ("METASEARCH_ALLOWED_PRIVATE_HOSTS", "nonsense", "start"),
        ("DATABASE_URL", "sqlite:////no/such/folder/database", "work"),
    ],
)
def test_a_wrong_setting_is_one_line(tmp_path, name, value, command):
    done = run(tmp_path, command, **{name: value})
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert name in done.stderr or "Database error" in done.stderr


@pytest.mark.parametrize(
    ("name", "kind"), [("metasearch.sqlite3", "Database"), ("secret_key", "Settings")]
)
def test_a_file_that_is_damaged_is_one_line(tmp_path, name, kind):
    (tmp_path / name).write_bytes(b"\xff no such file " * 100)
    done = run(tmp_path, "search", "tree")
    assert done.returncode == 1
    assert done.stderr.startswith(f"{kind} error: ") and len(done.stderr.splitlines()) == 1


def test_a_database_that_was_emptied_is_named(tmp_path, migrated):
    copytree(migrated, tmp_path, dirs_exist_ok=True)
    database = tmp_path / "metasearch.sqlite3"
    database.write_bytes(b"")
    for command in ("search", "start", "migrate"):
        done = run(tmp_path, command, *(["tree"] if command == "search" else []))
        assert done.returncode == 2
        assert f"{database} is empty" in done.stderr and len(done.stderr.splitlines()) == 1
    assert database.stat().st_size == 0
    database.unlink()
    assert run(tmp_path, "migrate", "--verbosity", "0").returncode == 0


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("disk I/O error", "is full, failing or gone"),
        ("database is locked", "try again"),
        ("database table is locked", "try again"),
        ("database or disk is full", "Make room"),
        ("unable to open database file", "may be written"),
        ("attempt to write a readonly database", "write to"),
        ("database disk image is malformed", "put a copy"),
        ("file is not a database", "put a copy"),
    ],
)
def test_what_to_do_about_the_database_is_said(said, advice):
    assert advice in advice_on(OperationalError(said))
    assert advice_on(OperationalError("no such table: x")) == ""


def test_what_a_terminal_cannot_show_stays_json():
    said = "\N{RIGHTWARDS ARROW}\N{FAMILY}\ud800"
    shown = escaped(UnicodeEncodeError("ascii", said, 0, len(said), "none"))
    assert shown == (r"\u2192\ud83d\udc6a\ud800", len(said))
    assert json.loads(f'"{shown[0]}"') == said


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("migrated")
    assert run(directory, "migrate", "--verbosity", "0").returncode == 0
    return directory


@pytest.fixture(scope="module")
def stored(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory whose database is tied to a key that is gone."""
    directory = copytree(migrated, tmp_path_factory.mktemp("stored") / "data")
    (directory / "secret_key").write_text("another key", encoding="ascii")
    return directory


def run(directory: Path, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Call Python with these arguments over a data directory: a command, or a module after `-m`."""
    program = arguments if arguments[0] == "-m" else ("manage.py", *arguments)
    return subprocess.run(
        (sys.executable, *program),
        cwd=ROOT,
        env=OWN | {"METASEARCH_DATA_DIR": str(directory)} | settings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    "call",
    [
        *(("search", "tree"), ("shell", "-c", "print(1)")),
        ("createsuperuser", "--noinput", "--username", "x", "--email", "x@example.org"),
        *(("qcluster",), ("start",), ("migrate",)),
        ("-m", "metasearch.processes.serving", "21390"),
    ],
    ids=lambda call: call[0] if call[0] != "-m" else call[1],
)
def test_a_wrong_key_is_refused_in_a_sentence(stored, call):
    done = run(stored, *call)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (line,) = done.stderr.strip().splitlines()
    assert "another secret key" in line
