"""Records read from their elements: title and text, and what else a record shows."""

import re
from collections.abc import Sequence
from typing import Any

from lxml.html import HtmlElement

from discovery.pages.tree import INVISIBLE_TAGS, LINE_TAGS, fold_space, visible_text
from discovery.pages.urls import unwrap_redirect
from wrappers.extraction.items.rules import ItemRules
from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.record_tree.record_tree import RecordTree
from wrappers.extraction.records.dates import date_in
from wrappers.extraction.records.details import with_details
from wrappers.extraction.records.fields import MAX_LINK_NODES, address_of, leads_astray
from wrappers.extraction.records.item_fields import fields_of, title_said
from wrappers.extraction.records.pictures import thumbnails
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.repaired_text import repair_text
from wrappers.extraction.records.titles import read_titles

# A title or snippet longer than this is a whole page taken for a record. Guess.
MAX_TITLE_LENGTH = 500
MAX_SNIPPET_LENGTH = 2_000
# A number by itself at the end of a text.
_LAST_NUMBER = re.compile(r"(?:(?<=\s)|\A)[(\[]?(\d{1,5})[.):\]]?\Z")
LONGEST_NUMBER = 7
# Records that count up before that is taken for their numbering. Guess.
MIN_NUMBERED = 2


def read_records(
    found: Sequence[RecordNodes],
    base_url: str,
    *,
    in_full: bool = True,
    items: ItemRules | None = None,
) -> tuple[ResultRecord, ...]:
    """Return the records that their nodes make, those without title and link left out.

    So are those whose link hides its host behind user info.
    What numbers the next record is none of a record's text. If not `in_full`, the fields of
    `DETAILS` stay empty: they take as long as the others. By `items`, the columns learned, each
    record is read into its items; without them its snippet is all of its text but the title.
    """
    records = [
        read_record(nodes, base_url, title, in_full=in_full, items=items)
        for nodes, title in zip(found, read_titles(found), strict=True)
    ]
    trees = [nodes.tree for nodes in found]
    pictures = thumbnails(trees, base_url)
    snippets = (
        _without_next_number(records, trees)
        if items is None
        else [record.snippet for record in records]
    )
    return tuple(
        # Most are right as they are.
        record.replace(thumbnail=picture, snippet=snippet)
        if picture or snippet is not record.snippet
        else record
        for nodes, record, picture, snippet in zip(found, records, pictures, snippets, strict=True)
        if (record.url is not None or record.title) and not leads_astray(nodes.title_attributes)
    )


def read_record(
    nodes: RecordNodes,
    base_url: str,
    title: str,
    *,
    in_full: bool = True,
    items: ItemRules | None = None,
) -> ResultRecord:
    """Return the record that its nodes make, without picture."""
    original = address_of(nodes.title_attributes, base_url)
    fields: dict[str, Any]
    if items is not None:
        said = items.read(nodes.tree)
        if items.are_titled:
            title = title_said(said) or title
        fields = fields_of(said, MAX_SNIPPET_LENGTH)
    else:
        text = repair_text(record_text(nodes.tree, nodes.title_link, title)[:MAX_SNIPPET_LENGTH])
        fields = {"snippet": text, "date": date_in(text)}
    record = ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=repair_text(title[:MAX_TITLE_LENGTH]),
        **fields,
    )
    return with_details(record, nodes, base_url) if in_full else record


def _without_next_number(records: Sequence[ResultRecord], trees: Sequence[RecordTree]) -> list[str]:
    """Return the snippets without the number of the next record, where one ends each but the last.

    In "1. <a>…</a> … 2. <a>…</a>" the "2." stands behind the first record's link. What fills an
    element of its own holds nothing of the next.
    """
    snippets = [record.snippet for record in records]
    runs = [tree.elements for tree in trees[:-1]]
    open_ended = [len(elements) > 1 or bool(elements[-1].tail) for elements in runs]
    if len(open_ended) < MIN_NUMBERED or not all(open_ended):
        return snippets
    ends = ((snippet, max(0, len(snippet) - LONGEST_NUMBER)) for snippet in snippets[:-1])
    numbers = [_LAST_NUMBER.search(*end) for end in ends]
    if not numbers[0]:
        return snippets
    first = int(numbers[0][1])
    counted = [None if number is None else int(number[1]) for number in numbers]
    if counted != list(range(first, first + len(numbers))):
        return snippets
    bare = (_LAST_NUMBER.sub("", snippet).rstrip() for snippet in snippets[:-1])
    return [*bare, snippets[-1]]


def record_text(tree: RecordTree, link: HtmlElement, title: str) -> str:
    """Return the record's text without its title: what a reader sees beside the title link.

    Of each of the record's elements the first `most` in it are read.
    """
    href = link.get("href")
    pieces: list[str] = []
    for element in tree.elements:
        _collect_text(element, link, href, title, pieces, tree.most)
        if element.tail:
            pieces.append(element.tail)
    text = fold_space("".join(pieces))
    if title and text.startswith(title):
        text = text[len(title) :].lstrip(" -–—:|·")
    return text


def _collect_text(
    root: HtmlElement, link: HtmlElement, href: str | None, title: str, pieces: list[str], most: int
) -> None:
    """Append the visible text of `root`, links that show the title left out."""
    stack: list[HtmlElement | str] = [root]
    while stack and most:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        most -= 1
        tag = node.tag
        if tag in INVISIBLE_TAGS or not isinstance(tag, str):
            pieces.append(" ")
            continue
        if (node is link or (tag == "a" and href and node.get("href") == href)) and (
            visible_text(node, most=MAX_LINK_NODES) == title
        ):
            pieces.append(" ")
            continue
        if tag in LINE_TAGS:
            pieces.append(" ")
            stack.append(" ")
        for child in node[::-1] if len(node) else ():
            tail = child.tail
            if tail:
                stack.append(tail)
            stack.append(child)
        text = node.text
        if text:
            pieces.append(text)
