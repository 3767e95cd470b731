"""What people do with engines, by whatever door."""

from wrappers.operations.collecting import sample_to_collect
from wrappers.operations.correction import (
    Alternative,
    CorrectionError,
    StoredSamples,
    choose_alternative,
    load_stored_samples,
    propose_alternatives,
)
from wrappers.operations.data_model import learned_data_model
from wrappers.operations.item_correction import ItemChange, change_items, load_items
from wrappers.operations.lifecycle import (
    UnusableVersionError,
    add_engine,
    begin_adding,
    enqueue_check,
    enqueue_due_checks,
    pause,
    register_and_learn,
    resume,
    roll_back,
)
from wrappers.operations.proposals import ProposalGoneError, accept_proposal, reject_proposal

__all__ = [
    "Alternative",
    "CorrectionError",
    "ItemChange",
    "ProposalGoneError",
    "StoredSamples",
    "UnusableVersionError",
    "accept_proposal",
    "add_engine",
    "begin_adding",
    "change_items",
    "choose_alternative",
    "enqueue_check",
    "enqueue_due_checks",
    "learned_data_model",
    "load_items",
    "load_stored_samples",
    "pause",
    "propose_alternatives",
    "register_and_learn",
    "reject_proposal",
    "resume",
    "roll_back",
    "sample_to_collect",
]
