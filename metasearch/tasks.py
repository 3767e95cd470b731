"""Tasks of the queue: each calls one service, and may run twice without harm."""

from discovery.jobs.task_queue import plan_schedule
from metasearch.search.counters import forget_old_figures as delete_old_figures
from metasearch.search.engine_profiles import profile_engines as profile_new_engines


def profile_engines() -> int:
    return profile_new_engines()


def forget_old_figures() -> int:
    return delete_old_figures()


def plan_schedules() -> None:
    for task, name, minutes in (
        ("metasearch.tasks.profile_engines", "profile engines", 2),
        ("metasearch.tasks.forget_old_figures", "forget old figures", 24 * 60),
    ):
        plan_schedule(task, name, minutes)
