"""`manage.py migrate`: Django's, but all of it is done or, when it is killed, nothing."""

from typing import Any

from django.core.management.commands import migrate
from django.db import connections, transaction

from discovery.models import Engine

# Of the lock that one migrating process holds in PostgreSQL; any number that others do not use.
LOCK = 3_702_026


class Command(migrate.Command):
    """Migrates in one transaction, one process at a time.

    Django notes a migration after its transaction: who is killed between leaves tables that the
    next start makes again, in vain.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        connection = connections[options["database"]]
        with connection.constraint_checks_disabled(), transaction.atomic(connection.alias):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
                    # A table whose rows wait to be checked cannot be altered.
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            super().handle(*args, **options)
            if not (options["app_label"] or options["plan"] or options["check_unapplied"]):
                Engine.objects.using(connection.alias).seal_secrets()
