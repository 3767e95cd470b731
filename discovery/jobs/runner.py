"""The one way of working jobs: a row is claimed, worked on for a slice of time, and given back."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from discovery.jobs.attempts import attempt_work
from discovery.jobs.leases import Lease, LeasedWork

# Seconds between two checks of a row that another worker holds.
POLL_SECONDS = 0.5

Row = TypeVar("Row", bound=LeasedWork)
# Told how far the work has come; what it is told is the kind of work's own.
Report = Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class JobRunner(Generic[Row]):
    """Works off rows of `model`, whoever asks for it: the task queue or a command.

    `work` does what about so many seconds allow (`slice_seconds` in the queue) and stores it under
    the lease; running it again is harmless. `give_up` ends a row whose attempts came to nothing,
    with the reason. `progress_of` returns what is reported of a row that another worker holds.
    """

    model: type[Row]
    work: Callable[[Lease, float, Report], None]
    give_up: Callable[[Lease, str, Report], None]
    slice_seconds: float
    progress_of: Callable[[Row], Any] | None = None

    def work_slice(
        self, row_id: int, seconds: float | None = None, report: Report = lambda _progress: None
    ) -> Row:
        """Work on a row for a slice, if it is due and no other worker holds it; return it."""
        lease = Lease.claim(self.model, row_id)
        if lease is not None:
            limit = self.slice_seconds if seconds is None else seconds
            attempt_work(
                lease,
                lambda: self.work(lease, limit, report),
                lambda reason: self.give_up(lease, reason, report),
            )
        row: Row = self.model.objects.get(pk=row_id)
        return row

    def work_now(self, row: Row, report: Report = lambda _progress: None) -> Row:
        """Work on a row until it ends or is paused, watching a worker that already holds it."""
        told = None
        while self.model.objects.due().filter(pk=row.pk).exists():
            row = self.work_slice(row.pk, float("inf"), report)
            if row.lease_until is None:
                continue
            if self.progress_of is not None and (progress := self.progress_of(row)) != told:
                report(progress)
                told = progress
            time.sleep(POLL_SECONDS)
        ended: Row = self.model.objects.get(pk=row.pk)
        return ended
