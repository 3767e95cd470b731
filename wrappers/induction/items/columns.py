"""Alignment: the pieces of all records brought into columns, one for each thing that is said.

After Liu, Meng, Meng 2010 (ViDE), who match items by their font and position. Ours are
matched by place, then by the words that name them, then by order; details ours.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from wrappers.extraction.items.columns import leaf_of
from wrappers.extraction.items.pieces import RecordPiece

# Records that must have an item before it is a column, as a share of them, and at least. Guesses.
MIN_SHARE = 0.03
MIN_RECORDS = 2
MIN_SHARE_OF_NAMING = 0.1
# Columns of one place: a list of tags has a dozen. Guess.
MAX_ORDINALS = 20
# A text that names another is not longer (characters). Guess: "Last Modified Date:".
MAX_NAMING_LENGTH = 40
_NAMED = re.compile(rf"([^\W\d_][^:：]{{0,{MAX_NAMING_LENGTH - 1}}}[:：])(?=\s|\Z)")

# Elements whose texts name the item after them, with or without a colon.
NAMING_TAGS = ("dt", "th")

# The pieces of one record.
Row = Sequence[RecordPiece]


@dataclass(slots=True)
class Column:
    """The pieces of one column: `rows` are the numbers of their records, `positions` in them.

    `start` is what names the item within its text, `after` what does so before it.
    """

    places: list[str]
    start: str = ""
    after: str = ""
    pieces: list[RecordPiece] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    positions: list[float] = field(default_factory=list)

    @property
    def texts(self) -> list[str]:
        """The texts of its pieces."""
        return [piece.text for piece in self.pieces]

    @property
    def is_static(self) -> bool:
        """Whether all of several records say the same."""
        return len(self.pieces) > MIN_RECORDS and len(set(self.texts)) == 1

    @property
    def position(self) -> float:
        """Where in its records the column stands on average, from 0 to 1."""
        return sum(self.positions) / len(self.positions)


def align(rows: Sequence[Row]) -> list[Column]:
    """Return the columns of the records `rows`, in the order they stand."""
    shared = _places_of_many(rows)
    naming = _naming_texts(rows)
    columns: dict[tuple[str, str, str, int], Column] = {}
    for number, row in enumerate(rows):
        unnamed: Counter[str] = Counter()
        before = ""
        for index, piece in enumerate(row):
            start = after = ""
            ordinal = 0
            if piece.place in shared:
                start = naming_start(piece.text)
                start = start if start in naming else ""
                after = before if not start and before in naming else ""
                if not start and not after:
                    ordinal = min(unnamed[piece.place], MAX_ORDINALS - 1)
                    unnamed[piece.place] += 1
            key = (piece.place, start, after, ordinal)
            column = columns.setdefault(key, Column([piece.place], start, after))
            column.pieces.append(piece)
            column.rows.append(number)
            column.positions.append(index / len(row))
            before = piece.text
    least = max(min(MIN_RECORDS, len(rows)), MIN_SHARE * len(rows))
    kept = [column for column in columns.values() if len(column.rows) >= least]
    return sorted(_merged(kept), key=lambda column: column.position)


def naming_start(text: str) -> str:
    """Return the words that name what follows in a text, or nothing.

    >>> naming_start("Author: unknown"), naming_start("at 12:30")
    ('Author:', '')
    """
    match = _NAMED.match(text)
    return match[1] if match else ""


def _naming_texts(rows: Sequence[Row]) -> set[str]:
    """Return the words that name items in several records: what one alone has is its own text."""
    counts = Counter(
        start for row in rows for start in {_naming_text(piece) for piece in row} if start
    )
    least = max(MIN_RECORDS, MIN_SHARE_OF_NAMING * len(rows))
    return {start for start, count in counts.items() if count >= least}


def _naming_text(piece: RecordPiece) -> str:
    """Return the words by which a piece names what follows, or nothing."""
    if piece.element.tag in NAMING_TAGS and len(piece.text) <= MAX_NAMING_LENGTH:
        return piece.text
    return naming_start(piece.text)


def _places_of_many(rows: Sequence[Row]) -> set[str]:
    """Return the places at which a record may have several pieces."""
    return {
        place
        for row in rows
        for place, count in Counter(piece.place for piece in row).items()
        if count > 1
    }


def _merged(columns: Sequence[Column]) -> list[Column]:
    """Return the columns, those made one whose element is named alike and of which each has one.

    A price inside a button's element here, beside it there, is the same thing.
    """
    by_leaf: dict[str, list[Column]] = defaultdict(list)
    for column in columns:
        leaf = leaf_of(column.places[0])
        if leaf and not column.start and not column.after:
            by_leaf[leaf].append(column)
    gone: set[int] = set()
    for alike in by_leaf.values():
        first = alike[0]
        for other in alike[1:]:
            if other.places[0] in first.places or not set(first.rows).isdisjoint(other.rows):
                continue
            gone.add(id(other))
            first.places += other.places
            first.pieces += other.pieces
            first.rows += other.rows
            first.positions += other.positions
    return [column for column in columns if id(column) not in gone]
