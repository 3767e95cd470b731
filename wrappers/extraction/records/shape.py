"""The shape of a record: a small fingerprint of how its elements are nested, without their text."""

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

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
    def of(cls, elements: Sequence[HtmlElement]) -> "RecordShape":
        """Return the shape of the record made of `elements`."""
        pairs = set()
        left = MAX_NODES
        for element in elements:
            pairs.add(element.tag)
            nodes = list(islice(element.iterdescendants(), left))
            left -= len(nodes)
            for node in nodes:
                parent = node.getparent()
                if isinstance(node.tag, str) and parent is not None:
                    pairs.add(f"{parent.tag}>{node.tag}")
        return cls(frozenset(pair for pair in pairs if isinstance(pair, str)))

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
