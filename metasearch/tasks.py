"""Tasks of the queue: each calls one service, and may run twice without harm."""

from django.utils import timezone
from django_q.models import Schedule
from django_q.tasks import schedule

from metasearch import profiling


def profile_engines() -> int:
    """Profile the engines that were learned since; return how many."""
    return profiling.profile_engines()


def plan_schedules() -> None:
    """Make the standing schedule when it is missing."""
    if not Schedule.objects.filter(name="profile engines").exists():
        schedule(
            "metasearch.tasks.profile_engines",
            name="profile engines",
            schedule_type=Schedule.MINUTES,
            minutes=2,
            next_run=timezone.now(),
        )
