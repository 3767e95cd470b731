"""A record cut into pieces: the texts that a reader sees as one, each with its place.

Liu, Meng, Meng 2010 (ViDE) segment records into items: the leaf blocks of their visual
trees. Ours are the leaves of the markup, those that only stress a word or two joined to the text
around them. Records of one engine are built alike: each way is outlined once.
"""

import re
from collections.abc import Collection, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import islice
from typing import Any

from lxml.html import HtmlElement
from msgspec import Struct

from discovery.documents.document import Document
from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, MAX_CLASS_NAMES, fold_space
from discovery.pages.visibility import hides_itself, style_hides
from wrappers.extraction.items.ratings import shown_rating
from wrappers.extraction.record_tree import (
    BEGINS_AMOUNT,
    ENDS_AMOUNT,
    NAMED,
    SHOWN,
    RecordTree,
)


class ItemKind(StrEnum):
    """What an item means. Stored; the fields of records are filled by it."""

    TITLE = "title"
    SNIPPET = "snippet"
    DATE = "date"
    AUTHOR = "author"
    PRICE = "price"
    RATING = "rating"
    SIZE = "size"
    TYPE = "type"  # of what sort the thing found is: a section, a category, a format
    ADDRESS = "address"  # where the thing found stands, as text: an address or a trail
    NUMBER = "number"  # the position of the record, or a score
    STATIC = "static"  # the same in every record: a label, a button
    TEXT = "text"  # anything else


class RecordItem(Document, frozen=True):
    """One item of a record: the name of its column, what it means, its text as the page shows it.

    `start` is what all items of the column begin with: "Author:", "by". Where the text says several
    things ("3 May 2004 - the snippet") `parts` are these, each an item of its own.
    """

    label: str
    kind: ItemKind
    value: str
    start: str = ""
    parts: tuple["RecordItem", ...] = ()

    @property
    def bare(self) -> str:
        """The text without what all begin with; of a rating the number and what it is out of."""
        value = self.value
        bare = value.removeprefix(self.start).lstrip(" :\u00a0") or value
        return shown_rating(bare) if self.kind is ItemKind.RATING else bare


# A place is not longer (characters), nor deeper (levels of the record's own tree). Guess.
MAX_PLACE_LENGTH = 300
MAX_DEPTH = 60
# Values of `class` kept of one engine. Guess: real ones have some dozens.
MAX_KEPT = 1_000
# Names by which style sheets commonly hide what only programs that read pages aloud should say.
_HIDING_NAMES = frozenset(
    "hidden hide sr-only visuallyhidden visually-hidden screen-reader-text screenreader "
    "screen-reader offscreen displaynone display-none invisible u-hidden is-hidden assistive-text "
    "element-invisible hidden-text".split()
)


class Place(Struct, frozen=True, eq=False):
    """A place: the tags down to it, its own names, how it is written, its depth (from 1)."""

    tags: str
    names: str
    text: str
    depth: int


# Of text that stands beside a record's elements.
BESIDE = Place("", "", "", 0)


def place_in(around: Place, tag: str, names: str) -> Place:
    """Return the place of an element in that around it; `tag` has the number of a cell."""
    tags = f"{around.tags}>{tag}" if around.depth else tag
    text = f"{tags}|{names}|{around.names}"[-MAX_PLACE_LENGTH:]
    return Place(tags, names, text, around.depth + 1)


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
    """A `RecordPiece` as an outline has it: by the numbers of its texts in the record's markup.

    The element is `OUTSIDE` where it is the one around the record, the link where there is none.
    """

    place: str
    numbers: tuple[int, ...]
    element: int
    link: int
    bare: bool
    line: int


def _names_of(tree: RecordTree, outlines: "Outlines") -> list[str | None]:
    """Return which classes of each element tell its place, None of one that is not shown."""
    told = [outlines.names_in(attributes.get("class", "")) for attributes in tree.attributes]
    hidden = [
        hides or hides_itself(attributes)
        for (hides, _), attributes in zip(told, tree.attributes, strict=True)
    ]
    # That a record is seen is known: a sheet undoes what its elements' attributes say.
    tops = tree.tops if hidden[:1] == [True] else ()
    return [
        None if hides and place not in tops else names
        for place, (hides, (_, names)) in enumerate(zip(hidden, told, strict=True))
    ]


class _Spot(Struct, eq=False):
    """What is known of an element on the way to its text; `is_bare` of the text itself."""

    element: int
    place: Place
    has_text: bool
    link: int
    is_whole: bool
    is_bare: bool


class _Walk:
    """One walk over a record, without recursion: pages nest thousands deep.

    Of texts it looks at nothing but what matters of them: the outline holds for all records of
    which the same does.
    """

    def __init__(self, tree: RecordTree, outlines: "Outlines") -> None:
        self.tree = tree
        self.matter = tree.matter
        self.names = _names_of(tree, outlines)
        self.labels = outlines.labels
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
        tag = self.tree.tags[place]
        if tag in _BREAKS:
            self.flush()
            self._line += 1
        elif isinstance(tag, str) and tag not in INVISIBLE_TAGS:
            names = self.names[place]
            if names is not None:
                around = None if above < 0 else self._spots[above]
                spot = self._spot_of(place, tag, names, around)
                ends = spot is not around and tag in _ENDS
                if ends:
                    self.flush()
                    self._line += tag != "a"
                self._spots.append(spot)
                self._open.append((place, ends))
                self.add(2 * place, spot)
                return
        self._spots.append(None)
        self._open.append((place, False))

    def _leave(self, place: int, ends: bool) -> None:
        if ends:
            self.flush()
            self._line += self.tree.tags[place] != "a"
        number = 2 * place + 1
        if not self.matter[number]:
            return
        above = self.tree.parents[place]
        spot = self._spots[above] if above >= 0 else None
        if spot is None:
            spot = _Spot(OUTSIDE, BESIDE, True, OUTSIDE, False, True)
        self.add(number, spot)

    def _spot_of(self, place: int, tag: str, names: str, around: _Spot | None) -> _Spot:
        tree = self.tree
        node = tree.nodes[place]
        is_label = (
            bool(self.labels)
            and around is not None
            and around.link != OUTSIDE
            and f"{tag}|{names}" in self.labels
        )
        if (around is not None and not is_label) and (
            around.is_whole
            or around.place.depth >= MAX_DEPTH
            or (around.has_text and (tag in _STRESS or (tag in _SPANS and not len(node))))
            or (tag in _STRESS and tree.tags[around.element] == "a")
        ):
            return around
        has_text = tree.has_own_text[place]
        is_bare = has_text and len(node) > 0
        if around is None:
            where, link = place_in(BESIDE, tag, ""), OUTSIDE
        else:
            cell = f"{tag}{_column(node)}" if tag in _CELLS else tag
            where, link = place_in(around.place, cell, names), around.link
        if tag != "a":
            return _Spot(place, where, has_text, link, is_label, is_bare)
        # In a link with words of its own all is one text, as long as it is one line.
        return _Spot(place, where, has_text, place, is_bare and _is_one_line(node), is_bare)

    def add(self, number: int, spot: _Spot) -> None:
        matter = self.matter[number]
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
        self._parts.append(number)
        self._last_part = matter
        self._is_named = self._is_named or bool(matter & NAMED)

    def _goes_on(self, matter: int, spot: _Spot) -> bool:
        return (
            self._spot is not None
            and self._spot.link == spot.link == OUTSIDE
            and bool(matter & BEGINS_AMOUNT and self._last_part & ENDS_AMOUNT)
        )

    def flush(self) -> None:
        spot = self._spot
        if spot is None:
            return
        # Signs alone ("|", "•") stand between the items and are none.
        if self._is_named:
            place, numbers = spot.place.text, tuple(self._parts)
            self.pieces.append(
                OutlinedPiece(place, numbers, spot.element, spot.link, spot.is_bare, self._line)
            )
        self._parts.clear()
        self._is_named = False
        self._spot = None


def _is_one_line(element: HtmlElement) -> bool:
    return not any(
        node.tag in LINE_TAGS or node.tag in _BREAKS
        for node in islice(element.iterdescendants(), MAX_LINK_NODES)
    )


def _column(cell: HtmlElement) -> str:
    before = islice(cell.itersiblings(*_CELLS, preceding=True), MAX_CELLS)
    return str(1 + sum(1 for _ in before))


MAX_PIECE_LENGTH = 2_000
# Outlines kept of one engine. Guess: real engines have a handful, or ever new ones.
MAX_OUTLINES = 200


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


class Outline(Struct, eq=False):
    """How records that are built alike are cut; columns and labels, if no text tells them."""

    pieces: tuple[OutlinedPiece, ...]
    columns: Sequence[tuple[Any, str]] | None = None

    def read(self, tree: RecordTree) -> list[RecordPiece]:
        nodes, joined = tree.nodes, tree.joined
        return [
            RecordPiece(
                each.place,
                fold_space(joined(each.numbers))[:MAX_PIECE_LENGTH],
                nodes[each.element] if each.element >= 0 else tree.elements[0].getparent(),
                nodes[each.link] if each.link >= 0 else None,
                each.bare,
                each.line,
            )
            for each in self.pieces
        ]


class Outlines:
    """The outlines of one engine's records, each made once; these `classes` tell places apart.

    `labels` are the elements in title links that are places of their own: "span|badge".
    """

    def __init__(self, classes: Collection[str], labels: Collection[str] = ()) -> None:
        self._classes = classes
        self.labels = labels
        self.names_in = lru_cache(MAX_KEPT)(self._names_in)
        self._kept: dict[object, Outline] = {}

    def _names_in(self, value: str) -> tuple[bool, str]:
        """Return whether a `class` commonly hides, and which of its names tell places apart."""
        names = value.split(None, MAX_CLASS_NAMES)[:MAX_CLASS_NAMES]
        telling = ".".join(sorted(name for name in names if name in self._classes))
        return not _HIDING_NAMES.isdisjoint(names), telling

    def of(self, tree: RecordTree) -> Outline:
        key = self._key_of(tree)
        outline = self._kept.get(key)
        if outline is None:
            walk = _Walk(tree, self)
            walk.read()
            outline = Outline(tuple(walk.pieces))
            if key is not None and len(self._kept) < MAX_OUTLINES:
                self._kept[key] = outline
        return outline

    def _key_of(self, tree: RecordTree) -> object:
        """Return what all records of one outline have in common, None where it is not known."""
        skeleton, attributes = tree.skeleton, tree.attributes
        if not skeleton.is_shared:
            return None
        names = [self.names_in(attributes[place]["class"]) for place in skeleton.classed]
        styles = [style_hides(attributes[place]["style"]) for place in skeleton.styled]
        return skeleton, tree.matter, tuple(names), tuple(styles)


def pieces_of(tree: RecordTree, outlines: Outlines) -> list[RecordPiece]:
    return outlines.of(tree).read(tree)


# Elements between a word and the text that it stands in. Guess: "<b><i>word</i></b>".
MAX_WORD_DEPTH = 3
# Links of a text that are looked at. Guess.
MAX_LINKS = 50
# What a text may be that goes on in the next line: authors are listed so.
_PROSE = (ItemKind.SNIPPET, ItemKind.TEXT, ItemKind.AUTHOR)
# What stays an item of its own, within a text too: the title, and labels and buttons.
_APART = frozenset((ItemKind.TITLE, ItemKind.STATIC))
_CLOSING = ".,;:!?)"
_WORD = re.compile(r"\w")


class RunningText:
    """The items of a record; a text of several lines, or that links some of its words, is one."""

    def __init__(self) -> None:
        self.items: list[RecordItem] = []
        self._parts: list[RecordItem] = []
        self._last: RecordPiece | None = None
        # The element whose own words the current text is of, once one is known.
        self._around: HtmlElement | None = None
        self._is_prose = False

    def add(
        self,
        item: RecordItem,
        piece: RecordPiece,
        *,
        is_named: bool,
        joined: RecordPiece | None = None,
    ) -> None:
        """Add what one piece says; `is_named` where it begins with its label."""
        is_prose = item.kind in _PROSE and not is_named
        bare = joined or (piece if piece.bare else None)
        beside = None if bare is None else bare.element
        last = self._last
        around = None
        if last is not None and last.line == piece.line:
            around = self._text_of(item, piece, last, beside, are_introduced=joined is not None)
        is_beside = last is not None and last.element is piece.element
        if around is not None or (is_beside and is_prose and self._is_prose):
            self._parts.append(item)
            self.items[-1] = _united(self._parts)
        else:
            self._parts = [item]
            self.items.append(item)
        self._around = beside if around is None else around
        self._last = piece
        self._is_prose = is_prose

    def _text_of(
        self,
        item: RecordItem,
        piece: RecordPiece,
        last: RecordPiece,
        beside: HtmlElement | None,
        *,
        are_introduced: bool,
    ) -> HtmlElement | None:
        """Return the element whose words a piece and the one before it are of, None without one."""
        kinds = (self._parts[-1].kind, item.kind)
        if not _APART.isdisjoint(kinds):
            return None
        are_people = are_introduced and set(kinds) == {ItemKind.AUTHOR}
        for around in (self._around, beside):
            if (
                around is not None
                and _is_within(piece.element, around)
                and _is_within(last.element, around)
                and _is_text(around, are_people=are_people)
            ):
                return around
        return None


def _is_within(element: HtmlElement, outer: HtmlElement) -> bool:
    return element is outer or any(
        each is outer for each in islice(element.iterancestors(), MAX_WORD_DEPTH)
    )


def _is_text(element: HtmlElement, *, are_people: bool) -> bool:
    """Return whether words stand directly in an element, and it does not list things by links."""
    own = fold_space(" ".join((element.text or "", *(child.tail or "" for child in element))))
    if not _WORD.search(own):
        return False
    links = list(islice(element.iter("a"), MAX_LINKS))
    if len(links) < 2 or are_people:
        return True
    return len(own) > sum(len(text) for link in links for text in link.itertext())


def _united(parts: Sequence[RecordItem]) -> RecordItem:
    value = parts[0].value
    for part in parts[1:]:
        value += part.value if part.value[0] in _CLOSING else f" {part.value}"
    label = parts[0].label
    parts = [inner for part in parts for inner in part.parts or (part,)]
    snippet = next((part for part in parts if part.kind is ItemKind.SNIPPET), None)
    if snippet is None:
        kinds = {part.kind for part in parts}
        kind = parts[0].kind if len(kinds) == 1 else ItemKind.TEXT
        return RecordItem(label, kind, value, parts=() if len(kinds) == 1 else tuple(parts))
    inner = tuple(
        part.replace(kind=ItemKind.SNIPPET) if part.kind is ItemKind.TEXT else part
        for part in parts
    )
    is_all = all(part.kind is ItemKind.SNIPPET for part in inner)
    return RecordItem(snippet.label, ItemKind.SNIPPET, value, parts=() if is_all else inner)
