"""Imports of engines from files, and the learning of what was proposed."""

from wrappers.imports.importing import (
    IMPORTS,
    accept_file,
    enqueue_import,
    import_file,
    stop_import,
)
from wrappers.imports.proposal_learning import plan_next_proposals

__all__ = [
    "IMPORTS",
    "accept_file",
    "enqueue_import",
    "import_file",
    "plan_next_proposals",
    "stop_import",
]
