"""Import of engines from files, whole or not at all.

Reading and preparing change nothing; then all engines, their rows and the import's end are written
in one transaction. What was uploaded in the admin waits in its row and is taken up again.
"""

import logging
from collections.abc import Callable
from dataclasses import asdict, replace
from time import monotonic
from typing import Any

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone
from django_q.tasks import async_task

from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import EngineList, EngineListError
from discovery.jobs.faults import describe_fault
from discovery.jobs.leases import JobRunner, Lease, LeaseLostError, WorkStateError
from discovery.models import Engine, EngineEvent
from wrappers.imports.import_plan import Draft, ImportPlan, make_drafts, plan_import
from wrappers.models import EngineImport, ImportedEngine

logger = logging.getLogger(__name__)

# Called with the phase, what is done of it, and what there is to do.
Report = Callable[[str, int, int], None]
READING, CHECKING, WRITING = "reading", "checking", "writing"
# Under which name the first line of an engine's history says which import brought it.
BROUGHT_BY = "import"
# Rows written by one statement.
_BATCH = 500
# Seconds between two stored progresses of an import in the background.
_STORE_EVERY = 0.5
_COLUMNS = "format created merged rejected problem file finished_at done total".split()


class ImportEndedError(WorkStateError):
    """An import that has ended cannot be stopped."""


def _say_nothing(_phase: str, _done: int, _total: int) -> None: ...


def import_file(data: bytes, file_name: str, report: Report = _say_nothing) -> EngineImport:
    """Import a file here and now; return the row of the import. Raises `EngineListError`."""
    found, drafts = _prepare(data, file_name, report)
    row = EngineImport(file_name=file_name[-200:])
    with transaction.atomic():
        row.save()
        _write(row, found, drafts, report)
        row.save()
    return row


def accept_file(data: bytes, file_name: str) -> EngineImport:
    row = EngineImport.objects.create(file_name=file_name[-200:], file=data)
    enqueue_import(row.pk)
    return row


def stop_import(row: EngineImport) -> None:
    """End an import before it has written anything. Raises `ImportEndedError`."""
    stopped = EngineImport.objects.unfinished().filter(pk=row.pk)
    if not stopped.update(
        problem="Stopped by a person; nothing was imported.",
        finished_at=timezone.now(),
        file=b"",
        lease_until=None,
        lease_holder="",
    ):
        raise ImportEndedError(f"{row}: the import has ended.")
    row.refresh_from_db(fields=("problem", "finished_at"))


def enqueue_import(import_id: int) -> None:
    async_task("wrappers.tasks.work_on_import", import_id, task_name=f"import {import_id}")


def _end(lease: Lease, problem: str) -> None:
    lease.update(problem=problem, finished_at=timezone.now(), file=b"")


def _work(lease: Lease, _seconds: float, _report: Any) -> None:
    row, report = EngineImport.objects.get(pk=lease.row_id), _stored_progress(lease)
    try:
        found, drafts = _prepare(bytes(row.file), row.file_name, report)
        report(WRITING, 0, len(drafts))
        with transaction.atomic():
            _write(row, found, drafts, _say_nothing)
            # Only the holder of the lease ends the import: of two workers one is rolled back whole.
            lease.update(**{name: getattr(row, name) for name in _COLUMNS})
    except EngineListError as error:
        _end(lease, str(error))
    except (LeaseLostError, OperationalError, InterfaceError):
        raise
    except Exception as error:
        # The same file would raise again: a fault of ours ends the import at once.
        logger.exception("import %s failed", lease.row_id)
        _end(lease, f"An internal error, nothing was imported: {describe_fault(error)}")


IMPORTS = JobRunner(
    EngineImport,
    _work,
    lambda lease, reason, _report: _end(lease, f"{reason} Nothing was imported."),
    slice_seconds=0.0,
)


def _stored_progress(lease: Lease) -> Report:
    last: list[Any] = ["", 0.0]

    def store(phase: str, done: int, total: int) -> None:
        if phase != last[0] or monotonic() - last[1] > _STORE_EVERY:
            lease.renew()
            lease.update(phase=phase, done=done, total=total)
            last[:] = [phase, monotonic()]

    return store


def _prepare(data: bytes, file_name: str, report: Report) -> tuple[EngineList, list[Draft]]:
    report(READING, 0, len(data))
    found = read_engine_list(data, file_name)
    total = len(found.proposals)
    drafts, unusable = make_drafts(found.proposals, lambda done: report(CHECKING, done, total))
    rejected = sorted((*found.rejected, *unusable), key=lambda entry: entry.line)
    return replace(found, rejected=tuple(rejected)), drafts


def _write(row: EngineImport, found: EngineList, drafts: list[Draft], report: Report) -> None:
    _lock_engines()
    report(WRITING, 0, len(drafts))
    plan = plan_import(drafts)
    Engine.objects.bulk_create(plan.created, batch_size=_BATCH)
    Engine.objects.bulk_update(
        plan.changed.values(),
        ["wanted", "description", "categories", "language"],
        batch_size=_BATCH,
    )
    EngineEvent.objects.bulk_create(_events(row, plan), batch_size=_BATCH)
    ImportedEngine.objects.bulk_create(
        (
            ImportedEngine(
                engine_import=row,
                engine=engine,
                line=draft.proposal.line,
                key=draft.template_key,
                selectors=selectors.to_json() if (selectors := draft.proposal.selectors) else None,
            )
            for draft, engine in plan.engines
        ),
        batch_size=_BATCH,
    )
    row.format, row.rejected = found.format, [asdict(entry) for entry in found.rejected]
    row.created, row.merged = len(plan.created), plan.merged
    row.done = row.total = len(drafts)
    row.file, row.finished_at = b"", timezone.now()
    report(WRITING, len(drafts), len(drafts))


def _lock_engines() -> None:
    """Let no other import plan beside this one: both would find the same engines missing."""
    if connection.vendor == "postgresql":
        table = connection.ops.quote_name(Engine._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE")


def _events(row: EngineImport, plan: ImportPlan) -> list[EngineEvent]:
    lines: dict[int, int] = {}
    for draft, engine in plan.engines:
        lines.setdefault(id(engine), draft.proposal.line)
    return [
        EngineEvent(
            engine=engine,
            before=engine.state,
            after=engine.state,
            reason=f"Proposed by the import of {row.file_name}, line {lines[id(engine)]}.",
            evidence={"file": row.file_name, "line": lines[id(engine)], BROUGHT_BY: row.pk},
        )
        for engine in plan.created
    ]
