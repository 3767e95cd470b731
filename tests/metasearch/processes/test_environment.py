"""Settings are read as what they are, or refused loudly; the log tells no query."""

import logging
import sys
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from metasearch.settings.environment import (
    read_boolean,
    read_cache,
    read_data_directory,
    read_database,
    read_integer,
    read_list,
    read_networks,
    read_origins,
    read_secret_key,
)
from metasearch.settings.log_format import PlaceFormatter
from samples import SITES

READERS: dict[str, Callable[[str], object]] = {
    "PORT": lambda name: read_integer(name, 8000, 1, 65535),
    "DEBUG": lambda name: read_boolean(name, default=True),
    "HOSTS": read_list,
    "TRUSTED_PROXIES": read_networks,
    "DATABASE_URL": lambda _: read_database(Path("/nowhere")),
    "REDIS_URL": lambda _: read_cache(),
    "CORS_ALLOWED_ORIGINS": read_origins,
}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("PORT", "8080", 8080),
        ("PORT", None, 8000),
        *(("DEBUG", text, value) for text, value in (("yes", True), ("0", False), ("", True))),
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
    ("name", "text"),
    [
        *(("PORT", text) for text in ("eighty", "80.5", "0", "70000", "-1")),
        ("DEBUG", "maybe"),
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
