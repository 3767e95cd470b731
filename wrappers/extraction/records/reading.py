"""Records read from their elements: title and text, and what else a record shows."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import Any

from lxml.html import HtmlElement

from discovery.pages import (
    HEADING_TAGS,
    INVISIBLE_TAGS,
    LINE_TAGS,
    fold_space,
    unwrap_redirect,
    visible_text,
)
from wrappers.extraction.items import ItemRules
from wrappers.extraction.lines import text_lines
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.dates import date_in
from wrappers.extraction.records.details import with_details
from wrappers.extraction.records.fields import MAX_LINK_NODES, MAX_LINKS, address_of
from wrappers.extraction.records.item_fields import fields_of, title_said
from wrappers.extraction.records.no_titles import counted_labels, names_nothing
from wrappers.extraction.records.pictures import thumbnails
from wrappers.extraction.records.record import ResultRecord
from wrappers.extraction.records.repaired_text import repair_text

# A title or snippet longer than this is a whole page taken for a record. Guess.
MAX_TITLE_LENGTH = 500
MAX_SNIPPET_LENGTH = 2_000
# A text in more of the records than this is no title ("Read more"). Guess.
MAX_SHARE_OF_TITLE = 0.3
MAX_LINES = 20
# Two letters, a letter with a number ("h11"), or a sign of another script.
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]|\b[^\W\d_]\d|[^\x00-\u02ff]", re.DOTALL)
# An address, or the file of a picture, is no title.
_ADDRESS_TEXT = re.compile(
    r"(?:https?://|www\.|/)\S*\Z|[\w.-]+\.[a-z]{2,}/\S*\Z"
    r"|[^\s/]*/\S*\.(?:tiff?|jpe?g|png|gif|webp)\b",
    re.IGNORECASE,
)
# A number by itself at the end of a text.
_LAST_NUMBER = re.compile(r"(?:(?<=\s)|\A)[(\[]?(\d{1,5})[.):\]]?\Z")
LONGEST_NUMBER = 7
# Records that count up before that is taken for their numbering. Guess.
MIN_NUMBERED = 2
_FILE_NAME = re.compile(r"[/\\]|\.\w{3,4}\Z")
# A shorter text of the title link gives way to a longer one of a link to the same address. Guess.
MIN_TITLE_LENGTH = 3


def read_records(
    found: Sequence[tuple[RecordTree, HtmlElement]],
    base_url: str,
    *,
    in_full: bool = True,
    items: ItemRules | None = None,
) -> tuple[ResultRecord, ...]:
    """Return the records made of `(tree, title link)`, those without title and link left out.

    What several records say in the same words ("Read more") is the title of none of them. What
    numbers the next record is none of a record's text. If not `in_full`, the fields of `DETAILS`
    stay empty: they take as long as the others. By `items`, the columns learned, each record is
    read into its items; without them its snippet is all of its text but the title.
    """
    texts = [_twin_texts(tree, link) for tree, link in found]
    repeated = _repeated(texts) | counted_labels([own[0] for own in texts if own])
    if any(not own or own[0] in repeated for own in texts):
        repeated |= _repeated([_lines(tree.elements) for tree, _ in found])
    records = []
    for (tree, link), twins in zip(found, texts, strict=True):
        title = _title(tree.elements, link, twins, repeated)
        records.append(read_record(tree, link, base_url, title, in_full=in_full, items=items))
    trees = [tree for tree, _ in found]
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
        for record, picture, snippet in zip(records, pictures, snippets, strict=True)
        if record.url is not None or record.title
    )


def read_record(
    tree: RecordTree,
    link: HtmlElement,
    base_url: str,
    title: str,
    *,
    in_full: bool = True,
    items: ItemRules | None = None,
) -> ResultRecord:
    """Return the record of which `link` is the title link, without picture."""
    original = address_of(link, base_url)
    fields: dict[str, Any]
    if items is not None:
        said = items.read(tree)
        if items.are_titled:
            title = title_said(said) or title
        fields = fields_of(said, MAX_SNIPPET_LENGTH)
    else:
        text = repair_text(record_text(tree, link, title)[:MAX_SNIPPET_LENGTH])
        fields = {"snippet": text, "date": date_in(text)}
    record = ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=repair_text(title[:MAX_TITLE_LENGTH]),
        **fields,
    )
    return with_details(record, tree, link, base_url) if in_full else record


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


def _repeated(texts: Sequence[Sequence[str]]) -> set[str]:
    """Return the texts that too many records share for a title."""
    counts = Counter(text for own in texts for text in set(own))
    most = max(2, MAX_SHARE_OF_TITLE * len(texts))
    return {text for text, count in counts.items() if count > most}


def _lines(elements: Sequence[HtmlElement]) -> list[str]:
    """Return the first lines of a record."""
    lines = (line.text for element in elements for line in text_lines(element, most=MAX_LINK_NODES))
    return list(islice(lines, MAX_LINES))


def _twin_texts(tree: RecordTree, link: HtmlElement) -> list[str]:
    """Return what the title link, and the record's other links to the same address, show."""
    texts = [title_text(link)]
    href = link.get("href")
    if href and not href.startswith("#"):
        nodes, attributes = tree.nodes, tree.attributes
        texts += [
            title_text(nodes[place])
            for place in tree.places_of("a")[:MAX_LINKS]
            if attributes[place].get("href") == href and nodes[place] is not link
        ]
    return [text for text in texts if text]


def _title(
    elements: Sequence[HtmlElement], link: HtmlElement, twins: Sequence[str], repeated: set[str]
) -> str:
    """Return the title: the title link's text, else the longest of links to the same address.

    What too many records show alike, an address, a number, a date or a hash alone is no title if
    there is another.
    """
    named = [text for text in twins if _LETTERS.search(text) and not _ADDRESS_TEXT.match(text)]
    own = [text for text in named if _names_it(text, repeated)]
    if own:
        first_says_it = own[0] == twins[0] and len(own[0]) >= MIN_TITLE_LENGTH
        return own[0] if first_says_it else max(own, key=len)
    if len(link) and named:
        for line in text_lines(link, most=MAX_LINK_NODES):
            if _names_it(line.text, repeated):
                return line.text
    return _substitute_title(elements, link, repeated) or next(iter([*named, *twins]), "")


def title_text(link: HtmlElement) -> str:
    """Return the title that a link shows: of a link around a whole card, its heading or line."""
    if not len(link):
        return visible_text(link, most=MAX_LINK_NODES)
    inner = [node.tag for node in islice(link.iter(), MAX_LINK_NODES)]
    if LINE_TAGS.isdisjoint(inner) and len(inner) < MAX_LINK_NODES:
        # Most hold nothing but a word or two that are stressed.
        return visible_text(link)
    heading = next((child for child in link.iter(*HEADING_TAGS)), None)
    if heading is not None:
        text = visible_text(heading, most=MAX_LINK_NODES)
        if text:
            return text
    if any(child.tag in LINE_TAGS for child in islice(link.iterdescendants(), MAX_LINK_NODES)):
        for line in text_lines(link, most=MAX_LINK_NODES):
            if _LETTERS.search(line.text):
                return line.text
    return visible_text(link, most=MAX_LINK_NODES)


def _substitute_title(
    elements: Sequence[HtmlElement], link: HtmlElement, repeated: set[str]
) -> str:
    """Return a title for a link that shows none: a heading, a picture's text, the first line."""
    for element in elements:
        for heading in islice(element.iter(*HEADING_TAGS), MAX_LINES):
            text = visible_text(heading, most=MAX_LINK_NODES)
            if text and text not in repeated:
                return text
    for node in islice(link.iter(), MAX_LINK_NODES):
        for name in ("title", "alt", "aria-label"):
            text = fold_space(node.get(name) or "")
            if text and text not in repeated and not _FILE_NAME.search(text):
                return text
    lines = (line for element in elements for line in text_lines(element, most=MAX_LINK_NODES))
    for line in islice(lines, MAX_LINES):
        if _names_it(line.text, repeated):
            return line.text
    return ""


def _names_it(text: str, repeated: set[str]) -> bool:
    return bool(_LETTERS.search(text)) and text not in repeated and not names_nothing(text)


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
