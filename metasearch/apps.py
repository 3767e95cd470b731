"""The project as an app: what it adds to a database after its tables are made."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate


class MetasearchConfig(AppConfig):
    """The search and the console."""

    name = "metasearch"

    def ready(self) -> None:
        """Have each new connection refuse a wrong key, and each migration make what is missing."""
        from metasearch.management.installation import check_connection

        connection_created.connect(check_connection)
        post_migrate.connect(make_groups, sender=self)
        post_migrate.connect(tie_to_key, sender=self)


def make_groups(sender: AppConfig, using: str, **_: Any) -> None:
    """Make the groups that accounts are put into, where they are missing."""
    from metasearch.console import make_missing_groups

    make_missing_groups(using)


def tie_to_key(sender: AppConfig, using: str, **_: Any) -> None:
    """Tie a database whose tables were just made to the secret key."""
    from metasearch.management.installation import check_secret_key

    # Not so when migrations are taken back to before that table was made.
    table = sender.get_model("Installation")._meta.db_table
    if table in connections[using].introspection.table_names():
        check_secret_key(using)
