"""Tasks of the queue: each takes ids, calls one service, and may run twice without harm."""

from django.utils import timezone
from django_q.models import Schedule
from django_q.tasks import schedule

from discovery.models import Engine
from wrappers.checking import check_engine
from wrappers.models import LearningJob
from wrappers.services import enqueue_learning, work_on_job


def work_on_learning(job_id: int) -> str:
    """Work a slice of a learning job off; queue the next slice while there is more to do."""
    job = work_on_job(job_id)
    if job.finished_at is None and job.lease_until is None:
        enqueue_learning(job_id)
    return job.outcome or job.step


def check(engine_id: int) -> str:
    """Check an engine, and mend it when it is broken; return the kind of its answer."""
    return check_engine(Engine.objects.get(pk=engine_id)).kind


def take_up_abandoned_learning() -> int:
    """Queue the jobs whose worker died; return how many."""
    jobs = LearningJob.objects.abandoned().values_list("pk", flat=True)
    for job_id in jobs:
        enqueue_learning(job_id)
    return len(jobs)


def plan_schedules() -> None:
    """Make the standing schedules that are missing, and take up what a stop left behind."""
    if not Schedule.objects.filter(name="take up abandoned learning").exists():
        schedule(
            "wrappers.tasks.take_up_abandoned_learning",
            name="take up abandoned learning",
            schedule_type=Schedule.MINUTES,
            minutes=2,
            next_run=timezone.now(),
        )
    take_up_abandoned_learning()
