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

# What to do about what SQLite says (sqlite.org, "Result and Error Codes").
PLACE = "the folder of the database (METASEARCH_DATA_DIR, unless DATABASE_URL names another)"
ADVICE = {
    "disk i/o error": f"Look whether the disk of {PLACE} is full, failing or gone, or a network "
    "share, which SQLite cannot use; then try again. What is damaged comes from a copy.",
    "is full": f"Make room on the disk of {PLACE}, then try again.",
    "is locked": "Another process is writing to the database: try again when it is done (an "
    "import, a copy, a second `make run`), or stop it.",
    "unable to open": f"Look whether {PLACE} is there and may be written by this account.",
    "readonly": f"Let this account write to {PLACE} and the files in it.",
    "malformed": f"The file is damaged: put a copy of it back into {PLACE}.",
    "not a database": f"The file is damaged: put a copy of it back into {PLACE}.",
}


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
        kind, advice = "Settings", ""
        if isinstance(error, DatabaseError):
            from metasearch.management import installation

            installation.leave_no_empty_database()
            kind, advice = "Database", advice_on(error)
        sys.exit(f"{kind} error: {str(error).rstrip('.')}.{advice} (--traceback tells more)")
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        sys.exit(STOPPED)


def advice_on(error: Exception) -> str:
    """Return what to do about an error of the database, a sentence after a space, or nothing."""
    said = str(error).casefold()
    return next((f" {advice}" for sign, advice in ADVICE.items() if sign in said), "")


def escaped(error: UnicodeError) -> tuple[str, int]:
    """Return what the terminal's charset lacks as JSON writes it, which stays JSON."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


def refuse_wrong_database() -> None:
    """End when the database was emptied or has another key, before the command forks."""
    import django

    django.setup()
    from metasearch.management import installation

    installation.refuse_wrong_database()


if __name__ == "__main__":
    main()
