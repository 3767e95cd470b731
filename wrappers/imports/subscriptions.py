"""Subscriptions: engines that another installation publishes, taken over as far as it signed them.

An update reads the index, then the files that are new or changed. New ones are imported; changed
ones are tried beside what is in use; withdrawn engines are paused. All of it is one transaction.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

import minisign
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django_q.tasks import async_task

from discovery.documents.document import DocumentError
from discovery.engine_lists.proposals import MAX_LIST_BYTES, EngineListError
from discovery.engines.registration import AddressError, change_state, clean_address, log_event
from discovery.jobs.leases import JobRunner, Lease, WorkStateError
from discovery.models import Engine, EngineState, ForbiddenChangeError
from discovery.pages.urls import comparison_key
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import Fetcher, open_sync_fetcher
from wrappers.engines.engine_file import MAX_FILE_LENGTH, EngineFile
from wrappers.imports.brought_engines import brought_engines
from wrappers.imports.exporting import as_list
from wrappers.imports.importing import import_file
from wrappers.imports.publishing import (
    FILES,
    INDEX,
    MAX_INDEX_BYTES,
    MAX_SIGNATURE_BYTES,
    SIGNATURE,
    EngineIndex,
    UnsignedIndexError,
    public_key_text,
    signed_index,
)
from wrappers.learning.jobs import LearningUnderWayError, enqueue_learning, plan_learning
from wrappers.learning.step_context import IMPORTED
from wrappers.models import (
    EngineImport,
    ImportedEngine,
    LearningJob,
    Proposal,
    Subscription,
)
from wrappers.operations.correction import CHOSEN
from wrappers.operations.lifecycle import take_back_pause

logger = logging.getLogger(__name__)

# How long a subscription stays as it is. Guess: what was mended elsewhere is wanted the same day.
UPDATED_EVERY = timedelta(hours=6)
# Seconds for one file.
DEADLINE = 20.0
# News kept of a subscription.
MAX_NEWS = 50
WITHDRAWN = "Withdrawn by its publisher, {}."


class SubscriptionError(ValueError):
    """Why a subscription cannot be made, or an update takes nothing."""


def checked_terms(address: str, public_key: str) -> tuple[str, str]:
    """Return where a subscription is read and its key, as stored. Raises `SubscriptionError`."""
    address = address.strip()
    try:
        key = public_key_text(minisign.PublicKey.from_base64(public_key.strip()))
        place = str(Path(address)) if Path(address).is_absolute() else clean_address(address)
    except minisign.Error as error:
        raise SubscriptionError(f"This is no public key of minisign: {error}.") from error
    except AddressError as error:
        raise SubscriptionError(f"{error} Or give a folder by its whole path.") from error
    if "?" in place or "#" in place:
        raise SubscriptionError("Give the address of the folder that has the index.")
    return place.rstrip("/"), key


def subscribe(address: str, public_key: str) -> Subscription:
    """Return a new subscription, whose update waits in the queue. Raises `SubscriptionError`."""
    place, key = checked_terms(address, public_key)
    row = Subscription.objects.create(address=place, public_key=key)
    enqueue_update(row.pk)
    return row


def begin_update(row: Subscription) -> None:
    """Queue an update now. Raises `WorkStateError` where one is under way."""
    if not Subscription.objects.filter(pk=row.pk, finished_at__isnull=False).update(
        finished_at=None, failed_attempts=0
    ):
        raise WorkStateError(f"{row}: an update is under way.")
    enqueue_update(row.pk)


def begin_due_updates() -> None:
    for row in Subscription.objects.filter(finished_at__lt=timezone.now() - UPDATED_EVERY):
        # Somebody may have begun it meanwhile.
        with suppress(WorkStateError):
            begin_update(row)


def enqueue_update(subscription_id: int) -> None:
    """Put an update into the queue; harmless when it is there already."""
    Subscription.objects.filter(pk=subscription_id).update(heartbeat_at=timezone.now())
    name = f"subscription {subscription_id}"
    async_task("wrappers.tasks.work_on_subscription", subscription_id, task_name=name)


# Returns at most so many bytes of what is published, by its path. Raises `SubscriptionError`.
Read = Callable[[str, int], bytes]


def _reader(address: str, runner: asyncio.Runner, fetcher: Fetcher) -> Read:
    def by_web(path: str, most: int) -> bytes:
        url = f"{address}/{path}"
        try:
            answer = runner.run(fetcher.fetch(url, deadline=DEADLINE, max_bytes=most, accept="*/*"))
        except FetchError as error:
            raise SubscriptionError(f"{path}: {error}") from error
        if answer.status != 200:
            raise SubscriptionError(f"{path}: {url} answers with status {answer.status}")
        return answer.body

    def from_folder(path: str, most: int) -> bytes:
        file = Path(address, path)
        try:
            # Nothing else ends: a pipe, a device.
            if not file.is_file():
                raise SubscriptionError(f"{path}: there is no such file")
            with file.open("rb") as opened:
                data = opened.read(most + 1)
        except OSError as error:
            raise SubscriptionError(f"{path} cannot be read: {error.strerror}") from error
        if len(data) > most:
            raise SubscriptionError(f"{path}: it is larger than {most:,} bytes")
        return data

    return from_folder if Path(address).is_absolute() else by_web


def _read_index(row: Subscription, read: Read) -> EngineIndex:
    signature = read(SIGNATURE, MAX_SIGNATURE_BYTES)
    try:
        index = signed_index(read(INDEX, MAX_INDEX_BYTES), signature, row.public_key)
    except UnsignedIndexError as error:
        raise SubscriptionError(str(error)) from error
    if row.published is not None and index.published < row.published:
        raise SubscriptionError(
            f"{INDEX} is of {index.published:%Y-%m-%d %H:%M:%S}, older than the one taken last, of "
            f"{row.published:%Y-%m-%d %H:%M:%S}: an old one was put in its place"
        )
    return index


def _read_file(read: Read, name: str, digest: str) -> EngineFile:
    path = f"{FILES}/{name}.json"
    data = read(path, 2 * MAX_FILE_LENGTH)
    if sha256(data).hexdigest() != digest:
        raise SubscriptionError(f"{path}: it is not the file that was signed")
    try:
        return EngineFile.from_text(data)
    except DocumentError as error:
        raise SubscriptionError(f"{path}: {error}") from error


def _taken(row: Subscription, name: str) -> Any:
    return row.files.get(name, {}).get("sha256")


def _read_files(
    row: Subscription, index: EngineIndex, read: Read, until: float
) -> tuple[dict[str, EngineFile], list[str], bool]:
    """Return files that are new or changed, what was refused, and whether some are left."""
    files, refused, size = dict[str, EngineFile](), list[str](), 0
    for name, digest in sorted(index.engines.items()):
        if _taken(row, name) == digest:
            continue
        if monotonic() > until or size > MAX_LIST_BYTES // 2:
            return files, refused, True
        try:
            files[name] = _read_file(read, name, digest)
            size += len(files[name].to_text())
        except SubscriptionError as error:
            refused.append(str(error))
    return files, refused, False


def _work(lease: Lease, seconds: float, _report: Any) -> None:
    """Take over what is new for about `seconds`; what is left waits for the next slice."""
    until = monotonic() + seconds
    row = Subscription.objects.get(pk=lease.row_id)
    try:
        with open_sync_fetcher() as (runner, fetcher):
            read = _reader(row.address, runner, fetcher)
            index = _read_index(row, read)
            files, refused, is_cut = _read_files(row, index, read, until)
        with transaction.atomic():
            update = _Update(row, refused)
            took = update.take(files, index)
            lease.update(
                files=row.files,
                published=index.published,
                news=_news(row, update.told()),
                problem="",
                # What was refused is not tried again before the next update.
                finished_at=None if is_cut and took else timezone.now(),
            )
    except (SubscriptionError, EngineListError) as error:
        _end(lease, str(error))
    else:
        for job in update.jobs:
            enqueue_learning(job.pk)


def _news(row: Subscription, told: str) -> list[dict[str, str]]:
    if not told:
        return row.news
    logger.info("subscription to %s: %s", row, told)
    return [{"at": timezone.now().isoformat(), "told": told}, *row.news][:MAX_NEWS]


def _end(lease: Lease, problem: str) -> None:
    row = Subscription.objects.get(pk=lease.row_id)
    news = _news(row, f"Nothing was taken. {problem}.")
    lease.update(problem=problem, news=news, finished_at=timezone.now())


# Half of what the queue gives a task: the last file may take its whole deadline.
SUBSCRIPTIONS = JobRunner(
    Subscription, _work, lambda lease, reason, _report: _end(lease, reason), slice_seconds=40.0
)


class _Update:
    """What is done with the files of one slice, and the jobs that try the changed ones."""

    def __init__(self, row: Subscription, refused: list[str]) -> None:
        self.row, self.refused = row, refused
        self.jobs: list[LearningJob] = []
        self._done = Counter[str]()

    def told(self) -> str:
        done = ", ".join(f"{what}: {number}" for what, number in self._done.items())
        return ". ".join(filter(None, (done, "; ".join(self.refused)))).strip()

    def take(self, files: Mapping[str, EngineFile], index: EngineIndex) -> int:
        """Return how many files were taken. Raises `EngineListError`."""
        new = {name: file for name, file in files.items() if name not in self.row.files}
        before = dict(self.row.files)
        if new:
            self._import(new, index)
        changed = [name for name in files if name not in new]
        if changed:
            batch = EngineImport.objects.create(
                file_name=self.row.address[-200:],
                format="engine files (JSON)",
                merged=len(changed),
                finished_at=timezone.now(),
            )
            for name in changed:
                what = self._change(name, files[name], batch)
                if what:
                    self._note(name, index.engines[name], self.row.files[name]["engine"], what)
        for name in before.keys() - index.engines.keys():
            if before[name]["sha256"]:
                self._withdraw(name)
        return sum(self.row.files[name] != before.get(name) for name in self.row.files)

    def _note(self, name: str, digest: str, engine: int | None, what: str) -> None:
        self.row.files[name] = {"sha256": digest, "engine": engine}
        self._done[what] += 1

    def _import(self, files: Mapping[str, EngineFile], index: EngineIndex) -> None:
        lines, line = dict[int, str](), 2
        for name, file in files.items():
            lines[line] = name
            line += file.to_text().count("\n")
        data = as_list(files.values()).encode(errors="replace")
        batch = import_file(data, self.row.address)
        own = set(brought_engines(batch).values_list("pk", flat=True))
        for number, key in batch.imported.values_list("line", "engine"):
            name = lines[number]
            if key in own:
                self._note(name, index.engines[name], key, "new")
            else:
                self._note(name, index.engines[name], None, "here already, left as they are")
        for entry in batch.rejected:
            self.refused.append(f"{lines[entry['line']]}: {entry['reason']}")

    def _change(self, name: str, file: EngineFile, batch: EngineImport) -> str:
        """Have a changed file tried; return what becomes of it, "" where it is left for later."""
        engine = Engine.objects.filter(pk=self.row.files[name]["engine"]).first()
        if engine is None or engine.collection_id is not None:
            return "changed, of engines that are not the publisher's here"
        if comparison_key(file.home_url) != comparison_key(engine.home_url):
            self.refused.append(f"{name}: its file is of another site, {file.home_url}")
            return ""
        if engine.state == EngineState.PAUSED:
            if engine.reason != WITHDRAWN.format(self.row):
                self.refused.append(f"{name}: it is paused here")
                return ""
            take_back_pause(engine, f"Published again by {self.row}.")
        if engine.learning_jobs.unfinished().exists():
            self.refused.append(f"{name}: it is being learned")
            return ""
        by_hand = is_changed_by_hand(engine)
        waiting_files(engine).update(waits=False)
        imported = ImportedEngine.objects.create(
            engine_import=batch, engine=engine, line=1, file=file.to_json(), waits=by_hand
        )
        if by_hand:
            reason = f"A changed file of {self.row} waits: the engine was changed by a person here."
            log_event(engine, engine.state, engine.state, reason)
            return "changed, waiting for a person"
        if engine.state != EngineState.PROPOSED:
            self.jobs.append(plan_learning(engine, enqueue=False, brought=imported.pk))
        return "changed, tried"

    def _withdraw(self, name: str) -> None:
        known = self.row.files[name]
        engine = Engine.objects.filter(pk=known["engine"]).first()
        if engine is not None:
            with suppress(ForbiddenChangeError):
                change_state(engine, EngineState.PAUSED, WITHDRAWN.format(self.row))
        self._note(name, "", known["engine"], "withdrawn, paused")


def is_changed_by_hand(engine: Engine) -> bool:
    """Tell whether a person has decided how an engine is asked or read since its file was taken."""
    versions = engine.wrapper_versions.usable()
    used = versions.in_use()
    if used is None:
        return False
    taken = versions.filter(strategy=IMPORTED).first()
    later = versions.filter(number__gt=taken.number if taken else 0)
    uploads = engine.learning_jobs.filter(outcome=EngineState.ACTIVE, progress__has_key="given")
    if taken is not None:
        uploads = uploads.filter(finished_at__gt=taken.created_at)
    return (
        later.filter(Q(strategy=CHOSEN) | Q(proposal=Proposal.ACCEPTED)).exists()
        # Gone back to.
        or versions.filter(number__gt=used.number).exists()
        or uploads.exists()
    )


def waiting_files(engine: Engine) -> QuerySet[ImportedEngine]:
    """Return the file that waits for a person to decide whether it is used, if there is one."""
    return ImportedEngine.objects.filter(engine=engine, waits=True)


def take_waiting_file(engine: Engine) -> None:
    """Try the file that waits. Raises `LearningUnderWayError`."""
    for imported in waiting_files(engine):
        job = plan_learning(engine, brought=imported.pk)
        if job.state.brought != imported.pk:
            raise LearningUnderWayError("It is being learned: try again when it is done.")
    leave_waiting_file(engine)


def leave_waiting_file(engine: Engine) -> None:
    waiting_files(engine).update(waits=False)
