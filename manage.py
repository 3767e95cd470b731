#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

# Commands that open no database.
WITHOUT_DATABASE = {
    *("check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help"),
    *("makemessages", "sendtestemail", "startapp", "startproject", "test", "testserver"),
    "version",
}
ONLY_TELLING = {"-h", "--help", "--version"}


def main() -> None:
    """Run the command named in the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        if needs_database(sys.argv[1:]):
            refuse_wrong_key()
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, OperationalError) as error:
        if "--traceback" in sys.argv:
            raise
        kind = "Database" if isinstance(error, OperationalError) else "Settings"
        sys.exit(f"{kind} error: {error} (--traceback tells more)")


def needs_database(arguments: list[str]) -> bool:
    """Tell whether a call opens the database."""
    return bool(arguments) and not (
        ONLY_TELLING & set(arguments) or arguments[0] in WITHOUT_DATABASE
    )


def refuse_wrong_key() -> None:
    """End when the database belongs to another secret key.

    Before the command begins: it may fork, or hand over to another program.
    """
    import django

    django.setup()
    from metasearch.management import installation

    installation.refuse_wrong_key()


if __name__ == "__main__":
    main()
