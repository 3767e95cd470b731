"""The task queue: a broker that gives a task a limited number of times, its worker, schedules.

django-q2 counts the attempts of tasks that fail. One whose worker is killed is given out again
after `retry`, for ever; here when its worker gives no sign of life.
"""

import logging
import os
import signal
import time
from contextlib import suppress
from datetime import datetime, timedelta
from multiprocessing import Process, get_context
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event
from typing import Any

from django.db import Error, connections
from django.dispatch import receiver
from django.utils import timezone
from django_q.brokers.orm import ORM
from django_q.cluster import Cluster, Sentinel
from django_q.conf import Conf
from django_q.models import OrmQ, Schedule, Task
from django_q.pusher import pusher
from django_q.signals import pre_execute
from django_q.signing import BadSignature, SignedPackage
from django_q.tasks import schedule

from discovery.jobs.leases import MAX_ATTEMPTS, SET_BACK, reason_for, repeated

_DELIVERIES = "deliveries"
# How long after its cluster's last sign of life a task is given to others.
KEPT_FOR = timedelta(seconds=30)
# Seconds after which a task taken is given to others all the same, for its result was lost. More
# than one takes that waits for two before it.
KEPT_AT_MOST = 4.0 * Conf.TIMEOUT

logger = logging.getLogger(__name__)


class LimitedBroker(ORM):
    """Django-q2's broker over the database; a task begun too often is shown as failed."""

    def __init__(self, list_key: str | None = None) -> None:
        super().__init__(list_key)
        self._taken: dict[int, float] = {}

    def timeout(self, task: OrmQ) -> datetime:
        return timezone.now() + KEPT_FOR

    def dequeue(self) -> list[tuple[int, str]] | None:
        taken = super().dequeue()
        if taken is None:
            return None
        self._taken |= {pk: time.monotonic() for pk, _ in taken}
        return [(pk, package) for pk, package in taken if self._may_begin(pk, package)]

    def keep_taken(self) -> None:
        """Keep the tasks taken and not done from other clusters."""
        since = time.monotonic() - KEPT_AT_MOST
        # A copy: another thread takes more.
        taken = self._taken.copy()
        recent = [pk for pk, at in taken.items() if at > since]
        rows = OrmQ.objects.using(Conf.ORM).filter(pk__in=recent)
        rows.update(lock=timezone.now() + KEPT_FOR)
        for pk in taken.keys() - set(rows.values_list("pk", flat=True)):
            self._taken.pop(pk, None)
        _reach_set_back()

    def _may_begin(self, pk: int, package: str) -> bool:
        try:
            task = SignedPackage.loads(package)
        except (TypeError, BadSignature):
            # The cluster says what is wrong with it.
            return True
        if task.get(_DELIVERIES, 0) < MAX_ATTEMPTS:
            return True
        self._give_up(pk, task)
        return False

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


def _reach_set_back() -> None:
    """Bring near what waits for a time from before the clock was set back.

    A task only as near as one just taken is: by then its cluster, if it lives, has kept it.
    """
    now = timezone.now()
    ahead = OrmQ.objects.using(Conf.ORM).filter(lock__gt=now + KEPT_FOR + SET_BACK)
    ahead.update(lock=now + KEPT_FOR)
    for each in Schedule.objects.using(Conf.ORM).filter(schedule_type=Schedule.MINUTES):
        if each.next_run > now + timedelta(minutes=each.minutes) + SET_BACK:
            # Now: until the cluster looks at its schedules it takes half a minute besides.
            Schedule.objects.using(Conf.ORM).filter(pk=each.pk).update(next_run=now)


@receiver(pre_execute)
def count_delivery(task: dict[str, Any], **_: object) -> None:
    """Note that a worker begins a task: what merely waited beside one that was killed is not."""
    rows = OrmQ.objects.using(Conf.ORM).filter(pk=task.get("ack_id"))
    try:
        for package in rows.values_list("payload", flat=True):
            stored = SignedPackage.loads(package)
            stored[_DELIVERIES] = stored.get(_DELIVERIES, 0) + 1
            rows.update(payload=SignedPackage.dumps(stored))
    except Error as error:
        logger.warning("a task is begun uncounted: %s", error)


# Seconds between two looks at an event.
EVENT_PAUSE = 0.05
# Seconds before a cluster begins anew.
RESTART_DELAY = 1.0


class _Event(Event):
    """An event awaited by the time that passes: Python's waits as long as the clock is set back."""

    def __init__(self) -> None:
        super().__init__(ctx=get_context())

    def wait(self, timeout: float | None = None) -> bool:
        until = time.monotonic() + (float("inf") if timeout is None else timeout)
        while not (is_set := self.is_set()) and time.monotonic() < until:
            time.sleep(EVENT_PAUSE)
        return is_set


class TaskWorker(Cluster):
    """Works off the queue until a signal ends it, in processes that all begin anew when one dies.

    One that is killed while it waits for a task has the lock of the queue between them for ever.
    """

    _is_stopped = False

    def stop(self) -> bool:
        # Between two starts there is nothing yet that the signal could end.
        self._is_stopped = True
        return bool(super().stop())

    def start(self) -> int:
        while not self._is_stopped:
            # What is forked off would end the connections that it shares.
            connections.close_all()
            self.stop_event, self.start_event = _Event(), _Event()
            events = (self.stop_event, self.start_event)
            self.sentinel = Process(target=_run_cluster, args=(*events, self.cluster_id))
            self.sentinel.start()
            self.sentinel.join()
            if self._is_stopped:
                break
            logger.error("a process of the task queue died: all of them begin anew")
            # Those whose parent was killed itself.
            orphans = self.stat
            for pid in filter(None, (*orphans.workers, orphans.pusher, orphans.monitor)):
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(RESTART_DELAY)
        return int(self.pid)


def _run_cluster(*cluster: Any) -> None:
    with suppress(_ProcessKilledError):
        _WholeSentinel(*cluster)


class _ProcessKilledError(Exception):
    pass


class _WholeSentinel(Sentinel):
    def spawn_pusher(self) -> BaseProcess:
        process: BaseProcess = self.spawn_process(
            _push, self.task_queue, self.event_out, self.broker
        )
        return process

    def reincarnate(self, process: BaseProcess) -> None:
        # One that ended by itself, or is ended as it takes too long, leaves no lock behind.
        if (process.exitcode or 0) < 0:
            raise _ProcessKilledError
        super().reincarnate(process)


def _push(tasks: Any, ended: Any, broker: LimitedBroker) -> None:
    with repeated(broker.keep_taken):
        pusher(tasks, ended, broker)


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
