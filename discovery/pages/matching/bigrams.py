"""Bigrams of trees: which label stands below which, whatever the order of siblings.

Ferrara and Baumgartner 2011, sections 4 and 6, expect tree-based variants of the bigram
measure to work well with permutations of groups of nodes. Details ours.
"""

from collections import Counter

from discovery.pages.matching.labeled_tree import LabeledTree

# Stands above the root, so that a tree of one node has a bigram too.
ABOVE_ROOT = ""


def tree_bigram_similarity(left: LabeledTree, right: LabeledTree) -> float:
    """Return Dice's coefficient of the (parent, child) pairs of labels, from 0 to 1.

    Each pair counts as often as it occurs; trees that differ in the order of siblings score 1.
    """
    first, second = _bigrams(left), _bigrams(right)
    return 2 * (first & second).total() / (left.size + right.size)


def _bigrams(tree: LabeledTree) -> Counter[tuple[str, str]]:
    """Return how often each pair of labels stands one below the other."""
    found = Counter({(ABOVE_ROOT, tree.labels[-1]): 1})
    for number, times in enumerate(tree.occurrences()):
        label = tree.labels[number]
        for child in tree.children[number]:
            found[(label, tree.labels[child])] += times
    return found
