"""Work on a learning job: step after step, each stored with the move to the next."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any

from django.db import transaction

from discovery.jobs import Lease, LeaseLostError
from discovery.models import EngineState
from discovery.web import FetchError, open_fetcher
from wrappers.learning.learned_version import finish_job, outcome_values
from wrappers.learning.mending import MENDING_STEPS
from wrappers.learning.step_context import JobOutcome, StepContext, StepResult, TimeUpError
from wrappers.learning.steps import STEPS
from wrappers.models import LearningJob

# Seconds a worker spends on one job before the next gets its turn: the queue ends a task after 90.
SLICE_SECONDS = 40.0
# Seconds after which learning is given up, asked for or not: an engine that needs longer would
# not be learned by asking further.
LEARNING_LIMIT = 110.0
# Slices of work on one job: an ordinary one takes three. More means that workers die of it.
MAX_ATTEMPTS = 12

logger = logging.getLogger(__name__)

# Called with each step done, as it stands in the job's log.
Report = Callable[[dict[str, Any]], None]


def learn_now(job: LearningJob, report: Report = lambda _step: None) -> LearningJob:
    """Work on a job until it is finished, waiting for a worker that already holds it."""
    while True:
        job = work_on_job(job.pk, LEARNING_LIMIT, report)
        if job.finished_at:
            return job
        time.sleep(0.5)


def work_on_job(
    job_id: int, seconds: float = SLICE_SECONDS, report: Report = lambda _step: None
) -> LearningJob:
    """Do steps of a job for about `seconds`, if no other worker holds it; return its row.

    Running it twice is harmless. Each step is stored with the move to the next in one
    transaction, and only by the worker that holds the lease.
    """
    lease = Lease.claim(LearningJob, job_id)
    if lease is None:
        return LearningJob.objects.select_related("engine").get(pk=job_id)
    until = time.monotonic() + seconds
    try:
        with asyncio.Runner() as runner:
            fetcher = runner.run(open_fetcher().__aenter__())
            try:
                while time.monotonic() < until and _do_step(lease, runner, fetcher, report):
                    pass
            finally:
                runner.run(fetcher.__aexit__(None, None, None))
    except LeaseLostError:
        pass
    finally:
        lease.release()
    return LearningJob.objects.select_related("engine").get(pk=job_id)


def _do_step(lease: Lease, runner: asyncio.Runner, fetcher: Any, report: Report) -> bool:
    """Do the job's next step and store what it found; tell whether there is another."""
    lease.renew()
    job = LearningJob.objects.select_related("engine").get(pk=lease.row_id)
    spent = sum(step["seconds"] for step in job.log)
    context = StepContext(job, runner, fetcher, LEARNING_LIMIT - spent)
    started = time.monotonic()
    try:
        step = STEPS.get(job.step) or MENDING_STEPS[job.step]
        result = step(context) if job.attempts <= MAX_ATTEMPTS else _given_up(job)
    except TimeUpError:
        result = _time_is_up(job)
    except FetchError as error:
        result = StepResult(str(error), job_outcome=JobOutcome(EngineState.UNREACHABLE, str(error)))
    except Exception as error:
        # A fault of ours must end in a named state too, not in a job that is tried for ever.
        logger.exception("step %s of learning %s failed", job.step, job.engine)
        reason = f"An internal error in step {job.step}: {type(error).__name__}: {error}"
        result = StepResult(reason, job_outcome=JobOutcome(EngineState.FAILED, reason))
    seconds = round(time.monotonic() - started, 3)
    if result.job_outcome is None and spent + seconds > LEARNING_LIMIT:
        result = _time_is_up(job)
    entry = {"name": job.step, "seconds": seconds, "outcome": result.outcome}
    _store(lease, context, result, entry)
    report(entry)
    return result.job_outcome is None


def _given_up(job: LearningJob) -> StepResult:
    """Return the end of a job at which one worker after the other died."""
    reason = f"Given up after {MAX_ATTEMPTS} attempts, the last in step {job.step}."
    return StepResult(reason, job_outcome=JobOutcome(EngineState.FAILED, reason))


def _time_is_up(job: LearningJob) -> StepResult:
    """End a job whose time is used up."""
    reason = f"Learning took longer than {LEARNING_LIMIT:g} seconds; it had come to {job.step}."
    return StepResult(reason, job_outcome=JobOutcome(EngineState.FAILED, reason))


def _store(lease: Lease, context: StepContext, result: StepResult, entry: dict[str, Any]) -> None:
    """Write a step's results and the move to the next step, all or nothing."""
    job = context.job
    with transaction.atomic():
        lease.update(
            step=result.next_step or job.step,
            progress=context.progress,
            log=[*job.log, entry],
            **outcome_values(result),
        )
        if result.drop_samples:
            job.samples.all().delete()
        for sample in result.samples:
            sample.save()
        if result.job_outcome is not None:
            finish_job(context, result.job_outcome)
