"""First start and every start after: the secret key fits the database, an admin exists."""

import secrets

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils.crypto import salted_hmac

from metasearch.models import Installation

ADMIN_NAME = "admin"


class WrongKeyError(RuntimeError):
    """The database belongs to another secret key."""


def check_secret_key() -> None:
    """Tie the database to the secret key at the first start, compare them at every later one.

    Raises `WrongKeyError`.
    """
    fingerprint = salted_hmac("metasearch.installation", "fingerprint").hexdigest()
    installation, _ = Installation.objects.get_or_create(
        pk=1, defaults={"key_fingerprint": fingerprint}
    )
    if not secrets.compare_digest(installation.key_fingerprint, fingerprint):
        raise WrongKeyError(
            "This database was made with another secret key. Set SECRET_KEY to that key, or "
            f"restore the file secret_key in {settings.DATA_DIR}."
        )


def make_administrator() -> str | None:
    """Make the first admin account; return its generated password, None when there is one."""
    users = get_user_model().objects
    with transaction.atomic():
        if users.filter(is_superuser=True).exists():
            return None
        password = secrets.token_urlsafe(12)
        users.create_superuser(username=ADMIN_NAME, password=password)
    return password
