"""Details of a record beside title and text: date, price, author, size, picture."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from lxml.html import HtmlElement

from discovery.lexicon.words import any_of, any_text, lexicon
from discovery.pages.urls import resolve_url
from wrappers.extraction.record_tree import RecordTree

_WORDS = lexicon().dates
# The name of a month, perhaps; Hindi writes vowels as signs that are no letters.
_NAME = "(\\w[\\w\u0900-\u0903\u093a-\u094f]{1,13})"
_YEAR = "(?:19|20|١٩|٢٠)[0-9٠-٩]{2}"
_UNITS = any_of(_WORDS.units)
_AFTER, _BEFORE = any_text(_WORDS.ago_after), any_text(_WORDS.ago_before)
_SIGNS = any_text(_WORDS.ago_signs)
_ORDINALS, _OF = any_text(_WORDS.ordinals), any_text(_WORDS.of)
# What comes before the digits of a number is no part of it: "1 1/4 hours" are no four.
_START = r"(?<!\w)(?<!\d[/.,⁄])"
_FRACTIONS = "¼-¾⅐-⅞"
_AMOUNT = rf"(?:\d{{1,2}}\s)?\d{{1,2}}(?:[/.,⁄]\d{{1,2}})?[{_FRACTIONS}]?"
# Dates in numbers, by the calendar or back from now, and scripts without spaces. All begin with a
# digit: asked for first, it saves trying each of them at each letter.
_CALENDAR_DATE = re.compile(
    rf"(?=\d)(?:\b{_YEAR}([-/.])\d\d?\1\d\d?\b"
    r"|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b\d{1,2}\.\s\d{1,2}\.\s(?:19|20)\d\d\b"
    rf"|(?<!\d)(?<!\d[/.,⁄]){any_of(_WORDS.numeric)})",
    re.IGNORECASE,
)
# "3 days ago", "1 1/4 hours ago", "vor 3 Tagen".
_RELATIVE_DATE = re.compile(
    rf"{_START}{_AMOUNT}\s{_UNITS}\s{_AFTER}\b|(?<!\w){_BEFORE}\s{_AMOUNT}\s{_UNITS}\b",
    re.IGNORECASE,
)
# One of these stands in every relative date: searched for first, since it takes no time.
_AGO = (*(f" {word}" for word in _WORDS.ago_after), *(f"{word} " for word in _WORDS.ago_before))
# A date with a name beside it, which must yet begin as that of a month.
_NAMED_DATE = re.compile(
    rf"(?<!\w)\d{{1,2}}(?:{_ORDINALS}|\.)?\s(?:{_OF}\s)?{_NAME}\.?,?\s(?:{_OF}\s)?{_YEAR}\b"
    rf"|(?<!\w){_NAME}\.?\s\d{{1,2}}{_ORDINALS}?,?\s{_YEAR}\b"
    rf"|(?<!\w){_YEAR}\.?\s{_NAME}\.?\s\d{{1,2}}\b",
    re.IGNORECASE,
)
# What every other date has: a year, two numbers beside a mark, the sign for "before".
_DATE_SIGN = re.compile(rf"(?:19|20|١٩|٢٠)[0-9٠-٩]{{2}}|\d[./]\d|\d\s?\w{{1,3}}\s?{_SIGNS}")
_DIGIT = re.compile(r"\d")
_COUNT = re.compile(rf"[\d{_FRACTIONS}]\s")
# What makes of numbers with points between them a version: a part or a word for one before, a part
# or the name of an edition behind. Behind a dash the end of a span of days may stand, or an hour.
_VERSION_BEFORE = re.compile(
    rf"(?:\d[.:]|(?<!\w){any_text(_WORDS.versions)}[.:]?\s?)\Z", re.IGNORECASE
)
_VERSION_AFTER = re.compile(r"\.\d|[+~]\w|-(?!\d\d?(?:[:/]|\.\s?\d\d?\.))\w")
# The name of a program before a number; a label such as "Date" is none.
_NAME_BEFORE = re.compile(r"(?:([^\W\d]{4,})\s|\w-)\Z")
_LABELS = frozenset(lexicon().records.item_names["date"])
_NUMBERS = re.compile(r"\d+")
_IN_NUMBERS = re.compile(r"[\d./\s-]+")
LONG_YEAR, MONTHS, DAYS = 4, 12, 31
# Signs of one text that are looked at, and characters around each. Guess: real dates have thirty.
MAX_SIGNS = 20
REACH = 32


def date_in(text: str) -> str:
    """Return the first date that a text shows, or nothing.

    >>> date_in("Anna, 3. Mai 2004: tea"), date_in("12 de marzo de 2011"), date_in("3日前")
    ('3. Mai 2004', '12 de marzo de 2011', '3日前')
    >>> date_in("room 2004"), date_in("3 days of rain")
    ('', '')
    """
    digit = _DIGIT.search(text)
    if digit is None:
        return ""
    found = _absolute(text, digit.start())
    lowered = text.lower() if _COUNT.search(text, digit.start()) else ""
    if any(word in lowered for word in _AGO):
        ago = _RELATIVE_DATE.search(text)
        if ago is not None and (found is None or ago.start() < found.start()):
            found = ago
    return "" if found is None else found[0].strip()


def _absolute(text: str, first_digit: int) -> re.Match[str] | None:
    """Look around the signs alone: the long patterns take their time at each character."""
    for sign in islice(_DATE_SIGN.finditer(text, first_digit), MAX_SIGNS):
        start, end = max(0, sign.start() - REACH), sign.end() + REACH
        for match in _CALENDAR_DATE.finditer(text, start, end):
            if not _is_version(match):
                return match
        named = _NAMED_DATE.search(text, start, end)
        if named is not None and _is_month(next(filter(None, named.groups()))):
            return named
    return None


def _is_version(match: re.Match[str]) -> bool:
    """Return whether what is written as a date is the number of a version, or no day at all.

    With two digits for the year it may be either. Dates are then written with all their digits,
    and do not follow a name.
    """
    if not _IN_NUMBERS.fullmatch(match[0]):
        return False
    text, numbers = match.string, _NUMBERS.findall(match[0])
    parts = [int(number) for number in numbers if len(number) < LONG_YEAR]
    if not (1 <= min(parts[:2]) <= MONTHS and 1 <= max(parts[:2]) <= DAYS):
        return True
    if "." not in match[0]:
        return False
    before = text[max(0, match.start() - REACH) : match.start()]
    if _VERSION_BEFORE.search(before) or _VERSION_AFTER.match(text, match.end()):
        return True
    if len(parts) < len(numbers):
        return False
    name = _NAME_BEFORE.search(before)
    return min(map(len, numbers)) == 1 or (
        name is not None and (name[1] or "").lower() not in _LABELS
    )


def _is_month(word: str) -> bool:
    return word.lower().startswith(_WORDS.months)


# Pictures of one record that are looked at. Guess: ornaments before the thing itself are few.
MAX_PICTURES = 6
# Attributes in which pages keep the address of a picture that is loaded late, and the usual one.
ADDRESSES = ("data-src", "data-original", "data-lazy-src", "src")
# A picture in more of the records than this is an ornament: a label "new", an icon. Guess.
MAX_SHARE = 0.3
MAX_ALIKE = 2
# A picture declared smaller than this (pixels) is an icon or holds space. Guess.
MIN_SIDE = 17
# A box around a record and its picture has few parts: one with more is a list. Guess.
MAX_IN_BOX = 4


def thumbnails(records: Sequence[RecordTree], base_url: str) -> tuple[str, ...]:
    shown = [_addresses(tree) for tree in records]
    if not any(shown):
        return ("",) * len(shown)
    counts = Counter(address for addresses in shown for address in set(addresses))
    often = max(MAX_ALIKE, MAX_SHARE * len(records))
    return tuple(
        next(
            (
                resolved
                for address in addresses
                if counts[address] <= often and (resolved := resolve_url(base_url, address))
            ),
            "",
        )
        for addresses in shown
    )


def _addresses(tree: RecordTree) -> list[str]:
    places = tree.skeleton.places_of("img")[:MAX_PICTURES]
    pictures = [tree.attributes[place] for place in places] or _pictures_beside(tree)
    return [
        address
        for picture in pictures
        if not _is_tiny(picture)
        for address in [next((picture[name] for name in ADDRESSES if picture.get(name)), None)]
        if address
    ]


def _pictures_beside(tree: RecordTree) -> list[dict[str, str]]:
    """Return the pictures beside a record in a box that shows no words but the record's."""
    if len(tree.elements) != 1:
        return []
    element = tree.elements[0]
    box = element.getparent()
    if box is None or len(box) > MAX_IN_BOX:
        return []
    pictures = [dict(picture.items()) for picture in islice(box.iter("img"), MAX_PICTURES)]
    return [] if pictures and any(map(str.strip, _texts_beside(element, box))) else pictures


def _texts_beside(element: HtmlElement, box: HtmlElement) -> Iterator[str]:
    yield box.text or ""
    for child in box:
        if child is not element:
            yield from child.itertext()
        yield child.tail or ""


def _is_tiny(picture: Mapping[str, str]) -> bool:
    """Return whether a picture's attributes declare a side of a few pixels.

    >>> _is_tiny({"width": "1", "height": "1"}), _is_tiny({"width": "90%"})
    (True, False)
    """
    for name in ("width", "height"):
        side = picture.get(name, "").strip().removesuffix("px")
        if side.isdecimal() and int(side[:4]) < MIN_SIDE:
            return True
    return False


MAX_FIELD_LENGTH = 200
_BREADCRUMB = re.compile(r"(?:https?://)?(?:[\w-]+\.)+[a-z]{2,}(?:\s*[›»>/]\s*\S.*)?\Z", re.I)
_PATH = re.compile(r"(?:https?:/)?(?:/[^\s/]+){2,}/?\Z|https?://\S+\Z", re.I)
_DETAIL_WORDS = lexicon().records
_CURRENCY_CODES = ("USD", "EUR", "GBP", "CHF", "CAD", "AUD")
# Before an amount stand signs and the codes of ISO 4217, after it names as well.
_PRICE = re.compile(
    rf"(?:[$€£¥₹₽₩]|\b{any_of(_CURRENCY_CODES)})\s?\d(?:[\d.,' ]{{0,13}}\d)?"
    rf"|\b\d[\d.,' ]{{0,14}}(?:[€£¥₹₽₩]|{any_of(_CURRENCY_CODES[:4])}"
    rf"|{any_text(_DETAIL_WORDS.currency_words)}\b|{any_text(_DETAIL_WORDS.currency_stems)})"
)
# Begins with the digit and looks back from there: beginning with `\b` takes twice as long.
_FILE_SIZE = re.compile(rf"\d(?<=\b\d)[\d.,]{{0,14}}\s?{any_of(_DETAIL_WORDS.file_sizes)}")
# "by Ann Ode", at the beginning of a text.
_BYLINE = re.compile(
    rf"{any_text(_DETAIL_WORDS.bylines)}\s{{1,3}}([^\W\d_][^,|·•()\d]{{1,60}})", re.IGNORECASE
)


def price_in(text: str) -> str:
    """Return the first price that a text shows, or nothing.

    >>> price_in("now $ 4.50, was $ 6"), price_in("4.50")
    ('$ 4.50', '')
    """
    return _first(_PRICE, text)


def size_in(text: str) -> str:
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
    match = pattern.search(text)
    return str(match[0]).strip() if match else ""


def byline_in(text: str) -> str:
    """Return whom a text that begins with a byline names, or nothing.

    >>> byline_in("by Ann Ode, 3 May"), byline_in("bypass")
    ('Ann Ode', '')
    """
    match = _BYLINE.match(text)
    return str(match[1]).strip() if match else ""
