"""Records laid flat, for all that reads them."""

from wrappers.extraction.record_tree.record_tree import RecordTree, record_trees

__all__ = ["RecordTree", "record_trees"]
