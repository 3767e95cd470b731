"""First start and every start after: the secret key fits the database, an admin exists.

Jobs in the queue and sessions are signed: a process with another key would delete or misread them.
"""

import secrets
import sys
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError, connections, transaction
from django.utils.crypto import salted_hmac

from discovery.management.command_line import WRONG_CALL
from metasearch.models import Installation

ADMIN_NAME = "admin"


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
    """End with exit code 2 when the database, opened now, has another key."""
    connection = connections["default"]
    try:
        connection.ensure_connection()
    except DatabaseError:
        return
    except WrongKeyError as error:
        print(error, file=sys.stderr)
        sys.exit(WRONG_CALL)
    connection.close()


def make_administrator() -> str | None:
    """Make the first admin account; return its generated password, None when there is one."""
    users = get_user_model().objects
    with transaction.atomic():
        if users.filter(is_superuser=True).exists():
            return None
        password = secrets.token_urlsafe(12)
        users.create_superuser(username=ADMIN_NAME, password=password)
    return password
