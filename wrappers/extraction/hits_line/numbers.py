"""The numbers of one line of text: their values, and what stands right around them."""

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from discovery.lexicon.reading import any_text, lexicon
from wrappers.extraction.lines.text_lines import WORD_PATTERN

# No engine counts more matches than this; longer numbers are identifiers.
MAX_TOTAL = 10**12
# Characters looked at on each side of a number.
NEARBY = 40

_GROUP = "[,.'’٬،，\u00a0\u202f\u2009 ]"
# Digits in groups of three with one separator throughout; two digits in the Indian system.
_NUMBER = re.compile(rf"\d{{1,3}}(?:(?P<sep>{_GROUP})\d{{2,3}}(?:(?P=sep)\d{{3}})*)(?!\d)|\d+")
_GROUPED = re.compile(rf"\d{{1,3}}(?:{_GROUP}\d{{3}})+|\d{{1,2}}(?:,\d{{2}})+,\d{{3}}")
# Words, and signs between them; none has white space in it.
WORDS = re.compile(rf"{WORD_PATTERN}(?:['’/]{WORD_PATTERN})*|[^\w\s]+")
# Between the numbers of a date, a time, a version or a range.
_JOINTS = frozenset(".,:/-")
_HITS = lexicon().hits_line
_TENTHS = re.compile(r"(?<!\d)(\d{1,4})\.$")
_DATE_BEFORE = re.compile(r"\d[-/]\d+[-/]$")
_DATE_AFTER = re.compile(r"[-/]\d+[-/]\d")
_CURRENCY = re.compile(rf"[$€£¥₹₽₩฿₺₫₴₪]|\b{any_text(_HITS.currencies)}\b")


class Number(NamedTuple):
    """A number in a line: its value, where it stands, and what the text right around it is."""

    value: int
    start: int
    end: int
    grouped: bool
    before: str
    after: str
    counts: bool
    word_before: str
    word_after: str


def has_digit(text: str) -> bool:
    """Return whether a digit of any kind stands in a text; in ASCII they are told at once."""
    if any(map(text.__contains__, "0123456789")):
        return True
    return not text.isascii() and any(map(str.isdigit, text))


def numbers_in(text: str) -> Iterable[Number]:
    """Yield the whole numbers of `text`; parts of dates, times, versions and words are none."""
    for match in _NUMBER.finditer(text):
        raw, start, end = match[0], match.start(), match.end()
        before, after = text[max(0, start - NEARBY) : start], text[end : end + NEARBY]
        grouped = match["sep"] is not None
        if grouped and (not _GROUPED.fullmatch(raw) or int(raw[0]) == 0):
            # "0,25" or "12,34": a decimal number.
            continue
        value = int(re.sub(r"\D", "", raw) if grouped else raw)
        if after[:1] in _HITS.multipliers:
            tenths = _TENTHS.search(before)
            value = round(value * _HITS.multipliers[after[0]] / (10 if tenths else 1))
            if tenths:
                value += int(tenths[1]) * _HITS.multipliers[after[0]]
                before = before[: tenths.start()]
            after = after[1:]
        counts = value <= MAX_TOTAL and not _is_part_of_something(before, after)
        words = _last_word(before), _first_word(after)
        yield Number(value, start, end, grouped, before, after, counts, *words)


def _last_word(text: str) -> str:
    """Return the last word or sign of a text, or nothing."""
    words = map(WORDS.findall, reversed(text.split()))
    return next((found[-1] for found in words if found), "")


def _first_word(text: str) -> str:
    """Return the first word or sign of a text, or nothing."""
    match = WORDS.search(text)
    return match[0] if match else ""


def _is_part_of_something(before: str, after: str) -> bool:
    """Tell whether a number between these texts is a part of a date, time, version or word."""
    left, right = before[-1:], after[:1]
    if _is_letter(left) or _is_letter(right) or left in ("_", "#", "№") or right in ("_", "%", "°"):
        return True
    joined_left = left in _JOINTS and before[-2:-1].isdigit()
    joined_right = right in _JOINTS and after[1:2].isdigit()
    # "1-10" and "10/200" are ranges and parts, "2020-01-02", "1/2/2020" and "12:30" are not.
    if joined_left and (joined_right or left in ".,:" or _DATE_BEFORE.search(before)):
        return True
    if joined_right and (right in ".,:" or _DATE_AFTER.match(after)):
        return True
    return bool(_CURRENCY.search(before[-5:].rstrip()[-4:]) or _CURRENCY.match(after.lstrip()[:4]))


def _is_letter(character: str) -> bool:
    """Tell letters of scripts with spaces; "約1件" writes number and counter without one."""
    return character.isalpha() and unicodedata.category(character) != "Lo"
