"""Watching over engines in use: what searches tell of them, and checks."""

from wrappers.monitoring.check_attempts import CheckFailedError
from wrappers.monitoring.checking import check_and_queue, check_engine
from wrappers.monitoring.observation import Observation

__all__ = [
    "CheckFailedError",
    "Observation",
    "check_and_queue",
    "check_engine",
]
