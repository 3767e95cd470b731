"""Reading one line of text as a hits line: which number is the number of matches, and how sure."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from discovery.lexicon.reading import any_text, lexicon
from wrappers.extraction.hits_line.numbers import WORDS, Number, has_digit, numbers_in
from wrappers.extraction.lines.text_lines import MASK, WORD_PATTERN, mask_query

# A hits line is short: the longest seen on pages of many engines has about 250 characters.
MAX_LINE_LENGTH = 300
# Numbers looked at in one line: a hits line has at most five or so, a table row may have many.
MAX_NUMBERS = 8
# A page shows at most this many records (the longest of the shared result pages has 147).
MAX_RANGE = 1_000

# Whole numbers that are years as long as nothing says otherwise.
YEARS = range(1900, 2101)

# Cues, hand-weighted (guess, checked on the result pages of 60 sites): an of-pattern alone is
# enough to be believed, a keyword needs a second cue.
RANGE_CUE = 3.0
SHOWN_CUE = 1.0
KEYWORD_CUE = 1.5
KEYWORD_BESIDE_CUE = 1.0
QUERY_CUE = 1.0
GROUPED_CUE = 0.5
YEAR_PENALTY = -1.5
LINK_PENALTY = -1.5
LONG_PENALTY = -1.0
MANY_NUMBERS_PENALTY = -1.0
LONG_LINE = 160
# A line that reaches this is a hits line even without other pages.
CONVINCING = 2.5

_WORD_OR_NUMBER = re.compile(rf"{WORD_PATTERN}|\d+")
_HITS, _NOTHING = lexicon().hits_line, lexicon().no_result
_NO_COUNTERS = (*_HITS.page_signs, *_HITS.time_signs)
_PAGE_BEFORE = (*_HITS.ordinal_signs, *_HITS.page_signs)
_HIT_SIGN = re.compile(any_text(_HITS.hit_signs))


@dataclass(frozen=True, slots=True)
class HitsLine:
    """What a hits line says: the number of matches, and the range of records shown.

    Each is None when it is not said.
    """

    total: int | None
    first: int | None = None
    last: int | None = None

    @property
    def shown(self) -> int | None:
        """The number of records the line says are shown on this page."""
        if self.first is None or self.last is None:
            return None
        return self.last - self.first + 1


class HitsReading(NamedTuple):
    """One way to read a line as a hits line: what it says, how sure, the words around the total."""

    line: HitsLine
    score: float
    before: str
    after: str


def read_line(text: str, query: str | None = None, *, is_link: bool = False) -> list[HitsReading]:
    """Return the ways to read `text` as a hits line, the surest first; empty if there is none.

    >>> read_line("1–10 of about 1,230 matches")[0].line
    HitsLine(total=1230, first=1, last=10)
    >>> read_line("約 1.230 件")[0].line
    HitsLine(total=1230, first=None, last=None)
    >>> read_line("Page 2 of 7")
    []
    """
    if len(text) > MAX_LINE_LENGTH or not has_digit(text):
        return []
    masked = mask_query(unicodedata.normalize("NFKC", text), query)
    asks = MASK in masked and masked != text.casefold()
    numbers = list(numbers_in(masked))
    if not numbers or len(numbers) > MAX_NUMBERS:
        return []
    general = QUERY_CUE * asks + LINK_PENALTY * is_link + LONG_PENALTY * (len(text) > LONG_LINE)
    general += MANY_NUMBERS_PENALTY * (len(numbers) > 4)
    keyword = KEYWORD_CUE * counts_hits(masked)
    # Where a range is shown the total is read together with it, or not at all.
    found = list(_range_readings(masked, numbers)) or _total_readings(masked, numbers)
    readings = [each._replace(score=each.score + general + keyword) for each in found]
    return sorted(readings, key=lambda reading: -reading.score)


def counts_hits(line: str) -> bool:
    """Tell whether a line has a word for what is found, in any of many languages.

    >>> counts_hits("no results"), counts_hits("kein treffer"), counts_hits("no javascript")
    (True, True, False)
    """
    if _HIT_SIGN.search(line) is not None:
        return True
    return any(word.startswith(_HITS.hit_stems) for word in WORDS.findall(line))


def _counts_pages_or_time(number: Number) -> bool:
    """Tell whether the word beside the number makes it a page number or a stretch of time."""
    before, after = number.word_before, number.word_after
    nearby = number.after.lstrip()
    if nearby.startswith(_NO_COUNTERS):
        return True
    if before.startswith(_HITS.page_stems) or number.before.rstrip().endswith(_PAGE_BEFORE):
        return True
    # "12 pages found" counts what was found, "12 s" and "3 days ago" do not.
    return after in _HITS.time_words or after.startswith(_HITS.time_stems)


def _range_readings(text: str, numbers: list[Number]) -> Iterable[HitsReading]:
    """Yield readings of "first – last", with the total where a third number can be it."""
    for low, high in pairwise(numbers):
        joiner = text[low.end : high.start].strip()
        if joiner not in _HITS.range_words or not (low.counts and high.counts):
            continue
        if not (low.value <= high.value < low.value + MAX_RANGE) or low.value in YEARS:
            continue
        if _counts_pages_or_time(high) or low.word_before.startswith(_HITS.page_stems):
            continue
        rest = [n for n in numbers if n is not low and n is not high and n.counts]
        totals = [n for n in rest if n.value >= high.value and not _counts_pages_or_time(n)]
        if len(totals) > 1:
            totals.sort(key=lambda n: (not _joined_by_of(text, high, n), abs(n.start - high.end)))
        for rank, total in enumerate(totals[:2]):
            score = RANGE_CUE - rank + GROUPED_CUE * total.grouped
            line = HitsLine(total.value, low.value, high.value)
            yield HitsReading(line, score, total.word_before, total.word_after)
        if not totals:
            line = HitsLine(None, low.value, high.value)
            yield HitsReading(line, KEYWORD_CUE, low.word_before, high.word_after)


def _joined_by_of(text: str, high: Number, total: Number) -> bool:
    """Tell whether "of" or its like stands between the range and the total."""
    between = text[high.end : total.start]
    return any(word in _HITS.of_words for word in WORDS.findall(between))


def _total_readings(text: str, numbers: list[Number]) -> Iterable[HitsReading]:
    """Yield readings of every number that may be the total by itself."""
    for position, number in enumerate(numbers):
        if not number.counts or _counts_pages_or_time(number):
            continue
        before, after = number.word_before, number.word_after
        beside = after.startswith(_HITS.hit_stems) or before.startswith(_HITS.hit_stems)
        beside = beside or number.after.lstrip().startswith(_HITS.hit_signs)
        score = KEYWORD_BESIDE_CUE * beside + GROUPED_CUE * number.grouped
        if number.value in YEARS and not number.grouped and not beside:
            score += YEAR_PENALTY
        if position and before in _HITS.of_words:
            shown = numbers[position - 1]
            if shown.word_before.startswith(_HITS.page_stems):
                continue
            if shown.counts and shown.value <= number.value:
                score += SHOWN_CUE
        yield HitsReading(HitsLine(number.value), score, before, after)


@lru_cache(maxsize=4_096)
def says_no_results(line: str) -> bool:
    """Tell whether a line has a word of "nothing found" in any of many languages, or a zero.

    >>> says_no_results("no results"), says_no_results("notes"), says_no_results("0 treffer")
    (True, False, True)
    """
    return "0" in _WORD_OR_NUMBER.findall(line) or says_nothing(line)


def says_nothing(line: str) -> bool:
    """Tell whether a line has a word of "nothing found" in any of many languages."""
    words = _WORD_OR_NUMBER.findall(line)
    return any(sign in line for sign in _NOTHING.nothing_signs) or any(
        word in _NOTHING.nothing_words or word.startswith(_NOTHING.nothing_stems) for word in words
    )
