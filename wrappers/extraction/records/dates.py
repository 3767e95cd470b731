"""Dates as records show them, in the web's larger languages."""

import re
from itertools import islice

from discovery.lexicon import (
    AGO_WORDS,
    CALENDAR_DATE,
    DATE_SIGN,
    MONTH_PREFIX,
    MONTH_STEMS,
    NAMED_DATE,
    RELATIVE_DATE,
)

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
    if any(word in lowered for word in AGO_WORDS):
        ago = RELATIVE_DATE.search(text)
        if ago is not None and (found is None or ago.start() < found.start()):
            found = ago
    return "" if found is None else found[0].strip()


def _absolute(text: str, first_digit: int) -> re.Match[str] | None:
    """Return the first date by the calendar, or some days before.

    Looked for around the signs alone: the long patterns take their time at each character.
    """
    for sign in islice(DATE_SIGN.finditer(text, first_digit), MAX_SIGNS):
        start, end = max(0, sign.start() - REACH), sign.end() + REACH
        match = CALENDAR_DATE.search(text, start, end)
        if match is not None:
            return match
        match = NAMED_DATE.search(text, start, end)
        if match is not None and _is_month(next(filter(None, match.groups()))):
            return match
    return None


def _is_month(word: str) -> bool:
    """Return whether a word begins as the name of a month; Hebrew has "in" as its first letter."""
    return word.lower().removeprefix(MONTH_PREFIX).startswith(MONTH_STEMS)
