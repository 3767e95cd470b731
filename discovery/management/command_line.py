"""Common parts of all commands: exit codes, progress, files, and a database made ready."""

import json
import os
import shutil
import time
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, call_command
from django.core.management.base import OutputWrapper
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from discovery.jobs.crawls import Crawl, pause_crawl
from discovery.models import Engine
from discovery.pages.urls import resolve_url

# A failure with a name, told in a sentence on standard error.
FAILED = 1
# A call that could never work: wrong arguments, a file that is not there.
WRONG_CALL = 2


@contextmanager
def failing(code: int, *errors: type[Exception]) -> Iterator[None]:
    """Raise `CommandError` with an exit code where one of `errors` is raised within."""
    try:
        yield
    except errors as error:
        raise CommandError(str(error), returncode=code) from error


@contextmanager
def pausing(crawl: Crawl) -> Iterator[None]:
    """Pause a crawl that a person interrupts."""
    try:
        yield
    except KeyboardInterrupt:
        pause_crawl(crawl)
        raise CommandError("Paused; the same command goes on.", returncode=FAILED) from None


class OutcomeCommand(BaseCommand):
    """A command that prints its outcome, for people or as JSON; progress goes to standard error."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the outcome as JSON")

    def write_outcome(
        self, outcome: Any, words: str, as_json: bool, indent: int | None = 1
    ) -> None:
        told = json.dumps(outcome, ensure_ascii=False, indent=indent) if as_json else words
        self.stdout.write(told)

    def report(self, step: dict[str, Any]) -> None:
        self.stderr.write(f"{step['name']:<15} {step['seconds']:6.2f} s  {step['outcome']}")
        self.stderr.flush()


def engine_called(slug: str) -> Engine:
    engine = Engine.objects.called(slug).first()
    if engine is None:
        raise CommandError(f"There is no engine {slug!r}.", returncode=FAILED)
    return engine


def positive(text: str) -> int:
    """Return `text` as a number above zero. Raises `ArgumentTypeError`."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 10**9:
        raise ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def read_file(name: str | Path, most: int, *, failure: int = FAILED) -> bytes:
    """Return at most `most` bytes of a file. Raises `CommandError` with the exit code `failure`."""
    try:
        with Path(name).open("rb") as file:
            return file.read(most)
    except OSError as error:
        reason = f"{name} cannot be read: {error.strerror}"
        raise CommandError(reason, returncode=failure) from error


def read_page(name: str | Path, url: str | None, most: int, *, failure: int = FAILED) -> bytes:
    """Return the bytes of a saved page; `url` is where it is said to come from.

    Raises `CommandError`, with the exit code `failure` for a file that is none or too large.
    """
    if url and resolve_url("", url) is None:
        sentence = f"{url[:200]!r} is no http or https address of a page."
        raise CommandError(sentence, returncode=WRONG_CALL)
    body = read_file(name, most + 1, failure=failure)
    if len(body) > most:
        raise CommandError(f"{name} is larger than {most:,} bytes.", returncode=failure)
    return body


def text(given: str) -> str:
    """Return an argument that is looked up or stored. Raises `ArgumentTypeError`.

    Bytes of a shell that are no text come as halves of surrogate pairs, which no database takes.
    """
    if not given.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in given):
        raise ArgumentTypeError(f"{given!r} is no text")
    return given


def prepare_database() -> None:
    """Make the tables that are missing, so that a command works in an empty data folder."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)
    call_command("createcachetable", verbosity=0)


WIDTH = 24
# Seconds between two lines, on a terminal and elsewhere.
DRAWN_EVERY = 0.1
WRITTEN_EVERY = 5.0


class ProgressBar:
    """A line that is drawn anew on a terminal; elsewhere one is written every few seconds."""

    def __init__(self, stream: OutputWrapper) -> None:
        self._stream = stream
        self._is_terminal = stream.isatty()
        self._shown_at = 0.0
        self._pending = ""
        self._phase = ""

    def show(self, share: float, text: str, phase: str = "") -> None:
        """Show the share done (0 to 1) unless it was shown just before; a new phase at once."""
        self._pending = f"[{('#' * round(share * WIDTH)).ljust(WIDTH, '.')}] {text}"
        every = DRAWN_EVERY if self._is_terminal else WRITTEN_EVERY
        if phase != self._phase or time.monotonic() - self._shown_at >= every:
            self._write()
        self._phase = phase

    def close(self) -> None:
        if self._pending:
            self._write()
        if self._is_terminal:
            self._stream.write("")

    def _write(self) -> None:
        start, end = ("\r\x1b[K", "") if self._is_terminal else ("", "\n")
        self._stream.write(start + self._pending, ending=end)
        self._stream.flush()
        self._shown_at, self._pending = time.monotonic(), ""


def check_writable(path: Path) -> None:
    """Raise `CommandError` when `path` cannot be written, before long work is done in vain."""
    try:
        target = path.resolve()
        if target.is_dir():
            why = "it is a folder"
        elif not target.parent.is_dir():
            why = f"there is no folder {target.parent}"
        elif not os.access(target if target.exists() else target.parent, os.W_OK):
            why = "permission denied"
        else:
            return
    except (OSError, RuntimeError) as error:
        why = str(error)
    raise CommandError(f"{path} cannot be written: {why}.", returncode=WRONG_CALL)


def write_text(path: Path, text: str) -> None:
    """Write `text` as UTF-8; what stood there stays until all is written. Raises `CommandError`."""
    check_writable(path)
    target = path.resolve()
    is_special = target.exists() and not target.is_file()
    draft = target if is_special else target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # Addresses and texts of the web may hold half of a surrogate pair.
        draft.write_text(text, encoding="utf-8", errors="replace")
        if not is_special:
            if target.exists():
                shutil.copymode(target, draft)
            draft.replace(target)
    except OSError as error:
        reason = f"{path} cannot be written: {error.strerror}."
        raise CommandError(reason, returncode=FAILED) from error
    finally:
        if not is_special:
            draft.unlink(missing_ok=True)
