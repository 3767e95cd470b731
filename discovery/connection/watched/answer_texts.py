"""The texts of an answer, whatever it is written in, and those of a page."""

import html
import re

from lxml.html import HtmlElement

from discovery.connection.requests.json_body import json_entries
from discovery.pages.tree import fold_space

# Characters of a text that tells something; longer ones are cut where they are shown.
MIN_LENGTH = 4
MAX_LENGTH = 300
# Texts looked at of one answer or page.
MAX_TEXTS = 20_000
# Lines of JSON, bare or as data of events.
_LINES = re.compile(r"\s*[{\[]|(?:data|event|id|retry)?:")
_TAG = re.compile(r"<[^<>]{0,2000}>")
_BETWEEN = re.compile(r">([^<>]{2,2000})<")
_SHOWING = ("a", "h1", "h2", "h3", "h4", "h5", "h6", "p", "li", "td", "span", "div", "b", "strong")


def answer_texts(answer: bytes) -> frozenset[str]:
    """Return the texts in JSON, lines of JSON, events, HTML or XML."""
    text = answer.decode("utf-8", "replace")
    found = [entry.value for entry in json_entries(text)]
    if not found and _LINES.match(text):
        lines = (line.removeprefix("data:") for line in text.splitlines())
        found = [entry.value for line in lines for entry in json_entries(line)]
    if not found:
        found = _BETWEEN.findall(text)
    return frozenset(
        plain for each in found[:MAX_TEXTS] if len(plain := plain_text(each)) >= MIN_LENGTH
    )


def plain_text(text: str) -> str:
    """Return a text without tags, references and extra white space.

    >>> plain_text("Salt &amp; <em>fish</em>")
    'Salt & fish'
    """
    return fold_space(html.unescape(_TAG.sub("", text)))


def page_texts(root: HtmlElement) -> frozenset[str]:
    """Return what the small elements of a page say."""
    texts: set[str] = set()
    for element in root.iter(*_SHOWING):
        if len(texts) >= MAX_TEXTS:
            break
        said = fold_space("".join(element.itertext())) if len(element) < 20 else ""
        if MIN_LENGTH <= len(said) <= MAX_LENGTH:
            texts.add(said)
    return frozenset(texts)
