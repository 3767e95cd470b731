"""The outline of a record's pieces: which of its texts make which piece, without the texts.

Liu, Meng, Meng 2010 (ViDE) segment records into items: the leaf blocks of their visual
trees. Ours are the leaves of the markup, those that only stress a word or two joined to the text
around them. Records of one engine are built alike: each way is outlined once (`RecordForm`).
"""

from itertools import islice

from lxml.html import HtmlElement
from msgspec import Struct

from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS
from wrappers.extraction.items.places import MAX_DEPTH, Place, Places, is_hidden
from wrappers.extraction.record_tree.record_tree import RecordTree
from wrappers.extraction.record_tree.text_matter import (
    BEGINS_AMOUNT,
    ENDS_AMOUNT,
    NAMED,
    SHOWN,
    matter_of,
)

# Pieces of one record that are read. Guess: real records have some hundred.
MAX_PIECES = 200
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
# What ends the piece before it.
_ENDS = LINE_TAGS | {"a"}
# The place of what stands around a record.
OUTSIDE = -1


class OutlinedPiece(Struct, frozen=True, eq=False):
    """One piece in an outline: its place, and where its texts, element and link are in the tree.

    The text in the n-th element is `n`, that behind it `~n`. The element is `OUTSIDE` where it is
    the one around the record, the link where there is none. The rest is as in `RecordPiece`.
    """

    place: str
    texts: tuple[int, ...]
    element: int
    link: int
    bare: bool
    line: int


class RecordForm(Struct, frozen=True, eq=False):
    """What of a record its pieces depend on, element by element.

    `names` are what `Places.names_in` tells of its classes, nothing for an element that is not
    shown; `texts` and `tails` are what matters of them.
    """

    names: list[str | None]
    texts: bytes
    tails: bytes

    @classmethod
    def of(cls, tree: RecordTree, places: Places) -> "RecordForm":
        """Return the form of a record."""
        names = [_names_of(attributes, places) for attributes in tree.attributes]
        return cls(names, matter_of(tree.texts), matter_of(tree.tails))


def _names_of(attributes: dict[str, str], places: Places) -> str | None:
    """Return which class names of an element count, or nothing where it is hidden."""
    if not attributes:
        return ""
    value = attributes.get("class")
    if value is None:
        return None if is_hidden(attributes) else ""
    hides, names = places.names_in(value)
    return None if hides or (len(attributes) > 1 and is_hidden(attributes)) else names


class _Spot(Struct, eq=False):
    """What is known of an element on the way to its text; `is_bare` of the text itself."""

    element: int
    place: Place
    has_text: bool
    link: int
    is_whole: bool
    is_bare: bool


def outline_of(tree: RecordTree, form: RecordForm, places: Places) -> tuple[OutlinedPiece, ...]:
    """Return the outline of a record of this form; its places are noted in those of its engine."""
    walk = _Walk(tree, form, places)
    walk.read()
    return tuple(walk.pieces)


class _Walk:
    """One walk over a record, without recursion: pages nest thousands deep.

    Of texts it looks at nothing but the form's: the outline holds for all records of the form.
    """

    def __init__(self, tree: RecordTree, form: RecordForm, places: Places) -> None:
        self.tree = tree
        self.form = form
        self.places = places
        self.pieces: list[OutlinedPiece] = []
        self._parts: list[int] = []
        self._last_part = 0
        self._is_named = False
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
        tag = self.tree.tags[place]
        if tag in _BREAKS:
            self.flush()
            self._line += 1
        elif isinstance(tag, str) and tag not in INVISIBLE_TAGS:
            names = self.form.names[place]
            if names is not None:
                around = None if above < 0 else self._spots[above]
                spot = self._spot_of(place, tag, names, around)
                ends = spot is not around and tag in _ENDS
                if ends:
                    self.flush()
                    self._line += tag != "a"
                self._spots.append(spot)
                self._open.append((place, ends))
                self.add(place, self.form.texts[place], spot)
                return
        self._spots.append(None)
        self._open.append((place, False))

    def _leave(self, place: int, ends: bool) -> None:
        """Take the end of an element and the text behind it."""
        if ends:
            self.flush()
            self._line += self.tree.tags[place] != "a"
        matter = self.form.tails[place]
        if not matter:
            return
        above = self.tree.parents[place]
        spot = self._spots[above] if above >= 0 else None
        if spot is None:
            spot = _Spot(OUTSIDE, self.places.beside, True, OUTSIDE, False, True)
        self.add(~place, matter, spot)

    def _spot_of(self, place: int, tag: str, names: str, around: _Spot | None) -> _Spot:
        """Return the spot of an element; that around it where it only stresses some words."""
        tree = self.tree
        node = tree.nodes[place]
        is_label = (
            bool(self.places.labels)
            and around is not None
            and around.link != OUTSIDE
            and f"{tag}|{names}" in self.places.labels
        )
        if (around is not None and not is_label) and (
            around.is_whole
            or around.place.depth >= MAX_DEPTH
            or (around.has_text and (tag in _STRESS or (tag in _SPANS and not len(node))))
            or (tag in _STRESS and tree.tags[around.element] == "a")
        ):
            return around
        has_text = tree.speaks[place]
        is_bare = has_text and len(node) > 0
        if around is None:
            where, link = self.places.at(None, tag, ""), OUTSIDE
        else:
            cell = f"{tag}{_column(node)}" if tag in _CELLS else tag
            where, link = self.places.at(around.place, cell, names), around.link
        if tag != "a":
            return _Spot(place, where, has_text, link, is_label, is_bare)
        # In a link with words of its own all is one text, as long as it is one line.
        return _Spot(place, where, has_text, place, is_bare and _is_one_line(node), is_bare)

    def add(self, text: int, matter: int, spot: _Spot) -> None:
        """Add a text to the piece being read, or begin another where it stands elsewhere."""
        if not matter:
            return
        present = self._spot
        if present is None:
            if not matter & SHOWN:
                return
            self._spot = spot
        elif present is not spot and matter & SHOWN and not self._goes_on(matter, spot):
            self.flush()
            self._spot = spot
        self._parts.append(text)
        self._last_part = matter
        self._is_named = self._is_named or bool(matter & NAMED)

    def _goes_on(self, matter: int, spot: _Spot) -> bool:
        """Return whether an amount goes on in another element."""
        return (
            self._spot is not None
            and self._spot.link == spot.link == OUTSIDE
            and bool(matter & BEGINS_AMOUNT and self._last_part & ENDS_AMOUNT)
        )

    def flush(self) -> None:
        """End the piece being read."""
        spot = self._spot
        if spot is None:
            return
        # Signs alone ("|", "•") stand between the items and are none.
        if self._is_named:
            place, texts = spot.place.text, tuple(self._parts)
            self.pieces.append(
                OutlinedPiece(place, texts, spot.element, spot.link, spot.is_bare, self._line)
            )
        self._parts.clear()
        self._is_named = False
        self._spot = None


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
