"""Actions of a person on many engines, worked off in the background: stopped, taken back."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from django.db import transaction
from django.utils import timezone

from discovery.jobs.crawls import in_chunks
from discovery.jobs.leases import JobRunner, Lease, WorkStateError
from discovery.models import Engine, ForbiddenChangeError
from wrappers.engines.check_schedule import enqueue_check
from wrappers.learning.jobs import plan_learning, stop_learning
from wrappers.models import EngineAction
from wrappers.operations.lifecycle import pause, resume, take_back_pause

# Engines changed in one transaction: some tenth of a second, for which nobody else writes (SQLite).
_BATCH = 25
# Why an engine is left as it is.
REFUSALS = (ForbiddenChangeError, WorkStateError)


@dataclass(frozen=True, slots=True)
class Action:
    """What is done with an engine, raising one of `REFUSALS`; the action that undoes it, if any."""

    done: str
    act: Callable[[Engine], object]
    opposite: str = ""


# By the names that are stored.
ACTIONS: Mapping[str, Action] = {
    "check_now": Action("Queued a check", enqueue_check),
    "learn_anew": Action("Learning", plan_learning),
    "stop_learning": Action("Stopped", stop_learning),
    "pause": Action("Paused", pause, "take_back_pause"),
    "resume": Action("Resumed", resume, "pause"),
    # The person was asked before: what is deleted is gone.
    "delete": Action("Deleted", Engine.delete),
    "take_back_pause": Action("Took the pause back", take_back_pause, "pause"),
}


def queue_action(name: str, engines: Iterable[int], by: str) -> EngineAction:
    keys = list(engines)
    row = EngineAction.objects.create(action=name, engines=keys, total=len(keys), by=by)
    ENGINE_ACTIONS.queue(row.pk)
    return row


def stop_action(row: EngineAction) -> None:
    """End an action before its next engines; what is done stays. Raises `WorkStateError`."""
    if not EngineAction.objects.filter(pk=row.pk).end(problem="Stopped by a person."):
        raise WorkStateError(f"{row}: it has ended.")
    row.refresh_from_db()


def can_be_undone(row: EngineAction) -> bool:
    return bool(row.finished_at and row.changed and ACTIONS[row.action].opposite)


def undo_action(row: EngineAction, by: str) -> EngineAction:
    """Queue the opposite with the engines that were changed. Raises `WorkStateError`."""
    if not can_be_undone(row):
        raise WorkStateError(f"{row}: there is nothing to be undone.")
    left = set(row.unchanged)
    changed = (key for key in row.engines[: row.done] if key not in left)
    return queue_action(ACTIONS[row.action].opposite, changed, by)


def _work(lease: Lease, seconds: float, _report: Any) -> None:
    until = monotonic() + seconds
    row = EngineAction.objects.get(pk=lease.row_id)
    for keys in in_chunks(row.engines[row.done :], _BATCH):
        if monotonic() > until:
            return
        # Of two workers, or of a worker and who stops it, one is rolled back whole.
        with transaction.atomic():
            _do(row, keys)
            done = {"done": row.done, "unchanged": row.unchanged, "problem": row.problem}
            lease.update(**done, failed_attempts=0)
    lease.update(finished_at=timezone.now())


def _do(row: EngineAction, keys: Iterable[int]) -> None:
    engines = Engine.objects.in_bulk(list(keys))
    for key in keys:
        row.done += 1
        try:
            if key in engines:
                ACTIONS[row.action].act(engines[key])
            else:
                row.unchanged.append(key)
        except REFUSALS as error:
            row.unchanged.append(key)
            row.problem = f"{engines[key]}: {error}"


def _give_up(lease: Lease, reason: str, _report: Any) -> None:
    lease.update(problem=reason, finished_at=timezone.now())


ENGINE_ACTIONS = JobRunner(
    EngineAction,
    _work,
    _give_up,
    slice_seconds=20.0,
    task="wrappers.tasks.work_on_engine_action",
    label="action",
)
