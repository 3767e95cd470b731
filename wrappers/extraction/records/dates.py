"""Dates as records show them, in the web's larger languages."""

import re
from itertools import islice

from discovery.lexicon.reading import any_of, any_text, lexicon

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
    """Return the first date by the calendar, or some days before.

    Looked for around the signs alone: the long patterns take their time at each character.
    """
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
    """Return whether a word begins as the name of a month."""
    return word.lower().startswith(_WORDS.months)
