"""The shape of a record: a small fingerprint of how its elements are nested, without their text."""

import re
from collections.abc import Sequence
from functools import lru_cache

from wrappers.extraction.record_tree.record_tree import RecordTree
from wrappers.extraction.record_tree.skeleton import Skeleton

# Elements of one record that are looked at. Guess: records are smaller, and this bounds the time
# that every answer takes.
MAX_NODES = 60
# Pairs of one stored shape.
MAX_PAIRS = 100
_PAIR = re.compile(r"[a-z][\w:-]{0,30}(?:>[a-z][\w:-]{0,30})?\Z", re.IGNORECASE)


class RecordShape:
    """The tags of a record's own elements, and every pair "parent>child" below them.

    The pairs are the tree bigrams of Ferrara and Baumgartner 2011 without order and labels: classes
    change with every new style, the nesting rarely does.
    """

    __slots__ = ("pairs",)

    def __init__(self, pairs: frozenset[str]) -> None:
        self.pairs = pairs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordShape) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    @classmethod
    def of(cls, tree: RecordTree) -> "RecordShape":
        """Return the shape of a record."""
        if tree.skeleton is None:
            return cls(_pairs(tree.tags, tree.parents))
        return cls(_pairs_of(tree.skeleton))

    def likeness(self, other: "RecordShape") -> float:
        """Return the Jaccard similarity of two shapes, from 0 to 1.

        >>> dt = RecordShape(frozenset({"dt", "dt>a"}))
        >>> dt.likeness(dt), dt.likeness(RecordShape(frozenset({"li", "li>a"})))
        (1.0, 0.0)
        """
        shared = len(self.pairs & other.pairs)
        return shared / (len(self.pairs) + len(other.pairs) - shared) if shared else 0.0

    def to_json(self) -> str:
        """Return the shape as text: its pairs in order, odd tags left out."""
        return " ".join([pair for pair in sorted(self.pairs) if _PAIR.match(pair)][:MAX_PAIRS])

    @classmethod
    def from_json(cls, text: object) -> "RecordShape":
        """Return the shape written as `text`. Raises `ValueError`."""
        pairs = text.split() if isinstance(text, str) else [""]
        if len(pairs) > MAX_PAIRS or not all(_PAIR.match(pair) for pair in pairs):
            raise ValueError(f"no shape of a record: {text!r:.80}")
        return cls(frozenset(pairs))


def _pairs(tags: Sequence[str], parents: Sequence[int]) -> frozenset[str]:
    """Return the pairs of a record's tags, each with the place of the element around it."""
    pairs = set()
    left = MAX_NODES
    for tag, above in zip(tags, parents, strict=True):
        if above >= 0:
            left -= 1
        if isinstance(tag, str) and (above < 0 or left >= 0):
            pairs.add(tag if above < 0 else f"{tags[above]}>{tag}")
    return frozenset(pairs)


@lru_cache(maxsize=1_024)
def _pairs_of(skeleton: Skeleton) -> frozenset[str]:
    """Return the pairs of records that are built alike, as most are."""
    return _pairs(skeleton.tags, skeleton.parents)
