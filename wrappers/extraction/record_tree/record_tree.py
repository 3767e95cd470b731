"""A record's elements laid flat: one pass over its tree, for all that reads the record."""

import re
from collections.abc import Sequence
from itertools import chain, islice

from lxml.html import HtmlElement

_DIGITS = re.compile(r"\d+")

# Elements read of all records, and of each at least: where tags are never closed each record holds
# all that follow. Guess: the largest real records have some hundred.
MAX_NODES = 100_000
MIN_NODES = 100


class RecordTree:
    """The first `most` elements of a record, in document order, with what is read of each.

    The record is made of sibling `elements` with their tails. All lists have one entry for each
    element. `tags` are no texts for comments and the like. `parents` are the places of the elements
    around in these lists, -1 for the record's own.
    """

    __slots__ = (
        "_addresses",
        "_places",
        "_speaks",
        "attributes",
        "elements",
        "most",
        "nodes",
        "parents",
        "tags",
        "tails",
        "texts",
    )

    def __init__(self, elements: Sequence[HtmlElement], most: int) -> None:
        """Read the elements once; asking lxml takes far longer than a list does."""
        self.elements = elements
        self.most = most
        inside = chain.from_iterable(element.iter() for element in elements)
        # Kept, so that none is made anew by whoever looks at it afterwards.
        nodes = self.nodes = list(islice(inside, most))
        self.tags: list[str] = [node.tag for node in nodes]
        self.texts: list[str | None] = [node.text for node in nodes]
        self.tails: list[str | None] = [node.tail for node in nodes]
        self.attributes: list[dict[str, str]] = [dict(node.items()) for node in nodes]
        self._speaks: list[bool] | None = None
        self._addresses: set[str] | None = None
        self._places: dict[str, list[int]] = {}
        places = dict(zip(nodes, range(len(nodes)), strict=True))
        self.parents: list[int] = [places.get(node.getparent(), -1) for node in nodes]

    @property
    def speaks(self) -> list[bool]:
        """Whether text stands directly in each element, not only in those inside it."""
        if self._speaks is None:
            self._speaks = [text is not None and not text.isspace() for text in self.texts]
            for tail, above in zip(self.tails, self.parents, strict=True):
                if tail and above >= 0 and not tail.isspace():
                    self._speaks[above] = True
        return self._speaks

    def places_of(self, tag: str) -> list[int]:
        """Return the places of the elements of a tag."""
        places = self._places.get(tag)
        if places is None:
            tags = self.tags
            found = [n for n, other in enumerate(tags) if other == tag] if tag in tags else []
            places = self._places[tag] = found
        return places

    @property
    def addresses(self) -> set[str]:
        """The addresses that the links lead to, places within a page apart."""
        if self._addresses is None:
            hrefs = (self.attributes[place].get("href", "") for place in self.places_of("a"))
            self._addresses = {href.partition("#")[0] for href in hrefs} - {""}
        return self._addresses

    def count_addresses(self) -> int:
        """Return how many addresses the links lead to."""
        return len(self.addresses)

    def count_addresses_like(self, href: str) -> int:
        """Return how many of these addresses are written as `href` is."""
        if not href:
            return 0
        own = href.partition("#")[0]
        if self.addresses == {own}:
            # Most records link nothing else.
            return 1
        like = _form(own)
        others = self.addresses - {own}
        return (own in self.addresses) + sum(_form(other) == like for other in others)


def _form(href: str) -> tuple[int, str, frozenset[str]]:
    """Return the depth of an address, its level but one, and the names of its parameters.

    >>> _form("/rev/5c39?x=1") == _form("/rev/a1f8?x=2"), _form("/rev/5c39") == _form("/file/5c39")
    (True, False)
    """
    path, _, query = href.partition("?")
    levels = path.rstrip("/").split("/")
    around = _DIGITS.sub("0", levels[-2]) if len(levels) > 1 else ""
    return len(levels), around, frozenset(pair.partition("=")[0] for pair in query.split("&"))


def record_trees(records: Sequence[Sequence[HtmlElement]]) -> list[RecordTree]:
    """Return the trees of a page's records, each its elements, in time bounded for them all."""
    most = max(MIN_NODES, MAX_NODES // max(1, len(records)))
    return [RecordTree(elements, most) for elements in records]
