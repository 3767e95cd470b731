"""The fields of a record filled from its items, where the wrapper has learned what they are."""

from collections.abc import Sequence

from discovery.pages import fold_space
from wrappers.extraction.items import ItemKind, RecordItem
from wrappers.extraction.records.dates import date_in
from wrappers.extraction.records.details import MAX_FIELD_LENGTH, byline_in, size_in
from wrappers.extraction.records.record import ResultRecord, said_by
from wrappers.extraction.records.repaired_text import repair_text


def with_items(record: ResultRecord, items: Sequence[RecordItem], most: int) -> ResultRecord:
    """Return a record with its items and the fields they fill; a snippet has `most` characters."""
    firsts: dict[ItemKind, str] = {}
    snippets: list[str] = []
    for item in said_by(items):
        if item.kind is ItemKind.SNIPPET:
            snippets.append(item.bare)
        elif item.kind not in firsts:
            firsts[item.kind] = item.bare[:MAX_FIELD_LENGTH]
    first = firsts.get
    date, author = first(ItemKind.DATE, ""), repair_text(first(ItemKind.AUTHOR, ""))
    size = first(ItemKind.SIZE, "")
    return record.replace(
        items=tuple(items),
        snippet=repair_text(fold_space(" ".join(snippets))[:most]),
        # What else stands beside a date ("Posted on", the time) or a size is no part of it.
        date=date_in(date) or date,
        price=first(ItemKind.PRICE, ""),
        author=byline_in(author) or author,
        size=size_in(size) or size,
        breadcrumb=first(ItemKind.ADDRESS, ""),
        rating=first(ItemKind.RATING, ""),
        sort=first(ItemKind.TYPE, ""),
    )
