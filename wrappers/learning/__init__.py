"""Learning an engine, from its address to a checked wrapper, and mending a broken one."""

from wrappers.learning.connection_repair import has_moved
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
    disagreement,
    known_answers,
    leads_on,
    pages_of,
)
from wrappers.learning.step_context import OUT_OF_REACH_KINDS

__all__ = [
    "OUT_OF_REACH_KINDS",
    "LearningUnderWayError",
    "NothingUnderWayError",
    "ReadAnswer",
    "Report",
    "disagreement",
    "enqueue_learning",
    "has_moved",
    "known_answers",
    "leads_on",
    "learn_now",
    "pages_of",
    "plan_learning",
    "plan_mending",
    "recheck_connection",
    "stop_learning",
    "work_on_job",
]
