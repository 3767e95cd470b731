"""Clustered tree matching (Ferrara and Baumgartner 2011, section 3.2, Algorithm 1)."""

from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.matching.top_down import Worth, matching_value

_WORTH = Worth(clustered=True)


def clustered_tree_matching(left: LabeledTree, right: LabeledTree) -> float:
    """Return how alike two trees are, from 0 to 1.

    As simple tree matching, but a matched node weighs 1 / max(t(T'), t(T'')). The t of a node is
    the number of its siblings, itself included. So what differs in long lists and deep levels
    counts less. At the roots t is 1, as of detached subtrees, so that a tree scores 1 with itself.
    A pair of nodes one of which is a leaf adds its weight, other pairs multiply by it what their
    children score. For trees of more than `MAX_CELLS` cells it is a lower bound.
    """
    # Sums of fractions such as 1/3 may end a little above 1.
    return min(1.0, matching_value(left, right, _WORTH))
