"""Alignment: the pieces of all records brought into columns, named where the page names them.

After Liu, Meng, Meng 2010 (ViDE), who match items by their font and position. Ours are matched by
place, then by the words that name them, then by order.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice

from lxml.html import HtmlElement

from discovery.lexicon.words import any_of, lexicon
from discovery.pages.tree import visible_text
from discovery.pages.visibility import Visibility
from wrappers.extraction.items.pieces import ItemKind, RecordPiece
from wrappers.extraction.page_class import clean_label
from wrappers.induction.items.sample import ItemSample

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
        return [piece.text for piece in self.pieces]

    @property
    def is_static(self) -> bool:
        return len(self.pieces) > MIN_RECORDS and len(set(self.texts)) == 1

    @property
    def position(self) -> float:
        return sum(self.positions) / len(self.positions)


def align(rows: Sequence[Row]) -> list[Column]:
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
    return sorted(kept, key=lambda column: column.position)


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
    if piece.element.tag in NAMING_TAGS and len(piece.text) <= MAX_NAMING_LENGTH:
        return piece.text
    return naming_start(piece.text)


def _places_of_many(rows: Sequence[Row]) -> set[str]:
    return {
        place
        for row in rows
        for place, count in Counter(piece.place for piece in row).items()
        if count > 1
    }


# A column is called what it is called in this share of its records; of so many one looks.
MOSTLY = 0.8
MAX_LOOKED_AT = 30
MAX_LABEL_LENGTH = 40
# Rows of a table that may be its headings, cells of one, levels from a text to its cell. Guesses.
MAX_HEADING_ROWS = 3
MAX_CELLS = 50
MAX_LEVELS = 8
_CELLS = ("td", "th")


def label_of(column: Column) -> str:
    """Return what a reader finds a column called, or nothing."""
    said = column.start or column.after
    if said:
        return clean_label(said)
    headings = [_heading(piece.element) for piece in column.pieces[:MAX_LOOKED_AT]]
    text, count = Counter(headings).most_common(1)[0]
    return clean_label(text)[:MAX_LABEL_LENGTH] if count >= MOSTLY * len(headings) else ""


def _heading(element: HtmlElement) -> str:
    around = (element, *islice(element.iterancestors(), MAX_LEVELS))
    cell = next((node for node in around if node.tag == "td"), None)
    row = None if cell is None else cell.getparent()
    table = None if row is None else next(row.iterancestors("table"), None)
    if cell is None or table is None:
        return ""
    number = sum(map(_width, islice(cell.itersiblings(*_CELLS, preceding=True), MAX_CELLS)))
    for heading_row in islice(table.iter("tr"), MAX_HEADING_ROWS):
        cells = list(islice(heading_row.iterchildren(*_CELLS), MAX_CELLS))
        if heading_row is row or not cells or any(each.tag == "td" for each in cells):
            continue
        for heading in cells:
            number -= _width(heading)
            if number < 0:
                text = visible_text(heading, most=MAX_CELLS)
                return text if len(text) <= MAX_LABEL_LENGTH else ""
        return ""
    return ""


def _width(cell: HtmlElement) -> int:
    span = cell.get("colspan", "1").strip()
    return int(span) if span.isascii() and span.isdigit() and len(span) < 3 else 1


def kind_by_label(label: str) -> ItemKind | None:
    """Return what a label or heading says that something is; of several words the last.

    >>> kind_by_label("Last modified by"), kind_by_label("Größe"), kind_by_label("Remarks")
    (<ItemKind.AUTHOR: 'author'>, <ItemKind.SIZE: 'size'>, None)
    """
    found = [(match.start(), kind) for kind, words in _names() for match in words.finditer(label)]
    return max(found)[1] if found else None


@cache
def _names() -> tuple[tuple[ItemKind, re.Pattern[str]], ...]:
    """Return the patterns of the words for each kind; scripts without spaces have them anywhere."""
    return tuple(
        (
            ItemKind(kind),
            re.compile(
                any_of(
                    rf"(?<!\w){re.escape(word)}(?!\w)" if word[0] < "\u2e80" else re.escape(word)
                    for word in words
                ),
                re.IGNORECASE,
            ),
        )
        for kind, words in lexicon().records.item_names.items()
    )


MIN_REPEATED_LENGTH = 3


def repeated(columns: Sequence[Column], title: Column | None) -> set[int]:
    """Return (by `id`) the columns that say again what another one says in the same record."""
    said: dict[int, set[str]] = {}
    again_said: set[int] = set()
    ordered = ([] if title is None else [title]) + [c for c in columns if c is not title]
    for column in ordered:
        again = sum(
            len(text) >= MIN_REPEATED_LENGTH and text in said.get(row, ())
            for row, text in zip(column.rows, column.texts, strict=True)
        )
        if again >= MOSTLY * len(column.rows):
            again_said.add(id(column))
        for row, text in zip(column.rows, column.texts, strict=True):
            said.setdefault(row, set()).add(text)
    return again_said


def unseen_columns(
    columns: Sequence[Column], rows: Sequence[Row], samples: Sequence[ItemSample]
) -> set[int]:
    """Return (by `id`) the columns that a reader of the page does not see."""
    seen = _seen_of_records(rows, samples)
    unseen: set[int] = set()
    for column in columns:
        shown = [
            visible.state(piece.element).is_rendered
            for piece, row in zip(column.pieces, column.rows, strict=True)
            for visible in [seen[row]]
            if visible is not None
        ]
        if shown and shown.count(False) >= MOSTLY * len(shown):
            unseen.add(id(column))
    return unseen


def _seen_of_records(rows: Sequence[Row], samples: Sequence[ItemSample]) -> list[Visibility | None]:
    """Return what is seen of each record, None of those whose titles are not seen themselves.

    A reader sees the results: where a sheet hides them, a script shows what it hides. What fades in
    is seen.
    """
    found: list[Visibility | None] = []
    for row, sample in zip(rows, samples, strict=True):
        titles = [piece.element for piece in row if piece.text == sample.title]
        seen = sample.seen
        is_seen = seen is not None and any(seen.state(each).is_rendered for each in titles)
        found.append(seen if is_seen else None)
    return found
