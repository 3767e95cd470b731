"""Two trees with their classes of subtrees numbered alike: equal subtrees have equal numbers."""

from dataclasses import dataclass

from discovery.pages.matching.labeled_tree import LabeledTree


@dataclass(frozen=True, slots=True)
class ChildPairs:
    """The children of two matched nodes: equal ones at both ends, and those between to be matched.

    Equal subtrees at the same end are matched by some best matching: no other partner is worth more
    to either of them.
    """

    equal: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class JoinedTrees:
    """The classes of two trees in one numbering; children have lower numbers than parents."""

    labels: tuple[str, ...]
    children: tuple[tuple[int, ...], ...]
    sizes: tuple[int, ...]
    left: int
    right: int

    @classmethod
    def of(cls, left: LabeledTree, right: LabeledTree) -> "JoinedTrees":
        """Return two trees joined: the classes of `left`, then what `right` has besides."""
        numbers = {
            key: number for number, key in enumerate(zip(left.labels, left.children, strict=True))
        }
        sizes = list(left.sizes)
        mapped: list[int] = []
        for label, children, size in zip(right.labels, right.children, right.sizes, strict=True):
            key = (label, tuple(mapped[child] for child in children))
            number = numbers.setdefault(key, len(sizes))
            if number == len(sizes):
                sizes.append(size)
            mapped.append(number)
        labels, below = zip(*numbers, strict=True)
        return cls(labels, below, tuple(sizes), left.root, mapped[-1])

    def key(self, left: int, right: int) -> int:
        """Return a pair of classes as one number; pairs of their children have lower ones."""
        return left * len(self.labels) + right

    def pair(self, key: int) -> tuple[int, int]:
        """Return the pair of classes of a key."""
        return divmod(key, len(self.labels))

    def child_pairs(self, left: int, right: int) -> ChildPairs:
        """Return the children of two nodes, equal ones at both ends apart."""
        first, second = self.children[left], self.children[right]
        start, shorter = 0, min(len(first), len(second))
        while start < shorter and first[start] == second[start]:
            start += 1
        end = 0
        while end < shorter - start and first[-1 - end] == second[-1 - end]:
            end += 1
        first_end, second_end = len(first) - end, len(second) - end
        return ChildPairs(
            (*first[:start], *first[first_end:]), first[start:first_end], second[start:second_end]
        )
