"""The project as an app: what it adds to a database after its tables are made."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MetasearchConfig(AppConfig):
    """The search and the console."""

    name = "metasearch"

    def ready(self) -> None:
        """Have the groups of the console made after each migration."""
        post_migrate.connect(make_groups, sender=self)


def make_groups(sender: AppConfig, using: str, **_: Any) -> None:
    """Make the groups that accounts are put into, where they are missing."""
    from metasearch.console import make_missing_groups

    make_missing_groups(using)
