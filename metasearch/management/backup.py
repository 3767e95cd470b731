"""A backup: all of an installation in one file, for either kind of database and later versions.

A zip archive of `backup.json` (a `Manifest`), `secret_key`, and for each table `tables/NAME.jsonl`,
a line with the values of each row. All rows are of one moment, while others write. They are brought
back as they are into tables of that state of the code, which are then migrated to today's.

Whoever restores a backup trusts it: its accounts and its key are the installation's from then on.
"""

import json
import os
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import msgspec
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from metasearch.settings.environment import store_secret_key

MANIFEST, KEY = "backup.json", "secret_key"
# Who was signed in then is not so any more; what the queue keeps of ended tasks is pickled.
OMITTED = {"sessions.session", "django_q.task"}
# Rows held in memory at once; the largest, collected pages, have some hundred kilobytes.
ROWS_AT_ONCE = 100
# Bytes of the key and of the manifest, above which they are none.
MAX_KEY, MAX_MANIFEST = 1_000, 1_000_000
# Begins a transaction that sees one moment and keeps nobody from writing (SQLite: WAL).
SNAPSHOT = {
    "sqlite": "BEGIN DEFERRED",
    "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY",
}


class BackupError(RuntimeError):
    """A backup cannot be made or brought back; the message says why and what to do."""


class Table(msgspec.Struct, frozen=True):
    columns: tuple[str, ...]
    rows: int


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup holds; `migrations`: those applied to its database, as (app, name)."""

    format: Literal["metasearch backup 1"] = "metasearch backup 1"
    made_at: datetime
    database: str
    migrations: frozenset[tuple[str, str]]
    tables: dict[str, Table]

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())


def make_backup(target: Path) -> Manifest:
    """Write a backup to a file. Raises `BackupError`."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise BackupError(
            "The database is empty, or of an earlier version: that one can back it up, or this "
            "one after `migrate`."
        )
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        # It holds the key: readable by its owner alone.
        with (
            os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file,
            zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=4) as archive,
        ):
            manifest = _write(archive)
        draft.replace(target)
    except OSError as error:
        raise BackupError(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        draft.unlink(missing_ok=True)
    return manifest


def _write(archive: zipfile.ZipFile) -> Manifest:
    archive.writestr(KEY, settings.SECRET_KEY)
    with _snapshot():
        tables = {
            model._meta.label_lower: _write_table(archive, model)
            for model in apps.get_models(include_auto_created=True)
            if not model._meta.proxy and model._meta.label_lower not in OMITTED
        }
        manifest = Manifest(
            made_at=timezone.now(),
            database=connection.vendor,
            migrations=frozenset(MigrationRecorder(connection).applied_migrations()),
            tables=tables,
        )
    archive.writestr(MANIFEST, msgspec.json.encode(manifest))
    return manifest


@contextmanager
def _snapshot() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(SNAPSHOT[connection.vendor])
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _write_table(archive: zipfile.ZipFile, model: type[models.Model]) -> Table:
    columns = tuple(field.attname for field in model._meta.concrete_fields)
    rows = model._base_manager.order_by("pk").values_list(*columns)
    count = 0
    with archive.open(_member(model._meta.label_lower), "w", force_zip64=True) as file:
        for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
            file.write(json.dumps(row, default=_plain).encode() + b"\n")
            count += 1
    return Table(columns, count)


def _member(name: str) -> str:
    return f"tables/{name}.jsonl"


def _plain(value: Any) -> str:
    """Return a value that JSON lacks as the `to_python` of its field reads it."""
    return value.isoformat() if isinstance(value, datetime) else b64encode(value).decode()


def read_manifest(archive: zipfile.ZipFile) -> tuple[Manifest, str]:
    """Return what a backup holds, and its key. Raises `BackupError`."""
    try:
        manifest = msgspec.json.decode(_small(archive, MANIFEST, MAX_MANIFEST), type=Manifest)
        key = _small(archive, KEY, MAX_KEY).decode("ascii").strip()
    except (KeyError, ValueError, msgspec.MsgspecError, zipfile.BadZipFile, OSError) as error:
        raise BackupError(f"{archive.filename} is no backup of ours: {error}.") from error
    if not key:
        raise BackupError(f"{archive.filename} is no backup of ours: its key is empty.")
    return manifest, key


def _small(archive: zipfile.ZipFile, name: str, most: int) -> bytes:
    with archive.open(name) as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{name} is too large")
    return content


def restore_backup(source: Path) -> Manifest:
    """Bring a backup into an empty installation. Raises `BackupError`, and leaves it empty then."""
    try:
        with zipfile.ZipFile(source) as archive:
            manifest, key = read_manifest(archive)
            _refuse(manifest, key)
            _restore(archive, manifest, key)
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise BackupError(f"{source} is no backup, or damaged: {error}.") from error
    except OSError as error:
        raise BackupError(f"{source} cannot be read: {error.strerror or error}.") from error
    call_command("migrate", verbosity=0, interactive=False)
    return manifest


def _refuse(manifest: Manifest, key: str) -> None:
    executor = MigrationExecutor(connection)
    if unknown := manifest.migrations - set(executor.loader.disk_migrations):
        raise BackupError(
            f"It was made by a newer version, which has {'.'.join(min(unknown))}: install that one."
        )
    if set(executor.loader.applied_migrations) - manifest.migrations:
        raise BackupError("The database was made by a newer version than the backup: empty it.")
    if filled := next(_filled_tables(), None):
        raise BackupError(
            f"The database is not empty (it has rows in {filled}): a backup is brought into an "
            "empty one. Set METASEARCH_DATA_DIR or DATABASE_URL to another."
        )
    given = os.environ.get("SECRET_KEY", "").strip()
    if given and given != key:
        raise BackupError(
            "SECRET_KEY is another than the backup's: unset it (the backup's is stored then), or "
            "set it to what `unzip -p FILE secret_key` prints."
        )


def _filled_tables() -> Iterator[str]:
    """Yield tables with rows that no migration made."""
    there = set(connection.introspection.table_names())
    for name in ("auth.User", "discovery.Engine", "discovery.Collection", "wrappers.EngineImport"):
        model = apps.get_model(name)
        if model._meta.db_table in there and model._base_manager.exists():
            yield model._meta.db_table


def _restore(archive: zipfile.ZipFile, manifest: Manifest, key: str) -> None:
    executor = MigrationExecutor(connection)
    targets = _latest(executor, manifest.migrations)
    executor.migrate(targets)
    then = executor.loader.project_state(targets).apps
    try:
        with transaction.atomic():
            made = [then.get_model(name) for name in manifest.tables]
            for model in made:
                # Rows that migrations made come back with the keys that others know them by.
                model._base_manager.all()._raw_delete(connection.alias)
            for model, table in zip(made, manifest.tables.values(), strict=True):
                _read_table(archive, model, table)
            with connection.cursor() as cursor:
                for statement in connection.ops.sequence_reset_sql(no_style(), made):
                    cursor.execute(statement)
            # The database and its key change together, also for the rest of this process.
            store_secret_key(settings.DATA_DIR, key)
            settings.SECRET_KEY = key
    except (KeyError, LookupError, ValueError, ValidationError, DatabaseError) as error:
        raise BackupError(f"The backup is damaged: {error}. Nothing was brought back.") from error


def _latest(
    executor: MigrationExecutor, applied: Collection[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return the migrations after which no other of their app was applied."""
    nodes = executor.loader.graph.node_map
    return [
        name
        for name in sorted(applied)
        if name in nodes
        and not any(
            child.key in applied and child.key[0] == name[0] for child in nodes[name].children
        )
    ]


def _read_table(archive: zipfile.ZipFile, model: type[models.Model], table: Table) -> None:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    columns = [fields[name] for name in table.columns]
    for field in columns:
        if isinstance(field, models.DateTimeField):
            # The model is one of that state of the code: none but this uses it.
            field.auto_now = field.auto_now_add = False
    count = 0
    with archive.open(_member(model._meta.label_lower)) as file:
        while lines := list(islice(file, ROWS_AT_ONCE)):
            told = (zip(columns, json.loads(line), strict=True) for line in lines)
            model._base_manager.bulk_create(
                model(**{field.attname: field.to_python(value) for field, value in row})
                for row in told
            )
            count += len(lines)
    if count != table.rows:
        raise ValueError(f"{model._meta.db_table} has {count} rows instead of {table.rows}")
