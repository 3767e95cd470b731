"""Learning jobs as rows: planned, put into the queue, stopped; work.py does their steps.

The engine of a job keeps its state and its wrapper until another has passed its check.
"""

from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django_q.tasks import async_task

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import change_state, log_event
from discovery.jobs.leases import WorkStateError
from discovery.models import LEARNING_FAILURES, Engine, EngineState, ForbiddenChangeError
from wrappers.learning.flow import LEARNING_STEPS
from wrappers.models import (
    Candidate,
    LearningJob,
    LearningState,
    Mending,
    SamplePage,
    WrapperVersion,
)

# How often a failed check may send the learner back for more pages.
MAX_ROUNDS = 3


class LearningUnderWayError(RuntimeError):
    """What was asked for has to wait until the engine's learning has ended."""


def plan_learning(
    engine: Engine, *, enqueue: bool = True, given: str = "", brought: int = 0
) -> LearningJob:
    """Return the engine's learning job, a new one unless one is under way.

    `given` is the XML of the only connection description that a new job shall try, `brought` the
    key of the `ImportedEngine` whose file it tries first. Raises `ForbiddenChangeError` for the
    engine of a collection: there is nothing to learn.
    """
    if engine.collection_id is not None:
        raise ForbiddenChangeError(engine.state, EngineState.LEARNING)
    return _plan(engine, enqueue, progress=LearningState(given=given, brought=brought).to_json())


def _plan(engine: Engine, enqueue: bool, **columns: Any) -> LearningJob:
    try:
        with transaction.atomic():
            job = LearningJob.objects.create(engine=engine, **columns)
            if engine.state in LEARNING_FAILURES | {EngineState.PROPOSED}:
                change_state(engine, EngineState.LEARNING, "Learning has begun.")
            if job.is_mending:
                # What cannot be mended is tried again and again: pages of failures are not kept.
                failures = SamplePage.objects.filter(job__engine=engine, version__isnull=True)
                failures.exclude(job=job).delete()
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

    `only_no_result`: nothing but the page without results is learned anew, `only_fields`: nothing
    but the rules of lost fields is adapted; when this fails, nothing else is tried.
    """
    mending = Mending(version.pk, only_no_result=only_no_result, only_fields=only_fields)
    state = LearningState(
        mending=mending,
        candidates=(Candidate(version.description, ("as in use",)),),
        name=version.engine.name,
        beside=tuple(version.engine.wrapper_versions.beside().values_list("pk", flat=True)),
        # When all else fails the site is surveyed, and the engine learned anew.
        survey_left=not mending.is_partial,
        rounds=MAX_ROUNDS if mending.is_partial else 0,
    )
    return _plan(version.engine, enqueue, step=step, progress=state.to_json())


def recheck_connection(engine: Engine, description: ConnectionDescription) -> LearningJob:
    """Learn `engine` through this description and no other. Raises `LearningUnderWayError`."""
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
    """End the engine's learning or mending. Raises `WorkStateError`.

    A worker that is in the midst of it finds its lease gone, and drops what it has.
    """
    reason = "Stopped by a person."
    with transaction.atomic():
        jobs = LearningJob.objects.filter(engine=engine)
        if not jobs.end(outcome=EngineState.FAILED, reason=reason):
            raise WorkStateError("nothing is being learned or repaired.")
        engine.refresh_from_db()
        if engine.state == EngineState.LEARNING:
            change_state(engine, EngineState.FAILED, reason)
        else:
            log_event(engine, engine.state, engine.state, f"Learning: {reason}")


def enqueue_learning(job_id: int) -> None:
    """Put a slice of work on a job into the queue; harmless when it is there already."""
    LearningJob.objects.filter(pk=job_id).update(heartbeat_at=timezone.now())
    async_task("wrappers.tasks.work_on_learning", job_id, task_name=f"learning {job_id}")


# Engines named of those being learned. Guess: more than anybody watches.
MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class EngineBeingLearned:
    """An engine that cannot be asked yet, and the share of the steps it is through (0 to 1)."""

    name: str
    home_url: str
    done: float


def engines_being_learned() -> tuple[EngineBeingLearned, ...]:
    order = LEARNING_STEPS
    rows = (
        LearningJob.objects.unfinished()
        .filter(engine__state=EngineState.LEARNING, engine__seen_by="")
        .order_by("pk")
        .values_list("engine__name", "engine__home_url", "step")[:MAX_NAMED]
    )
    return tuple(
        EngineBeingLearned(name, home_url, order.index(step) / len(order) if step in order else 0.0)
        for name, home_url, step in rows
    )
