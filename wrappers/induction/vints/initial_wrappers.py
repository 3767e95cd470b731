"""Initial wrappers: a prefix and separators for three records at a time, verified.

Zhao et al. 2005, section 3.5, steps 1 and 2. The wrapper format is `prefix (X (separator1 |
separator2 | …)) [min, max]` (section 3.4, expression 1).

The paths end at the children of the minimal sub-tree of the records (details ours). A record starts
where that child does, however deep in it the first line stands.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from lxml.html import HtmlElement

from wrappers.extraction.records.separators import (
    EXPANSIONS,
    MAX_SIBLINGS,
    Separators,
    find_separators,
    record_bounds,
)
from wrappers.induction.vints.content_lines import (
    Direction,
    PathNode,
    TagPath,
    TagTree,
    TreePosition,
)

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
    prefix as well, and only a prefix where the Diffs differ. None when it is neither, or when two
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
    return sum(
        1 for _ in takewhile(lambda node: node.direction is Direction.SIBLING, reversed(path))
    )


def without_ending(path: TagPath, endings: set[Separator] | frozenset[Separator]) -> TagPath:
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
    ending = common_beginning([diff[::-1] for diff in diffs])
    return None if ending is None else ending[::-1]


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


# "we form sub-groups of consecutive records of size k (k = 3 is used in our experiment)".
SUBGROUP_SIZE = 3
# Sub-groups tried of one group, and in all: bounds. Guess: no page has needed half of them.
MAX_SUBGROUPS = 60
MAX_SUBGROUPS_IN_ALL = 600


@dataclass(frozen=True, slots=True)
class VintsWrapper:
    """A wrapper in the paper's format, `prefix (X (separator1 | …))` (expression 1).

    `expansion` is the place in `EXPANSIONS`. Which of its records are kept, the paper's [min, max],
    is known of the page it comes from alone.
    """

    separation: Separation
    expansion: int = 0

    @property
    def stored(self) -> Separators:
        """The separators as a rule keeps them."""
        sequences = [
            tuple(node.tag + node.structure for node in each) for each in self.separation.separators
        ]
        return Separators(tuple(sorted(sequences)), self.separation.leads, self.expansion)


@dataclass(frozen=True, slots=True)
class Stretch:
    """One record: the child nodes of `parent` from number `start` up to `end`."""

    parent: HtmlElement
    start: int
    end: int


class InitialWrapperBuilder:
    """Builds the initial wrappers for groups of records of one page, each only once."""

    def __init__(self, tree: TagTree) -> None:
        self.tree = tree
        self._labels: dict[tuple[HtmlElement, int], tuple[PathNode, ...]] = {}
        self._tried: set[tuple[HtmlElement, tuple[int, ...]]] = set()
        self._accepted: dict[HtmlElement, list[tuple[int, ...]]] = {}
        self._built: set[VintsWrapper] = set()

    def build(self, starts: Sequence[TreePosition]) -> Iterator[tuple[VintsWrapper, list[Stretch]]]:
        """Yield the new initial wrappers for records at these places, with what each extracts."""
        for first in range(min(len(starts) - SUBGROUP_SIZE + 1, MAX_SUBGROUPS)):
            subgroup = starts[first : first + SUBGROUP_SIZE]
            parent = self.tree.minimal_subtree(subgroup)
            children = tuple(self.tree.child_place(parent, place).child for place in subgroup)
            increasing = all(a < b for a, b in pairwise(children))
            if increasing and children[-1] < MAX_SIBLINGS and self._is_new(parent, children):
                self._tried.add((parent, children))
                yield from self._build_for(parent, children)

    def _is_new(self, parent: HtmlElement, children: tuple[int, ...]) -> bool:
        if len(self._tried) >= MAX_SUBGROUPS_IN_ALL or (parent, children) in self._tried:
            return False
        return not any(
            holds_consecutively(starts, children) for starts in self._accepted.get(parent, ())
        )

    def _build_for(
        self, parent: HtmlElement, children: tuple[int, ...]
    ) -> Iterator[tuple[VintsWrapper, list[Stretch]]]:
        """Yield the verified initial wrappers of one sub-group (steps 2 and 3).

        When a separator cannot be found or is not accepted, the nodes are expanded.
        """
        accepted = {False: False, True: False}
        for expansion in range(len(EXPANSIONS)):
            for separation in self._separations(parent, children, expansion):
                if accepted[separation.leads]:
                    continue
                wrapper = VintsWrapper(separation, expansion)
                stretches = self.extract(wrapper, parent)
                starts = tuple(stretch.start for stretch in stretches)
                if holds_consecutively(starts, children):
                    accepted[separation.leads] = True
                    self._accepted.setdefault(parent, []).append(starts)
                    if wrapper not in self._built:
                        self._built.add(wrapper)
                        yield wrapper, stretches
            if all(accepted.values()):
                return

    def _separations(
        self, parent: HtmlElement, children: tuple[int, ...], expansion: int
    ) -> tuple[Separation, ...]:
        to_parent = self.tree.path_to_inside(parent)
        labels = self._siblings(parent, expansion)
        paths = [to_parent + labels[:child] for child in children]
        siblings = self.tree.children(parent)
        return separations(
            paths, lambda n: [str(child.tag) for child in self.tree.children(siblings[n])]
        )

    def extract(self, wrapper: VintsWrapper, parent: HtmlElement) -> list[Stretch]:
        """Return all records that a wrapper finds below `parent`, to which its prefix leads.

        "Then we find all existing occurrences of the separators … and arrange them in the order of
        their appearances" (section 3.4).
        """
        separation = wrapper.separation
        start = 0 if separation.leads else _siblings_at_end(separation.prefix)
        return self.cut(wrapper, parent, start)

    def cut(self, wrapper: VintsWrapper, parent: HtmlElement, start: int = 0) -> list[Stretch]:
        """Return the records that the separators divide the child nodes of `parent` into."""
        labels = self._siblings(parent, wrapper.expansion)
        found = find_separators(labels, wrapper.separation.separators, start)
        tags = [label.tag for label in labels]
        bounds = record_bounds(tags, found, start, leads=wrapper.separation.leads)
        return [Stretch(parent, first, last) for first, last in bounds]

    def _siblings(self, parent: HtmlElement, expansion: int) -> tuple[PathNode, ...]:
        if (parent, expansion) not in self._labels:
            expand = EXPANSIONS[expansion]
            self._labels[parent, expansion] = tuple(
                PathNode(str(child.tag), Direction.SIBLING, expand(child))
                for child in self.tree.children(parent)[:MAX_SIBLINGS]
            )
        return self._labels[parent, expansion]


def holds_consecutively(starts: tuple[int, ...], children: tuple[int, ...]) -> bool:
    """Return whether records at `children` are among those at `starts`, without one between.

    >>> holds_consecutively((1, 3, 5, 7), (3, 5)), holds_consecutively((1, 3, 5, 7), (3, 7))
    (True, False)
    """
    first = bisect_left(starts, children[0])
    return starts[first : first + len(children)] == children
