"""Learning an engine, from its address to a checked wrapper, and mending a broken one."""

from wrappers.learning.connection_repair import form_has_moved
from wrappers.learning.job_runner import (
    LEARNING,
    EngineBeingLearned,
    Report,
    engines_being_learned,
)
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
    has_next_page,
    known_answers,
    record_answers,
    result_pages_of,
)
from wrappers.learning.learned_version import put_in_use, withdraw_proposal
from wrappers.learning.no_result_repair import MAY_BE_NO_RESULT
from wrappers.learning.step_context import UNREACHABLE_KINDS

__all__ = [
    "LEARNING",
    "MAY_BE_NO_RESULT",
    "UNREACHABLE_KINDS",
    "EngineBeingLearned",
    "LearningUnderWayError",
    "NothingUnderWayError",
    "Report",
    "engines_being_learned",
    "enqueue_learning",
    "form_has_moved",
    "has_next_page",
    "known_answers",
    "plan_learning",
    "plan_mending",
    "put_in_use",
    "recheck_connection",
    "record_answers",
    "result_pages_of",
    "stop_learning",
    "withdraw_proposal",
]
