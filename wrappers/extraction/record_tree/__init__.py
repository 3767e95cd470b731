"""A record's elements laid flat."""

from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.record_tree.record_tree import RecordTree, record_trees
from wrappers.extraction.record_tree.skeleton import Skeleton
from wrappers.extraction.record_tree.text_matter import (
    BEGINS_AMOUNT,
    ENDS_AMOUNT,
    NAMED,
    SHOWN,
    matter_of,
)

__all__ = [
    "BEGINS_AMOUNT",
    "ENDS_AMOUNT",
    "NAMED",
    "SHOWN",
    "RecordNodes",
    "RecordTree",
    "Skeleton",
    "matter_of",
    "record_trees",
]
