"""Learning goes on without the one page that a step cannot read, and says which it was."""

import logging
from collections.abc import Callable
from dataclasses import replace

from discovery.jobs.faults import unreadable
from discovery.jobs.leases import LeaseLostError
from discovery.web.fetch_error import FetchError
from wrappers.learning.step_context import StepContext, StepResult, TimeUpError
from wrappers.models import LearningState, LeftOutPage, SampleRole

logger = logging.getLogger(__name__)

Step = Callable[[StepContext], StepResult]
# Pages of one job that are left out: when more raise it is not the pages. Guess.
MAX_LEFT_OUT = 5
# What ends a step without a page being to blame.
_NO_FAULT = (FetchError, LeaseLostError, TimeUpError)


def do_without_faulty_page(context: StepContext, step: Step) -> StepResult:
    """Return what `step` finds, without the one page with which it raises, if there is one.

    That is the answer to the query just asked, then the next is asked; or a page stored before,
    which is left out from here on. The outcome and the job's progress tell which and why. Raises
    what the step raises when no page is to blame, or too many are.
    """
    before = context.state
    try:
        return step(context)
    except _NO_FAULT:
        raise
    except Exception as error:
        if len(before.left_out) >= MAX_LEFT_OUT:
            raise
        asked = context.state.asked[len(before.asked) :]
        is_second = bool(before.left_out) and before.left_out[-1].query is not None
        result = None
        if is_second or not asked:
            result = _do_without_a_stored_page(context, step, error, before)
        if result is None and asked:
            result = _ask_next(context, error, before, asked)
        if result is None:
            context.state = before
            raise
        logger.exception("learning %s goes on without a page", context.job.engine)
        return result


def _do_without_a_stored_page(
    context: StepContext, step: Step, error: Exception, before: LearningState
) -> StepResult | None:
    """Return what a step finds when one stored page is left out, None when it raises each time."""
    for stored in context.samples(*SampleRole):
        fault = LeftOutPage(unreadable(error), sample=stored.pk, url=stored.url)
        context.state = before.replace(left_out=(*before.left_out, fault))
        result = _tried(context, step)
        if result is not None:
            outcome = f"{result.outcome}; left out {stored.url}: {unreadable(error)}"
            return replace(result, outcome=outcome)
    return None


def _ask_next(
    context: StepContext, error: Exception, before: LearningState, asked: tuple[str, ...]
) -> StepResult:
    """Return the step again, with the query noted as asked whose answer it raised with."""
    fault = LeftOutPage(unreadable(error), query=asked[-1])
    context.state = before.replace(
        left_out=(*before.left_out, fault), asked=(*before.asked, *asked)
    )
    return StepResult(f"“{asked[-1]}”: its page {unreadable(error)}", context.job.step)


def _tried(context: StepContext, step: Step) -> StepResult | None:
    """Return what a step finds, None when it raises again."""
    context.check_time()
    try:
        return step(context)
    except _NO_FAULT:
        raise
    except Exception:
        return None
