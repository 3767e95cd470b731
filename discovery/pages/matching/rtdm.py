"""RTDM, the restricted top-down mapping (Reis et al. 2004; used by Vidal et al. 2006)."""

from discovery.pages.matching.labeled_tree import LabeledTree
from discovery.pages.matching.top_down import Worth, matching_value

# Nodes left unmatched cost 1 each, two nodes replaced for each other 1 together. So a matched pair
# of equal labels saves 2, of different labels 1, and nothing below such a pair is matched, save
# below the roots.
_SAVED = Worth(node=2, unlike=1, any_root=True)


def rtdm_distance(left: LabeledTree, right: LabeledTree) -> int:
    """Return the least number of insertions, removals and replacements of nodes.

    Whole subtrees are inserted and removed, nodes replaced elsewhere, and nodes are matched in
    order below matched parents only. For trees of more than `MAX_CELLS` cells it is an upper bound.
    """
    replaced_root = int(left.labels[-1] != right.labels[-1])
    saved = int(matching_value(left, right, _SAVED))
    return left.size + right.size - saved + replaced_root


def rtdm_similarity(left: LabeledTree, right: LabeledTree) -> float:
    """Return 1 − distance / (nodes of both), from 0 to 1."""
    return 1.0 - rtdm_distance(left, right) / (left.size + right.size)
