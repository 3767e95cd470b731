"""Checks that raise, or kill their worker: the engine shows it, and the schedule goes on."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from discovery.engines.registration import log_event
from discovery.jobs.faults import describe_fault
from discovery.models import Engine
from wrappers.engines.check_schedule import begin_check, record_failed_check
from wrappers.engines.last_known import DATABASE_AWAY

logger = logging.getLogger(__name__)

# In the evidence of the event that tells of a check that raised.
INTERNAL_ERROR = "internal_error"


class CheckFailedError(RuntimeError):
    """A check came upon a fault of ours; the message says which."""


@contextmanager
def watch_check(engine: Engine) -> Iterator[None]:
    """Plan the next check before this one begins; write what this one raises into the history.

    Raises `CheckFailedError` for whatever was raised, unless the database is away.
    """
    unfinished = begin_check(engine) - 1
    if unfinished and not _has_noted_fault(engine):
        reason = "The last check did not end: its worker was killed, or ran out of memory."
        log_event(engine, engine.state, engine.state, reason, {"unfinished": unfinished})
    try:
        yield
    except DATABASE_AWAY:
        raise
    except Exception as error:
        logger.exception("the check of %s failed", engine)
        record_failed_check(engine)
        fault = describe_fault(error)
        reason = (
            f"The check could not be done: an internal error ({fault}). "
            "It is tried again, ever less often."
        )
        evidence = {"url": engine.home_url, "unfinished": unfinished + 1, INTERNAL_ERROR: fault}
        log_event(engine, engine.state, engine.state, reason, evidence)
        raise CheckFailedError(reason) from error


def _has_noted_fault(engine: Engine) -> bool:
    """Tell whether the last thing in an engine's history is a check that raised."""
    last = engine.events.first()
    return last is not None and INTERNAL_ERROR in last.evidence
