"""The work on learning jobs: step after step, each stored with the move to the next."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from discovery.engines.registration import register_engine
from discovery.jobs.faults import describe_fault, unreadable
from discovery.jobs.leases import JobRunner, Lease, LeaseLostError
from discovery.models import LEARNING_FAILURES, EngineState
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import RequestBudget, open_sync_fetcher
from discovery.web.rendering.renderer import Renderer, open_renderer
from wrappers.engines.client import EngineClient
from wrappers.induction.candidates.inducers import InducerName
from wrappers.learning.connecting import connect, find_form, repair_connection
from wrappers.learning.final_check import check, compare_with_known
from wrappers.learning.flow import (
    BEGINS_ANEW,
    JobOutcome,
    StepOutcome,
    StepResult,
    end_job,
    step_after,
)
from wrappers.learning.jobs import plan_learning
from wrappers.learning.learned_version import finish_job, leave_engine
from wrappers.learning.memory import recall
from wrappers.learning.mending import adapt, ask_again, learn_no_result
from wrappers.learning.paging import learn_paging
from wrappers.learning.queries import ask_nothing
from wrappers.learning.step_context import StepContext, TimeUpError
from wrappers.learning.steps import ask_impossible, ask_samples, learn
from wrappers.models import EngineWatch, LearningJob, LeftOutPage, SampleRole

logger = logging.getLogger(__name__)

Step = Callable[[StepContext], StepResult]
STEPS: dict[str, Step] = {
    step.__name__: step
    for step in (
        *(find_form, connect, recall, ask_impossible, ask_nothing, ask_samples, learn),
        *(
            learn_paging,
            check,
            compare_with_known,
            ask_again,
            adapt,
            repair_connection,
            learn_no_result,
        ),
    )
}
# Pages of one job that are left out: when more raise it is not the pages. Guess.
MAX_LEFT_OUT = 5
# What ends a step without a page being to blame.
_NO_FAULT = (FetchError, LeaseLostError, TimeUpError)


def do_without_faulty_page(context: StepContext, step: Step) -> StepResult:
    """Return what `step` finds, without the one page with which it raises, if there is one.

    That is the answer to the query just asked, or a page stored before, left out from here on.
    Outcome and progress tell which and why. Raises what the step does when no page is to blame, or
    too many.
    """
    before = context.state
    try:
        return step(context)
    except _NO_FAULT:
        raise
    except Exception as error:
        fault, left_out = unreadable(error), before.left_out
        if len(left_out) >= MAX_LEFT_OUT:
            raise
        asked = context.state.asked[len(before.asked) :]
        context.state = before
        # Of the second answer in a row something else may be to blame.
        is_second = bool(left_out) and left_out[-1].query is not None
        for stored in context.samples(*SampleRole) if is_second or not asked else ():
            page = LeftOutPage(fault, sample=stored.pk, url=stored.url)
            context.state = before.replace(left_out=(*left_out, page))
            context.check_time()
            try:
                result = step(context)
            except _NO_FAULT:
                raise
            except Exception:
                context.state = before
                continue
            logger.exception("learning %s goes on without a page", context.job.engine)
            return replace(result, told=f"{result.told}; left out {stored.url}: {fault}")
        if not asked:
            raise
        logger.exception("learning %s goes on without a page", context.job.engine)
        page = LeftOutPage(fault, query=asked[-1])
        context.update(left_out=(*left_out, page), asked=(*before.asked, *asked))
        return StepResult(f"“{asked[-1]}”: its page {fault}", StepOutcome.AGAIN)


# Seconds a worker spends on one job before the next gets its turn: the queue ends a task after 90.
SLICE_SECONDS = 40.0
# Seconds after which learning is given up. Guess: a slower engine would be of no use.
LEARNING_LIMIT = 240.0
# Seconds of one step: a lease is renewed before each, and lasts a little longer.
STEP_LIMIT = 80.0
# Called with each step done, as it stands in the job's log.
Report = Callable[[dict[str, Any]], None]


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
    pause = job.engine.pause or 0.0
    spent = sum(max(0.0, step["seconds"] - pause) for step in job.log)
    left = min(STEP_LIMIT, LEARNING_LIMIT - spent)
    context = StepContext(job, runner, client, left, renderer)
    budget = RequestBudget(settings.REQUESTS_OF_A_LEARNING, Counter(context.state.requests))
    client.fetcher.budget = budget
    client.fetcher.visitor = client.visitor_of(job.engine, context.login)
    started = time.monotonic()
    try:
        step = STEPS[job.step]
        result = do_without_faulty_page(context, step)
    except TimeUpError:
        result = _time_is_up(job, of_step=left >= STEP_LIMIT)
    except FetchError as error:
        result = end_job(EngineState.UNREACHABLE, str(error))
    except Exception as error:
        entry = _entry(job, started, f"failed: {describe_fault(error)}")
        counted = job.state.replace(requests=dict(budget.sent))
        lease.update(log=[*job.log, entry], progress=counted.to_json())
        report(entry)
        raise
    context.update(requests=dict(budget.sent))
    ended = result.job_outcome
    if budget.refusal and (ended is None or ended.state in LEARNING_FAILURES):
        result = end_job(EngineState.FAILED, budget.refusal)
    entry = _entry(job, started, result.told)
    if result.job_outcome is None and spent + entry["seconds"] > LEARNING_LIMIT:
        result = _time_is_up(job)
        entry["outcome"] = result.told
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
    return end_job(EngineState.FAILED, reason)


def _store(lease: Lease, context: StepContext, result: StepResult, entry: dict[str, Any]) -> None:
    job = context.job
    with transaction.atomic():
        lease.advance()
        columns = {"progress": context.state.to_json(), "log": [*job.log, entry]}
        if (ended := result.job_outcome) is None:
            lease.update(step=step_after(job.step, result.outcome), **columns)
        else:
            lease.update(
                outcome=ended.state, reason=ended.reason, finished_at=timezone.now(), **columns
            )
        if result.outcome in BEGINS_ANEW:
            refused = context.state.refused
            job.samples.exclude(pk__in=refused.samples if refused else ()).delete()
        for sample in result.samples:
            sample.save()
        if ended is not None:
            finish_job(context, ended)


LEARNING = JobRunner(LearningJob, _work, _give_up, SLICE_SECONDS)


def add_engine(
    address: str,
    report: Report = lambda _step: None,
    inducers: Collection[InducerName] = (),
) -> LearningJob:
    """Register the site at `address` and learn it here and now. Raises `AddressError`.

    `inducers` alone propose its wrappers from now on; none: as it was. Returns the finished job;
    for a site whose index we search, the one that found it.
    """
    engine, _ = register_engine(address)
    if engine.collection_id is not None:
        return engine.learning_jobs.latest("pk")
    if inducers:
        chosen = {"inducers": " ".join(inducers)}
        EngineWatch.objects.update_or_create(engine=engine, defaults=chosen)
    return LEARNING.work_now(plan_learning(engine, enqueue=False), report)
