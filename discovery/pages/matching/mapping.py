"""Which node of one tree stands for which of another: the mapping behind clustered tree matching.

Ferrara and Baumgartner 2011, section 3: simple tree matching finds a maximum matching of two trees;
the elements of the new page that match the old ones are those to wrap. For small trees (records).
"""

from collections.abc import Sequence

# Pairs of nodes that are weighed: 200 by 200 nodes at most. More is no record.
MAX_PAIRS = 40_000


def map_node(
    labels: Sequence[str],
    parents: Sequence[int],
    other_labels: Sequence[str],
    other_parents: Sequence[int],
    wanted: int,
) -> int | None:
    """Return the node of the other tree that a best clustered matching maps `wanted` to, or None.

    Trees are nodes in document order with the number of each one's parent; the first is the root,
    and the roots are matched whatever their labels. None where the trees have too many nodes.

    >>> map_node("abac", [-1, 0, 0, 2], "xabac", [-1, 0, 0, 0, 3], 3)
    4
    """
    if len(labels) * len(other_labels) > MAX_PAIRS:
        return None
    below, other_below = _children(parents), _children(other_parents)
    values: dict[tuple[int, int], float] = {}
    # Children come after their parents: backwards, they are weighed first.
    for left in reversed(range(len(labels))):
        for right in reversed(range(len(other_labels))):
            if labels[left] == other_labels[right] or left == right == 0:
                table = _table(below[left], other_below[right], values)
                values[left, right] = _value(below[left], other_below[right], table)
    path = [wanted]
    while path[-1]:
        path.append(parents[path[-1]])
    place = 0
    for parent, node in zip(path[:0:-1], path[-2::-1], strict=True):
        table = _table(below[parent], other_below[place], values)
        partner = _partners(below[parent], other_below[place], table).get(node)
        if partner is None:
            return None
        place = partner
    return place


def _children(parents: Sequence[int]) -> list[list[int]]:
    below: list[list[int]] = [[] for _ in parents]
    for number, parent in enumerate(parents[1:], start=1):
        below[parent].append(number)
    return below


def _value(left: Sequence[int], right: Sequence[int], table: list[list[float]]) -> float:
    """Return what a pair of nodes is worth: 1 for leaves, else the share of children matched."""
    return table[-1][-1] / max(len(left), len(right)) if left and right else 1.0


def _table(
    left: Sequence[int], right: Sequence[int], values: dict[tuple[int, int], float]
) -> list[list[float]]:
    """Return the sums of the best matchings of the first children of two nodes."""
    table = [[0.0] * (len(right) + 1)]
    for node in left:
        above, row = table[-1], [0.0]
        for place, other in enumerate(right):
            matched = above[place] + values.get((node, other), 0.0)
            row.append(max(above[place + 1], row[place], matched))
        table.append(row)
    return table


def _partners(
    left: Sequence[int], right: Sequence[int], table: list[list[float]]
) -> dict[int, int]:
    """Return the children that are matched, read from the table backwards."""
    partners = {}
    row, column = len(left), len(right)
    while row and column:
        if table[row][column] == table[row - 1][column]:
            row -= 1
        elif table[row][column] == table[row][column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            partners[left[row]] = right[column]
    return partners
