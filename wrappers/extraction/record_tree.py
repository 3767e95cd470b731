"""A record's elements laid flat: one pass over its tree, for all that reads them.

The records of an engine are built alike. What depends on tags and names of attributes is found out
once for all that have the same.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache, cached_property, lru_cache
from itertools import chain, groupby, islice
from typing import NamedTuple

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS, INVISIBLE_TAGS, LINE_TAGS, fold_space

# Skeletons that are kept. Guess: engines have a handful.
MAX_KEPT = 500
# Elements of a record whose skeleton is kept, and characters of their names. Guess: most real ones
# have some dozens.
MAX_TAGS = 150
MAX_NAMES_LENGTH = 8_000
# The tag of what is no element: of a comment.
OTHER = "!"
# Pairs of elements looked at, a bound on the time of answers. Guess: records are smaller.
MAX_PAIRED = 60
# The number of the space between two lines.
BREAK = -1


def _parents_by(counts: Iterable[int]) -> list[int]:
    """Return the place of the element around each of some in document order, -1 for none.

    >>> _parents_by((2, 1, 0, 0, 0))
    [-1, 0, 1, 0, -1]
    """
    parents: list[int] = []
    # Those around an element, once for each of their children to come.
    waiting: list[int] = []
    for place, count in enumerate(counts):
        parents.append(waiting.pop() if waiting else -1)
        waiting += [place] * count
    return parents


class Skeleton:
    """How the elements of a record are nested, by the tag of each with the names of its attributes.

    `counts` tell how many stand directly in each. `parents` are those of `RecordTree`, `stops` the
    places behind all that an element holds, `classed` and `styled` the elements with these
    attributes. Of one that `is_shared` what is found out holds for other records.
    """

    def __init__(
        self, names: Sequence[str], counts: Sequence[int], *, is_shared: bool = False
    ) -> None:
        self.is_shared = is_shared
        parents = self.parents = _parents_by(counts)
        told = [each.split(" ") for each in names]
        self.tags = [tag for tag, *_ in told]
        self.classed = [place for place, each in enumerate(told) if "class" in each[1:]]
        self.styled = [place for place, each in enumerate(told) if "style" in each[1:]]
        self.stops = list(range(1, len(names) + 1))
        for place, above in reversed(list(enumerate(parents))):
            if above >= 0:
                self.stops[above] = max(self.stops[above], self.stops[place])
        # Found out once for all records that are built so: each is asked the same.
        self.places_of = cache(self._places_of)
        self.shown_in = cache(self._shown_in)
        self.few_in = cache(self._few_in)
        self.is_in_heading = cache(self._is_in_heading)

    def _places_of(self, tag: str) -> list[int]:
        return [place for place, other in enumerate(self.tags) if other == tag]

    def _shown_in(self, place: int, most: int | None) -> tuple[int, ...]:
        """Return the numbers of the texts seen in an element's first `most`, `BREAK` for a line."""
        tags, stop = self.tags, self.stops[place]
        numbers: list[int] = []
        opened: list[int] = []

        def leave(inner: int) -> None:
            if tags[inner] in LINE_TAGS:
                numbers.append(BREAK)
            if inner != place:
                numbers.append(2 * inner + 1)

        seen_from = place
        for inner in range(place, stop if most is None else min(stop, place + most)):
            if inner < seen_from:
                continue
            while opened and opened[-1] != self.parents[inner]:
                leave(opened.pop())
            opened.append(inner)
            if tags[inner] in INVISIBLE_TAGS:
                seen_from = self.stops[inner]
            else:
                numbers += (BREAK, 2 * inner) if tags[inner] in LINE_TAGS else (2 * inner,)
        if most is None or stop <= place + most:
            while opened:
                leave(opened.pop())
        return tuple(numbers)

    def first_in(self, place: int, tags: Set[str]) -> int | None:
        inside = range(place, self.stops[place])
        return next((inner for inner in inside if self.tags[inner] in tags), None)

    def _is_in_heading(self, place: int) -> bool:
        """Tell whether an element is in or around a heading, or one itself."""
        above = place
        while above >= 0 and self.tags[above] not in HEADING_TAGS:
            above = self.parents[above]
        return above >= 0 or self.first_in(place, HEADING_TAGS) is not None

    def _few_in(self, most: int) -> list[int]:
        counts = Counter(self.parents)
        return [place for place in range(len(self.tags)) if 0 < counts[place] < most]

    @cached_property
    def pairs(self) -> frozenset[str]:
        """The tags of the record's own elements, and every pair "parent>child" below them."""
        below = (place for place, above in enumerate(self.parents) if above >= 0)
        own = {tag for tag, above in zip(self.tags, self.parents, strict=True) if above < 0}
        tags, parents = self.tags, self.parents
        pairs = {f"{tags[parents[n]]}>{tags[n]}" for n in islice(below, MAX_PAIRED)}
        return frozenset(own | pairs)


@lru_cache(MAX_KEPT)
def shared_skeleton(names: tuple[str, ...], counts: tuple[int, ...]) -> Skeleton:
    return Skeleton(names, counts, is_shared=True)


# In bits: whether there is any, more than white space, a word, an amount's beginning, its end.
THERE, SHOWN, NAMED, BEGINS_AMOUNT, ENDS_AMOUNT = 1, 2, 4, 8, 16
_A_WORD = THERE | SHOWN | NAMED
# Texts of two elements are one where an amount goes on: "$", "30", "50" in three spans.
_AMOUNT = frozenset("$€£¥₹.,")
# Where an amount of its own begins after another one: "$14.99", "$29.99" in two.
_NEXT_AMOUNT = re.compile(r"\s*[$€£¥₹]\s?\d")
_WORD = re.compile(r"\w")


def text_flags(texts: Iterable[str | None]) -> bytes:
    """Return what matters of each text.

    >>> list(text_flags(["", " ", "Tea", "| 5"])) == [0, THERE, THERE | SHOWN | NAMED, 23]
    True
    """
    return bytes(
        [(THERE if text.isspace() else _shown_matter(text)) if text else 0 for text in texts]
    )


def _shown_matter(text: str) -> int:
    first, last = text[0], text[-1]
    ending = ENDS_AMOUNT if last in _AMOUNT or last.isdecimal() else 0
    if first.isalpha():
        # Most texts.
        return _A_WORD | ending
    matter = THERE | SHOWN | ending
    if first.isalnum() or last.isalnum() or _WORD.search(text):
        matter |= NAMED
    if (first in _AMOUNT or first.isdecimal()) and not _NEXT_AMOUNT.match(text):
        matter |= BEGINS_AMOUNT
    return matter


_DIGITS = re.compile(r"\d+")

# Elements read of all records, and of each at least: one never closed holds all. Guess.
MAX_NODES = 100_000
MIN_NODES = 100


class RecordTree:
    """The first `most` elements of a record, in document order, with what is read of each.

    The record is made of sibling `elements` with their tails. All lists have one entry for each
    element, `nodes` the element itself; `places` are the numbers of these. `parents` are the places
    of the elements around in these lists, -1 for the record's own. The `pieces` are two for each:
    the text in which it begins, and that behind it.
    """

    def __init__(self, elements: Sequence[HtmlElement], most: int) -> None:
        self.elements = elements
        self.most = most
        self.nodes = list(islice(chain.from_iterable(each.iter() for each in elements), most))
        self.attributes: list[dict[str, str]] = []
        self.pieces: list[str] = []
        names: list[str] = []
        for node in self.nodes:
            tag, text, attributes = node.tag, node.text, dict(node.items())
            if not isinstance(tag, str):
                tag, text, attributes = OTHER, "", {}
            names.append(" ".join((tag, *attributes)) if attributes else tag)
            self.attributes.append(attributes)
            self.pieces += (text or "", node.tail or "")
        self.pieces.append(" ")
        is_small = len(names) <= MAX_TAGS and sum(map(len, names)) <= MAX_NAMES_LENGTH
        make = shared_skeleton if is_small else Skeleton
        self.skeleton = make(tuple(names), tuple(map(len, self.nodes)))
        self.tags: Sequence[str] = self.skeleton.tags
        self.parents: Sequence[int] = self.skeleton.parents

    @cached_property
    def places(self) -> dict[HtmlElement, int]:
        return {node: place for place, node in enumerate(self.nodes)}

    @property
    def tops(self) -> list[int]:
        """The places of the record's own elements."""
        return [place for place, above in enumerate(self.parents) if above < 0]

    @property
    def texts(self) -> list[str]:
        return self.pieces[:-1:2]

    @property
    def tails(self) -> list[str]:
        return self.pieces[1::2]

    @property
    def matter(self) -> bytes:
        """What matters of each text, in the order of the tags."""
        return text_flags(self.pieces)

    def shown_in(self, place: int, most: int | None = None) -> str:
        """Return the text that a reader sees in an element, of the first `most` in it if given."""
        return fold_space(self.joined(self.skeleton.shown_in(place, most)))

    def lines_in(self, place: int, most: int) -> Iterator[str]:
        """Yield the lines that a reader sees in the first `most` elements of an element."""
        for ends, numbers in groupby(self.skeleton.shown_in(place, most), BREAK.__eq__):
            if not ends and (text := fold_space(self.joined(list(numbers)))):
                yield text

    def joined(self, numbers: Sequence[int]) -> str:
        pieces = self.pieces
        if len(numbers) == 1:
            return pieces[numbers[0]]
        return "".join([pieces[number] for number in numbers])

    @cached_property
    def has_own_text(self) -> list[bool]:
        flags = self.matter
        found = [matter & SHOWN > 0 for matter in flags[:-1:2]]
        for matter, above in zip(flags[1::2], self.parents, strict=True):
            if above >= 0 and matter & SHOWN:
                found[above] = True
        return found

    @property
    def addresses(self) -> set[str]:
        """The addresses that the links lead to, places within a page apart."""
        hrefs = [self.attributes[place].get("href") for place in self.skeleton.places_of("a")]
        return {href.partition("#")[0] for href in hrefs if href} - {""}

    def count_addresses_like(self, href: str) -> int:
        if not href:
            return 0
        own, addresses = href.partition("#")[0], self.addresses
        like = _form(own)
        return (own in addresses) + sum(_form(other) == like for other in addresses - {own})


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


class RecordNodes(NamedTuple):
    """The nodes of one record: its elements laid flat, and the place of the title link there."""

    tree: RecordTree
    title: int

    @property
    def elements(self) -> Sequence[HtmlElement]:
        """The consecutive siblings (with their tails) that the record is made of."""
        return self.tree.elements

    @property
    def title_link(self) -> HtmlElement:
        return self.tree.nodes[self.title]

    @property
    def title_attributes(self) -> dict[str, str]:
        return self.tree.attributes[self.title]

    @property
    def href(self) -> str:
        return self.tree.attributes[self.title].get("href", "")
