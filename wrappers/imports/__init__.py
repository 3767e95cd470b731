"""Imports of engines from files, and the learning of what was proposed."""

from wrappers.imports.brought_engines import (
    brought_engines,
    learn_what_is_left,
    left_engines,
    stop_learning_of,
    undo_import,
    waiting_engines,
)
from wrappers.imports.importing import (
    IMPORTS,
    accept_file,
    enqueue_import,
    import_file,
    stop_import,
)
from wrappers.imports.proposal_learning import plan_next_proposals
from wrappers.imports.starter_list import (
    STARTER_NAME,
    NoStarterError,
    count_starters,
    read_starter_list,
    select_starters,
)

__all__ = [
    "IMPORTS",
    "STARTER_NAME",
    "NoStarterError",
    "accept_file",
    "brought_engines",
    "count_starters",
    "enqueue_import",
    "import_file",
    "learn_what_is_left",
    "left_engines",
    "plan_next_proposals",
    "read_starter_list",
    "select_starters",
    "stop_import",
    "stop_learning_of",
    "undo_import",
    "waiting_engines",
]
