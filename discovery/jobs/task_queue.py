"""The task queue: a broker that gives a task a limited number of times, standing schedules.

django-q2 counts the attempts of tasks that fail. One whose worker is killed is given out again
after `retry`, for ever.
"""

import logging
from typing import Any

from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.conf import Conf
from django_q.models import OrmQ, Schedule, Task
from django_q.signing import BadSignature, SignedPackage
from django_q.tasks import schedule

from discovery.jobs.leases import MAX_ATTEMPTS, reason_for

_DELIVERIES = "deliveries"

logger = logging.getLogger(__name__)


class LimitedBroker(ORM):
    """Django-q2's broker over the database; a task given out too often is shown as failed."""

    def dequeue(self) -> list[tuple[int, str]] | None:
        taken = super().dequeue()
        if taken is None:
            return None
        return [(pk, package) for pk, old in taken if (package := self._counted(pk, old))]

    def _counted(self, pk: int, package: str) -> str | None:
        """Return a package with this delivery counted, None when it was one too many."""
        try:
            task = SignedPackage.loads(package)
        except (TypeError, BadSignature):
            # The cluster says what is wrong with it.
            return package
        task[_DELIVERIES] = task.get(_DELIVERIES, 0) + 1
        if task[_DELIVERIES] > MAX_ATTEMPTS:
            self._give_up(pk, task)
            return None
        counted = str(SignedPackage.dumps(task))
        OrmQ.objects.using(Conf.ORM).filter(pk=pk).update(payload=counted)
        return counted

    def _give_up(self, pk: int, task: dict[str, Any]) -> None:
        reason = reason_for("")
        logger.error("task %s (%s): %s", task["name"], task["func"], reason)
        Task.objects.using(Conf.ORM).update_or_create(
            id=task["id"],
            defaults={
                "name": task["name"],
                "func": str(task["func"]),
                "args": task["args"],
                "kwargs": task["kwargs"],
                "started": task["started"],
                "stopped": timezone.now(),
                "result": reason,
                "success": False,
                "attempt_count": MAX_ATTEMPTS,
            },
        )
        self.delete(pk)


def plan_schedule(task: str, name: str, minutes: int) -> None:
    """Have `task` (its dotted name) run every so many minutes, unless `name` is planned already."""
    if not Schedule.objects.filter(name=name).exists():
        schedule(
            task,
            name=name,
            schedule_type=Schedule.MINUTES,
            minutes=minutes,
            next_run=timezone.now(),
        )
