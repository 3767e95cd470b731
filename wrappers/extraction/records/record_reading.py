"""Records read from their elements: heading, title and text, and what else a record shows."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS, fold_space
from discovery.pages.urls import parted_by_fragments, unwrap_redirect
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.items.pieces import ItemKind, Outlines, RecordItem, pieces_of
from wrappers.extraction.record_tree import RecordNodes
from wrappers.extraction.records.details import (
    MAX_FIELD_LENGTH,
    byline_in,
    date_in,
    price_in,
    size_in,
    thumbnails,
)
from wrappers.extraction.records.fields import address_of, fragment_of, leads_astray
from wrappers.extraction.records.record import ResultRecord, repair_text, said_by
from wrappers.extraction.records.titles import read_title

# Tags whose elements name what stands after them.
NAMING_TAGS = HEADING_TAGS | {"dt"}
# Records that have a heading each: fewer may stand below those of days. Guess.
NEARLY_ALL = 0.9
MIN_RECORDS = 2


def heading_above(first: HtmlElement, tag: str | None) -> tuple[HtmlElement, ...]:
    """Return the heading of this tag directly before a record's first element, if there is one."""
    before = None if tag is None else first.getprevious()
    if before is None or before.tag != tag or (before.tail and before.tail.strip()):
        return ()
    return () if next(before.iter("a"), None) is not None else (before,)


def common_heading(firsts: Sequence[HtmlElement]) -> str | None:
    """Return the tag of the heading directly above nearly all records (their first elements)."""
    tags = Counter(
        str(before.tag)
        for first in firsts
        if (before := first.getprevious()) is not None
        and before.tag in NAMING_TAGS
        and heading_above(first, str(before.tag))
    )
    tag, count = next(iter(tags.most_common(1)), ("", 0))
    return tag if count >= max(MIN_RECORDS, NEARLY_ALL * len(firsts)) else None


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


def fields_of(said: Sequence[RecordItem], most: int) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    snippets: list[str] = []
    for item in said:
        kind = item.kind
        if kind is ItemKind.SNIPPET:
            snippets.append(item.bare)
        elif (field := _FIELDS.get(kind)) is not None and field[0] not in fields:
            name, read = field
            text = item.bare[:MAX_FIELD_LENGTH]
            fields[name] = text if read is None else read(text)
    fields["snippet"] = repair_text(fold_space(" ".join(snippets))[:most])
    return fields


def title_said(said: Sequence[RecordItem]) -> str:
    title = next((item.bare for item in said if item.kind is ItemKind.TITLE), "")
    return _EDGE.sub("", title)


def _author(text: str) -> str:
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


# A title or snippet longer than this is a whole page taken for a record. Guess.
MAX_TITLE_LENGTH = 500
MAX_SNIPPET_LENGTH = 2_000
# What may stand between the title and the text.
_MARKS = " -–—:|·"


def read_records(
    found: Sequence[RecordNodes],
    base_url: str,
    *,
    items: ItemRules | None = None,
) -> tuple[ResultRecord, ...]:
    """Return the records that their nodes make, without those that have neither title nor link.

    Nor those whose link hides its host behind user info. By `items`, the columns learned, each
    record is read into its items; without them its snippet is all that it says but the title.
    """
    rules = items or ItemRules(())
    records = _told_apart([read_record(nodes, base_url, rules) for nodes in found], found)
    pictures = thumbnails([nodes.tree for nodes in found], base_url)
    return tuple(
        record.replace(thumbnail=picture) if picture else record
        for nodes, record, picture in zip(found, records, pictures, strict=True)
        if (record.url is not None or record.title) and not leads_astray(nodes.title_attributes)
    )


def read_record(nodes: RecordNodes, base_url: str, items: ItemRules) -> ResultRecord:
    original = address_of(nodes.title_attributes, base_url)
    if items.columns:
        pieces = items.read(nodes.tree)
        said = said_by(pieces)
        title = (title_said(said) if items.name_records else "") or read_title(nodes)
        fields = {"items": tuple(pieces), **fields_of(said, MAX_SNIPPET_LENGTH)}
    else:
        title = read_title(nodes)
        fields = _fields_without_columns(nodes, title, items.outlines)
    return ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=repair_text(title[:MAX_TITLE_LENGTH]),
        **fields,
    )


def _fields_without_columns(nodes: RecordNodes, title: str, outlines: Outlines) -> dict[str, Any]:
    texts = (piece.text for piece in pieces_of(nodes.tree, outlines))
    text = " ".join(text for text in texts if text != title).removeprefix(title).lstrip(_MARKS)
    text = repair_text(text[:MAX_SNIPPET_LENGTH])
    return {
        "snippet": text,
        "date": date_in(text),
        "price": price_in(text),
        "author": byline_in(text),
        "size": size_in(text),
    }


def _told_apart(records: list[ResultRecord], found: Sequence[RecordNodes]) -> list[ResultRecord]:
    """Give records their fragments where addresses differ by nothing else, as posts' do."""
    urls = [record.url or "" for record in records]
    if len(set(urls)) == len(urls):
        return records
    fragments = [fragment_of(nodes.title_attributes) for nodes in found]
    parted = parted_by_fragments(zip(urls, fragments, strict=True))
    return [
        record.replace(url=url + fragment) if url in parted else record
        for record, url, fragment in zip(records, urls, fragments, strict=True)
    ]
