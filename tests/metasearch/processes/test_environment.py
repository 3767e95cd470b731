"""Settings are read as what they are, or refused loudly; the log tells no query."""

import json
import logging
import os
import signal
import sys
from collections.abc import Callable
from io import StringIO
from ipaddress import ip_network
from pathlib import Path
from shutil import copytree
from subprocess import DEVNULL, PIPE
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import authenticate
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.http.request import validate_host

from evaluation.own_installation import own_environment
from metasearch import __version__
from metasearch.management.commands import start
from metasearch.management.installation import (
    KeyCheck,
    WrongKeyError,
    check_secret_key,
    fingerprint,
    make_administrator,
)
from metasearch.management.program import advice_on, escaped
from metasearch.models import Installation
from metasearch.settings.environment import (
    read_boolean,
    read_cache,
    read_data_directory,
    read_database,
    read_integer,
    read_list,
    read_listen,
    read_networks,
    read_origins,
    read_secret_key,
    read_time_zone,
)
from metasearch.settings.log_format import PlaceFormatter
from samples import SITES
from tests.cases import cases
from tests.programs import run_python
from tests.small_server import Reply, serving_site

CASES = cases(__file__)

READERS: dict[str, Callable[[str], object]] = {
    "PORT": lambda name: read_integer(name, 8000, 1, 65535),
    "DEBUG": read_boolean,
    "HOSTS": read_list,
    "TRUSTED_PROXIES": read_networks,
    "DATABASE_URL": lambda _: read_database(Path("/nowhere")),
    "REDIS_URL": lambda _: read_cache(),
    "CORS_ALLOWED_ORIGINS": read_origins,
    "TIME_ZONE": read_time_zone,
}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("PORT", "8080", 8080),
        ("PORT", None, 8000),
        *(("DEBUG", text, value) for text, value in (("yes", True), ("0", False), ("", False))),
        *(("TIME_ZONE", text, text or "UTC") for text in ("Europe/Berlin", None)),
        ("HOSTS", " a.example:80, ,10.0.0.0/8 ", ["a.example:80", "10.0.0.0/8"]),
        ("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1",
         [ip_network(text) for text in ("127.0.0.1/32", "10.0.0.0/8", "::1/128")]),
    ],
)  # fmt: skip
def test_variables_are_read(monkeypatch, name, text, value):
    monkeypatch.delenv(name, raising=False)
    if text is not None:
        monkeypatch.setenv(name, text)
    assert READERS[name](name) == value


@pytest.mark.parametrize(
    ("listen", "names", "is_debugged", "told"),
    [
        ("", [], True, None),
        ("::1", ["*"], False, None),
        ("0.0.0.0", ["search.example.org"], False, None),
        ("0.0.0.0", [], False, "set ALLOWED_HOSTS"),
        ("::", ["a.example", "*"], False, "set ALLOWED_HOSTS"),
        ("10.1.2.3", ["a.example"], True, "DEBUG"),
        ("localhost", ["a.example"], False, "must be an address"),
    ],
)
def test_other_machines_are_listened_to_by_name_alone(
    monkeypatch, listen, names, is_debugged, told
):
    monkeypatch.setenv("LISTEN", listen)
    if told is None:
        address = read_listen("LISTEN", names, is_debugged=is_debugged)
        assert address == (listen or "127.0.0.1")
        return
    with pytest.raises(ImproperlyConfigured, match=f"LISTEN.*{told}"):
        read_listen("LISTEN", names, is_debugged=is_debugged)


def test_the_settings_of_a_public_site_pass_djangos_checks(tmp_path):
    public = {"ALLOWED_HOSTS": "a.example", "HTTPS_ONLY": "yes"}
    checked = run(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **public)
    assert checked.returncode == 0, checked.stderr
    assert "WARNING" not in checked.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("PORT", text) for text in ("eighty", "80.5", "0", "70000", "-1")),
        ("DEBUG", "maybe"),
        *(("TIME_ZONE", text) for text in ("Nowhere/City", "../etc/passwd", "/etc/localtime")),
        *(("TRUSTED_PROXIES", text) for text in ("proxy.example", "*", "10.0.0.1/8", "::1/999")),
        *(("DATABASE_URL", text) for text in ("mysql://db.example/a", "nonsense", "sqlite:///")),
        ("DATABASE_URL", "postgresql://db.example:port/search"),
        *(("REDIS_URL", text) for text in ("cache.example:6379", "http://cache.example/")),
        ("REDIS_URL", "redis://[::1"),
        *(("CORS_ALLOWED_ORIGINS", f"https://good.example,{text}")
          for text in ("*", "a.example", "https://a.example/x", "ftp://a.example")),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(monkeypatch, name, text):
    monkeypatch.setenv(name, text)
    with pytest.raises(ImproperlyConfigured, match=name):
        READERS[name](name)


def test_the_secret_key_is_given_or_generated_once(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_KEY", "given")
    assert read_secret_key(tmp_path) == "given"
    assert not list(tmp_path.iterdir())
    monkeypatch.delenv("SECRET_KEY")
    key = read_secret_key(tmp_path)
    assert len(key) >= 50
    assert read_secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    (tmp_path / "secret_key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="secret_key"):
        read_secret_key(tmp_path)


def test_the_data_directory_is_closed_to_others(monkeypatch, tmp_path):
    monkeypatch.setenv("METASEARCH_DATA_DIR", str(tmp_path / "a" / "b"))
    directory = read_data_directory(Path("unused"))
    assert directory == tmp_path / "a" / "b"
    assert directory.stat().st_mode & 0o077 == 0
    (tmp_path / "file").touch()
    monkeypatch.setenv("METASEARCH_DATA_DIR", str(tmp_path / "file"))
    with pytest.raises(ImproperlyConfigured, match="METASEARCH_DATA_DIR"):
        read_data_directory(Path("unused"))


def test_the_database_and_the_cache_are_of_this_host_or_named(monkeypatch, tmp_path):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    database = read_database(tmp_path)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"  # type: ignore[index]
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:p%40ss@db.example:5433/search")
    database = read_database(tmp_path)
    told = (database["PASSWORD"], database["PORT"], database["NAME"])
    assert told == ("p@ss", "5433", "search")
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert str(read_cache()["BACKEND"]).endswith("DatabaseCache")
    monkeypatch.setenv("REDIS_URL", "redis://cache.example:6379/1")
    assert read_cache()["LOCATION"] == "redis://cache.example:6379/1"
    ports = [settings.SAMPLES_PORT + site.port_offset for site in SITES]
    assert ports == list(settings.SAMPLES_PORTS)
    allowed = settings.METASEARCH_ALLOWED_PRIVATE_HOSTS
    assert {f"127.0.0.1:{port}" for port in ports} <= set(allowed)


def fail(query: str) -> None:
    try:
        raise KeyError(query)
    except KeyError as error:
        raise ValueError(f"cannot send {query!r}") from error


def test_messages_of_exceptions_are_left_out():
    raised = None
    try:
        fail("illness" * 2)
    except ValueError:
        raised = sys.exc_info()
    record = logging.LogRecord("a", logging.ERROR, "", 1, "asking %s failed", ("oak",), raised)
    told = PlaceFormatter().format(record)
    assert told.startswith("asking oak failed")
    assert "ValueError" in told and "KeyError" in told and "test_environment.py" in told
    assert "illnessillness" not in told


# An installation of its own: neither the key nor the database that tests are given.
OWN = own_environment()


@pytest.mark.parametrize(
    ("name", "value", "command"),
    [
        ("PORT", "abc", "start"),
        ("METASEARCH_DATA_DIR", os.devnull, "start"),
        ("LISTEN", "0.0.0.0", "serve"),
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
    for command in ("search", "migrate"):
        done = run(tmp_path, command, *(["tree"] if command == "search" else []))
        assert done.returncode == 2
        assert f"{database} is empty" in done.stderr and len(done.stderr.splitlines()) == 1
    assert database.stat().st_size == 0
    database.unlink()
    assert run(tmp_path, "migrate", "--verbosity", "0").returncode == 0


@pytest.mark.parametrize(("said", "advice"), CASES["advice"])
def test_what_to_do_about_the_database_is_said(said, advice):
    assert advice in advice_on(OperationalError(said))
    assert advice_on(OperationalError("no such table: x")) == ""


def test_what_a_terminal_cannot_show_stays_json():
    said = "\N{RIGHTWARDS ARROW}\N{FAMILY}\ud800"
    shown = escaped(UnicodeEncodeError("ascii", said, 0, len(said), "none"))
    assert shown == (r"\u2192\ud83d\udc6a\ud800", len(said))
    assert json.loads(f'"{shown[0]}"') == said


def test_an_output_nobody_reads_further_ends_quietly(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = run(tmp_path, "help", stdout=writing)
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (128 + signal.SIGPIPE, "")


def test_the_version_is_ours(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").stdout == f"{__version__}\n"


@pytest.mark.parametrize("hosts", [["search.a.example"], [".a.example", "b.example"]])
def test_the_web_server_is_waited_for_by_a_name_it_has(hosts, settings):
    asked = []

    def page(request: Any) -> Reply:
        asked.append(request.headers["host"])
        return Reply("ok")

    settings.ALLOWED_HOSTS = hosts
    with serving_site(page) as address:
        start.Command(stdout=StringIO()).announce(address)
    assert [validate_host(host, hosts) for host in asked] == [True]


@pytest.fixture(scope="module")
def stored(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data directory whose database is tied to a key that is gone."""
    directory = copytree(migrated, tmp_path_factory.mktemp("stored") / "data")
    (directory / "secret_key").write_text("another key", encoding="ascii")
    return directory


def run(directory: Path, *arguments: str, stdout: int = PIPE, **settings: str) -> Any:
    """Call Python with these arguments over a data directory: a command, or a module after `-m`."""
    program = arguments if arguments[0] == "-m" else ("manage.py", *arguments)
    environment = OWN | {"METASEARCH_DATA_DIR": str(directory)} | settings
    return run_python(*program, env=environment, stdin=DEVNULL, stdout=stdout, check=False)


@pytest.mark.parametrize(
    "call",
    [
        *(("search", "tree"), ("start",), ("migrate",)),
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


@pytest.mark.django_db
def test_the_administrator_is_made_once_and_another_key_refused(settings):
    password = make_administrator()
    assert password
    assert authenticate(HttpRequest(), username="admin", password=password)
    assert make_administrator() is None
    for _ in range(2):
        check_secret_key()
    assert Installation.objects.count() == 1
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    with pytest.raises(WrongKeyError, match="SECRET_KEY"):
        check_secret_key()


@pytest.mark.django_db(transaction=True)
def test_a_migration_ties_the_database_to_the_key():
    Installation.objects.all().delete()
    call_command("migrate", verbosity=0)
    assert Installation.objects.get().key_fingerprint == fingerprint()


@pytest.mark.django_db(transaction=True)
def test_every_new_connection_compares_the_key(settings):
    check_secret_key()
    check = KeyCheck()
    check(connection)
    settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
    check(connection)
    with pytest.raises(WrongKeyError):
        KeyCheck()(connection)


@pytest.mark.django_db(transaction=True)
def test_a_database_without_tables_or_key_is_let_pass(monkeypatch):
    Installation.objects.all().delete()
    check = KeyCheck()
    check(connection)
    monkeypatch.setattr(Installation._meta, "db_table", "not_made_yet")
    check(connection)
    assert not check.verified
