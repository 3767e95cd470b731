"""The product's command line: Django's, with what goes wrong told in a sentence.

`manage.py` of a checkout, `metasearch` of an installed package, `python -m` of its own processes.
"""

import codecs
import io
import json
import os
import signal
import sys

from metasearch import __version__

# Commands that open no database.
WITHOUT_DATABASE = {
    *("check", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help"),
    *("makemessages", "sendtestemail", "startapp", "startproject", "test", "testserver"),
}
ONLY_TELLING = {"-h", "--help", "--version"}
# The exit code of what is stopped by Ctrl-C, as shells count signals.
STOPPED = 130


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "metasearch.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError, OperationalError

    codecs.register_error("escaped", escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="escaped")
    asked = sys.argv[1:]
    if asked in (["--version"], ["version"]):
        # Of ours, not Django's.
        print(__version__)
        return
    try:
        if asked and not (ONLY_TELLING & set(asked) or asked[0] in WITHOUT_DATABASE):
            refuse_wrong_database()
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who reads the output wants no more of it, as `head`; the exit must not write either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)
    except (ImproperlyConfigured, DatabaseError) as error:
        # A file that is no database is a database error of no kind; the other kinds are our faults.
        is_away = isinstance(error, OperationalError) or type(error) is DatabaseError
        is_known = is_away or isinstance(error, ImproperlyConfigured)
        if "--traceback" in sys.argv or not is_known:
            raise
        kind = "Database" if is_away else "Settings"
        sys.exit(f"{kind} error: {str(error).rstrip('.')}. (--traceback tells more)")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(STOPPED)


def escaped(error: UnicodeError) -> tuple[str, int]:
    """Return what the terminal's charset lacks as JSON writes it, which stays JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def refuse_wrong_database() -> None:
    """End when the database has another key, before the command forks."""
    import django

    django.setup()
    from metasearch.management import installation

    installation.refuse_wrong_database()


if __name__ == "__main__":
    main()
