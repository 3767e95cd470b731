"""Standing schedules of the task queue: made once, kept as an operator changed them."""

from django.utils import timezone
from django_q.models import Schedule
from django_q.tasks import schedule


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
