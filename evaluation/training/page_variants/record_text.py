"""What is written of a record when its markup is replaced."""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from lxml.html import HtmlElement

from discovery.pages import INVISIBLE_TAGS, LINE_TAGS, fold_space, visible_text
from evaluation.quality.record_matching import comparable_address

MAX_LINES = 8
MAX_LINE = 400


@dataclass(frozen=True, slots=True)
class RecordText:
    """One record as it is written anew: its title as a link, and its other lines, all HTML."""

    title: str
    lines: tuple[str, ...]


def read_record_text(record: HtmlElement, url: str, base: str | None) -> RecordText:
    """Return what is written of a record: the title link's text, and lines of text and links."""
    wanted = comparable_address(url, base)
    links = [
        link
        for link in record.iter("a")
        if wanted and comparable_address(link.get("href"), base) == wanted
    ]
    title_link = max(links, key=lambda link: len(visible_text(link)), default=None)
    title = visible_text(title_link)[:150] if title_link is not None else ""
    lines = [line for line in _lines(record, title_link) if line]
    if not title:
        title = "-"
    return RecordText(f'<a href="{escape(url)}">{escape(title)}</a>', tuple(lines[:MAX_LINES]))


def _lines(record: HtmlElement, title_link: HtmlElement | None) -> Iterator[str]:
    """Yield the lines of a record as text and plain links, the title link left out."""
    line: list[str] = []
    length = 0
    stack: list[HtmlElement | str | None] = [record]
    while stack:
        node = stack.pop()
        if node is None:
            yield fold_space("".join(line))
            line, length = [], 0
        elif isinstance(node, str):
            if length < MAX_LINE:
                line.append(escape(node[:MAX_LINE]))
                length += len(node)
        elif node.tag == "a" and node.get("href"):
            text = visible_text(node)[:80]
            if node is not title_link and text:
                line.append(f' <a href="{escape(node.get("href", ""))}">{escape(text)}</a> ')
        elif isinstance(node.tag, str) and node.tag not in INVISIBLE_TAGS:
            breaks = node.tag in LINE_TAGS
            stack.extend([None] * breaks)
            for child in reversed(node):
                stack.extend([child.tail] if child.tail else [])
                stack.append(child)
            stack.extend([node.text] if node.text else [])
            stack.extend([None] * breaks)
    yield fold_space("".join(line))
