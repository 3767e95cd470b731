"""A record's elements laid flat: one pass over its tree, for all that reads the record."""

import re
from collections.abc import Sequence
from itertools import chain, islice, takewhile

from lxml import etree
from lxml.html import HtmlElement

from discovery.pages.tree import fold_space, visible_text
from wrappers.extraction.record_tree.skeleton import Skeleton, cut_markup, plain_text, skeleton_of
from wrappers.extraction.record_tree.text_matter import matter_of

_DIGITS = re.compile(r"\d+")

# Elements read of all records, and of each at least: where tags are never closed each record holds
# all that follow. Guess: the largest real records have some hundred.
MAX_NODES = 100_000
MIN_NODES = 100
# Markup of a page's records that is written out (characters): records that hold one another have
# far more than their page.
MAX_MARKUP = 4_000_000
# Tags of a record that is read from its markup. Guess: most real ones have some dozens.
MAX_TAGS = 298
# Characters of their names: these are kept.
MAX_PARTS_LENGTH = 8_000
_NONE: dict[str, str] = {}


class RecordTree:
    """The first `most` elements of a record, in document order, with what is read of each.

    The record is made of sibling `elements` with their tails. All lists have one entry for each
    element. `tags` are no texts for comments and the like. `parents` are the places of the elements
    around in these lists, -1 for the record's own. A record is read from its markup, unless that is
    given as empty, large or odd: asking lxml for each element takes far longer. Then it has a
    `skeleton`, by which its texts, the `pieces`, and the `values` of attributes are numbered.
    """

    __slots__ = (
        "_addresses",
        "_attributes",
        "_matter",
        "_nodes",
        "_speaks",
        "_tails",
        "_texts",
        "elements",
        "most",
        "parents",
        "pieces",
        "skeleton",
        "tags",
        "values",
    )

    def __init__(
        self, elements: Sequence[HtmlElement], most: int, markup: str | None = None
    ) -> None:
        self.elements = elements
        self.most = most
        self._nodes: list[HtmlElement] | None = None
        self._speaks: list[bool] | None = None
        self._addresses: set[str] | None = None
        self._matter: bytes | None = None
        self.skeleton: Skeleton | None = None
        self.tags: list[str]
        self.parents: list[int]
        self._attributes: list[dict[str, str]] | None = None
        self._texts: list[str | None] | None = None
        self._tails: list[str | None] | None = None
        if markup is None:
            markup = _markup_of(elements)
        if not markup or not self._read_markup(markup):
            self._read_elements()

    def _read_markup(self, markup: str) -> bool:
        """Read what the markup says; return whether it could be read."""
        if markup.count("<") > MAX_TAGS or "&#x" in markup:
            return False
        parts, pieces, values = cut_markup(markup)
        if len(markup) > MAX_PARTS_LENGTH and sum(map(len, parts)) > MAX_PARTS_LENGTH:
            return False
        skeleton = skeleton_of(parts)
        if skeleton is None or len(skeleton.tags) > self.most:
            return False
        # At the end the texts of no number.
        pieces += (" ", "")
        if "&" in markup:
            pieces = [plain_text(text) if text and "&" in text else text for text in pieces]
            values = [plain_text(text) if text and "&" in text else text for text in values]
        self.pieces = pieces
        self.values = values
        self.skeleton = skeleton
        self.tags = skeleton.tags
        self.parents = skeleton.parents
        return True

    def _read_elements(self) -> None:
        """Read the elements once."""
        nodes = self.nodes
        self.tags = [node.tag for node in nodes]
        places = dict(zip(nodes, range(len(nodes)), strict=True))
        self.parents = [places.get(node.getparent(), -1) for node in nodes]

    @property
    def texts(self) -> list[str | None]:
        """The text at the beginning of each element."""
        if self._texts is None:
            if self.skeleton is None:
                self._texts = [node.text for node in self.nodes]
            else:
                numbers = self.skeleton.text_numbers
                self._texts = [self.pieces[number] or None for number in numbers]
        return self._texts

    @property
    def tails(self) -> list[str | None]:
        """The text behind each element."""
        if self._tails is None:
            if self.skeleton is None:
                self._tails = [node.tail for node in self.nodes]
            else:
                self._tails = [self.pieces[number] or None for number in self.skeleton.ends]
        return self._tails

    @property
    def attributes(self) -> list[dict[str, str]]:
        """The attributes of each element."""
        if self._attributes is None:
            if self.skeleton is None:
                self._attributes = [dict(node.items()) for node in self.nodes]
            else:
                self._attributes = list(map(self._named, self.skeleton.names))
        return self._attributes

    def attributes_at(self, place: int) -> dict[str, str]:
        """Return the attributes of one element."""
        if self._attributes is None and self.skeleton is not None:
            return self._named(self.skeleton.names[place])
        return self.attributes[place]

    def attribute(self, place: int, name: str) -> str | None:
        """Return the value of one attribute of an element, None without it."""
        if self.skeleton is None:
            return self.attributes[place].get(name)
        number = self.skeleton.names[place].get(name)
        return None if number is None else self.values[number]

    def _named(self, names: dict[str, int]) -> dict[str, str]:
        """Return the attributes of these names, given the numbers of their values."""
        values = self.values
        return {name: values[number] for name, number in names.items()} if names else _NONE

    @property
    def nodes(self) -> list[HtmlElement]:
        """The elements themselves."""
        if self._nodes is None:
            inside = chain.from_iterable(element.iter() for element in self.elements)
            self._nodes = list(islice(inside, self.most))
        return self._nodes

    @property
    def matter(self) -> bytes:
        """What matters of each text of a record with a skeleton, in the order of its tags."""
        if self._matter is None:
            self._matter = matter_of(self.pieces)
        return self._matter

    def text_in(self, place: int) -> str:
        """Return all text in an element, as it is written, of a record with a skeleton."""
        skeleton = self.skeleton
        assert skeleton is not None
        start, end = skeleton.starts[place], skeleton.ends[place]
        if end == start + 1:
            return self.pieces[start]
        return "".join([text for text in self.pieces[start:end] if text])

    def end_of(self, place: int) -> int:
        """Return the place after the last element in that at `place`."""
        if self.skeleton is not None:
            return self.skeleton.end_of(place)
        inside = takewhile(lambda above: above >= place, islice(self.parents, place + 1, None))
        return place + 1 + sum(1 for _ in inside)

    def shown_in(self, place: int, most: int | None = None) -> str:
        """Return the text that a reader sees in an element (`visible_text`).

        Of a record without a skeleton the first `most` elements in it are read, if given.
        """
        skeleton = self.skeleton
        if skeleton is None:
            return visible_text(self.nodes[place], most=most)
        if skeleton.is_plain(place):
            return fold_space(self.text_in(place))
        pieces = self.pieces
        return fold_space("".join([pieces[number] for number in skeleton.shown_in(place)]))

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
        if self.skeleton is not None:
            return self.skeleton.places_of(tag)
        return [place for place, other in enumerate(self.tags) if other == tag]

    @property
    def addresses(self) -> set[str]:
        """The addresses that the links lead to, places within a page apart."""
        if self._addresses is None:
            hrefs = [self.attribute(place, "href") for place in self.places_of("a")]
            self._addresses = {href.partition("#")[0] for href in hrefs if href} - {""}
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


def record_trees(
    records: Sequence[Sequence[HtmlElement]], needed: re.Pattern[str] | None = None
) -> list[RecordTree]:
    """Return the trees of a page's records, each its elements, in time bounded for them all.

    Those are left out in whose markup what is `needed` is not found.
    """
    most = max(MIN_NODES, MAX_NODES // max(1, len(records)))
    left = MAX_MARKUP
    trees = []
    for elements in records:
        markup = _markup_of(elements) if left > 0 else ""
        left -= len(markup)
        if not markup or needed is None or needed.search(markup):
            trees.append(RecordTree(elements, most, markup))
    return trees


def _markup_of(elements: Sequence[HtmlElement]) -> str:
    """Return the markup of a record's elements with their tails."""
    if len(elements) == 1:
        return etree.tostring(elements[0], encoding="unicode", method="xml")
    return "".join([etree.tostring(each, encoding="unicode", method="xml") for each in elements])
