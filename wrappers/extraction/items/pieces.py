"""A record cut into pieces: the texts that a reader sees as one, each with its place.

Liu, Meng, Meng 2010 (ViDE) segment records into items: the leaf blocks of their visual
trees. Ours are the leaves of the markup, those that only stress a word or two joined to the text
around them.
"""

import re
from collections.abc import Collection, Sequence
from itertools import islice

from lxml.html import HtmlElement
from msgspec import Struct

from discovery.pages import INVISIBLE_TAGS, LINE_TAGS, fold_space
from wrappers.extraction.items.places import MAX_DEPTH, Place, Places, is_hidden
from wrappers.extraction.record_tree import RecordTree

# Elements of one record that are read, and pieces of it. Guess: real records have some hundred.
MAX_NODES = 2_000
MAX_PIECES = 200
MAX_PIECE_LENGTH = 2_000
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
# What ends the piece before it.
_ENDS = LINE_TAGS | {"a"}


class RecordPiece(Struct, frozen=True, eq=False):
    """One piece of a record: its text, the place in the record, the element it begins in.

    The place is the tags from the record's element on, then the classes of the last element and of
    the one around it: those classes alone that tell places of this engine apart. `link` is the link
    that the piece is, or stands in. A `bare` piece stands beside elements, in none of its own.
    Pieces of one `line` (counted from 0) have nothing between them that begins a line.
    """

    place: str
    text: str
    element: HtmlElement
    link: HtmlElement | None
    bare: bool
    line: int


class _Spot(Struct, eq=False):
    """What is known of an element on the way to its text; `is_bare` of the text itself."""

    element: HtmlElement
    place: Place
    has_text: bool
    link: HtmlElement | None
    is_whole: bool
    is_bare: bool


def record_pieces(
    elements: Sequence[HtmlElement], classes: Collection[str], most: int = MAX_NODES
) -> list[RecordPiece]:
    """Return the pieces of the record made of sibling `elements` with their tails, in order.

    `classes` are the names that tell places apart. The first `most` elements are read.
    """
    return pieces_of(RecordTree(elements, most), Places(classes))


def pieces_of(tree: RecordTree, places: Places) -> list[RecordPiece]:
    """Return the pieces of a record, in order; its places are noted in those of its engine."""
    walk = _Walk(tree, places)
    walk.read()
    return walk.pieces


class _Walk:
    """One walk over a record, without recursion: pages nest thousands deep."""

    def __init__(self, tree: RecordTree, places: Places) -> None:
        self.tree = tree
        self.places = places
        self.pieces: list[RecordPiece] = []
        self._parts: list[str] = []
        self._spot: _Spot | None = None
        self._line = 0
        # The spot of each element read so far, nothing for what is not looked into.
        self._spots: list[_Spot | None] = []
        # The elements that are not over, and whether a piece ends with each.
        self._open: list[tuple[int, bool]] = []

    def read(self) -> None:
        """Read the record."""
        spots, opened = self._spots, self._open
        for place, above in enumerate(self.tree.parents):
            if above >= 0 and spots[above] is None:
                # In what is not looked into.
                spots.append(None)
                continue
            while opened and opened[-1][0] != above:
                self._leave(*opened.pop())
            if len(self.pieces) >= MAX_PIECES:
                break
            self._enter(place, above)
        while opened:
            self._leave(*opened.pop())
        self.flush()

    def _enter(self, place: int, above: int) -> None:
        """Take an element with the text at its beginning."""
        tree = self.tree
        tag = tree.tags[place]
        if tag in _BREAKS:
            self.flush()
            self._line += 1
        elif isinstance(tag, str) and tag not in INVISIBLE_TAGS:
            attributes = tree.attributes[place]
            value = attributes.get("class") if attributes else None
            hides, names = (False, "") if value is None else self.places.names_in(value)
            if not hides and not (attributes and is_hidden(attributes)):
                around = None if above < 0 else self._spots[above]
                spot = self._spot_of(place, tag, names, around)
                ends = spot is not around and tag in _ENDS
                if ends:
                    self.flush()
                    self._line += tag != "a"
                self._spots.append(spot)
                self._open.append((place, ends))
                text = tree.texts[place]
                if text:
                    self.add(text, spot)
                return
        self._spots.append(None)
        self._open.append((place, False))

    def _leave(self, place: int, ends: bool) -> None:
        """Take the end of an element and the text behind it."""
        if ends:
            self.flush()
            self._line += self.tree.tags[place] != "a"
        tail = self.tree.tails[place]
        if not tail:
            return
        above = self.tree.parents[place]
        spot = self._spots[above] if above >= 0 else None
        if spot is None:
            element = self.tree.nodes[place]
            around = element.getparent()
            outside = element if around is None else around
            spot = _Spot(outside, self.places.beside, True, None, False, len(outside) > 0)
        self.add(tail, spot)

    def _spot_of(self, place: int, tag: str, names: str, around: _Spot | None) -> _Spot:
        """Return the spot of an element; that around it where it only stresses some words."""
        tree = self.tree
        node = tree.nodes[place]
        if around is not None and (
            around.is_whole
            or around.place.depth >= MAX_DEPTH
            or (around.has_text and (tag in _STRESS or (tag in _SPANS and not len(node))))
            or (tag in _STRESS and around.element.tag == "a")
        ):
            return around
        has_text = tree.speaks[place]
        is_bare = has_text and len(node) > 0
        if around is None:
            where, link = self.places.at(None, tag, ""), None
        else:
            cell = f"{tag}{_column(node)}" if tag in _CELLS else tag
            where, link = self.places.at(around.place, cell, names), around.link
        if tag != "a":
            return _Spot(node, where, has_text, link, False, is_bare)
        # In a link with words of its own all is one text, as long as it is one line.
        return _Spot(node, where, has_text, node, is_bare and _is_one_line(node), is_bare)

    def add(self, text: str, spot: _Spot) -> None:
        """Add text to the piece being read, or begin another where it stands elsewhere."""
        present = self._spot
        if present is None:
            if text.isspace():
                return
            self._spot = spot
        elif present is not spot and not text.isspace() and not self._goes_on(text, spot):
            self.flush()
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
        spot = self._spot
        if spot is None:
            return
        text = fold_space("".join(self._parts))
        self._parts.clear()
        self._spot = None
        # Signs alone ("|", "•") stand between the items and are none.
        if _WORD.search(text):
            text = text[:MAX_PIECE_LENGTH]
            self.pieces.append(
                RecordPiece(
                    spot.place.text, text, spot.element, spot.link, spot.is_bare, self._line
                )
            )


def _is_one_line(element: HtmlElement) -> bool:
    """Return whether nothing in an element begins a line."""
    return not any(
        node.tag in LINE_TAGS or node.tag in _BREAKS
        for node in islice(element.iterdescendants(), MAX_LINK_NODES)
    )


def _column(cell: HtmlElement) -> str:
    """Return the number of a table cell in its row, counted from 1."""
    before = islice(cell.itersiblings(*_CELLS, preceding=True), MAX_CELLS)
    return str(1 + sum(1 for _ in before))
