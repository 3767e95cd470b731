"""Dates as records show them, in the web's larger languages."""

import re
from itertools import islice

from discovery.lexicon import any_of, any_text, lexicon

_WORDS = lexicon().dates
# The name of a month, perhaps; Hindi writes vowels as signs that are no letters.
_NAME = "(\\w[\\w\u0900-\u0903\u093a-\u094f]{1,13})"
_YEAR = "(?:19|20|١٩|٢٠)[0-9٠-٩]{2}"
_UNITS = any_of(_WORDS.units)
_AFTER, _BEFORE = any_text(_WORDS.ago_after), any_text(_WORDS.ago_before)
_SIGNS = any_text(_WORDS.ago_signs)
_ORDINALS, _OF = any_text(_WORDS.ordinals), any_text(_WORDS.of)
# Dates in numbers, by the calendar or back from now, and scripts without spaces. All begin with a
# digit: asked for first, it saves trying each of them at each letter.
_CALENDAR_DATE = re.compile(
    rf"(?=\d)(?:\b{_YEAR}([-/.])\d\d?\1\d\d?\b"
    r"|\b\d{1,2}[./]\d{1,2}[./](?:19|20)?\d\d\b|\b\d{1,2}\.\s\d{1,2}\.\s(?:19|20)\d\d\b"
    rf"|{any_of(_WORDS.numeric)})",
    re.IGNORECASE,
)
# "3 days ago", "vor 3 Tagen".
_RELATIVE_DATE = re.compile(
    rf"(?<!\w)\d{{1,2}}\s{_UNITS}\s{_AFTER}\b|(?<!\w){_BEFORE}\s\d{{1,2}}\s{_UNITS}\b",
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
_COUNT = re.compile(r"\d\s")
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
        match = _CALENDAR_DATE.search(text, start, end)
        if match is not None:
            return match
        match = _NAMED_DATE.search(text, start, end)
        if match is not None and _is_month(next(filter(None, match.groups()))):
            return match
    return None


def _is_month(word: str) -> bool:
    """Return whether a word begins as the name of a month."""
    return word.lower().startswith(_WORDS.months)
