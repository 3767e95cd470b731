#!/usr/bin/env python
"""Django's command line for this project."""

import codecs
import io
import json
import os
import sys

# Commands that open no database.
WITHOUT_DATABASE = {
    *("check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help"),
    *("makemessages", "sendtestemail", "startapp", "startproject", "test", "testserver"),
    "version",
}
ONLY_TELLING = {"-h", "--help", "--version"}
# The exit code of what is stopped by Ctrl-C, as shells count signals.
STOPPED = 130


def main() -> None:
    """Run the command named in the arguments."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError, OperationalError

    codecs.register_error("escaped", escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="escaped")
    try:
        if needs_database(sys.argv[1:]):
            refuse_wrong_database()
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, DatabaseError) as error:
        # A file that is no database is a database error of no kind; the other kinds are our faults.
        is_away = isinstance(error, OperationalError) or type(error) is DatabaseError
        is_known = is_away or isinstance(error, ImproperlyConfigured)
        if "--traceback" in sys.argv or not is_known:
            raise
        kind, advice = "Settings", ""
        if isinstance(error, DatabaseError):
            from metasearch.management.installation import advice_on

            kind, advice = "Database", advice_on(error)
        sys.exit(f"{kind} error: {error}.{advice} (--traceback tells more)")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(STOPPED)


def escaped(error: UnicodeError) -> tuple[str, int]:
    """Return what the terminal's charset lacks as JSON writes it, which stays JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def needs_database(arguments: list[str]) -> bool:
    """Tell whether a call opens the database."""
    return bool(arguments) and not (
        ONLY_TELLING & set(arguments) or arguments[0] in WITHOUT_DATABASE
    )


def refuse_wrong_database() -> None:
    """End when the database was emptied or belongs to another secret key.

    Before the command begins: it may fork, or hand over to another program.
    """
    import django

    django.setup()
    from metasearch.management import installation

    installation.refuse_wrong_database()


if __name__ == "__main__":
    main()
