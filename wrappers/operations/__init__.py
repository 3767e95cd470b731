"""What people do with engines, by whatever door."""

from wrappers.operations.correction import (
    Alternative,
    CorrectionError,
    StoredSamples,
    alternatives,
    choose,
    stored_samples,
)
from wrappers.operations.lifecycle import (
    add_engine,
    enqueue_check,
    pause,
    plan_learning_of_new,
    resume,
    roll_back,
)

__all__ = [
    "Alternative",
    "CorrectionError",
    "StoredSamples",
    "add_engine",
    "alternatives",
    "choose",
    "enqueue_check",
    "pause",
    "plan_learning_of_new",
    "resume",
    "roll_back",
    "stored_samples",
]
