"""Simple tree matching (Selkow 1977; Yang 1991): the most nodes that can be matched top-down."""

from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.matching.top_down import Worth, matching_value

_WORTH = Worth()


def simple_tree_matching(left: LabeledTree, right: LabeledTree) -> int:
    """Return the number of nodes matched: 0 when the roots' labels differ.

    Children are matched in order. For trees of more than `MAX_CELLS` cells it is a lower bound.
    """
    return int(matching_value(left, right, _WORTH))


def simple_tree_similarity(left: LabeledTree, right: LabeledTree) -> float:
    """Return simple tree matching relative to the mean size of the trees, from 0 to 1."""
    return 2 * simple_tree_matching(left, right) / (left.size + right.size)
