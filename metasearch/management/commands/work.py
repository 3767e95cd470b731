"""`manage.py work`: a task worker."""

from django.core.management import BaseCommand

from discovery.jobs.task_queue import TaskWorker
from discovery.management.command_line import prepare_database
from discovery.tasks import plan_schedules as plan_crawl_schedules
from metasearch.tasks import plan_schedules as plan_profile_schedules
from wrappers.tasks import plan_schedules as plan_learning_schedules


class Command(BaseCommand):
    help = "Work off the task queue until stopped."

    def handle(self, *args: object, **options: object) -> None:
        prepare_database()
        plan_crawl_schedules()
        plan_learning_schedules()
        plan_profile_schedules()
        TaskWorker().start()
