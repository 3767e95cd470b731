"""Learning an engine, from its address to a checked wrapper, and mending a broken one."""

from wrappers.learning.connection_repair import form_has_moved
from wrappers.learning.job_runner import Report, learn_now, work_on_job
from wrappers.learning.jobs import (
    LearningUnderWayError,
    NothingUnderWayError,
    enqueue_learning,
    plan_learning,
    plan_mending,
    recheck_connection,
    stop_learning,
)
from wrappers.learning.known_answers import (
    ReadAnswer,
    find_disagreement,
    has_next_page,
    known_answers,
    result_pages_of,
)
from wrappers.learning.step_context import UNREACHABLE_KINDS

__all__ = [
    "UNREACHABLE_KINDS",
    "LearningUnderWayError",
    "NothingUnderWayError",
    "ReadAnswer",
    "Report",
    "enqueue_learning",
    "find_disagreement",
    "form_has_moved",
    "has_next_page",
    "known_answers",
    "learn_now",
    "plan_learning",
    "plan_mending",
    "recheck_connection",
    "result_pages_of",
    "stop_learning",
    "work_on_job",
]
