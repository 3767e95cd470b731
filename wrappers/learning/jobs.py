"""Learning jobs as rows: planned, put into the queue, stopped.

The engine of a job keeps its state and its wrapper until another has passed its check.
"""

from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils import timezone
from django_q.tasks import async_task

from discovery.connection.description.description import ConnectionDescription
from discovery.connection.xml.writing import to_xml
from discovery.engines.registration import change_state, log_event
from discovery.jobs.leases import WorkStateError
from discovery.models import LEARNING_FAILURES, Engine, EngineState, ForbiddenChangeError
from wrappers.learning.mending import first_state
from wrappers.models import LearningJob, LearningState, SamplePage, WrapperVersion


class LearningUnderWayError(RuntimeError):
    """What was asked for has to wait until the engine's learning has ended."""


class NothingUnderWayError(WorkStateError):
    """There is no learning and no mending to be stopped."""


def plan_learning(engine: Engine, *, enqueue: bool = True, given: str = "") -> LearningJob:
    """Return the engine's learning job, a new one unless one is under way.

    `given` is the XML of a connection description that a new job shall try, and no other. An engine
    in use keeps its state and its wrapper until the new one has passed its check. Raises
    `ForbiddenChangeError` for the engine of a collection: there is nothing to learn.
    """
    if engine.collection_id is not None:
        raise ForbiddenChangeError(engine.state, EngineState.LEARNING)
    try:
        with transaction.atomic():
            job = LearningJob.objects.create(
                engine=engine, progress=LearningState(given=given).to_json()
            )
            if engine.state in LEARNING_FAILURES | {EngineState.PROPOSED}:
                change_state(engine, EngineState.LEARNING, "Learning has begun.")
    except IntegrityError:
        job = LearningJob.objects.unfinished().get(engine=engine)
    if enqueue:
        enqueue_learning(job.pk)
    return job


def plan_mending(
    version: WrapperVersion,
    *,
    enqueue: bool = True,
    step: str = "ask_again",
    only_no_result: bool = False,
    only_fields: bool = False,
) -> LearningJob:
    """Return the job that mends the engine of `version`, or the one that is under way.

    It begins with `step`, learns `only_no_result` pages anew where nothing else has changed, adapts
    `only_fields` where records are read without some. The engine keeps its state and this version
    until another has passed its check.
    """
    state = first_state(version, only_no_result=only_no_result, only_fields=only_fields)
    try:
        with transaction.atomic():
            job = LearningJob.objects.create(
                engine=version.engine,
                step=step,
                progress=state.to_json(),
            )
            _drop_pages_of_failures(version.engine, job)
    except IntegrityError:
        job = LearningJob.objects.unfinished().get(engine=version.engine)
    if enqueue:
        enqueue_learning(job.pk)
    return job


def _drop_pages_of_failures(engine: Engine, job: LearningJob) -> None:
    """Delete the pages of earlier jobs that came to no version: one that cannot be mended is tried
    again and again."""
    SamplePage.objects.filter(job__engine=engine, version__isnull=True).exclude(job=job).delete()


def recheck_connection(engine: Engine, description: ConnectionDescription) -> LearningJob:
    """Learn `engine` through this description and no other; return the job.

    What is in use stays in use until the new version has passed its check. Raises
    `LearningUnderWayError`.
    """
    data_model = description.data_model
    given = to_xml(replace(description, data_model="")).decode()
    with transaction.atomic():
        job = plan_learning(engine, enqueue=False, given=given)
        if job.state.given != given or job.log:
            raise LearningUnderWayError("This engine is being learned: try again when it is done.")
        job.progress = job.state.replace(data_model=data_model).to_json()
        job.save(update_fields=["progress"])
        reason = "A changed connection description was uploaded; the engine is learned with it."
        log_event(engine, engine.state, engine.state, reason)
    enqueue_learning(job.pk)
    return job


def stop_learning(engine: Engine) -> None:
    """End the engine's learning or mending; what is in use stays in use.

    A worker that is in the midst of it finds its lease gone, and drops what it has. Raises
    `NothingUnderWayError`.
    """
    reason = "Stopped by a person."
    with transaction.atomic():
        stopped = LearningJob.objects.unfinished().filter(engine=engine)
        if not stopped.update(
            outcome=EngineState.FAILED,
            reason=reason,
            finished_at=timezone.now(),
            lease_until=None,
            lease_holder="",
        ):
            raise NothingUnderWayError("nothing is being learned or repaired.")
        engine.refresh_from_db()
        if engine.state == EngineState.LEARNING:
            change_state(engine, EngineState.FAILED, reason)
        else:
            log_event(engine, engine.state, engine.state, f"Learning: {reason}")


def enqueue_learning(job_id: int) -> None:
    """Put a slice of work on a job into the queue; harmless when it is there already."""
    LearningJob.objects.filter(pk=job_id).update(heartbeat_at=timezone.now())
    async_task("wrappers.tasks.work_on_learning", job_id, task_name=f"learning {job_id}")
