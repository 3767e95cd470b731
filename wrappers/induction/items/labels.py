"""What pages call the items of a column: in table headings, beside them, in attributes."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import islice, pairwise
from urllib.parse import urlsplit

from lxml.html import HtmlElement

from discovery.lexicon.reading import any_of, lexicon
from discovery.pages.tree import visible_text
from wrappers.extraction.items.item import ItemKind
from wrappers.extraction.page_class.wrapper import clean_label
from wrappers.induction.items.columns import NAMING_TAGS, Column, Row

# A column is called what it is called in this share of its records; of so many one looks.
MOSTLY = 0.8
MAX_LOOKED_AT = 30
MAX_LABEL_LENGTH = 40
# Rows of a table that may be its headings, cells of one, levels from a text to its cell. Guesses.
MAX_HEADING_ROWS = 3
MAX_CELLS = 50
MAX_LEVELS = 8
# Attributes that say what an element shows, where they say the same in every record.
_SAYING = ("aria-label", "title", "data-label", "data-title")
_CELLS = ("td", "th")
# What stands before the name of a person in the address of his page, beside labels of authors.
_OF_PEOPLE = ("users", "profile", "profiles", "member", "members", "contributors", "writers", "u")
_LETTER = re.compile(r"[^\W\d_]")


def label_of(column: Column, rows: Sequence[Row]) -> str:
    """Return what a reader finds a column called, or nothing.

    The words its texts begin with or stand behind, the heading of its table, what an element says
    of itself.
    """
    said = column.start or column.after
    if said:
        return clean_label(said)
    looked_at = list(zip(column.pieces, column.rows, strict=True))[:MAX_LOOKED_AT]
    found = (
        [_heading(piece.element) for piece, _ in looked_at],
        [_label_before(column, row, rows[row]) for _, row in looked_at],
        [_said_of(piece.element, piece.text) for piece, _ in looked_at],
    )
    for texts in found:
        text, count = Counter(texts).most_common(1)[0]
        if text and count >= MOSTLY * len(texts):
            return clean_label(text)[:MAX_LABEL_LENGTH]
    return ""


def _heading(element: HtmlElement) -> str:
    """Return the heading of the table column that an element stands in, or nothing."""
    around = (element, *islice(element.iterancestors(), MAX_LEVELS))
    cell = next((node for node in around if node.tag == "td"), None)
    row = None if cell is None else cell.getparent()
    table = None if row is None else next(row.iterancestors("table"), None)
    if cell is None or row is None or table is None:
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
    """Return over how many columns a cell of a table reaches."""
    span = cell.get("colspan", "1").strip()
    return int(span) if span.isascii() and span.isdigit() and len(span) < 3 else 1


def _label_before(column: Column, number: int, row: Row) -> str:
    """Return the text before a column's one in an element that names others, or nothing."""
    mine = next(p for p, n in zip(column.pieces, column.rows, strict=True) if n == number)
    before = next((one for one, other in pairwise(row) if other is mine), None)
    if before is None or before.element.tag not in NAMING_TAGS:
        return ""
    return before.text if len(before.text) <= MAX_LABEL_LENGTH else ""


def _said_of(element: HtmlElement, text: str) -> str:
    """Return what an element says by an attribute that it shows, or nothing."""
    for name in _SAYING:
        said = element.get(name, "").strip()
        if said and said != text and len(said) <= MAX_LABEL_LENGTH and _LETTER.search(said):
            return str(said)
    return ""


def leads_to_people(column: Column) -> bool:
    """Return whether a column's links lead to the pages of several people: "/author/ann"."""
    found = [
        match[0]
        for piece in column.pieces
        if piece.link is not None
        and (match := _people().search(_behind_host(piece.link.get("href", ""))))
    ]
    return len(found) >= MOSTLY * len(column.pieces) and len(set(found)) > 1


def _behind_host(href: str) -> str:
    """Return the path and the query of an address, nothing of a broken one."""
    try:
        parts = urlsplit(href)
    except ValueError:
        return ""
    return f"/{parts.path}?{parts.query}"


@cache
def _people() -> re.Pattern[str]:
    """Return the pattern of what names people in addresses, with one's name behind it."""
    words = (*_OF_PEOPLE, *lexicon().records.item_names["author"])
    return re.compile(rf"(?<=[/?&]){any_of(map(re.escape, words))}[/=][^/?&#]+", re.IGNORECASE)


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
