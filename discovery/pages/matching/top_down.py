"""Top-down matching of two trees: one walk over pairs of subtrees, shared by all measures.

Simple tree matching, clustered tree matching and RTDM all match a node only below matched parents
and children only in order. They differ in what a pair of nodes is worth. A pair of classes of
subtrees is weighed once, however often it occurs; identical subtrees are never looked into. Long
lists of children are matched within a band along their diagonal; what of very large trees is not
looked into is taken for alike where the labels are.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from discovery.pages.matching.trees import ChildPairs, JoinedTrees, LabeledTree

# Pairs of children of two nodes that are all weighed; of longer lists those within the band, by
# which a partner may stand away from the same share of its list. Measured on pairs of real result
# pages: a band of 24 finds nothing that 8 does not.
MAX_PAIRS_OF_CHILDREN = 40_000
BAND = 8
# Cells and pairs that are weighed together. Measured: two result pages of 1,500 to 6,000 nodes need
# up to 60,000, half a million take about half a second and 100 MB.
MAX_CELLS = 500_000
# Worth of subtrees that are not looked into, relative to the smaller one. Measured: comes nearest.
LIKELY_SHARE = 0.9


@dataclass(frozen=True, slots=True)
class Worth:
    """What is gained by matching two nodes.

    `node` for a pair of equal labels, `unlike` for one of different labels (below it nothing is
    matched). With `clustered` an inner node is worth the sum over its children divided by the
    longer list of them (Ferrara and Baumgartner 2011). Without it the node is worth itself and that
    sum. With `any_root` the roots count as equal whatever their labels.
    """

    node: int = 1
    unlike: int = 0
    clustered: bool = False
    any_root: bool = False


def matching_value(left: LabeledTree, right: LabeledTree, worth: Worth) -> float:
    """Return the worth of the best matching of two trees, of very large ones about."""
    if (right.size, right.labels, right.children) < (left.size, left.labels, left.children):
        # The band depends on which comes first; the result shall not.
        left, right = right, left
    trees = JoinedTrees.of(left, right)
    root = trees.key(trees.left, trees.right)
    pairs = _needed_pairs(trees, root, worth)
    values: dict[int, float] = {}
    for key in sorted(pairs):
        # Pairs of children come first: their numbers are lower.
        children = pairs[key]
        own, share = _weights(trees, *trees.pair(key), worth)
        value = own
        if share:
            value += share * sum(_equal_worth(trees, child, worth) for child in children.equal)
            value += share * _align(
                (start, [_worth_of(trees, child, other, values, worth) for other in others])
                for child, start, others in _near(children)
            )
        values[key] = value
    return values[root] if root in values else _worth_of(trees, *trees.pair(root), values, worth)


def _needed_pairs(trees: JoinedTrees, root: int, worth: Worth) -> dict[int, ChildPairs]:
    """Return the pairs of classes to weigh, those nearest to the root if there are too many."""
    pairs: dict[int, ChildPairs] = {}
    labels = trees.labels
    may_match = worth.any_root or labels[trees.left] == labels[trees.right]
    waiting = deque([root] if may_match and trees.left != trees.right else [])
    cells = 0
    while waiting:
        key = waiting.popleft()
        if key in pairs:
            continue
        children = trees.child_pairs(*trees.pair(key))
        below: set[int] = set()
        for left, _, columns in _near(children):
            cells += len(columns)
            below.update(
                trees.key(left, right)
                for right in columns
                if labels[left] == labels[right] and left != right
            )
        if cells > MAX_CELLS:
            break
        cells += 1
        pairs[key] = children
        waiting += below.difference(pairs)
    return pairs


def _near(children: ChildPairs) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Yield each child of one node with those of the other that may be its partners, and where
    these begin."""
    left, right = children.left, children.right
    is_long = len(left) * len(right) > MAX_PAIRS_OF_CHILDREN
    for row, child in enumerate(left):
        middle = row * len(right) // len(left)
        start = max(0, middle - BAND) if is_long else 0
        yield child, start, right[start : middle + BAND + 1] if is_long else right


def _equal_worth(trees: JoinedTrees, number: int, worth: Worth) -> float:
    return worth.node if worth.clustered else worth.node * trees.sizes[number]


def _weights(trees: JoinedTrees, left: int, right: int, worth: Worth) -> tuple[float, float]:
    first, second = len(trees.children[left]), len(trees.children[right])
    if not first or not second:
        return worth.node, 0.0
    return (0.0, 1.0 / max(first, second)) if worth.clustered else (worth.node, 1.0)


def _worth_of(
    trees: JoinedTrees, left: int, right: int, values: dict[int, float], worth: Worth
) -> float:
    if left == right:
        return _equal_worth(trees, left, worth)
    if trees.labels[left] != trees.labels[right]:
        return worth.unlike
    known = values.get(trees.key(left, right))
    if known is not None:
        return known
    smaller = left if trees.sizes[left] < trees.sizes[right] else right
    return LIKELY_SHARE * _equal_worth(trees, smaller, worth)


def _align(table: Iterator[tuple[int, Sequence[float]]]) -> float:
    """Return the greatest sum of cells, no two in one row or column, that ascend in both.

    M[i][j] = max(M[i][j-1], M[i-1][j], M[i-1][j-1] + W[i][j]); of M only one row is kept. Beyond
    the band of the row above nothing more was found than at its end.
    """
    row: list[float] = []
    for start, weights in table:
        row += [row[-1] if row else 0.0] * (start + len(weights) - len(row))
        diagonal = best = row[start - 1] if start else 0.0
        for place, weight in enumerate(weights, start):
            above = row[place]
            if above > best:
                best = above
            if diagonal + weight > best:
                best = diagonal + weight
            row[place] = best
            diagonal = above
    return row[-1] if row else 0.0
