"""A record's elements laid flat: one pass over its tree, for all that reads them.

The records of an engine are built alike. What depends on tags and names of attributes is found out
once for all that have the same.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import cache, cached_property, lru_cache
from itertools import chain, islice
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, fold_space

# Skeletons that are kept. Guess: engines have a handful.
MAX_KEPT = 500
# The tag of what is no element: of a comment.
OTHER = "!"
# Pairs of elements looked at, a bound on the time of answers. Guess: records are smaller.
MAX_PAIRED = 60
# The number of no text, and of the space between two lines.
NOTHING = -1
BREAK = -2
# Serialised markup is cut at its texts and at the values of its attributes.
_CUT = re.compile(r'>([^<]*)|="([^"]*)"')
_REFERENCE = re.compile(r"&(?:#(\d{1,7})|(lt|gt|amp|quot));")
_REFERRED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
# What may stand between two cuts: a tag up to its end or to its first value, a further attribute.
_PART = re.compile(r"</?[^\s=\"'<>&/]+(?: [^\s=\"'<>&/]+|/)?| [^\s=\"'<>&/]+|/?")


def cut_markup(markup: str) -> tuple[tuple[str, ...], list[str], list[str]]:
    """Return what stands between the cuts of serialised markup, the texts, and the values.

    Each cut is at one of them: in the place of the other there is None, for which nobody asks.

    >>> cut_markup('<a href="/1">x</a>')
    (('<a href', '', '</a', ''), [None, 'x', ''], ['/1', None, None])
    """
    cuts = _CUT.split(markup)
    return tuple(cuts[::3]), cuts[1::3], cuts[2::3]


def plain_text(text: str) -> str:
    r"""Return what a text of serialised markup says.

    >>> plain_text("a &lt; b&#13;")
    'a < b\r'
    """
    return _REFERENCE.sub(lambda found: _REFERRED.get(found[2]) or chr(int(found[1])), text)


class Skeleton:
    """How the elements of a record are nested, by what stands between the cuts of its markup.

    `tags` and `parents` are those of `RecordTree`. Texts and values have the numbers of their cuts:
    `text_numbers` are those of the texts in which elements begin, `NOTHING` where there can be
    none, `starts` of those behind their own tags, `ends` of those behind them. `names` are the
    attributes of each element, each name with the number of its value. `classed` and `styled` are
    the numbers of these values. Of one that `is_shared` what is found out holds for other records.
    """

    def __init__(self, parts: Sequence[str], *, is_shared: bool = False) -> None:
        self.is_shared = is_shared
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.names: list[dict[str, int]] = []
        self._opened: list[int] = []
        self._values: set[int] = set()
        for number, part in enumerate(parts[:-1]):
            self._take(number, part)
        self.text_numbers = [
            NOTHING if start == end else start
            for start, end in zip(self.starts, self.ends, strict=True)
        ]
        self.classed = [names["class"] for names in self.names if "class" in names]
        self.styled = [names["style"] for names in self.names if "style" in names]
        # Found out once for all records that are built so: each is asked the same.
        self.places_of = cache(self._places_of)
        self.shown_in = cache(self._shown_in)
        self.few_in = cache(self._few_in)

    def _take(self, number: int, part: str) -> None:
        opened = self._opened
        if part.startswith("</"):
            self.ends[opened.pop()] = number
            return
        tag, _, name = part.rstrip("/").partition(" ")
        if tag:
            self.parents.append(opened[-1] if opened else -1)
            self.tags.append(tag[1:])
            self.names.append({})
            self.starts.append(number)
            self.ends.append(number)
            opened.append(len(self.tags) - 1)
        if name:
            self.names[opened[-1]][name] = number
            self._values.add(number)
            return
        # The text behind the tag: the tag is over.
        self.starts[opened[-1]] = self.ends[opened[-1]] = number
        if part.endswith("/"):
            opened.pop()

    def _places_of(self, tag: str) -> list[int]:
        return [place for place, other in enumerate(self.tags) if other == tag]

    def _shown_in(self, place: int, most: int | None) -> tuple[int, ...]:
        """Return the numbers of the texts seen in an element's first `most`, `BREAK` for a line."""
        numbers: list[int] = []
        inside = range(place, self.end_of(place))
        end = self.ends[place]
        if most is not None and len(inside) > most:
            inside = inside[:most]
            end = self.starts[inside.stop] - 1
        starting = {self.starts[inner]: inner for inner in inside}
        ending = {self.ends[inner]: inner for inner in inside}
        hidden_until = -1
        for number in range(self.starts[place], end + 1):
            for inner in (starting.get(number), ending.get(number)):
                if inner is None or number < hidden_until:
                    continue
                if self.tags[inner] in INVISIBLE_TAGS:
                    hidden_until = self.ends[inner]
                elif self.tags[inner] in LINE_TAGS:
                    numbers.append(BREAK)
            if hidden_until <= number < self.ends[place] and number not in self._values:
                numbers.append(number)
        return tuple(numbers)

    def first_in(self, place: int, tags: Set[str]) -> int | None:
        inside = range(place, self.end_of(place))
        return next((inner for inner in inside if self.tags[inner] in tags), None)

    def _few_in(self, most: int) -> list[int]:
        counts = Counter(self.parents)
        return [place for place in range(len(self.tags)) if 0 < counts[place] < most]

    def end_of(self, place: int) -> int:
        return bisect_right(self.starts, self.ends[place], place)

    @cached_property
    def pairs(self) -> frozenset[str]:
        """The tags of the record's own elements, and every pair "parent>child" below them."""
        below = (place for place, above in enumerate(self.parents) if above >= 0)
        own = {tag for tag, above in zip(self.tags, self.parents, strict=True) if above < 0}
        tags, parents = self.tags, self.parents
        pairs = {f"{tags[parents[n]]}>{tags[n]}" for n in islice(below, MAX_PAIRED)}
        return frozenset(own | pairs)


@lru_cache(MAX_KEPT)
def shared_skeleton(parts: tuple[str, ...]) -> Skeleton:
    return Skeleton(parts, is_shared=True)


@lru_cache(MAX_KEPT)
def skeleton_of(parts: tuple[str, ...]) -> Skeleton | None:
    """Return the skeleton of records with this between their cuts, None where that is odd."""
    return shared_skeleton(parts) if all(map(_PART.fullmatch, parts)) else None


def cut_elements(
    elements: Iterable[HtmlElement], most: int
) -> tuple[tuple[str, ...], list[str], list[str]]:
    """Return what `cut_markup` does of the markup of the first `most` elements.

    Names may hold any sign here. What is no element is one of its own kind without a text.
    """
    parts: list[str] = []
    texts: list[str] = []
    values: list[str] = []

    def cut(part: str, text: str = "", value: str = "") -> None:
        parts.append(part)
        texts.append(text)
        values.append(value)

    opened: list[HtmlElement] = []

    def close_up_to(parent: HtmlElement | None) -> None:
        while opened and opened[-1] is not parent:
            node = opened.pop()
            cut(f"</{_name_of(node)}", node.tail or "")

    for node in islice(chain.from_iterable(each.iter() for each in elements), most):
        close_up_to(node.getparent())
        part = f"<{_name_of(node)}"
        is_element = isinstance(node.tag, str)
        for name, value in node.items() if is_element else ():
            if "/" not in name:
                cut(f"{part} {name}", value=value)
                part = ""
        cut(part, (node.text or "") if is_element else "")
        opened.append(node)
    close_up_to(None)
    return (*parts, ""), texts, values


def _name_of(node: HtmlElement) -> str:
    return node.tag if isinstance(node.tag, str) else OTHER


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
# Markup of records that is written out (characters): one in another, it is far more than a page.
MAX_MARKUP = 4_000_000
# Tags of a record that is read from its markup. Guess: most real ones have some dozens.
MAX_TAGS = 298
# Characters of their names: these are kept.
MAX_PARTS_LENGTH = 8_000
_NONE: dict[str, str] = {}


class RecordTree:
    """The first `most` elements of a record, in document order, with what is read of each.

    The record is made of sibling `elements` with their tails. All lists have one entry for each
    element. `parents` are the places of the elements around in these lists, -1 for the record's
    own. A record is read from its markup, unless that is given as empty, large or odd: asking lxml
    for each element takes far longer. By its `skeleton` its texts, the `pieces`, and the `values`
    of attributes are numbered.
    """

    def __init__(
        self, elements: Sequence[HtmlElement], most: int, markup: str | None = None
    ) -> None:
        self.elements = elements
        self.most = most
        if markup is None:
            markup = _markup_of(elements)
        if not markup or not self._read_markup(markup):
            self._read_elements()
        # At the end the texts of no number.
        self.pieces += (" ", "")
        self.tags: Sequence[str] = self.skeleton.tags
        self.parents: Sequence[int] = self.skeleton.parents

    def _read_markup(self, markup: str) -> bool:
        if markup.count("<") > MAX_TAGS or "&#x" in markup:
            return False
        parts, pieces, values = cut_markup(markup)
        if len(markup) > MAX_PARTS_LENGTH and sum(map(len, parts)) > MAX_PARTS_LENGTH:
            return False
        skeleton = skeleton_of(parts)
        if skeleton is None or len(skeleton.tags) > self.most:
            return False
        if "&" in markup:
            pieces = [plain_text(text) if text and "&" in text else text for text in pieces]
            values = [plain_text(text) if text and "&" in text else text for text in values]
        self.skeleton, self.pieces, self.values = skeleton, pieces, values
        return True

    def _read_elements(self) -> None:
        parts, self.pieces, self.values = cut_elements(self.elements, self.most)
        is_small = len(parts) <= MAX_TAGS and sum(map(len, parts)) <= MAX_PARTS_LENGTH
        self.skeleton = shared_skeleton(parts) if is_small else Skeleton(parts)

    @cached_property
    def texts(self) -> list[str | None]:
        return [self.pieces[number] or None for number in self.skeleton.text_numbers]

    @cached_property
    def tails(self) -> list[str | None]:
        return [self.pieces[number] or None for number in self.skeleton.ends]

    @cached_property
    def attributes(self) -> list[dict[str, str]]:
        return list(map(self._named, self.skeleton.names))

    def attributes_at(self, place: int) -> dict[str, str]:
        return self._named(self.skeleton.names[place])

    def attribute(self, place: int, name: str) -> str | None:
        number = self.skeleton.names[place].get(name)
        return None if number is None else self.values[number]

    def _named(self, names: dict[str, int]) -> dict[str, str]:
        values = self.values
        return {name: values[number] for name, number in names.items()} if names else _NONE

    @cached_property
    def nodes(self) -> list[HtmlElement]:
        inside = chain.from_iterable(element.iter() for element in self.elements)
        return list(islice(inside, self.most))

    @cached_property
    def matter(self) -> bytes:
        """What matters of each text, in the order of the tags."""
        return text_flags(self.pieces)

    def text_in(self, place: int) -> str:
        skeleton = self.skeleton
        start, end = skeleton.starts[place], skeleton.ends[place]
        if end == start + 1:
            return self.pieces[start]
        return "".join([text for text in self.pieces[start:end] if text])

    def shown_in(self, place: int, most: int | None = None) -> str:
        """Return the text that a reader sees in an element, of the first `most` in it if given."""
        return fold_space(self.joined(self.skeleton.shown_in(place, most)))

    def joined(self, numbers: Sequence[int]) -> str:
        pieces = self.pieces
        if len(numbers) == 1:
            return pieces[numbers[0]]
        return "".join([pieces[number] for number in numbers])

    @cached_property
    def has_own_text(self) -> list[bool]:
        found = [text is not None and not text.isspace() for text in self.texts]
        for tail, above in zip(self.tails, self.parents, strict=True):
            if tail and above >= 0 and not tail.isspace():
                found[above] = True
        return found

    @cached_property
    def addresses(self) -> set[str]:
        """The addresses that the links lead to, places within a page apart."""
        hrefs = [self.attribute(place, "href") for place in self.skeleton.places_of("a")]
        return {href.partition("#")[0] for href in hrefs if href} - {""}

    def count_addresses_like(self, href: str) -> int:
        if not href:
            return 0
        own = href.partition("#")[0]
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
    """Return the trees of a page's records, each its elements, in time bounded for them all."""
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
    if len(elements) == 1:
        return etree.tostring(elements[0], encoding="unicode", method="xml")
    return "".join([etree.tostring(each, encoding="unicode", method="xml") for each in elements])


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
        return self.tree.attributes_at(self.title)

    @property
    def href(self) -> str:
        return self.tree.attribute(self.title, "href") or ""
