"""The hits line: the line of a result page that says how many matches there are.

After Wu, Meng et al. 2003, section 2.6: digits, keywords ("found, returned, matches, results"), the
of-pattern ("1-20 of 200"), the query terms. *Further*, in any language: the number that stays in
the same place, changes with the query and agrees with the count of records.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import Annotated, NamedTuple

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Document
from discovery.lexicon.words import any_text, lexicon
from discovery.pages.page import Page
from wrappers.extraction.lines import (
    MASK,
    WORD_PATTERN,
    Place,
    TextLine,
    comparable,
    lines_of,
    mask_query,
    own_lines,
    text_lines,
)

# No engine counts more matches than this; longer numbers are identifiers.
MAX_TOTAL = 10**12
# Characters looked at on each side of a number.
NEARBY = 40

_DIGIT = re.compile(r"\d")
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
    return _DIGIT.search(text) is not None


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
    words = map(WORDS.findall, reversed(text.split()))
    return next((found[-1] for found in words if found), "")


def _first_word(text: str) -> str:
    match = WORDS.search(text)
    return match[0] if match else ""


def _is_part_of_something(before: str, after: str) -> bool:
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


# A hits line is short: the longest seen on pages of many engines has about 250 characters.
MAX_LINE_LENGTH = 300
# Numbers looked at in one line: a hits line has at most five or so, a table row may have many.
MAX_NUMBERS = 8
# A page shows at most this many records (the longest of the shared result pages has 147).
MAX_RANGE = 1_000

# Whole numbers that are years as long as nothing says otherwise.
YEARS = range(1900, 2101)

# Cues (guess, checked on 60 sites): an of-pattern is believed, a keyword needs a second cue.
RANGE_CUE = 3.0
KEYWORD_CUE = 1.5
KEYWORD_BESIDE_CUE = 1.0
QUERY_CUE = 1.0
YEAR_PENALTY = -1.5
LINK_PENALTY = -1.5
# Words and numbers of a line that shows a range and no total: "Displaying records 1 to 10".
MAX_WORDS_OF_RANGE = 8
# A line that reaches this is a hits line even without other pages.
CONVINCING = 2.5

_WORD_OR_NUMBER = re.compile(rf"{WORD_PATTERN}|\d+")
_NOTHING = lexicon().no_result
_NO_COUNTERS = (*_HITS.page_signs, *_HITS.time_signs)
_PAGE_BEFORE = (*_HITS.ordinal_signs, *_HITS.page_signs)
_HIT_SIGN = re.compile(any_text(_HITS.hit_signs))


@dataclass(frozen=True, slots=True)
class HitsLine:
    """What a hits line says: the number of matches, the range of records shown; None if unsaid."""

    total: int | None
    first: int | None = None
    last: int | None = None

    @property
    def shown(self) -> int | None:
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
    numbers = list(numbers_in(masked))
    if len(numbers) > MAX_NUMBERS:
        return []
    # Where a range is shown the total is read together with it, or not at all.
    found = list(_range_readings(masked, numbers)) or list(_total_readings(masked, numbers))
    if not found:
        return []
    asks = MASK in masked and masked != text.casefold()
    cues = QUERY_CUE * asks + LINK_PENALTY * is_link + KEYWORD_CUE * counts_hits(masked)
    readings = [each._replace(score=each.score + cues) for each in found]
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
    before, after = number.word_before, number.word_after
    nearby = number.after.lstrip()
    if nearby.startswith(_NO_COUNTERS):
        return True
    if before.startswith(_HITS.page_stems) or number.before.rstrip().endswith(_PAGE_BEFORE):
        return True
    # "12 pages found" counts what was found, "12 s" and "3 days ago" do not.
    return after in _HITS.time_words or after.startswith(_HITS.time_stems)


def _range_readings(text: str, numbers: list[Number]) -> Iterable[HitsReading]:
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
            line = HitsLine(total.value, low.value, high.value)
            yield HitsReading(line, RANGE_CUE - rank, total.word_before, total.word_after)
        if not totals:
            # "Sunday from 2 to 4" counts nothing: few words stand around such a range, or its own.
            words = low.word_before, high.word_after
            is_short = len(_WORD_OR_NUMBER.findall(text)) <= MAX_WORDS_OF_RANGE
            beside = any(word.startswith(_HITS.hit_stems) for word in words)
            score = KEYWORD_CUE if is_short or beside else 0.0
            yield HitsReading(HitsLine(None, low.value, high.value), score, *words)


def _joined_by_of(text: str, high: Number, total: Number) -> bool:
    between = text[high.end : total.start]
    return any(word in _HITS.of_words for word in WORDS.findall(between))


def _total_readings(text: str, numbers: list[Number]) -> Iterable[HitsReading]:
    for position, number in enumerate(numbers):
        if not number.counts or _counts_pages_or_time(number):
            continue
        before, after = number.word_before, number.word_after
        beside = after.startswith(_HITS.hit_stems) or before.startswith(_HITS.hit_stems)
        beside = beside or number.after.lstrip().startswith(_HITS.hit_signs)
        score = KEYWORD_BESIDE_CUE * beside
        if number.value in YEARS and not number.grouped and not beside:
            score += YEAR_PENALTY
        follows_of = position and before in _HITS.of_words
        if follows_of and numbers[position - 1].word_before.startswith(_HITS.page_stems):
            continue
        yield HitsReading(HitsLine(number.value), score, before, after)


@lru_cache(maxsize=4_096)
def says_no_results(line: str) -> bool:
    """Tell whether a line has a word of "nothing found" in any of many languages, or a zero.

    >>> says_no_results("no results"), says_no_results("notes"), says_no_results("0 treffer")
    (True, False, True)
    """
    return "0" in _WORD_OR_NUMBER.findall(line) or says_nothing(line)


@lru_cache(maxsize=4_096)
def says_nothing(line: str) -> bool:
    words = _WORD_OR_NUMBER.findall(line)
    return any(sign in line for sign in _NOTHING.nothing_signs) or any(
        word in _NOTHING.nothing_words or word.startswith(_NOTHING.nothing_stems) for word in words
    )


# A reading with the words that stood around the total on the learning pages.
KNOWN_WORDS = 1.5
# At the learned place the line needs fewer cues of its own than elsewhere.
CONVINCING_IN_PLACE = 1.0
# Lines that are read beside the records. Guess: real pages have half of them.
MAX_LINES = 3_000
MAX_PLACES = 4
# Lines of one place that are read. Guess: a hits line stands alone, or among a page's first words.
MAX_LINES_IN_PLACE = 60


class HitsLineRule(Document, frozen=True):
    """Where an engine's hits line stands, and the words before and after the total there."""

    places: Annotated[tuple[Place, ...], Meta(max_length=MAX_PLACES)]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def apply(self, page: Page, query: str | None = None) -> HitsLine | None:
        best, best_score = None, CONVINCING_IN_PLACE
        for place in self.places:
            # Most elements of a place have no number in them: their lines need not be told apart.
            numbered = (e for e in place.find(page.root) if has_digit(e.text_content()))
            lines = chain.from_iterable(map(own_lines, numbered))
            for line in islice(lines, MAX_LINES_IN_PLACE):
                readings = read_line(line.text, query, is_link=line.is_link)
                around = Counter((each.before, each.after) for each in readings)
                for reading in readings:
                    # As "[word: 7] [other: 12]": of each word of the query, not of all.
                    if reading.line.first is None and around[reading.before, reading.after] > 1:
                        continue
                    score = reading.score + KNOWN_WORDS * self._knows(reading)
                    if score > best_score:
                        best, best_score = reading, score
            if best_score >= CONVINCING:
                break
        return best.line if best is not None else None

    def _knows(self, reading: HitsReading) -> bool:
        before = bool(reading.before) and reading.before in self.before
        return before or (bool(reading.after) and reading.after in self.after)


def readable_lines(
    page: Page, query: str | None = None, records: Iterable[HtmlElement] = ()
) -> Iterator[tuple[TextLine, list[HitsReading]]]:
    skipped = frozenset(records)
    is_skipped = skipped.__contains__
    lines = islice(text_lines(page.root, is_skipped), MAX_LINES) if skipped else lines_of(page)
    readings = ((line, read_line(line.text, query, is_link=line.is_link)) for line in lines)
    return (read for read in readings if read[1])


def claimed_total(
    page: Page, query: str | None, known: frozenset[str], total: int | None = None
) -> int:
    """Return how many matches any line of `page` surely claims, 0 when none does.

    Sure is a range of a whole ("1-10 of 200"), a total that names the query, and `total`, which a
    rule has read. `known` are lines (`comparable`, the query masked) that stand on the no-result
    page as well: they count something else.
    """
    for line, readings in readable_lines(page, query):
        text = comparable(line.text)
        masked = mask_query(text, query)
        if text in known or masked in known:
            continue
        asks = MASK in masked and not says_no_results(masked)
        for reading in readings:
            said = reading.line
            is_range = bool(said.total and said.last and said.last <= said.total)
            is_sure = asks and reading.score >= CONVINCING
            if is_range or (said.total and (is_sure or said.total == total)):
                return said.total or 0
    return 0
