"""A stored page as the console shows it: harmless, with what a wrapper reads outlined.

Stored pages are hostile until shown otherwise. Scripts, frames, forms, styles, refreshes, pictures
and links of theirs are taken out here; the response besides forbids them to the browser
(wrappers/console/stored_pages/frames.py).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape

import nh3
from lxml import html
from lxml.html import HtmlElement

from discovery.pages.page import Page
from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.wrapper import Wrapper

# A longer page takes a browser seconds, and nobody reads it there. Guess.
MAX_SHOWN_BYTES = 4_000_000
MAX_SHOWN_ELEMENTS = 40_000
# Attributes that only this module sets: the page's own are taken off first.
MARK, NUMBER, LIST = "data-mark", "data-number", "data-list"
OWN_ATTRIBUTES = (MARK, NUMBER, LIST)
# Elements that are dropped with all that stands in them.
DROPPED_TAGS = frozenset(
    {"script", "style", "noscript", "template", "svg", "math", "object", "select"}
)
# What a page's own links are shown as.
LINK_TEXT_TAG = "u"
# Cells are the only children that a row may have.
ROW_TAGS = frozenset({"tr", "tbody", "thead", "tfoot", "table"})
LAYOUT_ATTRIBUTES = frozenset(
    {"align", "alt", "bgcolor", "border", "cellpadding", "cellspacing", "color", "colspan", "dir"}
    | {"face", "height", "lang", "rowspan", "size", "title", "valign", "width", "start", "type"}
)
ALLOWED_TAGS = frozenset(
    {"a", "abbr", "address", "article", "aside", "b", "big", "blockquote", "br", "caption"}
    | {"center", "cite", "code", "col", "colgroup", "dd", "del", "details", "dfn", "dir", "div"}
    | {"dl", "dt", "em", "figcaption", "figure", "font", "footer", "h1", "h2", "h3", "h4", "h5"}
    | {"h6", "header", "hr", "i", "img", "ins", "kbd", "label", "li", "main", "mark", "menu", "nav"}
    | {"ol", "p", "pre", "q", "s", "samp", "section", "small", "span", "strike", "strong", "sub"}
    | {"summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u"}
    | {"ul", "var", "wbr"}
)


class Mark(StrEnum):
    """What an outlined element is."""

    RECORD = "record"
    TITLE = "title"
    CHOICE = "choice"


class PageTooLongError(ValueError):
    """The page is too long to be shown."""


@dataclass(frozen=True, slots=True)
class ListChoice:
    """A list of records that can be chosen by clicking on one: its number and where that leads."""

    number: int
    records: tuple[RecordNodes, ...]
    address: str


@dataclass(frozen=True, slots=True)
class ItemMark:
    """An item on a page: the number and name of its column, its element, where a click leads."""

    number: int
    label: str
    element: HtmlElement
    address: str


def render_extraction(page: Page, wrapper: Wrapper, style_address: str) -> str:
    """Return `page` as a document with the records that `wrapper` reads outlined and numbered.

    The page's tree is changed. Raises `PageTooLongError`.
    """
    records = tuple(wrapper.record_nodes(page))
    _prepare(page)
    for number, nodes in enumerate(records, start=1):
        _mark_record(nodes, Mark.RECORD)
        _start_of(nodes.elements[0]).set(NUMBER, str(number))
        nodes.title_link.set(MARK, Mark.TITLE)
    return _document(page, style_address)


def render_choices(page: Page, choices: Sequence[ListChoice], style_address: str) -> str:
    """Return `page` as a document in which each record of each list leads to the list's address.

    The page's tree is changed. Raises `PageTooLongError`.
    """
    _prepare(page)
    for choice in choices:
        for nodes in choice.records:
            _mark_record(nodes, Mark.CHOICE)
            nodes.elements[0].set(LIST, str(choice.number))
            _put_link(nodes.elements[0], choice.address, choice.number, f"List {choice.number}")
    return _document(page, style_address)


def render_items(page: Page, marks: Sequence[ItemMark], style_address: str) -> str:
    """Return `page` as a document in which each item leads to the address of its column.

    The page's tree is changed. Raises `PageTooLongError`.
    """
    _prepare(page)
    for mark in marks:
        mark.element.set(MARK, Mark.TITLE)
        _put_link(mark.element, mark.address, mark.number, f"{mark.number} {mark.label}")
    return _document(page, style_address)


def _prepare(page: Page) -> None:
    """Take off what would pass for ours. Raises `PageTooLongError`."""
    if len(page.body) > MAX_SHOWN_BYTES:
        raise PageTooLongError(f"The page has {len(page.body):,} bytes: too long to be shown.")
    for count, element in enumerate(page.root.iter(), start=1):
        if count > MAX_SHOWN_ELEMENTS:
            raise PageTooLongError(f"The page has over {MAX_SHOWN_ELEMENTS:,} elements.")
        for name in ("href", *OWN_ATTRIBUTES):
            element.attrib.pop(name, None)
        # A link of the page's own leads nowhere here, and ours could not stand inside it.
        if element.tag == "a":
            element.tag = LINK_TEXT_TAG


def _mark_record(nodes: RecordNodes, mark: Mark) -> None:
    for element in nodes.elements:
        element.set(MARK, mark)


def _start_of(element: HtmlElement) -> HtmlElement:
    """Return where something can stand at the start of a record: in its first cell if a row."""
    if element.tag in ROW_TAGS:
        return next(iter(element.iter("td", "th")), element)
    return element


def _put_link(element: HtmlElement, address: str, number: int, text: str) -> None:
    """Put a link at the start of an element; `number` is that of what it leads to."""
    place = _start_of(element)
    link = html.Element("a", {"href": address, LIST: str(number)})
    link.text = text
    link.tail, place.text = place.text, None
    place.insert(0, link)


def _document(page: Page, style_address: str) -> str:
    """Return the harmless document; `style_address` is that of the one style sheet."""
    ours = {link.get("href") for link in page.root.iter("a") if link.get(LIST) is not None}
    body = page.root.find(".//body")
    source = html.tostring(page.root if body is None else body, encoding="unicode")
    clean = nh3.clean(
        source,
        tags=set(ALLOWED_TAGS),
        clean_content_tags=set(DROPPED_TAGS),
        attributes={"*": {*LAYOUT_ATTRIBUTES, *OWN_ATTRIBUTES}, "a": {"href", "target"}},
        attribute_filter=lambda tag, name, value: _own_link(name, value, ours),
        url_schemes=set(),
        link_rel=None,
        set_tag_attribute_values={"a": {"target": "_top"}},
    )
    direction = page.root.get("dir", "")
    start = f'<html dir="{direction}">' if direction in {"rtl", "ltr"} else "<html>"
    return (
        f'<!doctype html>{start}<head><meta charset="utf-8"><title>stored page</title>'
        f'<link rel="stylesheet" href="{escape(style_address)}"></head><body>{clean}</body></html>'
    )


def _own_link(name: str, value: str, ours: Iterable[str | None]) -> str | None:
    """Return the value of an attribute that may stay; links other than ours may not."""
    return value if name != "href" or value in ours else None
