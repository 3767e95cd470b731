"""Typed readers of environment variables, and secrets; they raise `ImproperlyConfigured`."""

import os
import re
import secrets
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

from django.core.exceptions import ImproperlyConfigured

# Where a page comes from, as browsers write it (RFC 6454, 6.2).
_ORIGIN = re.compile(r"https?://[^\s/?#@*]+")
# A page or an e-mail address, of characters that a header's comment may have (RFC 9110, 5.6.5).
CONTACT_ADDRESS = r"(?:https?://|[\w.+-]+@)[!-'*-\[\]-~]{3,200}"
# Packages that are optional, and which file names them.
REQUIREMENTS = {"apprise": "alerts", "authlib": "sso"}

# Where the key lies that was made at the first start.
KEY_FILE = "secret_key"
# Of connections to the database: a search shall not wait long for one that is away.
_POOL = {"min_size": 1, "max_size": 8, "timeout": 3.0, "reconnect_timeout": 2.0}


def read_integer(name: str, default: int, least: int, most: int) -> int:
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    try:
        value = int(text)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.") from None
    if not least <= value <= most:
        raise ImproperlyConfigured(f"{name} must be from {least} to {most}, not {value}.")
    return value


def read_boolean(name: str) -> bool:
    text = os.environ.get(name, "").strip().lower()
    if text in {"1", "true", "yes", "on"}:
        return True
    if text in {"", "0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be yes or no, not {text!r}.")


def read_choice(name: str, choices: Iterable[str]) -> str:
    known = tuple(choices)
    text = os.environ.get(name, "").strip() or known[0]
    if text not in known:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(known)}, not {text!r}.")
    return text


def read_text(name: str, pattern: str = ".*", example: str = "", package: str = "") -> str:
    """Return a text that has the pattern; one that is set needs the optional `package`, if any."""
    text = os.environ.get(name, "").strip()
    if text and not re.fullmatch(pattern, text, re.ASCII):
        raise ImproperlyConfigured(f"{name} must be like {example}, not {text[:200]!r}.")
    if text and package and find_spec(package) is None:
        raise ImproperlyConfigured(
            f"{name} needs a package that is not installed: "
            f"pip install -r requirements-{REQUIREMENTS[package]}.txt."
        )
    return text


def read_pairs(name: str) -> dict[str, str]:
    pairs = [[side.strip() for side in each.split("=")] for each in read_list(name)]
    if not all(len(pair) == 2 and all(pair) for pair in pairs):
        raise ImproperlyConfigured(f"{name} must hold pairs such as staff=viewers, with commas.")
    return dict(pairs)


def read_alert_addresses(name: str) -> str:
    text = read_text(name, package="apprise")
    for number, address in enumerate(text.split(), start=1):
        if "://" not in address:
            raise ImproperlyConfigured(
                f"{name} must hold addresses such as mailto://…, with spaces between: number "
                f"{number} is none."
            )
    return text


def read_time_zone(name: str) -> str:
    text = read_text(name) or "UTC"
    try:
        ZoneInfo(text)
    except (ValueError, OSError, LookupError):
        raise ImproperlyConfigured(
            f"{name} must be a time zone, such as Europe/Berlin, not {text!r}."
        ) from None
    return text


def read_list(name: str) -> list[str]:
    return [item.strip() for item in os.environ.get(name, "").split(",") if item.strip()]


def read_listen(name: str, allowed_hosts: Sequence[str], *, is_debugged: bool) -> str:
    """Return the address to listen at; others than this machine's own only for a named site.

    Asked by any name, a site can be read through a visitor's browser (DNS rebinding).
    """
    text = os.environ.get(name, "").strip() or "127.0.0.1"
    try:
        address = ip_address(text)
    except ValueError:
        raise ImproperlyConfigured(
            f"{name} must be an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all "
            f"of them, not {text!r}."
        ) from None
    if address.is_loopback:
        return text
    if not allowed_hosts or "*" in allowed_hosts:
        raise ImproperlyConfigured(
            f"{name}={text} lets other machines ask: set ALLOWED_HOSTS to the names the site has "
            "there, such as search.example.org (* is none), or listen at 127.0.0.1."
        )
    if is_debugged:
        raise ImproperlyConfigured(
            f"{name}={text} lets other machines ask, and DEBUG shows them the settings: unset one."
        )
    return text


def read_networks(name: str) -> list[IPv4Network | IPv6Network]:
    networks = []
    for text in read_list(name):
        try:
            networks.append(ip_network(text))
        except ValueError as error:
            raise ImproperlyConfigured(
                f"{name} must hold addresses or networks, such as 10.0.0.0/8: {error}."
            ) from error
    return networks


def read_origins(name: str) -> list[str]:
    origins = [text.rstrip("/").lower() for text in read_list(name)]
    for origin in origins:
        if not _ORIGIN.fullmatch(origin):
            raise ImproperlyConfigured(
                f"{name} must hold origins, such as https://a.example or http://localhost:3000: "
                f"{origin[:200]!r} is none."
            )
    return origins


def read_data_directory(default: Path) -> Path:
    try:
        directory = Path(os.environ.get("METASEARCH_DATA_DIR") or default).expanduser().resolve()
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise ImproperlyConfigured(f"METASEARCH_DATA_DIR: cannot make it: {error}.") from error
    if not os.access(directory, os.W_OK):
        raise ImproperlyConfigured(f"METASEARCH_DATA_DIR: {directory} is not writable.")
    return directory


def read_secret_key(directory: Path) -> str:
    given = os.environ.get("SECRET_KEY", "").strip()
    if given:
        return given
    path = directory / KEY_FILE
    try:
        # Exclusive creation: of two processes starting at once, one writes and both read.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        try:
            key = path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeError) as error:
            raise ImproperlyConfigured(f"{path} cannot be read: {error}.") from error
        if not key:
            raise ImproperlyConfigured(f"{path} is empty: remove it or set SECRET_KEY.") from None
        return key
    except OSError as error:
        raise ImproperlyConfigured(f"{path} cannot be written: {error.strerror}.") from error
    key = secrets.token_urlsafe(50)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(key)
    except OSError as error:
        path.unlink()
        raise ImproperlyConfigured(f"{path} cannot be written: {error.strerror}.") from error
    return key


def store_secret_key(directory: Path, key: str) -> None:
    """Have later processes read another key, if they are not given one."""
    if os.environ.get("SECRET_KEY", "").strip():
        return
    draft = directory / f".{KEY_FILE}.{os.getpid()}"
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
        file.write(key)
    draft.replace(directory / KEY_FILE)


def read_database(directory: Path) -> dict[str, object]:
    """Return Django's database settings from `DATABASE_URL`, by default SQLite in `directory`.

    SQLite has immediate transactions: deferred ones fail "locked" when two processes read, then
    write. Only web processes pool connections to PostgreSQL: the task worker forks, and a pool
    shared by two processes mixes their transactions. Raises `ImproperlyConfigured`.
    """
    url = os.environ.get("DATABASE_URL", "").strip()
    if not url:
        return _sqlite(str(directory / "metasearch.sqlite3"))
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {error}.") from error
    if parts.scheme == "sqlite" and parts.path.strip("/"):
        return _sqlite(unquote(parts.path))
    if parts.scheme in {"postgres", "postgresql"}:
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": parts.hostname or "",
            "PORT": str(port or ""),
            "OPTIONS": {"pool": _POOL} if read_boolean("DATABASE_POOL") else {},
        }
    raise ImproperlyConfigured(
        "DATABASE_URL must be sqlite:///path or postgresql://user:password@host/name, "
        f"it has the scheme {parts.scheme!r} and the path {parts.path!r}."
    )


def read_cache() -> dict[str, object]:
    url = os.environ.get("REDIS_URL", "").strip()
    if not url:
        return {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "metasearch_cache",
            "OPTIONS": {"MAX_ENTRIES": 2_000},
        }
    try:
        scheme = urlsplit(url).scheme
    except ValueError as error:
        raise ImproperlyConfigured(f"REDIS_URL cannot be read: {error}.") from error
    if scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured(
            f"REDIS_URL must be redis://host:port/number, it has the scheme {scheme!r}."
        )
    return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}


def _sqlite(name: str) -> dict[str, object]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": name,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
