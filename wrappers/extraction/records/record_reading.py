"""Records read from their elements: heading, title and text, and what else a record shows."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from lxml.html import HtmlElement

from discovery.pages.tree import HEADING_TAGS, fold_space
from discovery.pages.urls import parted_by_fragments, unwrap_redirect
from wrappers.extraction.items.columns import ItemRules
from wrappers.extraction.items.pieces import ItemKind, RecordItem
from wrappers.extraction.record_tree import BREAK, RecordNodes
from wrappers.extraction.records.details import (
    MAX_FIELD_LENGTH,
    byline_in,
    date_in,
    price_in,
    size_in,
    thumbnails,
)
from wrappers.extraction.records.fields import (
    MAX_LINK_NODES,
    address_of,
    fragment_of,
    leads_astray,
)
from wrappers.extraction.records.record import ResultRecord, repair_text, said_by
from wrappers.extraction.records.titles import read_titles

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


def fields_of(items: Sequence[RecordItem], most: int) -> dict[str, Any]:
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
    said = next((item.bare for item in said_by(items) if item.kind is ItemKind.TITLE), "")
    return _EDGE.sub("", said)


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


def read_records(
    found: Sequence[RecordNodes],
    base_url: str,
    *,
    items: ItemRules | None = None,
) -> tuple[ResultRecord, ...]:
    """Return the records that their nodes make, without those that have neither title nor link.

    Nor those whose link hides its host behind user info. By `items`, the columns learned, each
    record is read into its items; without them its snippet is all of its text but the title.
    """
    records = [
        read_record(nodes, base_url, title, items=items)
        for nodes, title in zip(found, read_titles(found), strict=True)
    ]
    records = _told_apart(records, found)
    pictures = thumbnails([nodes.tree for nodes in found], base_url)
    return tuple(
        record.replace(thumbnail=picture) if picture else record
        for nodes, record, picture in zip(found, records, pictures, strict=True)
        if (record.url is not None or record.title) and not leads_astray(nodes.title_attributes)
    )


def read_record(
    nodes: RecordNodes,
    base_url: str,
    title: str,
    *,
    items: ItemRules | None = None,
) -> ResultRecord:
    original = address_of(nodes.title_attributes, base_url)
    fields: dict[str, Any]
    if items is not None:
        said = items.read(nodes.tree)
        if items.are_titled:
            title = title_said(said) or title
        fields = fields_of(said, MAX_SNIPPET_LENGTH)
    else:
        text = repair_text(record_text(nodes, title)[:MAX_SNIPPET_LENGTH])
        fields = {
            "snippet": text,
            "date": date_in(text),
            "price": price_in(text),
            "author": byline_in(text),
            "size": size_in(text),
        }
    return ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=repair_text(title[:MAX_TITLE_LENGTH]),
        **fields,
    )


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


def record_text(nodes: RecordNodes, title: str) -> str:
    """Return what a reader sees of a record beside its title link and those like it."""
    tree, href, shown_in = nodes.tree, nodes.href, nodes.tree.skeleton.shown_in
    links = tree.skeleton.places_of("a") if href else []
    alike = [place for place in links if tree.attributes[place].get("href") == href]
    titles = [p for p in (nodes.title, *alike) if tree.shown_in(p, MAX_LINK_NODES) == title]
    left_out = set(chain.from_iterable(shown_in(place, None) for place in titles)) - {BREAK}
    pieces = [
        tree.pieces[number]
        for place in tree.tops
        for number in (*shown_in(place, None), 2 * place + 1)
        if number not in left_out
    ]
    text = fold_space("".join(pieces))
    if title and text.startswith(title):
        text = text[len(title) :].lstrip(" -–—:|·")
    return text
