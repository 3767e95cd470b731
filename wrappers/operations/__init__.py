"""What people do with engines, by whatever door."""

from wrappers.operations.correction import (
    Alternative,
    CorrectionError,
    StoredSamples,
    choose_alternative,
    load_stored_samples,
    propose_alternatives,
)
from wrappers.operations.lifecycle import (
    add_engine,
    enqueue_check,
    pause,
    register_and_learn,
    resume,
    roll_back,
)

__all__ = [
    "Alternative",
    "CorrectionError",
    "StoredSamples",
    "add_engine",
    "choose_alternative",
    "enqueue_check",
    "load_stored_samples",
    "pause",
    "propose_alternatives",
    "register_and_learn",
    "resume",
    "roll_back",
]
