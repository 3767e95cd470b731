"""Environment variables are read as what they are, or refused loudly."""

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
from samples import SITES


def test_integers_have_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "8080")
    assert read_integer("PORT", 8000, 1, 65535) == 8080
    monkeypatch.delenv("PORT")
    assert read_integer("PORT", 8000, 1, 65535) == 8000


@pytest.mark.parametrize("text", ["eighty", "80.5", "0", "70000", "-1"])
def test_bad_integers_are_named(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("PORT", text)
    with pytest.raises(ImproperlyConfigured, match="PORT"):
        read_integer("PORT", 8000, 1, 65535)


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("0", False), ("", True)])
def test_booleans(monkeypatch: pytest.MonkeyPatch, text: str, value: bool) -> None:
    monkeypatch.setenv("DEBUG", text)
    assert read_boolean("DEBUG", default=True) is value


def test_a_bad_boolean_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG"):
        read_boolean("DEBUG", default=False)


def test_lists_lose_their_blanks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOSTS", " a.example:80, ,10.0.0.0/8 ")
    assert read_list("HOSTS") == ["a.example:80", "10.0.0.0/8"]


def test_networks_are_addresses_or_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", "127.0.0.1, 10.0.0.0/8,::1")
    expected = [ip_network(text) for text in ("127.0.0.1/32", "10.0.0.0/8", "::1/128")]
    assert read_networks("TRUSTED_PROXIES") == expected


@pytest.mark.parametrize("text", ["proxy.example", "*", "10.0.0.1/8", "10.0.0.0/64"])
def test_a_bad_network_is_named(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("TRUSTED_PROXIES", text)
    with pytest.raises(ImproperlyConfigured, match="TRUSTED_PROXIES"):
        read_networks("TRUSTED_PROXIES")


def test_the_secret_key_is_generated_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    key = read_secret_key(tmp_path)
    assert len(key) >= 50
    assert read_secret_key(tmp_path) == key
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_a_given_secret_key_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert read_secret_key(tmp_path) == "given"
    assert not list(tmp_path.iterdir())


def test_an_empty_key_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    (tmp_path / "secret_key").touch()
    with pytest.raises(ImproperlyConfigured, match="secret_key"):
        read_secret_key(tmp_path)


def test_the_data_directory_is_closed_to_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("METASEARCH_DATA_DIR", str(tmp_path / "a" / "b"))
    directory = read_data_directory(Path("unused"))
    assert directory == tmp_path / "a" / "b"
    assert directory.stat().st_mode & 0o077 == 0


def test_a_data_directory_that_is_a_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("METASEARCH_DATA_DIR", str(tmp_path / "file"))
    with pytest.raises(ImproperlyConfigured, match="METASEARCH_DATA_DIR"):
        read_data_directory(Path("unused"))


def test_sqlite_is_the_default(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    database = read_database(tmp_path)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"  # type: ignore[index]


def test_postgresql_by_address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:p%40ss@db.example:5433/search")
    database = read_database(tmp_path)
    assert database["PASSWORD"] == "p@ss"
    assert database["PORT"] == "5433"
    assert database["NAME"] == "search"


@pytest.mark.parametrize(
    "address",
    ["mysql://db.example/search", "nonsense", "sqlite:///", "postgresql://db.example:port/search"],
)
def test_another_database_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, address: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        read_database(tmp_path)


def test_each_sample_site_may_be_fetched() -> None:
    ports = [settings.SAMPLES_PORT + site.port_offset for site in SITES]
    assert ports == list(settings.SAMPLES_PORTS)
    allowed = settings.METASEARCH_ALLOWED_PRIVATE_HOSTS
    assert {f"127.0.0.1:{port}" for port in ports} <= set(allowed)


def test_the_cache_is_the_database_or_redis(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    assert str(read_cache()["BACKEND"]).endswith("DatabaseCache")
    monkeypatch.setenv("REDIS_URL", "redis://cache.example:6379/1")
    assert read_cache()["LOCATION"] == "redis://cache.example:6379/1"


@pytest.mark.parametrize("url", ["cache.example:6379", "http://cache.example/", "redis://[::1"])
def test_a_bad_cache_address_is_named(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        read_cache()


@pytest.mark.parametrize("text", ["*", "a.example", "https://a.example/x", "ftp://a.example"])
def test_bad_origins_are_named(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("CORS_ALLOWED_ORIGINS", f"https://good.example,{text}")
    with pytest.raises(ImproperlyConfigured, match=r"CORS_ALLOWED_ORIGINS .* is none"):
        read_origins("CORS_ALLOWED_ORIGINS")
