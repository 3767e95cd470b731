"""Pieces of one running text made one item: "Entry by <a>Ann</a> - 3 May", lines cut by `<br>`."""

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.pieces import RecordPiece

# Elements between a word and the text that it stands in. Guess: "<b><i>word</i></b>".
MAX_DEPTH = 3
# What a text may be that goes on in the next line: authors are listed so.
_PROSE = (ItemKind.SNIPPET, ItemKind.TEXT, ItemKind.AUTHOR)
# What stays an item of its own, within a text too: the title, and labels and buttons.
_APART = frozenset((ItemKind.TITLE, ItemKind.STATIC))
_CLOSING = ".,;:!?)"
_WORD = re.compile(r"\w")


class RunningText:
    """The items of a record as a reader sees them, those of one running text made one.

    A text that links a few of its words stays one text, and so do its lines.
    """

    def __init__(self) -> None:
        self.items: list[RecordItem] = []
        self._parts: list[RecordItem] = []
        self._last: RecordPiece | None = None
        # The element whose own words the current text is of, once one is known.
        self._around: HtmlElement | None = None
        self._is_prose = False

    def add(self, item: RecordItem, piece: RecordPiece, *, is_named: bool) -> None:
        """Add what one piece says; `is_named` where it begins with its label."""
        is_prose = item.kind in _PROSE and not is_named
        if self._is_next_line(piece, is_prose) or self._is_same_text(item, piece):
            self._parts.append(item)
            self.items[-1] = _united(self._parts)
        else:
            self._parts = [item]
            self._around = None
            self.items.append(item)
        if piece.bare:
            self._around = piece.element
        self._last = piece
        self._is_prose = is_prose

    def _is_next_line(self, piece: RecordPiece, is_prose: bool) -> bool:
        """Return whether prose goes on in a further line of its element."""
        last = self._last
        return last is not None and last.element is piece.element and is_prose and self._is_prose

    def _is_same_text(self, item: RecordItem, piece: RecordPiece) -> bool:
        """Return whether a piece stands in the text before it, or that in the piece's."""
        last = self._last
        if last is None or last.line != piece.line:
            return False
        if not _APART.isdisjoint((self._parts[-1].kind, item.kind)):
            return False
        around = piece.element if piece.bare else self._around
        if around is None or not (
            _is_within(piece.element, around) and _is_within(last.element, around)
        ):
            return False
        return _has_words(around) and not _has_links(around)


def _is_within(element: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether an element is `outer` or stands a few levels in it."""
    return element is outer or any(
        each is outer for each in islice(element.iterancestors(), MAX_DEPTH)
    )


def _has_words(element: HtmlElement) -> bool:
    """Return whether words stand directly in an element: signs alone divide what stands in it."""
    texts = (element.text, *(child.tail for child in element))
    return any(text and _WORD.search(text) for text in texts)


def _has_links(element: HtmlElement) -> bool:
    """Return whether several links stand in an element: those list things."""
    return sum(1 for _ in islice(element.iter("a"), 2)) > 1


def _united(parts: Sequence[RecordItem]) -> RecordItem:
    """Return the item of a text that says several things.

    What stands within a snippet is of it.
    """
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
