"""Leases on learning jobs: one worker at a time, and a dead worker's job goes on elsewhere."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from wrappers.models import LEASE, LearningJob


class LeaseLostError(RuntimeError):
    """The job was taken over by another worker, finished or removed: this result is dropped."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one job until it is released or runs out."""

    job_id: int
    holder: str

    @classmethod
    def claim(cls, job_id: int) -> "Lease | None":
        """Claim an unfinished job by conditional update; None when somebody else holds it."""
        now = timezone.now()
        holder = uuid.uuid4().hex
        claimed = (
            LearningJob.objects.unfinished()
            .filter(Q(lease_until__isnull=True) | Q(lease_until__lt=now), pk=job_id)
            .update(
                lease_holder=holder,
                lease_until=now + LEASE,
                heartbeat_at=now,
                attempts=F("attempts") + 1,
            )
        )
        return cls(job_id, holder) if claimed else None

    def renew(self) -> None:
        """Show that the worker lives. Raises `LeaseLostError`."""
        now = timezone.now()
        self.update(lease_until=now + LEASE, heartbeat_at=now)

    def update(self, **values: Any) -> None:
        """Write to the job if the lease still holds. Raises `LeaseLostError`."""
        changed = (
            LearningJob.objects.unfinished()
            .filter(pk=self.job_id, lease_holder=self.holder)
            .update(**values)
        )
        if not changed:
            raise LeaseLostError(f"job {self.job_id} is no longer held by this worker")

    def release(self) -> None:
        """Give the job back, finished or not; harmless when the lease was lost."""
        with transaction.atomic():
            LearningJob.objects.filter(pk=self.job_id, lease_holder=self.holder).update(
                lease_until=None, lease_holder=""
            )
