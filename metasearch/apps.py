"""The project as an app: what it adds to a database after its tables are made."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps
from django.db import connections
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate

if TYPE_CHECKING:
    from metasearch.search.service import SearchService


class MetasearchConfig(AppConfig):
    name = "metasearch"
    verbose_name = "Search"
    default = True

    @cached_property
    def service(self) -> "SearchService":
        """What this process keeps from one search to the next (`current_service`)."""
        from metasearch.search.service import SearchService

        return SearchService()

    def ready(self) -> None:
        """Have each new connection refuse a wrong key, and each migration make what is missing."""
        from metasearch.management.installation import KeyCheck

        # Signals hold on to nothing: the app does.
        self.key_check = KeyCheck()
        connection_created.connect(self.key_check)
        post_migrate.connect(make_groups, sender=self)
        post_migrate.connect(tie_to_key, sender=self)


class DiscoveryConfig(AppConfig):
    name = "discovery"
    verbose_name = "Sites"
    default = False


class WrappersConfig(AppConfig):
    name = "wrappers"
    verbose_name = "Learning"
    default = False


class ConsoleConfig(admin_apps.AdminConfig):
    default = False
    default_site = "metasearch.console.overview.Console"


def make_groups(sender: AppConfig, using: str, **_: Any) -> None:
    from metasearch.console.permissions import make_missing_groups

    make_missing_groups(using)


def tie_to_key(sender: AppConfig, using: str, **_: Any) -> None:
    from metasearch.management.installation import check_secret_key

    # Not so when migrations are taken back to before that table was made.
    table = sender.get_model("Installation")._meta.db_table
    if table in connections[using].introspection.table_names():
        check_secret_key(using)
