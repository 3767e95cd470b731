"""The columns of an engine's records: where each stands, and what its texts are."""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Annotated

from msgspec import Meta

from discovery.documents.document import Count, Document
from wrappers.extraction.items.pieces import (
    ItemKind,
    Outlines,
    RecordItem,
    RecordPiece,
    RunningText,
)
from wrappers.extraction.items.ratings import RatingSigns
from wrappers.extraction.record_tree import RecordTree

# Places at which one column was seen. Guess.
MAX_PLACES_OF_COLUMN = 20
_DIGIT = re.compile(r"\d")
# What stands between parts and is of none.
_BETWEEN = " \u00a0-–—|·•,;"
# Parts of one text. Guess.
MAX_PARTS = 12
# A typed part of a text is not longer (characters). Guess: "Wednesday, 30 September 2026, 12:30".
MAX_PART_LENGTH = 60

_Text = Annotated[str, Meta(max_length=400)]
Name = Annotated[str, Meta(max_length=80)]


class ItemSplit(Document, frozen=True):
    """Where one text says several things: a constant separator, and what stands between.

    The last part takes what is left; where it is not the last that is the longest, `from_end` says
    that separators are counted from the end. A text without as many parts is left whole. Where
    there are `words` they separate: the one before each part, nothing before what begins the text.
    """

    separator: Annotated[str, Meta(min_length=1, max_length=10)]
    kinds: Annotated[tuple[ItemKind, ...], Meta(min_length=2, max_length=MAX_PARTS)]
    from_end: bool = False
    words: Annotated[tuple[Name, ...], Meta(max_length=MAX_PARTS)] = ()

    def parts(self, text: str) -> list[str]:
        most = len(self.kinds) - 1
        split = text.rsplit if self.from_end else text.split
        cut = self._behind_words(text) if self.words else split(self.separator, most)
        parts = [part.strip() for part in cut]
        if len(parts) != len(self.kinds) or not (self.words or all(parts)):
            return []
        fits = all(
            len(part) <= MAX_PART_LENGTH
            and (kind not in _WITH_DIGITS or _DIGIT.search(part) is not None)
            for part, kind in zip(parts, self.kinds, strict=True)
            if part and kind not in _LONG
        )
        return parts if fits else []

    def _behind_words(self, text: str) -> list[str]:
        text = f" {text} "
        starts, ends = [], []
        end = 0
        for word in self.words:
            start = text.find(f" {word} ", end) if word else end
            if start < 0:
                return []
            end = start + len(word) + 1 if word else end
            starts.append(start)
            ends.append(end)
        if starts[0]:
            return []
        return [
            text[end:start].strip(_BETWEEN)
            for end, start in zip(ends, [*starts[1:], len(text)], strict=True)
        ]


_LONG = frozenset((ItemKind.SNIPPET, ItemKind.TEXT, ItemKind.TITLE))
_WITH_DIGITS = frozenset((ItemKind.DATE, ItemKind.SIZE, ItemKind.PRICE, ItemKind.NUMBER))


class ItemColumn(Document, frozen=True, omit_defaults=True):
    """One column: the same thing said by every record, or by some.

    It stands at one of `places`; where several columns share a place they are told apart by `start`
    (the words that all of its texts begin with), by `after` (the text that names it and stands
    before it), else by their order. `is_joined` is a word or two that begin the text of the next
    piece ("by"). What no piece says is read by its `signs`. `is_hidden` items are not shown.
    `is_mandatory` is whether every record had it. What a person has said (`by_person`) is kept when
    the columns are learned anew.
    """

    label: Name
    kind: ItemKind
    places: Annotated[tuple[_Text, ...], Meta(min_length=1, max_length=MAX_PLACES_OF_COLUMN)]
    start: _Text = ""
    after: _Text = ""
    split: ItemSplit | None = None
    signs: RatingSigns | None = None
    is_mandatory: bool = False
    is_joined: bool = False
    is_hidden: bool = False
    by_person: bool = False
    example: _Text = ""
    count: Count = 0


def item_of(column: ItemColumn, label: str, text: str, before: str) -> RecordItem:
    start = before or column.start
    if not text.startswith(start):
        start = ""
    split = column.split
    if split is None:
        return RecordItem(label, column.kind, text, start)
    parts = tuple(
        _part(word, label if kind is column.kind else str(kind), kind, part)
        for word, part, kind in zip_longest(split.words, split.parts(text), split.kinds)
        if part
    )
    return RecordItem(label, column.kind, text, start, parts)


def _part(word: str | None, label: str, kind: ItemKind, text: str) -> RecordItem:
    if word and word.endswith(":"):
        return RecordItem(word[:-1], kind, f"{word} {text}", word)
    return RecordItem(label, kind, text)


def leaf_of(place: str) -> str:
    """Return the last tag of a place with the classes of its element; empty without any.

    >>> leaf_of("div>p>span|date|meta"), leaf_of("div>p||meta")
    ('span|date', '')
    """
    tags, _, names = place.partition("|")
    own = names.partition("|")[0]
    return f"{tags.rpartition('>')[2]}|{own}" if own else ""


# Columns of one engine's records: the largest real one has 41. Guess.
MAX_COLUMNS = 100
# Class names that tell places apart. Guess.
MAX_CLASSES = 400
# Elements within title links that are labels, not the title. Guess.
MAX_LABELS = 20
# The column of a piece, None where it is of none that was learned, and what it is called.
_Labelled = tuple[ItemColumn | None, str]
# What is called that stood in no record learned from, and in no element with a name.
OTHER = "other"


class ItemRules(Document, frozen=True, omit_defaults=True, dict=True):
    """How the records of one engine are read into items: its columns, in the order they stand.

    `classes` are the class names that tell places apart, `labels` the elements within title links
    that do. The records `are_titled` by the column of that kind; they are, too, where it stood in
    all that were learned from.
    """

    columns: Annotated[tuple[ItemColumn, ...], Meta(max_length=MAX_COLUMNS)]
    classes: Annotated[frozenset[Name], Meta(max_length=MAX_CLASSES)] = frozenset()
    are_titled: bool = False
    labels: Annotated[frozenset[Name], Meta(max_length=MAX_LABELS)] = frozenset()

    @cached_property
    def name_records(self) -> bool:
        return self.are_titled or any(
            column.kind is ItemKind.TITLE and column.is_mandatory for column in self.columns
        )

    @cached_property
    def by_place(self) -> dict[str, list[ItemColumn]]:
        found: dict[str, list[ItemColumn]] = {}
        for column in self.columns:
            for place in column.places:
                found.setdefault(place, []).append(column)
        return found

    @cached_property
    def told_by_texts(self) -> frozenset[str]:
        """The places of several columns that the texts tell apart."""
        return frozenset(
            place
            for place, columns in self.by_place.items()
            if len(columns) > 1 and any(column.start or column.after for column in columns)
        )

    @cached_property
    def by_leaf(self) -> dict[str, ItemColumn]:
        counts = Counter(
            leaf for column in self.columns for leaf in set(map(leaf_of, column.places))
        )
        return {
            leaf: column
            for column in self.columns
            for leaf in map(leaf_of, column.places)
            if leaf and counts[leaf] == 1
        }

    @cached_property
    def by_signs(self) -> list[tuple[ItemColumn, RatingSigns]]:
        return [(column, column.signs) for column in self.columns if column.signs is not None]

    @cached_property
    def outlines(self) -> Outlines:
        return Outlines(self.classes, self.labels)

    def read(self, tree: RecordTree) -> list[RecordItem]:
        said = RunningText()
        # The piece before, where its words begin the next one's text.
        joined: RecordPiece | None = None
        before = ""
        for (column, label), piece in self.assign(tree):
            text = f"{before}{piece.text}" if before else piece.text
            if column is not None and column.is_joined:
                joined, before = piece, f"{text} "
                continue
            if column is None:
                item = RecordItem(label, ItemKind.TEXT, text)
                said.add(item, piece, is_named=False, joined=joined)
            elif not column.is_hidden:
                is_named = bool(column.start or column.after or column.split)
                item = item_of(column, label, text, before)
                said.add(item, piece, is_named=is_named, joined=joined)
            joined, before = None, ""
        for column, piece in self.implicit_values(tree):
            if not column.is_hidden:
                said.items.append(RecordItem(column.label, column.kind, piece.text))
        return said.items

    def implicit_values(self, tree: RecordTree) -> list[tuple[ItemColumn, RecordPiece]]:
        return [
            (column, RecordPiece(column.places[0], found[1], tree.nodes[found[0]], None, False, 0))
            for column, signs in self.by_signs
            if (found := signs.read(tree)) is not None
        ]

    def assign(self, tree: RecordTree) -> Iterable[tuple[_Labelled, RecordPiece]]:
        """Return the pieces of a record, each with its column, if it is of any, and its label."""
        outline = self.outlines.of(tree)
        pieces, columns = outline.read(tree), outline.columns
        if columns is None:
            columns = self._columns_of(pieces)
            if not any(piece.place in self.told_by_texts for piece in pieces):
                outline.columns = columns
        return zip(columns, pieces, strict=True)

    def _columns_of(self, pieces: Sequence[RecordPiece]) -> list[_Labelled]:
        by_place = self.by_place
        waiting: dict[str, list[ItemColumn]] = {}
        used: dict[str, int] = {}
        assigned: list[_Labelled] = []
        places = Counter([piece.place for piece in pieces])
        before = ""
        for piece in pieces:
            place = piece.place
            columns = by_place.get(place)
            column: ItemColumn | None
            if columns is None:
                column = self._at_other_place(place, places)
            elif len(columns) == 1:
                column = columns[0]
            else:
                left = waiting.setdefault(place, list(columns))
                are_all = places[place] == len(columns)
                column = _fitting(left, piece.text, before, are_all) or columns[-1]
                del left[: left.index(column) + 1 if column in left else 0]
            label = _named_by(place) if column is None else column.label
            times = used[label] = used.get(label, 0) + 1
            if times > 1:
                # More than the pages learned from had there.
                label = f"{label} ({times})"
            assigned.append((column, label))
            before = piece.text
        return assigned

    def _at_other_place(self, place: str, taken: Container[str]) -> ItemColumn | None:
        column = self.by_leaf.get(leaf_of(place))
        if column is None or any(other in taken for other in column.places):
            return None
        return column


def _fitting(
    columns: Sequence[ItemColumn], text: str, before: str, are_all: bool
) -> ItemColumn | None:
    """Return the column that a text is of, by its words; by order where `are_all` there."""
    for column in columns:
        if column.start and text.startswith(column.start):
            return column
        if column.after and column.after == before:
            return column
    if are_all and columns:
        return columns[0]
    return next((column for column in columns if not column.start and not column.after), None)


def _named_by(place: str) -> str:
    """Return a name for what no record learned from had, by its element and that around it.

    >>> _named_by("li>div>span|sale|prices"), _named_by("li>div>p||"), _named_by("")
    ('span|sale|prices', 'other p', 'other')
    """
    name = place.rpartition(">")[2].rstrip("|")
    return name if "|" in name else f"{OTHER} {name}".rstrip()
