"""The database made ready: its tables are what the code expects."""

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor


def prepare_database() -> None:
    """Make the tables that are missing, so that a command works in an empty data folder."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
    call_command("createcachetable", verbosity=0)
