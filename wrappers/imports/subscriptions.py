"""Subscriptions: engines that another installation publishes, taken over as far as it signed them.

New ones are imported, changed ones tried beside what is in use, withdrawn ones paused: what an
update does is one transaction.
"""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import minisign
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from discovery.documents.document import DocumentError
from discovery.engine_lists.proposals import MAX_LIST_BYTES, EngineListError
from discovery.engines.registration import AddressError, change_state, clean_address, log_event
from discovery.jobs.leases import JobRunner, Lease, WorkStateError
from discovery.models import Engine, EngineState, ForbiddenChangeError
from discovery.pages.urls import comparison_key
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher, open_sync_fetcher
from wrappers.engines.engine_file import IMPORTED, MAX_FILE_LENGTH, EngineFile
from wrappers.imports.brought_engines import brought_engines
from wrappers.imports.importing import import_file
from wrappers.imports.publishing import (
    INDEX,
    MAX_INDEX_BYTES,
    SIGNATURE,
    EngineIndex,
    PublicationError,
    signed_index,
)
from wrappers.learning.jobs import LearningUnderWayError, plan_learning
from wrappers.models import EngineImport, ImportedEngine, Proposal, Subscription
from wrappers.operations.correction import CHOSEN
from wrappers.operations.lifecycle import take_back_pause

logger = logging.getLogger(__name__)

# How long a subscription stays as it is. Guess: what was mended elsewhere is wanted the same day.
UPDATED_EVERY = timedelta(hours=6)
# Seconds for one file.
DEADLINE = 20.0
MAX_NEWS = 50
WITHDRAWN = "Withdrawn by its publisher, {}."


def checked_terms(address: str, public_key: str) -> tuple[str, str]:
    """Return where a subscription is read and its key, as stored. Raises `PublicationError`."""
    address, key = address.strip(), public_key.strip()
    try:
        minisign.PublicKey.from_base64(key)
        place = str(Path(address)) if Path(address).is_absolute() else clean_address(address)
    except minisign.Error as error:
        raise PublicationError(f"This is no public key of minisign: {error}.") from error
    except AddressError as error:
        raise PublicationError(f"{error} Or give a folder by its whole path.") from error
    if "?" in place or "#" in place:
        raise PublicationError(f"Give the address of the folder that has {INDEX}.")
    return place.rstrip("/"), key


def subscribe(address: str, public_key: str) -> Subscription:
    """Return a new subscription, whose update waits in the queue. Raises `PublicationError`."""
    place, key = checked_terms(address, public_key)
    row = Subscription.objects.create(address=place, public_key=key)
    SUBSCRIPTIONS.queue(row.pk)
    return row


def begin_update(row: Subscription) -> None:
    """Queue an update now. Raises `WorkStateError` where one is under way."""
    ended = Subscription.objects.filter(pk=row.pk, finished_at__isnull=False)
    if not ended.update(finished_at=None):
        raise WorkStateError(f"{row}: an update is under way.")
    SUBSCRIPTIONS.queue(row.pk)


def begin_due_updates() -> None:
    for row in Subscription.objects.filter(finished_at__lt=timezone.now() - UPDATED_EVERY):
        # Somebody may have begun it meanwhile.
        with suppress(WorkStateError):
            begin_update(row)


# Gives a published file, by its name, of at most so many bytes.
_Read = Callable[[str, int], bytes]


def _read(place: str, runner: asyncio.Runner, fetcher: Fetcher, name: str, most: int) -> bytes:
    """Raises `PublicationError`."""
    url = f"{place}/{name}"
    try:
        if Path(place).is_absolute():
            file = Path(url)
            # A pipe or a device would not end.
            if not file.is_file() or file.stat().st_size > most:
                raise PublicationError(f"{url} is no file of at most {most:,} bytes")
            return file.read_bytes()
        answer = runner.run(fetcher.fetch(url, deadline=DEADLINE, max_bytes=most, accept="*/*"))
    except (FetchError, OSError) as error:
        raise PublicationError(f"{name}: {error}") from error
    if answer.status != 200:
        raise PublicationError(f"{url} is answered with status {answer.status}")
    return answer.body


def _read_index(row: Subscription, read: _Read) -> EngineIndex:
    signature = read(SIGNATURE, MAX_FILE_LENGTH)
    index = signed_index(read(INDEX, MAX_INDEX_BYTES), signature, row.public_key)
    if row.published is not None and index.published < row.published:
        told = f"{INDEX} of {index.published} is older than the one taken last, of {row.published}"
        raise PublicationError(told)
    return index


def _read_files(
    row: Subscription, index: EngineIndex, read: _Read, until: float
) -> tuple[dict[str, EngineFile], list[str], bool]:
    """Return files that are new or changed, why others are refused, and whether some are left."""
    files, refused, size = dict[str, EngineFile](), list[str](), 0
    for name, digest in sorted(index.engines.items()):
        if row.files.get(name, {}).get("sha256") == digest:
            continue
        if monotonic() > until or size > MAX_LIST_BYTES // 2:
            return files, refused, True
        try:
            data = read(f"{name}.json", 2 * MAX_FILE_LENGTH)
            if sha256(data).hexdigest() != digest:
                raise PublicationError(f"{name}.json is not the file that was signed")
            files[name] = EngineFile.from_text(data)
            size += len(data)
        except (PublicationError, DocumentError) as error:
            refused.append(str(error))
    return files, refused, False


def _work(lease: Lease, seconds: float, _report: Any) -> None:
    """Take over what is new for about `seconds`; what is left waits for the next slice."""
    until = monotonic() + seconds
    row = Subscription.objects.get(pk=lease.row_id)
    try:
        with open_sync_fetcher() as (runner, fetcher):
            read = partial(_read, row.address, runner, fetcher)
            index = _read_index(row, read)
            files, refused, is_cut = _read_files(row, index, read, until)
        with transaction.atomic():
            done = _take(row, index, files, refused)
            told = [", ".join(f"{what}: {number}" for what, number in done.items()), *refused]
            lease.update(
                files=row.files,
                published=index.published,
                news=_news(row, "; ".join(filter(None, told))),
                problem="",
                # What was refused is not tried again before the next update.
                finished_at=None if is_cut and done else timezone.now(),
            )
    except (PublicationError, EngineListError) as error:
        _end(lease, str(error))


def _news(row: Subscription, told: str) -> list[dict[str, str]]:
    if not told:
        return row.news
    logger.info("subscription to %s: %s", row, told)
    return [{"at": timezone.now().isoformat(), "told": told}, *row.news][:MAX_NEWS]


def _end(lease: Lease, problem: str) -> None:
    row = Subscription.objects.get(pk=lease.row_id)
    news = _news(row, f"nothing was taken: {problem}")
    lease.update(problem=problem, news=news, finished_at=timezone.now())


# Half of what the queue gives a task: the last file may take its whole deadline.
SUBSCRIPTIONS = JobRunner(
    Subscription,
    _work,
    lambda lease, reason, _report: _end(lease, reason),
    slice_seconds=40.0,
    task="wrappers.tasks.work_on_subscription",
    label="subscription",
)


def _take(
    row: Subscription, index: EngineIndex, files: Mapping[str, EngineFile], refused: list[str]
) -> Counter[str]:
    """Take files over and note them in `row.files`; return how many had which fate."""
    new = {name: file for name, file in files.items() if name not in row.files}
    taken = _import(row, new, refused) if new else {}
    changed = [name for name in files if name not in new]
    if changed:
        columns = {"format": "engine files (JSON)", "finished_at": timezone.now()}
        batch = EngineImport.objects.create(file_name=row.address[-200:], **columns)
        for name in changed:
            engine = row.files[name]["engine"]
            try:
                taken[name] = engine, _change(row, engine, files[name], batch)
            except PublicationError as error:
                refused.append(f"{name}: {error}")
    done = Counter(what for _, what in taken.values())
    for name, (key, _) in taken.items():
        row.files[name] = {"sha256": index.engines[name], "engine": key}
    for name, known in row.files.items():
        if known["sha256"] and name not in index.engines:
            for engine in Engine.objects.filter(pk=known["engine"]):
                with suppress(ForbiddenChangeError):
                    change_state(engine, EngineState.PAUSED, WITHDRAWN.format(row))
            known["sha256"] = ""
            done["withdrawn, paused"] += 1
    return done


def _import(
    row: Subscription, files: Mapping[str, EngineFile], refused: list[str]
) -> dict[str, tuple[int | None, str]]:
    """Import files; return by their names the engine that is the publisher's, and the fate."""
    # A line each, from the second on.
    lines = ",\n".join(json.dumps(file.to_json()) for file in files.values())
    batch = import_file(f"[\n{lines}\n]".encode(), row.address)
    names, own = list(files), set(brought_engines(batch).values_list("pk", flat=True))
    refused += [f"{names[each['line'] - 2]}: {each['reason']}" for each in batch.rejected]
    return {
        names[line - 2]: (key, "new") if key in own else (None, "here already, left as they are")
        for line, key in batch.imported.values_list("line", "engine")
    }


def _change(row: Subscription, key: int | None, file: EngineFile, batch: EngineImport) -> str:
    """Have a changed file tried; return its fate. Raises `PublicationError` where it is refused."""
    engine = Engine.objects.filter(pk=key or 0, collection=None).first()
    if engine is None:
        return "changed, of engines that are not the publisher's here"
    if comparison_key(file.home_url) != comparison_key(engine.home_url):
        raise PublicationError(f"its file is of another site, {file.home_url}")
    if engine.learning_jobs.unfinished().exists():
        raise PublicationError("it is being learned")
    if engine.state == EngineState.PAUSED:
        if engine.reason != WITHDRAWN.format(row):
            raise PublicationError("it is paused here")
        take_back_pause(engine, f"Published again by {row}.")
    by_hand = is_changed_by_hand(engine)
    leave_waiting_file(engine)
    imported = ImportedEngine.objects.create(
        engine_import=batch, engine=engine, line=1, file=file.to_json(), waits=by_hand
    )
    if by_hand:
        told = f"A changed file of {row} waits in the inbox: a person has changed the engine here."
        log_event(engine, engine.state, engine.state, told)
        return "changed, waiting for a person"
    if engine.state != EngineState.PROPOSED:
        plan_learning(engine, brought=imported.pk)
    return "changed, tried"


def is_changed_by_hand(engine: Engine) -> bool:
    """Tell whether a person has decided how an engine is asked or read since its file was taken."""
    versions = engine.wrapper_versions.usable()
    taken = versions.filter(strategy=IMPORTED).first()
    since = engine.created_at if taken is None else taken.created_at
    decided = versions.filter(Q(strategy=CHOSEN) | Q(proposal=Proposal.ACCEPTED))
    uploads = engine.learning_jobs.filter(outcome=EngineState.ACTIVE, progress__has_key="given")
    return (
        decided.filter(created_at__gt=since).exists()
        or uploads.filter(finished_at__gt=since).exists()
        # An older one was gone back to.
        or versions.first() != versions.in_use()
    )


def waiting_files(engine: Engine) -> QuerySet[ImportedEngine]:
    return ImportedEngine.objects.filter(engine=engine, waits=True)


def take_waiting_file(engine: Engine) -> None:
    """Try the file that waits for a person. Raises `LearningUnderWayError`."""
    for imported in waiting_files(engine):
        job = plan_learning(engine, brought=imported.pk)
        if job.state.brought != imported.pk:
            raise LearningUnderWayError("It is being learned: try again when it is done.")
    leave_waiting_file(engine)


def leave_waiting_file(engine: Engine) -> None:
    waiting_files(engine).update(waits=False)
