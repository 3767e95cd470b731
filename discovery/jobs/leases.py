"""Work on rows: claimed by one worker, a slice of time at once, a limited number of times."""

import logging
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Generic, Self, TypeVar

from django.db import Error, connection, models
from django.db.models import F, Q
from django.utils import timezone
from django_q.tasks import async_task

from discovery.jobs.faults import describe_fault


class WorkStateError(RuntimeError):
    """What a person asked of a piece of work cannot be done in the state it is in."""


class LeaseLostError(RuntimeError):
    """The work was taken over by another worker, finished or removed: this result is dropped."""


Row = TypeVar("Row", bound=models.Model)

# A time that lies further ahead than what it bounds ever lasts, by so much, was written before the
# clock was set back, and stops nobody. Guess: more than clocks of machines are apart, little enough
# that what a smaller step holds up goes on within a minute.
SET_BACK = timedelta(seconds=40)


class LeasedQuerySet(models.QuerySet[Row]):
    def unfinished(self) -> Self:
        return self.filter(finished_at__isnull=True)

    def due(self) -> Self:
        return self.unfinished()

    def abandoned(self) -> Self:
        now = timezone.now()
        held = Q(lease_until__gte=now, lease_until__lte=now + LeasedWork.LEASE_LENGTH + SET_BACK)
        return self.due().exclude(held)

    def end(self, **values: Any) -> int:
        """End what is unfinished: its workers find their leases gone. Return how many rows."""
        ended = {"finished_at": timezone.now(), "lease_until": None, "lease_holder": ""}
        return self.unfinished().update(**ended, **values)


# A named class, for mypy: its cache forgets managers that `as_manager` makes for an abstract model.
_ManagerOfLeased = models.Manager.from_queryset(LeasedQuerySet)


class LeasedManager(_ManagerOfLeased[Row]):
    """Has the named queries."""


class LeasedWork(models.Model):
    """A row of work that is done in slices by whoever holds its lease.

    `attempts` counts the slices. `failed_attempts` counts those begun since the work last came
    further, the one under way included; `last_error` is what the last of them raised, empty when
    its worker died. A worker that has not renewed its lease for `LEASE_LENGTH` is taken for dead.
    A step may take longer: a thread renews the lease meanwhile.
    """

    # Longer than anything may hold up all threads of a process. Shorter than a task is kept from
    # other workers (`task_queue.KEPT_FOR`): who is given it anew finds the row free.
    LEASE_LENGTH: ClassVar[timedelta] = timedelta(seconds=20)

    lease_holder = models.CharField(max_length=40, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True, db_index=True)
    attempts = models.PositiveIntegerField(default=0)
    failed_attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True, db_index=True)

    # What its worker did last, in words, for who is told of the row; it is not stored.
    last = ""

    objects: ClassVar[LeasedManager[Self]] = LeasedManager()

    class Meta:
        abstract = True

    @property
    def is_careful(self) -> bool:
        return self.failed_attempts > 1


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to do the work of one row until it is released or runs out."""

    model: type[LeasedWork]
    row_id: int
    holder: str

    @classmethod
    def claim(cls, model: type[LeasedWork], row_id: int) -> "Lease | None":
        """Claim due work by conditional update; None when somebody else holds it."""
        now = timezone.now()
        holder = uuid.uuid4().hex
        claimed = (
            model.objects.abandoned()
            .filter(pk=row_id)
            .update(
                lease_holder=holder,
                lease_until=now + model.LEASE_LENGTH,
                heartbeat_at=now,
                attempts=F("attempts") + 1,
                failed_attempts=F("failed_attempts") + 1,
            )
        )
        return cls(model, row_id, holder) if claimed else None

    def renew(self) -> None:
        now = timezone.now()
        self.update(lease_until=now + self.model.LEASE_LENGTH, heartbeat_at=now)

    def advance(self) -> None:
        self.renew()
        self.update(failed_attempts=0, last_error="")

    def begin_attempt(self) -> tuple[int, str]:
        """Return how many attempts came to nothing, this one too, and the last one's fault."""
        row = self.model.objects.filter(pk=self.row_id)
        attempts, fault = row.values_list("failed_attempts", "last_error").get()
        row.filter(lease_holder=self.holder).update(last_error="")
        return int(attempts), str(fault)

    def note_fault(self, fault: str) -> int:
        """Store a fault; return how many attempts came to nothing. Raises `LeaseLostError`."""
        row = self.model.objects.filter(pk=self.row_id)
        attempts = max(1, row.values_list("failed_attempts", flat=True).first() or 0)
        self.update(failed_attempts=attempts, last_error=fault)
        return attempts

    def forgive(self) -> None:
        self.model.objects.filter(pk=self.row_id, lease_holder=self.holder).update(
            failed_attempts=0, last_error=""
        )

    def update(self, **values: Any) -> None:
        """Write to the row if the lease still holds. Raises `LeaseLostError`."""
        held = self.model.objects.unfinished().filter(pk=self.row_id, lease_holder=self.holder)
        if not held.update(**values):
            raise LeaseLostError(f"{self.model.__name__} {self.row_id} is no longer held")

    def release(self) -> None:
        """Give the work back, finished or not; harmless when the lease was lost."""
        self.model.objects.filter(pk=self.row_id, lease_holder=self.holder).update(
            lease_until=None, lease_holder=""
        )


logger = logging.getLogger(__name__)

# Seconds between two signs of life of a worker: several of them within what they prolong.
SIGN_OF_LIFE_EVERY = 5.0


@contextmanager
def repeated(sign_of_life: Callable[[], object]) -> Iterator[None]:
    """Have a thread give a sign of life, in the database, now and then until the block ends."""
    ended = threading.Event()

    def repeat() -> None:
        while not ended.wait(SIGN_OF_LIFE_EVERY):
            try:
                sign_of_life()
            except LeaseLostError:
                # The work learns of it when it next writes.
                return
            except Error as error:
                logger.warning("a sign of life is given later: %s", error)
            finally:
                # The thread's own: no other may use it, and none would end it.
                connection.close()

    thread = threading.Thread(target=repeat, name="sign of life", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        # Not for ever: it may wait for a row that this thread's open transaction holds.
        thread.join(SIGN_OF_LIFE_EVERY)


# Attempts in a row that may come to nothing before work of any kind is given up. Guess: more than a
# restart of the machine costs, few enough that nobody waits long for the reason.
MAX_ATTEMPTS = 3
DIED = "the worker ended without an exception (killed, or out of memory)"


def attempt_work(lease: Lease, work: Callable[[], None], give_up: Callable[[str], None]) -> None:
    """Do a slice of the work of the row that `lease` holds, and release it.

    A slice that raises leaves the row to another attempt. After `MAX_ATTEMPTS` in a row without
    progress, those whose worker died included, `give_up` ends the row for the reason given.
    """
    attempts, last_error = lease.begin_attempt()
    try:
        if attempts > MAX_ATTEMPTS:
            give_up(reason_for(last_error))
        else:
            with repeated(lease.renew):
                work()
            lease.forgive()
    except LeaseLostError:
        pass
    except (KeyboardInterrupt, SystemExit):
        lease.forgive()
        lease.release()
        raise
    except Exception as error:
        logger.exception("attempt %s at %s %s failed", attempts, lease.model.__name__, lease.row_id)
        last_error = describe_fault(error)
        with suppress(LeaseLostError):
            attempts = lease.note_fault(last_error)
            if attempts >= MAX_ATTEMPTS:
                give_up(reason_for(last_error))
    lease.release()


def reason_for(fault: str) -> str:
    """Return why work is given up; `fault` is empty when the last worker died."""
    return (
        f"Given up after {MAX_ATTEMPTS} attempts that came to nothing; the last: {fault or DIED}."
    )


# Seconds between two checks of a row that another worker holds.
POLL_SECONDS = 0.5

WorkRow = TypeVar("WorkRow", bound=LeasedWork)
# Told how far the work has come; what it is told is the kind of work's own.
Report = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class JobRunner(Generic[WorkRow]):
    """Works off rows of `model`, whoever asks for it: the task queue or a command.

    `work` does what about so many seconds allow (`slice_seconds` in the queue) and stores it under
    the lease; running it again is harmless. `give_up` ends a row whose attempts came to nothing,
    with the reason. A row that another worker holds is reported when one of its `counts` changes.
    `task` (its dotted name) does a slice in the background; the queue shows it as `label` and the
    row's number.
    """

    model: type[WorkRow]
    work: Callable[[Lease, float, Report], None]
    give_up: Callable[[Lease, str, Report], None]
    slice_seconds: float
    counts: tuple[str, ...] = ()
    task: str = ""
    label: str = ""

    def queue(self, row_id: int) -> None:
        """Put a slice of a row into the queue; harmless when it is there already."""
        self.model.objects.filter(pk=row_id).update(heartbeat_at=timezone.now())
        async_task(self.task, row_id, task_name=f"{self.label} {row_id}")

    def work_queued(self, row_id: int) -> WorkRow:
        """Do the slice that was queued; queue the next one while there is more to do."""
        row = self.work_slice(row_id)
        if row.finished_at is None and row.lease_until is None:
            self.queue(row_id)
        return row

    def work_slice(
        self, row_id: int, seconds: float | None = None, report: Report = lambda _progress: None
    ) -> WorkRow:
        """Work on a row for a slice, if it is due and no other worker holds it; return it."""
        lease = Lease.claim(self.model, row_id)
        if lease is not None:
            limit = self.slice_seconds if seconds is None else seconds
            attempt_work(
                lease,
                lambda: self.work(lease, limit, report),
                lambda reason: self.give_up(lease, reason, report),
            )
        row: WorkRow = self.model.objects.get(pk=row_id)
        return row

    def work_now(self, row: WorkRow, report: Report = lambda _progress: None) -> WorkRow:
        """Work on a row until it ends or is paused, watching a worker that already holds it."""
        told: list[Any] = []
        while self.model.objects.due().filter(pk=row.pk).exists():
            row = self.work_slice(row.pk, float("inf"), report)
            if row.lease_until is None:
                continue
            if (counts := [getattr(row, name) for name in self.counts]) != told:
                row.last = "another worker holds this crawl, or did until lately"
                report(row)
                told = counts
            time.sleep(POLL_SECONDS)
        ended: WorkRow = self.model.objects.get(pk=row.pk)
        return ended
