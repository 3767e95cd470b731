"""What a record says beside title and text: price, author, size, breadcrumb, sub-links."""

import re

from discovery.lexicon.reading import any_of, any_text, lexicon
from discovery.pages.tree import visible_text
from discovery.pages.urls import unwrap_redirect
from wrappers.extraction.record_tree.record_nodes import RecordNodes
from wrappers.extraction.record_tree.record_tree import RecordTree
from wrappers.extraction.records.fields import address_of, is_anchor
from wrappers.extraction.records.record import ResultRecord, SubLink

MAX_SUB_LINKS = 12
MAX_FIELD_LENGTH = 200
_BREADCRUMB = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?:\s*[›»>/]\s*\S.*)?\Z", re.I)
_PATH = re.compile(r"(?:https?:/)?(?:/[^\s/]+){2,}/?\Z|https?://\S+\Z", re.I)
_DIGIT = re.compile(r"\d")
_WORDS = lexicon().records
_CURRENCY_CODES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD")
# Before an amount stand signs and the codes of ISO 4217, after it names as well.
_PRICE = re.compile(
    rf"(?:[$€£¥₹₽₩]|\b{any_of(_CURRENCY_CODES)})\s?\d(?:[\d.,' ]{{0,13}}\d)?"
    rf"|\b\d[\d.,' ]{{0,14}}(?:[€£¥₹₽₩]|{any_of(_CURRENCY_CODES[:4])}"
    rf"|{any_text(_WORDS.currency_words)}\b|{any_text(_WORDS.currency_stems)})"
)
# Searched for before the price's pattern, which tries every character of every snippet.
_CURRENCY_SIGNS = frozenset("$€£¥₹₽₩")
_CURRENCY_NAMES = (*_CURRENCY_CODES, *_WORDS.currency_words, *_WORDS.currency_stems)
# Begins with the digit and looks back from there: beginning with `\b` takes twice as long.
_FILE_SIZE = re.compile(rf"\d(?<=\b\d)[\d.,]{{0,14}}\s?{any_of(_WORDS.file_sizes)}")
# "by Ann Ode", at the beginning of a text.
_BYLINE = re.compile(
    rf"{any_text(_WORDS.bylines)}\s{{1,3}}([^\W\d_][^,|·•()\d]{{1,60}})", re.IGNORECASE
)
# A class that names the author, not what introduces or pictures him ("meta-prep-author").
_AUTHOR_MARKS = re.compile(r"author|byline", re.IGNORECASE)
_BESIDE_AUTHOR_MARKS = re.compile(
    r"prep|label|sep(?:arator)?\b|avatar|icon|image|photo|date", re.IGNORECASE
)
_AUTHOR_TAGS = frozenset(("span", "div", "a", "p", "cite"))
_BREADCRUMB_TAGS = frozenset(("cite", "span", "div", "i", "font", "em", "a"))


def with_details(record: ResultRecord, nodes: RecordNodes, base_url: str) -> ResultRecord:
    """Return a record with the fields of `DETAILS`, read from its tree."""
    tree = nodes.tree
    sub_links = _sub_links(nodes, base_url)
    if record.items:
        return record.replace(sub_links=sub_links) if sub_links else record
    text = record.snippet
    # Prices and sizes have a digit.
    has_digit = _DIGIT.search(text) is not None
    return record.replace(
        price=price_in(text) if has_digit else "",
        author=_author(tree, text),
        size=size_in(text) if has_digit else "",
        breadcrumb=_breadcrumb(tree),
        sub_links=sub_links,
    )


def price_in(text: str) -> str:
    """Return the first price that a text shows, or nothing.

    >>> price_in("now $ 4.50, was $ 6"), price_in("4.50")
    ('$ 4.50', '')
    """
    return _first(_PRICE, text) if _may_name_currency(text) else ""


def size_in(text: str) -> str:
    """Return the first size of a file that a text shows, or nothing."""
    return _first(_FILE_SIZE, text)


def is_address_text(text: str) -> bool:
    """Return whether a text is an address, or a trail that begins with a host.

    >>> is_address_text("www.example.org › tea"), is_address_text("/docs/tea.html")
    (True, True)
    >>> is_address_text("Tea. And more"), is_address_text("and/or")
    (False, False)
    """
    return _BREADCRUMB.match(text) is not None or _PATH.match(text) is not None


def _first(pattern: re.Pattern[str], text: str) -> str:
    """Return the first match in the text, or nothing."""
    match = pattern.search(text)
    return str(match[0]).strip() if match else ""


def _may_name_currency(text: str) -> bool:
    """Return whether a sign or name of a currency stands anywhere in the text."""
    return not _CURRENCY_SIGNS.isdisjoint(text) or any(name in text for name in _CURRENCY_NAMES)


def _author(tree: RecordTree, text: str) -> str:
    """Return who a byline or an element of that class names."""
    for node, tag, attributes in zip(tree.nodes, tree.tags, tree.attributes, strict=True):
        if tag in _AUTHOR_TAGS and _names_author(attributes.get("class") or attributes.get("rel")):
            shown = visible_text(node)[:MAX_FIELD_LENGTH]
            if shown:
                return byline_in(shown) or shown
    return byline_in(text)


def _names_author(names: str | None) -> bool:
    """Return whether one of an element's names, its classes or `rel`, is that of the author."""
    if not names or not _AUTHOR_MARKS.search(names):
        return False
    return any(
        _AUTHOR_MARKS.search(name) and not _BESIDE_AUTHOR_MARKS.search(name)
        for name in names.split()
    )


def byline_in(text: str) -> str:
    """Return whom a text that begins with a byline names, or nothing.

    >>> byline_in("by Ann Ode, 3 May"), byline_in("bypass")
    ('Ann Ode', '')
    """
    match = _BYLINE.match(text)
    return str(match[1]).strip() if match else ""


def _breadcrumb(tree: RecordTree) -> str:
    """Return the address or trail that the record shows as text."""
    for node, tag, shown in zip(tree.nodes, tree.tags, tree.texts, strict=True):
        if tag not in _BREADCRUMB_TAGS or not shown or len(node):
            continue
        if "." in shown and len(shown) <= MAX_FIELD_LENGTH:
            text = shown.strip()
            if _BREADCRUMB.match(text):
                return text
    return ""


def _sub_links(nodes: RecordNodes, base_url: str) -> tuple[SubLink, ...]:
    """Return the record's further links with text, each address once."""
    tree = nodes.tree
    seen = {tree.attribute(nodes.title, "href")}
    found: list[SubLink] = []
    for place in tree.places_of("a"):
        attributes = tree.attributes_at(place)
        href = attributes.get("href")
        if href in seen or len(found) >= MAX_SUB_LINKS or not is_anchor(attributes):
            continue
        seen.add(href)
        address, text = address_of(attributes, base_url), tree.shown_in(place)
        if address and text:
            found.append(SubLink(unwrap_redirect(address), text[:MAX_FIELD_LENGTH]))
    return tuple(found)
