"""Learning jobs as rows: planned, put into the queue, worked step after step, stopped.

The engine of a job keeps its state and its wrapper until another has passed its check.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django_q.tasks import async_task

from discovery.connection.description import ConnectionDescription
from discovery.connection.description_xml import to_xml
from discovery.engines.registration import change_state, log_event
from discovery.jobs.faults import describe_fault
from discovery.jobs.leases import JobRunner, Lease, WorkStateError
from discovery.models import LEARNING_FAILURES, Engine, EngineState, ForbiddenChangeError
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import open_sync_fetcher
from discovery.web.rendering.renderer import Renderer, open_renderer
from wrappers.engines.client import EngineClient
from wrappers.learning.failures import MAX_ROUNDS, do_without_faulty_page
from wrappers.learning.learned_version import finish_job, leave_engine
from wrappers.learning.mending import MENDING_STEPS
from wrappers.learning.step_context import JobOutcome, StepContext, StepResult, TimeUpError
from wrappers.learning.steps import STEPS
from wrappers.models import (
    Candidate,
    LearningJob,
    LearningState,
    Mending,
    SamplePage,
    WrapperVersion,
)


class LearningUnderWayError(RuntimeError):
    """What was asked for has to wait until the engine's learning has ended."""


class NothingUnderWayError(WorkStateError):
    """There is no learning and no mending to be stopped."""


def plan_learning(engine: Engine, *, enqueue: bool = True, given: str = "") -> LearningJob:
    """Return the engine's learning job, a new one unless one is under way.

    `given` is the XML of the only connection description that a new job shall try. Raises
    `ForbiddenChangeError` for the engine of a collection: there is nothing to learn.
    """
    if engine.collection_id is not None:
        raise ForbiddenChangeError(engine.state, EngineState.LEARNING)
    return _plan(engine, enqueue, progress=LearningState(given=given).to_json())


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
    """End the engine's learning or mending. Raises `NothingUnderWayError`.

    A worker that is in the midst of it finds its lease gone, and drops what it has.
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


# Seconds a worker spends on one job before the next gets its turn: the queue ends a task after 90.
SLICE_SECONDS = 40.0
# Seconds after which learning is given up. Guess: a slower engine would be of no use.
LEARNING_LIMIT = 240.0
# Seconds of one step: a lease is renewed before each, and lasts a little longer.
STEP_LIMIT = 80.0
# Called with each step done, as it stands in the job's log.
Report = Callable[[dict[str, Any]], None]
# Engines named of those being learned. Guess: more than anybody watches.
MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class EngineBeingLearned:
    """An engine that cannot be asked yet, and the share of the steps it is through (0 to 1)."""

    name: str
    home_url: str
    done: float


def engines_being_learned() -> tuple[EngineBeingLearned, ...]:
    order = list(STEPS)
    rows = (
        LearningJob.objects.unfinished()
        .filter(engine__state=EngineState.LEARNING)
        .order_by("pk")
        .values_list("engine__name", "engine__home_url", "step")[:MAX_NAMED]
    )
    return tuple(
        EngineBeingLearned(name, home_url, order.index(step) / len(order) if step in order else 0.0)
        for name, home_url, step in rows
    )


def _work(lease: Lease, seconds: float, report: Report) -> None:
    """Do steps for about `seconds`, each stored with the move to the next in one transaction."""
    until = time.monotonic() + seconds
    with (
        open_sync_fetcher() as (runner, fetcher),
        closing(EngineClient(fetcher)) as client,
        ExitStack() as ending,
    ):
        # None where nothing renders pages; no browser is left.
        renderer = open_renderer(fetcher)
        if renderer is not None:
            ending.callback(lambda: runner.run(renderer.close()))
        while time.monotonic() < until and _do_step(lease, runner, client, renderer, report):
            pass


def _do_step(
    lease: Lease,
    runner: asyncio.Runner,
    client: EngineClient,
    renderer: Renderer | None,
    report: Report,
) -> bool:
    """Do the job's next step and store what it found; tell whether there is another."""
    lease.renew()
    job = LearningJob.objects.select_related("engine").get(pk=lease.row_id)
    spent = sum(step["seconds"] for step in job.log)
    left = min(STEP_LIMIT, LEARNING_LIMIT - spent)
    context = StepContext(job, runner, client, left, renderer)
    started = time.monotonic()
    try:
        step = STEPS.get(job.step) or MENDING_STEPS[job.step]
        result = do_without_faulty_page(context, step)
    except TimeUpError:
        result = _time_is_up(job, of_step=left >= STEP_LIMIT)
    except FetchError as error:
        result = StepResult(str(error), job_outcome=JobOutcome(EngineState.UNREACHABLE, str(error)))
    except Exception as error:
        entry = _entry(job, started, f"failed: {describe_fault(error)}")
        lease.update(log=[*job.log, entry])
        report(entry)
        raise
    entry = _entry(job, started, result.outcome)
    if result.job_outcome is None and spent + entry["seconds"] > LEARNING_LIMIT:
        result = _time_is_up(job)
        entry["outcome"] = result.outcome
    _store(lease, context, result, entry)
    report(entry)
    return result.job_outcome is None


def _entry(job: LearningJob, started: float, outcome: str) -> dict[str, Any]:
    return {
        "name": job.step,
        "seconds": round(time.monotonic() - started, 3),
        "outcome": outcome,
    }


def _give_up(lease: Lease, reason: str, report: Report) -> None:
    """End a job that always raises or kills its workers: our faults end in a named state, too."""
    job = LearningJob.objects.select_related("engine").get(pk=lease.row_id)
    reason = f"An internal error in step {job.step}. {reason}"
    evidence = {"step": job.step, "log": job.log[-3:], "url": job.engine.home_url}
    entry = _entry(job, time.monotonic(), reason)
    with transaction.atomic():
        lease.update(
            log=[*job.log, entry],
            outcome=EngineState.FAILED,
            reason=reason,
            finished_at=timezone.now(),
        )
        leave_engine(job, JobOutcome(EngineState.FAILED, reason, evidence))
    report(entry)


def _time_is_up(job: LearningJob, *, of_step: bool = False) -> StepResult:
    took, limit = ("A step", STEP_LIMIT) if of_step else ("Learning", LEARNING_LIMIT)
    reason = f"{took} took longer than {limit:g} seconds; it had come to {job.step}."
    return StepResult(reason, job_outcome=JobOutcome(EngineState.FAILED, reason))


def _store(lease: Lease, context: StepContext, result: StepResult, entry: dict[str, Any]) -> None:
    job = context.job
    with transaction.atomic():
        lease.advance()
        columns = {"progress": context.state.to_json(), "log": [*job.log, entry]}
        if (ended := result.job_outcome) is None:
            lease.update(step=result.next_step or job.step, **columns)
        else:
            lease.update(
                outcome=ended.state, reason=ended.reason, finished_at=timezone.now(), **columns
            )
        if result.drop_samples:
            refused = context.state.refused
            job.samples.exclude(pk__in=refused.samples if refused else ()).delete()
        for sample in result.samples:
            sample.save()
        if ended is not None:
            finish_job(context, ended)


LEARNING = JobRunner(LearningJob, _work, _give_up, SLICE_SECONDS)
