"""Jaro–Winkler over trees: the labels in document order, compared like the letters of names.

Ferrara and Baumgartner 2011, section 6, expect a generalised Jaro–Winkler distance to
reflect added and removed levels of nodes better than matching top-down; details ours.
"""

from rapidfuzz.distance import JaroWinkler

from discovery.pages.matching.labeled_tree import LabeledTree


def tree_jaro_winkler(left: LabeledTree, right: LabeledTree) -> float:
    """Return the Jaro–Winkler similarity of the labels in document order, from 0 to 1.

    A level more or less moves labels by a few places only; the same first labels count extra.
    """
    # Which of equal labels are paired depends on which sequence comes first; the result shall not.
    first, second = sorted((list(left.labels_in_order()), list(right.labels_in_order())))
    return float(JaroWinkler.similarity(first, second))
