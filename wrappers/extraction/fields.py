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
# Attributes in which scripts keep the address of something that is clicked on.
SCRIPTED_ADDRESSES = ("data-href", "data-url", "data-link")
_WORD = re.compile(r"\w")


class TitleKind(StrEnum):
    """Which link of a record is its title link."""

    KEY = "key"  # the first one with text that a key finds
    FIRST = "first"  # the first one with text
    HEADING = "heading"  # the first one in or around a heading
    LONGEST = "longest"  # the one with the longest text


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
        or any(element.get(name) for name in SCRIPTED_ADDRESSES)
    )


def links_of(elements: Sequence[HtmlElement]) -> Iterator[HtmlElement]:
    """Yield the links in a record's elements, in document order, themselves included."""
    for element in elements:
        for link in element.iter("a"):
            if is_link(link):
                yield link


def address_of(link: HtmlElement, base_url: str) -> str | None:
    """Return the absolute http(s) address of a link, redirectors kept, or None.

    An address that merely points into the same page ("#") is a script's link: None.
    """
    href = link.get("href", "")
    if not href or href.startswith("#"):
        href = next((link.get(name, "") for name in SCRIPTED_ADDRESSES if link.get(name)), "")
    return resolve_url(base_url, href) if href else None


def choose_title_link(rule: TitleRule, elements: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the title link of the record made of `elements`, or None if the rule finds none.

    A link without text (around a picture) is taken only when no link by the rule has text.
    """
    if rule.kind is TitleKind.KEY and rule.key is not None:
        candidates = [link for element in elements for link in rule.key.find(element)]
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
    titles often carry the same link.
    """
    original = address_of(title_link, base_url)
    title = title_text(title_link)
    if original is not None:
        href = title_link.get("href")
        twins = [link for link in links_of(elements) if link.get("href") == href]
        title = max((title_text(link) for link in twins), key=len, default=title)
    if not title:
        title = substitute_title(elements, title_link)
    return ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=title[:MAX_TITLE_LENGTH],
        snippet=snippet_text(elements, title)[:MAX_SNIPPET_LENGTH],
    )


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
