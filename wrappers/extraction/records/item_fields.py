"""The fields of a record filled from its items, where the wrapper has learned what they are."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discovery.pages.tree import fold_space
from wrappers.extraction.items.item import ItemKind, RecordItem
from wrappers.extraction.records.dates import date_in
from wrappers.extraction.records.details import MAX_FIELD_LENGTH, byline_in, size_in
from wrappers.extraction.records.record import said_by
from wrappers.extraction.records.repaired_text import repair_text

# The fields of records that items fill, and what fills them.
KINDS_OF_FIELDS: Mapping[str, ItemKind] = {
    "snippet": ItemKind.SNIPPET,
    "date": ItemKind.DATE,
    "price": ItemKind.PRICE,
    "author": ItemKind.AUTHOR,
    "size": ItemKind.SIZE,
    "breadcrumb": ItemKind.ADDRESS,
    "rating": ItemKind.RATING,
    "sort": ItemKind.TYPE,
}


# What divided the title from a label of its.
_EDGE = re.compile(r"\A[-–—|·•:,]\s+|\s+[-–—|·•:,]\Z")


def fields_of(items: Sequence[RecordItem], most: int) -> dict[str, Any]:
    """Return a record's items and the fields they fill; a snippet has `most` characters."""
    fields: dict[str, Any] = {"items": tuple(items)}
    snippets: list[str] = []
    for item in said_by(items):
        kind = item.kind
        if kind is ItemKind.SNIPPET:
            snippets.append(item.bare)
        elif (field := _FIELDS.get(kind)) is not None and field[0] not in fields:
            name, read = field
            text = item.bare[:MAX_FIELD_LENGTH]
            fields[name] = text if read is None else read(text)
    fields["snippet"] = repair_text(fold_space(" ".join(snippets))[:most])
    return fields


def title_said(items: Sequence[RecordItem]) -> str:
    """Return what the items say that the title is, or nothing."""
    said = next((item.bare for item in said_by(items) if item.kind is ItemKind.TITLE), "")
    return _EDGE.sub("", said)


def _author(text: str) -> str:
    """Return whom a text names as the author."""
    author = repair_text(text)
    return byline_in(author) or author


# How the texts of these kinds are read: what else stands beside a date ("Posted on", the time) or a
# size is no part of it.
_READERS: Mapping[ItemKind, Callable[[str], str]] = {
    ItemKind.DATE: lambda text: date_in(text) or text,
    ItemKind.AUTHOR: _author,
    ItemKind.SIZE: lambda text: size_in(text) or text,
}
# The fields that one item fills, by what it means.
_FIELDS = {
    kind: (name, _READERS.get(kind))
    for name, kind in KINDS_OF_FIELDS.items()
    if kind is not ItemKind.SNIPPET
}
