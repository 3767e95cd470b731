"""Tasks of the queue: each is one service, and may run twice without harm."""

from django.conf import settings

from discovery.jobs.task_queue import plan_schedule
from metasearch.console.alerts import send_alerts
from metasearch.console.tidying import tidy
from metasearch.search.engine_profiles import profile_engines


def forget_old_figures() -> int:
    """Tidy, by the name that stored queues and schedules have for it; return what was removed."""
    return tidy()


def plan_schedules() -> None:
    for task, name, minutes in (
        (profile_engines, "profile engines", 2),
        (forget_old_figures, "tidy", 24 * 60),
        *([(send_alerts, "send alerts", 1)] if settings.ALERTS else ()),
    ):
        plan_schedule(f"metasearch.tasks.{task.__name__}", name, minutes)
