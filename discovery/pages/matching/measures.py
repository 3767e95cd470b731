"""Similarity of two trees, by the measures of the papers.

Simple tree matching (Selkow 1977; Yang 1991): the most nodes that can be matched top-down. Ferrara
and Baumgartner 2011, section 3, find a maximum matching of two trees by it; the elements of the new
page that match the old ones are those to wrap. For small trees (records).

Clustered tree matching: Ferrara and Baumgartner 2011, section 3.2, Algorithm 1. Section 6 expects a
generalised Jaro–Winkler distance to reflect added and removed levels of nodes better than matching
top-down; sections 4 and 6 expect tree-based variants of the bigram measure to work well with
permutations of groups of nodes. Details of both ours.

RTDM, the restricted top-down mapping: Reis et al. 2004; used by Vidal et al. 2006.
"""

from collections import Counter

from rapidfuzz.distance import JaroWinkler

from discovery.pages.matching.top_down import Worth, matching_value
from discovery.pages.matching.trees import LabeledTree


def tree_bigram_similarity(left: LabeledTree, right: LabeledTree) -> float:
    """Return Dice's coefficient of the (parent, child) pairs of labels, from 0 to 1."""
    first, second = _bigrams(left), _bigrams(right)
    return 2 * (first & second).total() / (left.size + right.size)


def _bigrams(tree: LabeledTree) -> Counter[tuple[str, str]]:
    # Above the root, so that a tree of one node has a bigram too.
    found = Counter({("", tree.labels[-1]): 1})
    for number, times in enumerate(tree.occurrences()):
        label = tree.labels[number]
        for child in tree.children[number]:
            found[(label, tree.labels[child])] += times
    return found


def clustered_tree_matching(left: LabeledTree, right: LabeledTree) -> float:
    """Return how alike two trees are, from 0 to 1.

    As simple tree matching, but a matched node weighs 1 / max(t(T'), t(T'')). The t of a node is
    the number of its siblings, itself included. So what differs in long lists and deep levels
    counts less. At the roots t is 1, as of detached subtrees, so that a tree scores 1 with itself.
    A pair of nodes one of which is a leaf adds its weight, other pairs multiply by it what their
    children score.
    """
    # Sums of fractions such as 1/3 may end a little above 1.
    return min(1.0, matching_value(left, right, Worth(clustered=True)))


def tree_jaro_winkler(left: LabeledTree, right: LabeledTree) -> float:
    """Return the Jaro–Winkler similarity of the labels in document order, from 0 to 1."""
    # Which of equal labels are paired depends on which sequence comes first; the result shall not.
    first, second = sorted((list(left.labels_in_order()), list(right.labels_in_order())))
    return float(JaroWinkler.similarity(first, second))


def rtdm_distance(left: LabeledTree, right: LabeledTree) -> int:
    """Return the least number of insertions, removals and replacements of nodes.

    Whole subtrees are inserted and removed, nodes replaced elsewhere, and nodes are matched in
    order below matched parents only.
    """
    replaced_root = int(left.labels[-1] != right.labels[-1])
    # Nodes left unmatched cost 1 each, two nodes replaced for each other 1 together. So a matched
    # pair of equal labels saves 2, of different labels 1, and nothing below such a pair is matched,
    # save below the roots.
    saved = int(matching_value(left, right, Worth(node=2, unlike=1, any_root=True)))
    return left.size + right.size - saved + replaced_root


def rtdm_similarity(left: LabeledTree, right: LabeledTree) -> float:
    """Return 1 − distance / (nodes of both), from 0 to 1."""
    return 1.0 - rtdm_distance(left, right) / (left.size + right.size)


def simple_tree_matching(left: LabeledTree, right: LabeledTree) -> int:
    """Return the number of nodes matched, children in order: 0 when the roots' labels differ."""
    return int(matching_value(left, right, Worth()))


def simple_tree_similarity(left: LabeledTree, right: LabeledTree) -> float:
    """Return simple tree matching relative to the mean size of the trees, from 0 to 1."""
    return 2 * simple_tree_matching(left, right) / (left.size + right.size)
