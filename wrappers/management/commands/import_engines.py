"""`manage.py import_engines FILE`: engines from a file, or the `starter` list, as proposals."""

import time
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management import CommandError

from discovery.engine_lists.list_formats import join_files
from discovery.engine_lists.proposals import MAX_LIST_BYTES, EngineListError
from discovery.management.command_line import (
    FAILED,
    WRONG_CALL,
    OutcomeCommand,
    ProgressBar,
    failing,
    prepare_database,
    read_file,
)
from discovery.models import Engine
from wrappers.imports.brought_engines import (
    STARTER_NAME,
    NoStarterError,
    count_starters,
    select_starters,
)
from wrappers.imports.importing import import_file
from wrappers.models import EngineImport

# Rejected lines shown to a person; --json lists all.
SHOWN_REJECTED = 20


class Command(OutcomeCommand):
    help = (
        "Import engines as proposals: bangs, browsers' engines (JSON), selector engines (YAML), "
        "OPML, OpenSearch, CSV, plain addresses, or engines exported elsewhere. They are learned "
        "in the background."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "file",
            metavar="FILE",
            help=f"the list of engines, or a folder of engine files; {STARTER_NAME!r} is the list "
            "of public sites that comes with the product, unless a file is called so",
        )
        for by in ("category", "language"):
            parser.add_argument(
                f"--{by}",
                action="append",
                choices=[name for name, _ in count_starters(by)],
                default=[],
                help=f"of the starter list, the engines of this {by} alone; may be given again",
            )

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        data, name = self.content(file, options["category"], options["language"])
        prepare_database()
        started = time.monotonic()
        bar = ProgressBar(self.stderr)
        try:
            done = import_file(data, name, partial(show_progress, bar))
        except EngineListError as error:
            raise CommandError(f"{file}: {error}", returncode=FAILED) from error
        finally:
            bar.close()
        outcome = outcome_of(done, time.monotonic() - started)
        self.write_outcome(outcome, as_text(outcome), options["json"])
        if not done.created and not done.merged:
            raise SystemExit(FAILED)

    def content(self, file: str, categories: list[str], languages: list[str]) -> tuple[bytes, str]:
        if file == STARTER_NAME and not Path(file).exists():
            with failing(FAILED, NoStarterError):
                return select_starters(categories, languages)
        if categories or languages:
            raise CommandError(
                f"--category and --language choose from the starter list: import_engines "
                f"{STARTER_NAME}. A file is imported whole.",
                returncode=WRONG_CALL,
            )
        if Path(file).is_dir():
            paths = sorted(path for path in Path(file).glob("*.json") if path.is_file())
            with failing(FAILED, EngineListError):
                return join_files((path.name, read_part(path)) for path in paths), Path(file).name
        return read_part(file), Path(file).name


def read_part(file: str | Path) -> bytes:
    # A byte more than is allowed tells that it is too long.
    return read_file(file, MAX_LIST_BYTES + 1)


def show_progress(bar: ProgressBar, phase: str, done: int, total: int) -> None:
    bar.show(done / total if total else 0.0, f"{phase:<9} {done:,} of {total:,}", phase)


def outcome_of(done: EngineImport, seconds: float) -> dict[str, Any]:
    return {
        "file": done.file_name,
        "format": done.format,
        "created": done.created,
        "merged": done.merged,
        "rejected": done.rejected,
        "states": {str(state): count for state, count in Engine.objects.all().count_by_state()},
        "seconds": round(seconds, 3),
    }


def as_text(outcome: dict[str, Any]) -> str:
    rejected = outcome["rejected"]
    lines = [
        f"{outcome['file']}: {outcome['format']}, {outcome['seconds']:.1f} s",
        f"{outcome['created']:,} new engines, {outcome['merged']:,} known already, "
        f"{len(rejected):,} rejected",
    ]
    lines += [
        f"  line {entry['line']}: {entry['reason']} ({entry['excerpt']})"
        for entry in rejected[:SHOWN_REJECTED]
    ]
    if len(rejected) > SHOWN_REJECTED:
        lines.append(f"  … and {len(rejected) - SHOWN_REJECTED:,} more; --json lists all")
    return "\n".join(lines)
