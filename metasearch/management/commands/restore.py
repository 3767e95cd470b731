"""`manage.py restore`: an installation as a backup has it."""

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from discovery.management.command_line import FAILED, WRONG_CALL, OutcomeCommand, failing
from metasearch.console.audit import RESTORED, note_command
from metasearch.management.backup import BackupError, restore_backup
from metasearch.processes.supervision import AlreadyStartedError, hold_start_lock


class Command(OutcomeCommand):
    help = (
        "Bring what `backup` wrote into an empty installation: another data folder "
        "(METASEARCH_DATA_DIR), or another kind of database (DATABASE_URL)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="what `backup` wrote, of this version or before"
        )
        super().add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        began, file = time.monotonic(), options["file"]
        if not file.is_file():
            raise CommandError(f"There is no file {file}.", returncode=WRONG_CALL)
        with (
            failing(FAILED, BackupError, AlreadyStartedError),
            hold_start_lock(settings.DATA_DIR, "no address: a backup is brought back"),
        ):
            brought = restore_backup(file)
            note_command(RESTORED)
        outcome = {
            "made_at": brought.made_at.isoformat(),
            "from": brought.database,
            "database": connection.vendor,
            "tables": len(brought.tables),
            "rows": brought.rows,
            "seconds": round(time.monotonic() - began, 2),
        }
        words = (
            f"{brought.rows:,} rows are back as they were at {brought.made_at:%Y-%m-%d %H:%M %Z}."
        )
        self.write_outcome(outcome, words, options["json"])
