"""First start and every start after: the secret key fits the database, an admin exists.

Jobs in the queue and sessions are signed: a process with another key would delete or misread them.
"""

import secrets
import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connections, transaction
from django.utils.crypto import salted_hmac

from discovery.management.command_line import WRONG_CALL
from metasearch.models import Installation

ADMIN_NAME = "admin"
# Tenths of a second in which a process that makes the database writes its first page. Guess.
WRITES_AWAITED = 10


class WrongKeyError(RuntimeError):
    def __init__(self) -> None:
        super().__init__(
            "This database was made with another secret key. Set SECRET_KEY to that key, or "
            f"restore the file secret_key in {settings.DATA_DIR}."
        )


def fingerprint() -> str:
    return salted_hmac("metasearch.installation", "fingerprint").hexdigest()


def check_secret_key(using: str = "default") -> None:
    """Tie the database to the secret key, or compare them when it is. Raises `WrongKeyError`."""
    installation, _ = Installation.objects.using(using).get_or_create(
        pk=1, defaults={"key_fingerprint": fingerprint()}
    )
    if not secrets.compare_digest(installation.key_fingerprint, fingerprint()):
        raise WrongKeyError


class KeyCheck:
    """Refuses connections to databases of another key; each database is asked once a process."""

    def __init__(self) -> None:
        self.verified: set[str] = set()

    def __call__(self, connection: Any, **_: Any) -> None:
        place = connection.settings_dict
        name = f"{connection.vendor} {place['HOST']} {place['NAME']}"
        if name in self.verified:
            return
        table = connection.ops.quote_name(Installation._meta.db_table)
        try:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT key_fingerprint FROM {table} WHERE id = 1")  # noqa: S608
                row = cursor.fetchone()
        except DatabaseError:
            return
        if row is None:
            return
        if not secrets.compare_digest(row[0], fingerprint()):
            # What is open would be used by the next query without being asked again.
            connection.close()
            raise WrongKeyError
        self.verified.add(name)


def refuse_wrong_database() -> None:
    """End with exit code 2 when the database, opened now, is emptied or has another key."""
    connection = connections["default"]
    if connection.vendor == "sqlite" and _is_emptied(Path(connection.settings_dict["NAME"])):
        print(
            f"{connection.settings_dict['NAME']} is empty: what was in it is lost. Put a copy "
            f"of it back, or remove it to begin anew with the key in {settings.DATA_DIR}.",
            file=sys.stderr,
        )
        sys.exit(WRONG_CALL)
    try:
        connection.ensure_connection()
    except DatabaseError:
        return
    except WrongKeyError as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG_CALL)
    connection.close()


def _is_emptied(file: Path) -> bool:
    """Return whether a file is there and stays empty: one being made soon has its first page."""
    for _ in range(WRITES_AWAITED):
        if not file.is_file() or file.stat().st_size:
            return False
        time.sleep(0.1)
    return True


def leave_no_empty_database() -> None:
    """Remove a file that there was no room to begin: the next start would take it for emptied."""
    connection = connections["default"]
    file = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and _is_emptied(file):
        connection.close()
        file.unlink()


def make_administrator() -> str | None:
    """Make the first admin account; return its generated password, None when there is one."""
    users = get_user_model().objects
    with transaction.atomic():
        if users.filter(is_superuser=True).exists():
            return None
        password = secrets.token_urlsafe(12)
        users.create_superuser(username=ADMIN_NAME, password=password)
    return password
