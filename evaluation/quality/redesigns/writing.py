"""Redesigned pages as bytes: written, read again, and the records found in what was read."""

from collections import Counter

from lxml.html import HtmlElement, tostring

from discovery.pages import parse_page
from evaluation.quality.redesigns.site import SitePage

_MARK = "data-record-in-redesign"


class HarmedRecordError(ValueError):
    """A redesign would change what a record says, or where it leads."""


def written(page: SitePage) -> tuple[bytes, tuple[str, ...]]:
    """Return a page as UTF-8 bytes and the path of each record in it.

    Raises `HarmedRecordError` when a record does not hold the same words and links when the page is
    read again. Not every tree can be written as HTML.
    """
    for number, element in enumerate(page.records):
        element.set(_MARK, str(number))
    before = [content(element) for element in page.records]
    marked = parse_page(_serialised(page.root))
    for element in page.records:
        del element.attrib[_MARK]
    found = {element.get(_MARK): element for element in marked.root.iter() if element.get(_MARK)}
    after = [found.get(str(number)) for number in range(len(page.records))]
    if [None if element is None else content(element) for element in after] != before:
        raise HarmedRecordError(f"{page.case['id']}: records differ when the page is read again")
    tree = marked.root.getroottree()
    return _serialised(page.root), tuple(tree.getpath(found[str(i)]) for i in range(len(after)))


def content(element: HtmlElement) -> tuple[str, tuple[str, ...]]:
    """Return the characters of an element without white space, and its links in order."""
    links = tuple(str(link.get("href")) for link in element.iter("a") if link.get("href"))
    return "".join(element.text_content().split()), links


def unordered_content(element: HtmlElement) -> tuple[Counter[str], list[str]]:
    """Return how often an element holds each character, and its links, in whatever order."""
    text, links = content(element)
    return Counter(text), sorted(links)


def _serialised(root: HtmlElement) -> bytes:
    return bytes(tostring(root, encoding="utf-8", doctype="<!DOCTYPE html>"))
