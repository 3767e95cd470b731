"""Watching over engines in use: what searches tell of them, and checks."""

from wrappers.monitoring.check_attempts import CheckFailedError
from wrappers.monitoring.checking import check_and_queue, check_engine
from wrappers.monitoring.observation import observe_answers, observe_later

__all__ = [
    "CheckFailedError",
    "check_and_queue",
    "check_engine",
    "observe_answers",
    "observe_later",
]
