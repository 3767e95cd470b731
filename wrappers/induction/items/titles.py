"""Which column says the records' titles: the title link's, or one that names them better."""

import re
from collections.abc import Sequence
from statistics import median

from discovery.pages.tree import HEADING_TAGS
from wrappers.extraction.items.pieces import RecordPiece
from wrappers.extraction.records.titles import is_called_title
from wrappers.induction.items.columns import Column
from wrappers.induction.items.meaning import names_people, type_of

# Fewer records are not enough to say that their titles name nothing. Guess.
MIN_TITLES = 4
# What holds of nearly all records holds of this share. Guess.
NEARLY_ALL = 0.9
# Titles as seldom different as this tell what to do, not what there is ("more"). Guess.
MAX_SHARE_OF_WORDS = 0.3
# Of what names records this share differs: many bugs are called the same. Guess.
MIN_SHARE_OF_OWN = 0.6
# What names a record is of so many words (characters in scripts without spaces), and no longer
# than this (characters). Guesses.
MIN_WORDS = 3
MIN_CHARACTERS = 6
MAX_LENGTH = 150
# The number of a thing: "r5", "BUG-12", "#7", "arXiv:2101.00027". A version, a standard, a file
# have more to them.
_CODE = re.compile(r"[#(\[]?[^\W\d_]{0,5}[-_#:]?\d{1,9}(?:\.\d{4,9})?[)\]]?\Z")


def title_column(columns: Sequence[Column], titles: Sequence[str]) -> Column | None:
    """Return the column that says the records' titles most often."""
    agreements = [
        sum(piece.text == titles[row] for piece, row in zip(c.pieces, c.rows, strict=True))
        for c in columns
    ]
    most = max(agreements, default=0)
    return columns[agreements.index(most)] if most else None


def better_title(
    columns: Sequence[Column],
    known: Column | None,
    titles: Sequence[str],
    rows: Sequence[Sequence[RecordPiece]],
) -> Column | None:
    """Return the column that names the records where their titles, in `known`, name nothing.

    Those are numbers of things, or say the same of all; where no link says them also a date or a
    person. What names records stands in nearly all, different in most: before a link's number, or
    as a link or heading itself.
    """
    is_unlinked = known is not None and known.pieces[0].link is None
    if len(titles) < MIN_TITLES or not (
        _name_nothing(titles) or (is_unlinked and _are_of_a_type(titles))
    ):
        return None
    records = len({tuple(piece.text for piece in row) for row in rows})
    naming = [
        column
        for column in columns
        if column is not known
        and len(set(column.rows)) >= NEARLY_ALL * len(rows)
        and len(set(column.texts)) >= MIN_SHARE_OF_OWN * records
        and _is_as_long_as_a_title(column.texts)
        and not _are_of_a_type(column.texts)
    ]
    if known is not None and not is_unlinked:
        naming = [c for c in naming if c.position < known.position or _rank(c) < _PLAIN]
    return min(naming, key=lambda column: (_rank(column), column.position), default=None)


def _name_nothing(titles: Sequence[str]) -> bool:
    """Return whether nearly all titles are numbers of things, or they are few words for all."""
    codes = sum(_CODE.match(title) is not None for title in titles)
    few = len(set(titles)) <= MAX_SHARE_OF_WORDS * len(titles)
    return few or codes >= NEARLY_ALL * len(titles)


def _are_of_a_type(texts: Sequence[str]) -> bool:
    """Return whether texts are dates, prices, persons …"""
    people = sum(map(names_people, texts))
    return type_of(texts) is not None or people >= NEARLY_ALL * len(texts)


def _is_as_long_as_a_title(texts: Sequence[str]) -> bool:
    """Return whether most texts are of some words, and not of many."""
    if median(map(len, texts)) > MAX_LENGTH:
        return False
    if median(len(text.split()) for text in texts) >= MIN_WORDS:
        return True
    unspaced = sum(not text.isascii() and " " not in text for text in texts) > len(texts) / 2
    return unspaced and median(map(len, texts)) >= MIN_CHARACTERS


_HEADING, _LINK, _PLAIN = range(3)


def _rank(column: Column) -> int:
    """Return how a column stands out: as a heading or by a class of titles, as a link, or not."""
    element = column.pieces[0].element
    if element.tag in HEADING_TAGS or is_called_title(element):
        return _HEADING
    return _PLAIN if column.pieces[0].link is None else _LINK
