"""Attempts at a row of work: they are limited, whether they raise or their worker dies."""

import logging
from collections.abc import Callable
from contextlib import suppress

from discovery.jobs.faults import describe_fault
from discovery.jobs.leases import Lease, LeaseLostError

logger = logging.getLogger(__name__)

# Attempts in a row that may come to nothing before work of any kind is given up. Guess: more than a
# restart of the machine costs, few enough that nobody waits long for the reason.
MAX_ATTEMPTS = 3
DIED = "the worker ended without an exception (killed, or out of memory)"


def attempt_work(lease: Lease, work: Callable[[], None], give_up: Callable[[str], None]) -> None:
    """Do a slice of the work of the row that `lease` holds, and release it.

    A slice that raises leaves the row to another attempt. After `MAX_ATTEMPTS` in a row without
    progress, `give_up` ends the row; it is given the reason. Attempts whose worker died count, as
    they were counted when they began.
    """
    attempts, last_error = lease.begin_attempt()
    try:
        if attempts > MAX_ATTEMPTS:
            give_up(reason_for(last_error))
        else:
            work()
            lease.forgive()
    except LeaseLostError:
        pass
    except (KeyboardInterrupt, SystemExit):
        lease.forgive()
        lease.release()
        raise
    except Exception as error:
        logger.exception("attempt %s at %s %s failed", attempts, lease.model.__name__, lease.row_id)
        last_error = describe_fault(error)
        with suppress(LeaseLostError):
            attempts = lease.note_fault(last_error)
            if attempts >= MAX_ATTEMPTS:
                give_up(reason_for(last_error))
    lease.release()


def reason_for(fault: str) -> str:
    """Return why work is given up; `fault` is empty when the last worker died."""
    return (
        f"Given up after {MAX_ATTEMPTS} attempts that came to nothing; the last: {fault or DIED}."
    )
