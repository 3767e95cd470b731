"""Pieces of one running text made one item: "Entry by <a>Ann</a> - 3 May", lines cut by `<br>`."""

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.tree import fold_space
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.items.pieces import RecordPiece

# Elements between a word and the text that it stands in. Guess: "<b><i>word</i></b>".
MAX_DEPTH = 3
# Links of a text that are looked at. Guess.
MAX_LINKS = 50
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
        # Whether each piece is an item of its own, whatever it says.
        self.are_apart = True
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
        """Add what one piece says; `is_named` where it begins with its label.

        `joined` is the piece before it whose words begin the item's text.
        """
        is_prose = item.kind in _PROSE and not is_named
        bare = joined or (piece if piece.bare else None)
        beside = None if bare is None else bare.element
        around = self._text_of(item, piece, beside, are_introduced=joined is not None)
        if around is not None or self._is_next_line(piece, is_prose):
            self.are_apart = False
            self._parts.append(item)
            self.items[-1] = _united(self._parts)
        else:
            self._parts = [item]
            self.items.append(item)
        self._around = beside if around is None else around
        self._last = piece
        self._is_prose = is_prose

    def _is_next_line(self, piece: RecordPiece, is_prose: bool) -> bool:
        """Return whether prose goes on in a further line of its element."""
        last = self._last
        return last is not None and last.element is piece.element and is_prose and self._is_prose

    def _text_of(
        self,
        item: RecordItem,
        piece: RecordPiece,
        beside: HtmlElement | None,
        *,
        are_introduced: bool,
    ) -> HtmlElement | None:
        """Return the element whose words a piece and the one before it are of, None without one.

        It is that of the text so far, or the one `beside` whose elements the piece stands.
        """
        last = self._last
        if last is None or last.line != piece.line:
            return None
        kinds = (self._parts[-1].kind, item.kind)
        if not _APART.isdisjoint(kinds):
            return None
        are_people = are_introduced and set(kinds) == {ItemKind.AUTHOR}
        for around in (self._around, beside):
            if (
                around is not None
                and _is_within(piece.element, around)
                and _is_within(last.element, around)
            ):
                self.are_apart = False
                if _is_text(around, are_people=are_people):
                    return around
        return None


def _is_within(element: HtmlElement, outer: HtmlElement) -> bool:
    """Return whether an element is `outer` or stands a few levels in it."""
    return element is outer or any(
        each is outer for each in islice(element.iterancestors(), MAX_DEPTH)
    )


def _is_text(element: HtmlElement, *, are_people: bool) -> bool:
    """Return whether words stand directly in an element, and it does not list things by links.

    Signs alone divide what stands in it. Links may name several people, and words of a text that
    says more by itself.
    """
    own = fold_space(" ".join((element.text or "", *(child.tail or "" for child in element))))
    if not _WORD.search(own):
        return False
    links = list(islice(element.iter("a"), MAX_LINKS))
    if len(links) < 2 or are_people:
        return True
    return len(own) > sum(len(text) for link in links for text in link.itertext())


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
