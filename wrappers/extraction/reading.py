"""The fields of one record, read from its elements: title, snippet, and what else repeats."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

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
from wrappers.extraction.fields import MAX_LINKS, address_of, is_link, links_of
from wrappers.extraction.record import ResultRecord, SubLink
from wrappers.extraction.text_lines import text_lines

# A title or snippet longer than this is a whole page taken for a record. Guess.
MAX_TITLE_LENGTH = 500
MAX_SNIPPET_LENGTH = 2_000
MAX_SUB_LINKS = 12
# A text in more of the records than this is no title ("Read more"). Guess.
MAX_SHARE_OF_TITLE = 0.3
MAX_LINES = 20
MAX_FIELD_LENGTH = 200
# Elements read of all records, and of each at least: where tags are never closed each record holds
# all that follow. Guess: the largest real records have some hundred.
MAX_NODES = 100_000
MIN_NODES = 100
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]|[^\x00-\u02ff]", re.DOTALL)
# An address, or the file of a picture, is no title.
_ADDRESS_TEXT = re.compile(
    r"(?:https?://|www\.|/)\S*\Z|[\w.-]+\.[a-z]{2,}/\S*\Z"
    r"|[^\s/]*/\S*\.(?:tiff?|jpe?g|png|gif|webp)\b",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(r"[/\\]|\.\w{3,4}\Z")
_BREADCRUMB = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?:\s*[›»>/]\s*\S.*)?\Z", re.I)
_PRICE = re.compile(
    r"(?:[$€£¥₹₽₩]|\b(?:USD|EUR|GBP|CHF|CAD|AUD))\s?\d[\d.,' ]{0,14}"
    r"|\b\d[\d.,' ]{0,14}(?:[€£¥₹₽₩]|USD|EUR|GBP|CHF|kr\b|zł|Kč|руб)"
)
# A quick look before the price's pattern, which tries every character of every snippet.
_CURRENCY_SIGNS = frozenset("$€£¥₹₽₩")
_CURRENCY_NAMES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD", "kr", "zł", "Kč", "руб")
# Begins with the digit and looks back from there: beginning with `\b` takes twice as long.
_SIZE = re.compile(r"\d(?<=\b\d)[\d.,]{0,14}\s?(?:bytes|[KMG]i?B|[kKMG]\b)")
_MONTHS = (
    "jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez|janv|févr|mars|avr|juin|juil"
    "|août|déc|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек"
)
_DATE = re.compile(
    r"\b(?:19|20)\d\d-\d\d?-\d\d?\b|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b"
    r"|(?:19|20)\d\d年\d{1,2}月\d{1,2}日"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:{_MONTHS})\w{{0,8}}\.?,?\s(?:19|20)\d\d\b"
    rf"|\b(?:{_MONTHS})\w{{0,8}}\.?\s\d{{1,2}}(?:st|nd|rd|th)?,?\s(?:19|20)\d\d\b"
    r"|\b\d{1,2}\s(?:minutes?|hours?|days?|weeks?|months?|years?)\sago\b",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"(?:by|author:|von|par|por|di|door)\s{1,3}([^\W\d_][^,|·•()\d]{1,60})", re.IGNORECASE
)
_DIGIT = re.compile(r"\d")
# A year, "3 days ago", 1.2.03, 2003年: a quick look before the date's long pattern.
_DATE_SIGN = re.compile(r"\d(?:\d\d\d|[./]\d|\s[a-z]{3,7}\sago\b)", re.IGNORECASE)
_AUTHOR_CLASS = re.compile(r"author|byline", re.IGNORECASE)
_AUTHOR_TAGS = frozenset(("span", "div", "a", "p", "cite"))
_BREADCRUMB_TAGS = frozenset(("cite", "span", "div", "i", "font", "em", "a"))

# The elements of a record in document order, each with its tag.
_TaggedNodes = Sequence[tuple[str, HtmlElement]]


# A shorter text of the title link gives way to a longer one of a link to the same address. Guess.
MIN_TITLE_LENGTH = 3


def read_records(
    found: Sequence[tuple[Sequence[HtmlElement], HtmlElement]],
    base_url: str,
    *,
    in_full: bool = True,
) -> tuple[ResultRecord, ...]:
    """Return the records made of `(elements, title link)`, those without title and link left out.

    What several records say in the same words ("Read more") is the title of none of them. If not
    `in_full`, the fields of `DETAILS` stay empty: they take as long as the others.
    """
    most = max(MIN_NODES, MAX_NODES // max(1, len(found)))
    texts = [_twin_texts(elements, link) for elements, link in found]
    repeated = _repeated(texts)
    if any(not own or own[0] in repeated for own in texts):
        repeated |= _repeated([_lines(elements) for elements, _ in found])
    records = []
    for (elements, link), twins in zip(found, texts, strict=True):
        title = _title(elements, link, twins, repeated)
        record = read_record(elements, link, base_url, title, most, in_full=in_full)
        if record.url is not None or record.title:
            records.append(record)
    return tuple(records)


def read_record(
    elements: Sequence[HtmlElement],
    link: HtmlElement,
    base_url: str,
    title: str,
    most: int = MAX_NODES,
    *,
    in_full: bool = True,
) -> ResultRecord:
    """Return the record made of consecutive sibling `elements` with their tails.

    The first `most` elements in them are read.
    """
    original = address_of(link, base_url)
    text = record_text(elements, link, title, most)[:MAX_SNIPPET_LENGTH]
    # Dates, prices and sizes all have a digit.
    has_digit = _DIGIT.search(text) is not None
    record = ResultRecord(
        url=None if original is None else unwrap_redirect(original),
        original_url=original,
        title=title[:MAX_TITLE_LENGTH],
        snippet=text,
        date=_first(_DATE, text) if has_digit and _DATE_SIGN.search(text) else "",
        thumbnail=_thumbnail(elements, base_url, most),
    )
    if not in_full:
        return record
    # One walk over the tree for all fields: every new walk would make each element anew.
    inside = (node for element in elements for node in element.iter())
    nodes = [(node.tag, node) for node in islice(inside, most)]
    return replace(
        record,
        price=_first(_PRICE, text) if has_digit and _may_name_currency(text) else "",
        author=_author(nodes, text),
        size=_first(_SIZE, text) if has_digit else "",
        breadcrumb=_breadcrumb(nodes),
        sub_links=_sub_links(nodes, link, base_url),
    )


def _repeated(texts: Sequence[Sequence[str]]) -> set[str]:
    """Return the texts that too many records share for a title."""
    counts = Counter(text for own in texts for text in set(own))
    most = max(2, MAX_SHARE_OF_TITLE * len(texts))
    return {text for text, count in counts.items() if count > most}


def _lines(elements: Sequence[HtmlElement]) -> list[str]:
    """Return the first lines of a record."""
    lines = (line.text for element in elements for line in text_lines(element))
    return list(islice(lines, MAX_LINES))


def _twin_texts(elements: Sequence[HtmlElement], link: HtmlElement) -> list[str]:
    """Return what the title link, and the record's other links to the same address, show."""
    texts = [title_text(link)]
    href = link.get("href")
    if href and not href.startswith("#"):
        texts += [
            title_text(other)
            for other in islice(links_of(elements), MAX_LINKS)
            if other is not link and other.get("href") == href
        ]
    return [text for text in texts if text]


def _title(
    elements: Sequence[HtmlElement], link: HtmlElement, twins: Sequence[str], repeated: set[str]
) -> str:
    """Return the title: the title link's text, else the longest of links to the same address.

    What too many records show alike, an address or a number alone is no title if there is another.
    """
    named = [text for text in twins if _LETTERS.search(text) and not _ADDRESS_TEXT.match(text)]
    own = [text for text in named if text not in repeated]
    if own:
        first_says_it = own[0] == twins[0] and len(own[0]) >= MIN_TITLE_LENGTH
        return own[0] if first_says_it else max(own, key=len)
    return _substitute_title(elements, link, repeated) or next(iter([*named, *twins]), "")


def title_text(link: HtmlElement) -> str:
    """Return the title that a link shows: of a link around a whole card, its heading or line."""
    if not len(link):
        return visible_text(link)
    heading = next((child for child in link.iter(*HEADING_TAGS)), None)
    if heading is not None:
        text = visible_text(heading)
        if text:
            return text
    if any(child.tag in LINE_TAGS for child in link.iterdescendants()):
        for line in text_lines(link):
            if _LETTERS.search(line.text):
                return line.text
    return visible_text(link)


def _substitute_title(
    elements: Sequence[HtmlElement], link: HtmlElement, repeated: set[str]
) -> str:
    """Return a title for a link that shows none: a heading, a picture's text, the first line."""
    for element in elements:
        for heading in element.iter(*HEADING_TAGS):
            text = visible_text(heading)
            if text and text not in repeated:
                return text
    for node in link.iter():
        for name in ("title", "alt", "aria-label"):
            text = fold_space(node.get(name) or "")
            if text and text not in repeated and not _FILE_NAME.search(text):
                return text
    for element in elements:
        for line in text_lines(element):
            if _LETTERS.search(line.text) and line.text not in repeated:
                return line.text
    return ""


def record_text(
    elements: Sequence[HtmlElement], link: HtmlElement, title: str, most: int = MAX_NODES
) -> str:
    """Return the record's text without its title: what a reader sees beside the title link.

    Of each of `elements` the first `most` elements in it are read.
    """
    href = link.get("href")
    pieces: list[str] = []
    for element in elements:
        _collect_text(element, link, href, title, pieces, most)
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
            visible_text(node) == title
        ):
            pieces.append(" ")
            continue
        if tag in LINE_TAGS:
            pieces.append(" ")
            stack.append(" ")
        for child in reversed(node):
            tail = child.tail
            if tail:
                stack.append(tail)
            stack.append(child)
        text = node.text
        if text:
            pieces.append(text)


def _first(pattern: re.Pattern[str], text: str) -> str:
    """Return the first match in the text, or nothing."""
    match = pattern.search(text)
    return str(match[0]).strip() if match else ""


def _may_name_currency(text: str) -> bool:
    """Return whether a sign or name of a currency stands anywhere in the text."""
    return not _CURRENCY_SIGNS.isdisjoint(text) or any(name in text for name in _CURRENCY_NAMES)


def _thumbnail(elements: Sequence[HtmlElement], base_url: str, most: int) -> str:
    """Return the address of the first picture with one, of the first `most` pictures."""
    pictures = (picture for element in elements for picture in element.iter("img"))
    for picture in islice(pictures, most):
        address = resolve_url(base_url, picture.get("data-src") or picture.get("src"))
        if address:
            return address
    return ""


def _author(nodes: _TaggedNodes, text: str) -> str:
    """Return who a byline or an element of that class names."""
    for tag, node in nodes:
        if tag in _AUTHOR_TAGS:
            names = node.get("class") or node.get("rel")
            if names and _AUTHOR_CLASS.search(names):
                return visible_text(node)[:MAX_FIELD_LENGTH]
    match = _AUTHOR.match(text)
    return str(match[1]).strip() if match else ""


def _breadcrumb(nodes: _TaggedNodes) -> str:
    """Return the address or trail that the record shows as text."""
    for tag, node in nodes:
        if tag in _BREADCRUMB_TAGS and not len(node):
            shown = node.text
            if shown and "." in shown and len(shown) <= MAX_FIELD_LENGTH:
                text = shown.strip()
                if _BREADCRUMB.match(text):
                    return str(text)
    return ""


def _sub_links(nodes: _TaggedNodes, link: HtmlElement, base_url: str) -> tuple[SubLink, ...]:
    """Return the record's further links with text, each address once."""
    seen = {link.get("href")}
    found: list[SubLink] = []
    for tag, other in nodes:
        if tag != "a" or not is_link(other):
            continue
        href = other.get("href")
        if href in seen or len(found) >= MAX_SUB_LINKS:
            continue
        seen.add(href)
        address, text = address_of(other, base_url), visible_text(other)
        if address and text:
            found.append(SubLink(unwrap_redirect(address), text[:MAX_FIELD_LENGTH]))
    return tuple(found)
