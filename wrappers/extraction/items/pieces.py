"""A record cut into pieces: the texts that a reader sees as one, each with its place.

Liu, Meng, Meng 2010 (ViDE) segment records into items: the leaf blocks of their visual
trees. Ours are the leaves of the markup, those that only stress a word or two joined to the text
around them.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages import INVISIBLE_TAGS, LINE_TAGS, class_names, fold_space

# Elements of one record that are read, and pieces of it. Guess: real records have some hundred.
MAX_NODES = 2_000
MAX_PIECES = 200
MAX_PIECE_LENGTH = 2_000
# A place is not longer (characters), nor deeper (levels of the record's own tree). Guess.
MAX_PLACE_LENGTH = 300
MAX_DEPTH = 60
# Elements of one link that are looked at, and cells before one in its row.
MAX_LINK_NODES = 100
MAX_CELLS = 50
# What stresses a word within a text, whatever it is; what does so where it holds nothing but text.
_STRESS = frozenset("b em strong i mark u sub sup wbr tt var ins hl bdi bdo nobr".split())
_SPANS = frozenset(
    "font span code kbd q abbr acronym big small del s cite dfn time label data".split()
)
_BREAKS = frozenset(("br", "hr"))
_CELLS = ("td", "th")
# Texts of two elements are one where an amount goes on: "$", "30", "50" in three spans.
_AMOUNT = re.compile(r"[\d$€£¥₹.,]")
_WORD = re.compile(r"\w")
# Names by which style sheets commonly hide what only programs that read pages aloud should say.
_HIDING_NAMES = frozenset(
    "hidden hide sr-only visuallyhidden visually-hidden screen-reader-text screenreader "
    "screen-reader offscreen displaynone display-none invisible u-hidden is-hidden assistive-text "
    "element-invisible hidden-text".split()
)
_HIDING_STYLE = re.compile(r"(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)")


@dataclass(frozen=True, slots=True)
class RecordPiece:
    """One piece of a record: its text, the place in the record, the element it begins in.

    The place is the tags from the record's element on, then the classes of the last element and of
    the one around it: those classes alone that tell places of this engine apart. `link` is the link
    that the piece is, or stands in. A `bare` piece stands beside elements, in none of its own.
    """

    place: str
    text: str
    element: HtmlElement
    link: HtmlElement | None
    bare: bool


@dataclass(frozen=True, slots=True)
class _Spot:
    """What is known of an element on the way to its text."""

    element: HtmlElement
    tags: str
    classes: str
    place: str
    depth: int
    has_text: bool
    link: HtmlElement | None
    is_whole: bool


def record_pieces(
    elements: Sequence[HtmlElement], classes: Collection[str], most: int = MAX_NODES
) -> list[RecordPiece]:
    """Return the pieces of the record made of sibling `elements` with their tails, in order.

    `classes` are the names that tell places apart. The first `most` elements are read.
    """
    walk = _Walk(classes, most)
    for element in elements:
        walk.read(element)
        if element.tail:
            around = element.getparent()
            outside = element if around is None else around
            walk.add(element.tail, _Spot(outside, "", "", "", 0, True, None, False))
    walk.flush()
    return walk.pieces


class _Walk:
    """One walk over a record, without recursion: pages nest thousands deep."""

    def __init__(self, classes: Collection[str], most: int) -> None:
        self.classes = classes
        self.left = most
        self.pieces: list[RecordPiece] = []
        self._parts: list[str] = []
        self._spot: _Spot | None = None

    def read(self, top: HtmlElement) -> None:
        """Read one of the record's elements."""
        # An element is entered, its children and their tails follow; a spot alone ends a piece.
        stack: list[tuple[HtmlElement | str | None, _Spot | None]] = [(top, None)]
        while stack and self.left > 0 and len(self.pieces) < MAX_PIECES:
            node, around = stack.pop()
            if node is None:
                self.flush()
            elif isinstance(node, str):
                if around is not None:
                    self.add(node, around)
            else:
                self._enter(node, around, stack)

    def _enter(
        self,
        node: HtmlElement,
        around: _Spot | None,
        stack: list[tuple[HtmlElement | str | None, _Spot | None]],
    ) -> None:
        """Take an element: its text, then put its children and their tails on the stack."""
        self.left -= 1
        tag = node.tag
        if tag in _BREAKS:
            self.flush()
            return
        if not isinstance(tag, str) or tag in INVISIBLE_TAGS or is_hidden(node):
            return
        spot = self._spot_of(node, tag, around)
        ends = spot is not around and (tag in LINE_TAGS or tag == "a")
        if ends:
            self.flush()
            stack.append((None, None))
        for child in reversed(node):
            if child.tail:
                stack.append((child.tail, spot))
            stack.append((child, spot))
        if node.text:
            self.add(node.text, spot)

    def _spot_of(self, node: HtmlElement, tag: str, around: _Spot | None) -> _Spot:
        """Return the spot of an element; that around it where it only stresses some words."""
        if around is not None and (
            around.is_whole
            or around.depth >= MAX_DEPTH
            or (around.has_text and (tag in _STRESS or (tag in _SPANS and not len(node))))
            or (tag in _STRESS and around.element.tag == "a")
        ):
            return around
        is_link = tag == "a"
        has_text = _has_own_text(node)
        names = "" if around is None else self._names(node)
        tags = tag if around is None else f"{around.tags}>{tag}{_column(node, tag)}"
        outer = "" if around is None else around.classes
        return _Spot(
            node,
            tags,
            names,
            f"{tags}|{names}|{outer}"[-MAX_PLACE_LENGTH:],
            1 if around is None else around.depth + 1,
            has_text,
            node if is_link else None if around is None else around.link,
            # In a link with words of its own all is one text, as long as it is one line.
            is_link and has_text and len(node) > 0 and _is_one_line(node),
        )

    def _names(self, node: HtmlElement) -> str:
        if node.get("class") is None:
            return ""
        return ".".join(sorted(name for name in class_names(node) if name in self.classes))

    def add(self, text: str, spot: _Spot) -> None:
        """Add text to the piece being read, or begin another where it stands elsewhere."""
        if not self._parts and not text.strip():
            return
        elsewhere = self._spot is not None and self._spot is not spot
        if elsewhere and text.strip() and not self._goes_on(text, spot):
            self.flush()
        if self._spot is None:
            self._spot = spot
        self._parts.append(text)

    def _goes_on(self, text: str, spot: _Spot) -> bool:
        """Return whether an amount goes on in another element."""
        return (
            self._spot is not None
            and self._spot.link is spot.link is None
            and _AMOUNT.match(text) is not None
            and _AMOUNT.match(self._parts[-1][-1:]) is not None
        )

    def flush(self) -> None:
        """End the piece being read."""
        if self._spot is None:
            return
        text = fold_space("".join(self._parts))
        spot = self._spot
        self._parts.clear()
        self._spot = None
        # Signs alone ("|", "•") stand between the items and are none.
        if _WORD.search(text):
            bare = spot.has_text and len(spot.element) > 0
            self.pieces.append(
                RecordPiece(spot.place, text[:MAX_PIECE_LENGTH], spot.element, spot.link, bare)
            )


def is_hidden(element: HtmlElement) -> bool:
    """Return whether an element's own markup hides it.

    >>> from lxml.html import fromstring
    >>> is_hidden(fromstring("<p class='x sr-only'>a</p>")), is_hidden(fromstring("<p>a</p>"))
    (True, False)
    """
    if not element.attrib:
        return False
    style = element.get("style")
    if style and _HIDING_STYLE.search(style[:MAX_PLACE_LENGTH]):
        return True
    if element.get("hidden") is not None:
        return True
    names = element.get("class")
    return bool(names) and not _HIDING_NAMES.isdisjoint(class_names(element))


def _has_own_text(element: HtmlElement) -> bool:
    """Return whether text stands directly in an element, not only in those inside it."""
    text = element.text
    if text and not text.isspace():
        return True
    return any(child.tail and not child.tail.isspace() for child in element)


def _is_one_line(element: HtmlElement) -> bool:
    """Return whether nothing in an element begins a line."""
    return not any(
        node.tag in LINE_TAGS or node.tag in _BREAKS
        for node in islice(element.iterdescendants(), MAX_LINK_NODES)
    )


def _column(node: HtmlElement, tag: str) -> str:
    """Return the number of a table cell in its row, counted from 1; nothing for others."""
    if tag not in _CELLS:
        return ""
    before = islice(node.itersiblings(*_CELLS, preceding=True), MAX_CELLS)
    return str(1 + sum(1 for _ in before))
