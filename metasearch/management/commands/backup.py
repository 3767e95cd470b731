"""`manage.py backup`: all of the installation in one file."""

import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError

from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    check_writable,
    failing,
)
from metasearch.console.audit import BACKED_UP, note_command
from metasearch.management.backup import BackupError, make_backup


class Command(OutcomeCommand):
    help = (
        "Write database and key to a file that `restore` reads, while the product runs. Whoever "
        "has the file has the installation: it is readable by its owner alone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a zip archive, not there yet")
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        began, file = time.monotonic(), options["file"]
        check_writable(file)
        if file.exists():
            raise CommandError(f"{file} is there already: name another.", returncode=WRONG_CALL)
        with failing(FAILED, BackupError):
            made = make_backup(file)
        with suppress(DatabaseError):
            # The backup is there, also where nothing can be written any more.
            note_command(BACKED_UP)
        outcome = {
            "file": str(file),
            "bytes": file.stat().st_size,
            "database": made.database,
            "tables": len(made.tables),
            "rows": made.rows,
            "seconds": round(time.monotonic() - began, 2),
        }
        words = f"{made.rows:,} rows of {len(made.tables)} tables, and the key, are in {file}."
        self.write_outcome(outcome, words, options["json"])
