"""The prefix and the separators of an initial wrapper, from the tag paths of a few records.

Zhao et al. 2005, section 3.5, steps 1 and 2. The wrapper format is `prefix (X (separator1 |
separator2 | …)) [min, max]` (section 3.4, expression 1).

The paths end at the children of the minimal sub-tree of the records (details ours). A record starts
where that child does, however deep in it the first line stands.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from wrappers.induction.vints.tag_tree import Direction, PathNode, TagPath

# Repetitions of Diff taken off the end of PRE, and separators found there: bounds, never met.
MAX_SEPARATORS = 8
# Nodes of a separator that is part of its Diffs, and of a Diff: bounds. Guess: the longest real
# record has a dozen nodes.
MAX_SEPARATOR_NODES = 12
MAX_DIFF_NODES = 200

Separator = tuple[PathNode, ...]


@dataclass(frozen=True, slots=True)
class Separation:
    """A prefix with its set of separators.

    `leads` is ours (*Further*): the separators begin the records instead of ending them. In the
    paper's expression each record then is `(separator1 | …) X`.
    """

    prefix: TagPath
    separators: frozenset[Separator]
    leads: bool = False


def separations(
    paths: Sequence[TagPath], inside: Callable[[int], Sequence[str]] = lambda _: ()
) -> tuple[Separation, ...]:
    """Return what separates the records with these tag paths, the paper's cases first.

    `inside(n)` returns the tags of the child nodes of the sibling number `n` (0 is the first) in
    the minimal sub-tree. Additional separators are known by this structure.
    """
    prefix = maximum_common_prefix(paths)
    diffs = differences([path[len(prefix) :] for path in paths])
    if not diffs:
        return ()
    if all(diff == diffs[0] for diff in diffs):
        return (_separated_by_equal_diffs(prefix, diffs[0], inside),)
    found = []
    ending = common_ending(diffs)
    if ending:
        found.append(Separation(_subtract(prefix, diffs), frozenset((ending,))))
    beginning = common_beginning(diffs)
    if beginning:
        found.append(Separation(_subtract(prefix, diffs), frozenset((beginning,)), leads=True))
    return tuple(found)


def maximum_common_prefix(paths: Sequence[TagPath]) -> TagPath:
    """Return PRE, the maximum common prefix of all `paths` (step 1)."""
    shortest, longest = min(paths), max(paths)
    same = takewhile(lambda pair: pair[0] == pair[1], zip(shortest, longest, strict=False))
    return tuple(node for node, _ in same)


def differences(rests: Sequence[TagPath]) -> tuple[TagPath, ...] | None:
    """Return Diff_i = p_(i+1) - p_i of the paths without their common prefix (step 1).

    In the paper p_i is a suffix of p_(i+1). With paths that end at the records' own level it is a
    prefix as well. Where the Diffs differ it is a prefix only. None when it is neither, or when two
    records start at one place.
    """
    diffs = []
    for shorter, longer in pairwise(rests):
        if longer[: len(shorter)] == shorter:
            diff = longer[len(shorter) :]
        elif longer[len(longer) - len(shorter) :] == shorter:
            diff = longer[: len(longer) - len(shorter)]
        else:
            return None
        if not 0 < len(diff) <= MAX_DIFF_NODES or any(
            node.direction is not Direction.SIBLING for node in diff
        ):
            return None
        diffs.append(diff)
    return tuple(diffs)


def _separated_by_equal_diffs(
    prefix: TagPath, diff: TagPath, inside: Callable[[int], Sequence[str]]
) -> Separation:
    """Return the separation when "all Diff's are the same" (step 1): Diff is the separator.

    The node E at the end of what remains of PRE is an additional separator on two conditions. Its
    child nodes have the tags of Diff, and Diff also appears immediately before E.
    """
    separators = {diff}
    remaining = without_ending(prefix, separators)
    tags = [node.tag for node in diff]
    while len(separators) < MAX_SEPARATORS and remaining:
        last = remaining[-1]
        before = remaining[:-1]
        looks_like_diff = (
            last.direction is Direction.SIBLING
            and list(inside(_siblings_at_end(before))) == tags
            and before[-len(diff) :] == diff
        )
        if not looks_like_diff:
            break
        separators.add((last,))
        remaining = without_ending(remaining, separators)
    return Separation(remaining, frozenset(separators))


def _siblings_at_end(path: TagPath) -> int:
    """Return how many siblings a path passes after its last step down."""
    count = 0
    for node in reversed(path):
        if node.direction is Direction.CHILD:
            break
        count += 1
    return count


def without_ending(path: TagPath, endings: set[Separator] | frozenset[Separator]) -> TagPath:
    """Return `path` with all occurrences of any of `endings` removed from its end."""
    end = len(path)
    removed = True
    while removed:
        removed = False
        for ending in endings:
            start = end - len(ending)
            if ending and start >= 0 and path[start:end] == ending:
                end = start
                removed = True
    return path[:end]


def _subtract(prefix: TagPath, diffs: Sequence[TagPath]) -> TagPath:
    """Return PRE without "any suffix that is identical to any of the Diffs" (step 2, case 2)."""
    return without_ending(prefix, frozenset(diffs))


def common_ending(diffs: Sequence[TagPath]) -> Separator | None:
    """Return a common suffix of the Diffs that occurs once in each (step 2, cases 1 to 3).

    Case 1: there is no common suffix; case 3: all have multiple occurrences: None. Case 2: of
    several the shortest (ours), which leaves the most to the wild card X.
    """
    reversed_diffs = [tuple(reversed(diff)) for diff in diffs]
    ending = common_beginning(reversed_diffs)
    return None if ending is None else tuple(reversed(ending))


def common_beginning(diffs: Sequence[TagPath]) -> Separator | None:
    """Return the shortest common prefix of the Diffs that occurs once in each, or None."""
    common = maximum_common_prefix([diff[:MAX_SEPARATOR_NODES] for diff in diffs])
    for length in range(1, len(common) + 1):
        beginning = common[:length]
        if all(occurrences(diff, beginning) == 1 for diff in diffs):
            return beginning
    return None


def occurrences(path: Sequence[PathNode], part: Separator) -> int:
    """Return how often `part` occurs in `path`, overlaps included."""
    size = len(part)
    return sum(
        1
        for start in range(len(path) - size + 1)
        if path[start] == part[0] and tuple(path[start : start + size]) == part
    )


def compact_prefix(prefix: TagPath, separators: frozenset[Separator]) -> TagPath:
    """Return a prefix in its compact form, without unimportant path nodes (section 3.8).

    (1) Keep all nodes with direction C. (2) Keep nodes with direction S only if their tag is that
    of the closest future node with direction C. (3) After the last C keep a node if its tag is
    that of the first node of any separator.
    """
    kept: list[PathNode] = []
    wanted = {separator[0].tag for separator in separators}
    for node in reversed(prefix):
        if node.direction is Direction.CHILD:
            wanted = {node.tag}
            kept.append(node)
        elif node.tag in wanted:
            kept.append(node)
    return tuple(reversed(kept))
