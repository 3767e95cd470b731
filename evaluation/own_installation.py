"""Installations that measurements make for themselves, whatever database is set around them."""

import os
from collections.abc import Iterable
from pathlib import Path

# What an installation may share with others: not one that is made to be measured.
SHARED = frozenset({"SECRET_KEY", "DATABASE_URL", "REDIS_URL"})


def own_environment(
    folder: str | Path | None = None, allowed_hosts: Iterable[str] = ()
) -> dict[str, str]:
    """Return the variables of a process whose installation is its own.

    It keeps everything in `folder` and may fetch from `allowed_hosts`, where they are given.
    """
    environment = {name: value for name, value in os.environ.items() if name not in SHARED}
    if folder is not None:
        environment["METASEARCH_DATA_DIR"] = str(folder)
    if hosts := ",".join(allowed_hosts):
        environment["METASEARCH_ALLOWED_PRIVATE_HOSTS"] = hosts
    return environment


def prepare_installation(folder: str | Path, allowed_hosts: Iterable[str] = ()) -> None:
    """Make an empty installation in `folder` and set Django up for it in this process.

    Processes started afterwards use it, too.
    """
    environment = own_environment(folder, allowed_hosts)
    os.environ.clear()
    os.environ.update(environment, DJANGO_SETTINGS_MODULE="metasearch.settings")
    import django

    django.setup()
    from discovery.management.command_line import prepare_database

    prepare_database()
