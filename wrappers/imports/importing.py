"""Import of engines from files, whole or not at all.

Reading and preparing change nothing; then all engines, their rows and the import's end are written
in one transaction. What was uploaded in the admin waits in its row and is taken up again.

Proposals are one engine when host and template are equal; one known by its address alone is any
engine of that home page.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from time import monotonic
from typing import Any

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from discovery.connection.description import DescriptionError
from discovery.connection.description_xml import from_xml, to_xml
from discovery.engine_lists.list_formats import read_engine_list
from discovery.engine_lists.proposals import (
    EngineList,
    EngineListError,
    EngineProposal,
    RejectedEntry,
    engine_key,
)
from discovery.engines.registration import clean_address, slug_stem
from discovery.jobs.faults import describe_fault
from discovery.jobs.leases import JobRunner, Lease, LeaseLostError, WorkStateError
from discovery.models import Engine, EngineEvent, EngineState
from discovery.pages.urls import comparison_key
from wrappers.engines.engine_file import EngineFile
from wrappers.models import EngineImport, EngineWatch, ImportedEngine

logger = logging.getLogger(__name__)

# Called with the phase, what is done of it, and what there is to do.
Report = Callable[[str, int, int], None]
READING, CHECKING, WRITING = "reading", "checking", "writing"
# Under which name the first line of an engine's history says which import brought it.
BROUGHT_BY = "import"
# Rows written by one statement.
_BATCH = 500
# Proposals between two reports.
_REPORTED_EVERY = 200
# Seconds between two stored progresses of an import in the background.
_STORE_EVERY = 0.5
# What tells engines apart, and what a proposal may add to.
_COMPARED = "home_url state wanted description slug bang categories language".split()
_COLUMNS = "format created merged rejected problem file finished_at done total".split()


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
    IMPORTS.queue(row.pk)
    return row


def stop_import(row: EngineImport) -> None:
    """End an import before it has written anything. Raises `WorkStateError`."""
    problem = "Stopped by a person; nothing was imported."
    if not EngineImport.objects.filter(pk=row.pk).end(problem=problem, file=b""):
        raise WorkStateError(f"{row}: the import has ended.")
    row.refresh_from_db(fields=("problem", "finished_at"))


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
    task="wrappers.tasks.work_on_import",
    label="import",
)


def _stored_progress(lease: Lease) -> Report:
    last: list[Any] = ["", 0.0]

    def store(phase: str, done: int, total: int) -> None:
        if phase != last[0] or monotonic() - last[1] > _STORE_EVERY:
            lease.renew()
            lease.update(phase=phase, done=done, total=total)
            last[:] = [phase, monotonic()]

    return store


@dataclass(frozen=True, slots=True)
class Draft:
    """A proposal made ready to be stored: its keys, and the engine that it becomes if it is new.

    `file` is all that is known of it, if it is an engine file.
    """

    proposal: EngineProposal
    home_key: str
    template_key: str
    engine: Engine
    file: EngineFile | None


def _prepare(data: bytes, file_name: str, report: Report) -> tuple[EngineList, list[Draft]]:
    """Return what a file holds, and its proposals made ready; what cannot be stored is rejected."""
    report(READING, 0, len(data))
    found = read_engine_list(data, file_name)
    total, drafts, rejected = len(found.proposals), [], list(found.rejected)
    for number, proposal in enumerate(found.proposals):
        if number % _REPORTED_EVERY == 0:
            report(CHECKING, number, total)
        try:
            drafts.append(_make_draft(proposal))
        except (DescriptionError, ValueError) as error:
            rejected.append(RejectedEntry(proposal.line, str(error), proposal.name))
    report(CHECKING, total, total)
    in_order = sorted(rejected, key=lambda entry: entry.line)
    return replace(found, rejected=tuple(in_order)), drafts


def _make_draft(proposal: EngineProposal) -> Draft:
    """Return one proposal made ready. Raises `DescriptionError`, `AddressError`, `DocumentError`.

    Whether the bang of an engine file is free is left to `ImportPlan`.
    """
    clean_address(proposal.home_url)
    file = None if proposal.file is None else EngineFile.from_json(proposal.file)
    key, xml = "", b""
    if proposal.description is not None:
        key, xml = engine_key(proposal.description), to_xml(proposal.description)
        # What is stored must be read again whenever the engine is learned.
        from_xml(xml)
    engine = Engine(
        name=proposal.name,
        home_url=proposal.home_url,
        scheme_is_assumed=proposal.scheme_is_assumed,
        description=xml.decode(),
        wanted=proposal.wanted,
        categories=proposal.category,
        language=proposal.language,
        weight=1.0 if file is None else file.weight,
    )
    return Draft(proposal, comparison_key(proposal.home_url), key, engine, file)


class ImportPlan:
    """New engines, known ones to be changed, and for each draft the engine it stands for."""

    def __init__(self, drafts: Sequence[Draft]) -> None:
        """Plan what to do with `drafts` beside the engines now in the database.

        Templates first: so an address alone finds the template of its site wherever it stands.
        """
        known = list(Engine.objects.order_by("pk").only(*_COMPARED))
        self.created: list[Engine] = []
        self.changed: dict[int, Engine] = {}
        self._slugs = {engine.slug for engine in known}
        self._bangs = {engine.bang for engine in known if engine.bang}
        self._next_number: dict[str, int] = {}
        self._by_home: dict[str, Engine] = {}
        self._without_template: dict[str, Engine] = {}
        for engine in known:
            key = comparison_key(engine.home_url)
            self._by_home.setdefault(key, engine)
            if not engine.description and engine.state == EngineState.PROPOSED:
                self._without_template.setdefault(key, engine)
        self._by_template = dict(_template_keys({engine.pk: engine for engine in known}))
        in_order = sorted(drafts, key=lambda draft: not draft.template_key)
        self.engines = [(draft, self._engine_of(draft)) for draft in in_order]

    def _engine_of(self, draft: Draft) -> Engine:
        engine = self._find(draft)
        if engine is None:
            engine = draft.engine
            engine.slug = self._free_slug(engine.home_url)
            engine.bang = self._free_bang(draft.file)
            self._by_home.setdefault(draft.home_key, engine)
            self.created.append(engine)
        elif _update_known(engine, draft.engine) and engine.pk is not None:
            self.changed[engine.pk] = engine
        if draft.template_key:
            self._by_template[draft.template_key] = engine
        return engine

    def _find(self, draft: Draft) -> Engine | None:
        if not draft.template_key:
            return self._by_home.get(draft.home_key)
        engine = self._by_template.get(draft.template_key)
        # A proposal of which only the address was known gets its template.
        return engine or self._without_template.pop(draft.home_key, None)

    def _free_bang(self, file: EngineFile | None) -> str | None:
        """Return the bang of an engine file, None where there is none or another is called so."""
        bang = "" if file is None else file.bang.strip()
        if not bang or bang in self._bangs | self._slugs:
            return None
        self._bangs.add(bang)
        return bang

    def _free_slug(self, address: str) -> str:
        """Return a slug that no engine has; numbers go on where the last of their stem stopped."""
        stem = slug_stem(address)
        slug, number = stem, self._next_number.get(stem, 2)
        while slug in self._slugs:
            slug, number = f"{stem}-{number}", number + 1
        self._next_number[stem] = number
        self._slugs.add(slug)
        return slug


def _template_keys(engines: Mapping[int, Engine]) -> Iterator[tuple[str, Engine]]:
    """Yield the template keys of stored engines, as they were imported and as they were learned."""
    imported = {}
    for pk, key in ImportedEngine.objects.exclude(key="").values_list("engine_id", "key"):
        imported[pk] = key
        yield key, engines[pk]
    for pk, engine in engines.items():
        if engine.description and (pk not in imported or engine.state != EngineState.PROPOSED):
            try:
                yield engine_key(engine.connection), engine
            except DescriptionError:
                continue


def _update_known(engine: Engine, new: Engine) -> bool:
    said = ("description", "categories", "language") if engine.state == EngineState.PROPOSED else ()
    better = [name for name in said if getattr(new, name) and not getattr(engine, name)]
    better += ["wanted"] if new.wanted > engine.wanted else []
    for name in better:
        setattr(engine, name, getattr(new, name))
    return bool(better)


def _write(row: EngineImport, found: EngineList, drafts: list[Draft], report: Report) -> None:
    _lock_engines()
    report(WRITING, 0, len(drafts))
    plan = ImportPlan(drafts)
    Engine.objects.bulk_create(plan.created, batch_size=_BATCH)
    said = ["wanted", "description", "categories", "language"]
    Engine.objects.bulk_update(plan.changed.values(), said, batch_size=_BATCH)
    EngineEvent.objects.bulk_create(_events(row, plan), batch_size=_BATCH)
    ImportedEngine.objects.bulk_create(
        (
            ImportedEngine(
                engine_import=row,
                engine=engine,
                line=draft.proposal.line,
                key=draft.template_key,
                selectors=selectors.to_json() if (selectors := draft.proposal.selectors) else None,
                file=None if draft.file is None else draft.file.to_json(),
            )
            for draft, engine in plan.engines
        ),
        batch_size=_BATCH,
    )
    EngineWatch.objects.bulk_create(_watches(plan), batch_size=_BATCH)
    row.format, row.rejected = found.format, [asdict(entry) for entry in found.rejected]
    row.created, row.merged = len(plan.created), len(drafts) - len(plan.created)
    row.done = row.total = len(drafts)
    row.file, row.finished_at = b"", timezone.now()
    report(WRITING, len(drafts), len(drafts))


def _watches(plan: ImportPlan) -> Iterator[EngineWatch]:
    """Yield what the files of new engines say of how these are learned and adapted."""
    for draft, engine in plan.engines:
        if draft.file is not None and engine is draft.engine:
            file = draft.file.to_json()
            inducers = " ".join(draft.file.inducers)
            yield EngineWatch(engine=engine, inducers=inducers, adaptation=file.get("adaptation"))


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
