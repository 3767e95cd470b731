"""The fields of one record: which of its links is the title, what is the snippet."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from lxml.html import HtmlElement

from discovery.pages import (
    HEADING_TAGS,
    INVISIBLE_TAGS,
    LINE_TAGS,
    fold_space,
    resolve_url,
    unwrap_redirect,
    visible_text,
)
from wrappers.extraction.record import ResultRecord
from wrappers.extraction.selector import ElementKey

# A title or snippet longer than this is a whole page taken for a record. Guess.
MAX_TITLE_LENGTH = 500
MAX_SNIPPET_LENGTH = 2_000
_WORD = re.compile(r"\w")
# Attributes in which scripts keep the address of what is clicked on: data-href, data-entry-url, …
_ADDRESS_ATTRIBUTE = re.compile(r"data-(?:[a-z]+-){0,3}(?:url|href|link|uri)\Z")
_SCRIPTED_ADDRESS = re.compile(r"(?:https?:/)?/[^\s\"'<>]+\Z")
_CLICK_ADDRESS = re.compile(
    r"(?:location(?:\.href)?\s{0,3}=|window\.open\(|location\.assign\()\s{0,3}"
    r"[\"']([^\"']{1,2000})[\"']"
)


class TitleKind(StrEnum):
    """Which link of a record is its title link."""

    KEY = "key"  # the first one with text that a key finds
    FIRST = "first"  # the first one with text
    HEADING = "heading"  # the first one in or around a heading
    LONGEST = "longest"  # the one with the longest text
    SCRIPTED = "scripted"  # the first element that a script makes a link


@dataclass(frozen=True, slots=True)
class TitleRule:
    """The rule for the title link of a record; `key` is relative to the record's elements."""

    kind: TitleKind
    key: ElementKey | None = None

    def __str__(self) -> str:
        """Return the rule for people."""
        return str(self.key) if self.kind is TitleKind.KEY else f"{self.kind} link"


def is_link(element: HtmlElement) -> bool:
    """Return whether a reader can click on `element`: an anchor that is no mere jump target."""
    return element.tag == "a" and (
        element.get("href") is not None
        or (element.get("name") is None and element.get("id") is None)
    )


def scripted_address(element: HtmlElement) -> str | None:
    """Return the address that a script opens when `element` is clicked on, if it says so.

    >>> from lxml.html import fromstring
    >>> scripted_address(fromstring("<h3 data-entry-url='/gag/1'>x</h3>"))
    '/gag/1'
    """
    for name, value in element.items():
        if name.startswith("data-") and _ADDRESS_ATTRIBUTE.match(name):
            if _SCRIPTED_ADDRESS.match(value):
                return value
        elif name == "onclick" and (match := _CLICK_ADDRESS.search(value[:4_000])):
            return match[1]
    return None


def links_of(elements: Sequence[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield the links in a record's elements, in document order, themselves included."""
    for element in elements:
        for link in element.iter("a"):
            if is_link(link):
                yield link


def address_of(link: HtmlElement, base_url: str) -> str | None:
    """Return the absolute http(s) address of a link, redirectors kept, or None.

    An address that merely points into the same page ("#") belongs to a script: what the script
    opens counts, if the element says so.
    """
    href = link.get("href", "")
    if not href or href.startswith(("#", "javascript:")):
        href = scripted_address(link) or ""
    return resolve_url(base_url, href) if href else None


def choose_title_link(rule: TitleRule, elements: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the title link of the record made of `elements`, or None if the rule finds none.

    A link without text (around a picture) is taken only when no link by the rule has text.
    """
    if rule.kind is TitleKind.KEY and rule.key is not None:
        candidates = [link for element in elements for link in rule.key.find(element)]
    elif rule.kind is TitleKind.SCRIPTED:
        candidates = [
            node for element in elements for node in element.iter() if scripted_address(node)
        ]
    elif rule.kind is TitleKind.HEADING:
        candidates = [link for link in links_of(elements) if in_heading(link, elements)]
    else:
        candidates = list(links_of(elements))
    if rule.kind is TitleKind.LONGEST:
        return max(candidates, key=lambda link: len(visible_text(link)), default=None)
    for link in candidates:
        if _WORD.search(visible_text(link)):
            return link
    return candidates[0] if candidates else None


def in_heading(link: HtmlElement, elements: Sequence[HtmlElement]) -> bool:
    """Return whether `link` stands in a heading of the record, or holds one."""
    if any(child.tag in HEADING_TAGS for child in link.iter()):
        return True
    node = link
    while node is not None:
        if node.tag in HEADING_TAGS:
            return True
        if node in elements:
            return False
        node = node.getparent()
    return False


def read_record(
    elements: Sequence[HtmlElement], title_link: HtmlElement, base_url: str
) -> ResultRecord:
    """Return the record made of consecutive sibling `elements` with their tails.

    The title is the longest text among the links with the title link's address: pictures and
    titles often carry the same link. The address itself, shown as a link, is no title.
    """
    original = address_of(title_link, base_url)
    title = title_text(title_link)
    if original is not None:
        href = title_link.get("href")
        twins = [link for link in links_of(elements) if link.get("href") == href]
        texts = [title, *(title_text(link) for link in twins)]
        worded = [text for text in texts if not _shows_address(text, original)]
        title = max(worded or texts, key=len)
    if not title:
        title = substitute_title(elements, title_link)
    return ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=title[:MAX_TITLE_LENGTH],
        snippet=snippet_text(elements, title)[:MAX_SNIPPET_LENGTH],
    )


def _shows_address(text: str, address: str) -> bool:
    """Tell whether the text of a link is (part of) the address it leads to.

    >>> _shows_address("a.example/b…", "http://a.example/b/c"), _shows_address("b", "http://a/b")
    (True, False)
    """
    shown = text.partition("://")[2] or text
    shown = shown.rstrip("/.…")
    return ("/" in text or "." in shown) and " " not in text and shown in address


def title_text(link: HtmlElement) -> str:
    """Return the title that a link shows: of a link around a whole card, its heading."""
    heading = next((child for child in link.iter(*HEADING_TAGS)), None)
    if heading is not None:
        text = visible_text(heading)
        if text:
            return text
    return visible_text(link)


def substitute_title(elements: Sequence[HtmlElement], link: HtmlElement) -> str:
    """Return a title for a link that shows none: its heading's, picture's or own title."""
    for element in elements:
        for heading in element.iter(*HEADING_TAGS):
            text = visible_text(heading)
            if text:
                return text
    for node in link.iter():
        text = fold_space(node.get("alt") or node.get("title") or node.get("aria-label") or "")
        if text:
            return text
    return ""


def snippet_text(elements: Sequence[HtmlElement], title: str) -> str:
    """Return the record's text without its title and without the texts of its links alone."""
    pieces: list[str] = []
    for element in elements:
        _collect_plain_text(element, pieces)
        if element.tail:
            pieces.append(element.tail)
    text = fold_space("".join(pieces))
    if title and text.startswith(title):
        text = text[len(title) :].lstrip(" -–—:|·")
    return text


def _collect_plain_text(root: HtmlElement, pieces: list[str]) -> None:
    """Append the visible text of `root` outside of links and headings of links."""
    stack: list[HtmlElement | str] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
            continue
        tag = node.tag
        if tag in INVISIBLE_TAGS or tag == "a" or not isinstance(tag, str):
            pieces.append(" ")
            continue
        if tag in LINE_TAGS:
            pieces.append(" ")
            stack.append(" ")
        for child in reversed(node):
            if child.tail:
                stack.append(child.tail)
            stack.append(child)
        if node.text:
            pieces.append(node.text)
