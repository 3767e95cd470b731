"""The columns of records: where each stands, and what its texts say."""

import re
from itertools import zip_longest
from typing import Annotated

from msgspec import Meta

from discovery.documents.document import Count, Document
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.rating_signs import RatingSigns

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
        """Return the parts of a text, or nothing where it is not made of them."""
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
        """Return what stands behind each of the words, some empty; nothing where one is missing."""
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
    """Return what one text says."""
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
    """Return one of several things that a text says; a word with a colon before it is its label."""
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
