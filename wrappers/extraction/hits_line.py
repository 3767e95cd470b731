"""The hits line: the line of a result page that says how many matches there are.

After Wu, Meng et al. 2003 (seed 002, section 2.6): digits, keywords ("found, returned, matches,
results"), the of-pattern ("1-20 of 200"), the query terms. *Further*, in any language: the number
that stays in the same place, changes with the query and agrees with the count of records.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from lxml.html import HtmlElement

from discovery.pages import Page
from wrappers.extraction.hits_reading import CONVINCING, HitsLine, HitsReading, read_line
from wrappers.extraction.no_result import says_nothing
from wrappers.extraction.page_look import comparable
from wrappers.extraction.place import Place, RuleFormatError, places_of
from wrappers.extraction.text_lines import MASK, TextLine, mask_query, own_lines, text_lines

# Evidence from several pages, hand-weighted (guess) on the scale of the cues in `hits_reading`.
VARIES_WITH_QUERY = 1.5
NEVER_VARIES = -3.0
COVERS_RECORDS = 1.0
SHOWN_IS_COUNT = 3.0
# Times the relative difference: an entry more or less is common, half of them is another list.
SHOWN_IS_NOT_COUNT = -6.0
FEWER_THAN_RECORDS = -4.0
TOTAL_IS_COUNT = 0.5
NONE_BUT_RECORDS = -10.0
# First result pages are learned from: a range on them starts at 1, or at 0.
STARTS_LATER = -2.0
ALSO_ON_NO_RESULT_PAGE = -3.0
RIVAL_IN_PLACE = -0.5
# A reading with the words that stood around the total on the learning pages.
KNOWN_WORDS = 1.5
# At the learned place the line needs fewer cues of its own than elsewhere.
CONVINCING_IN_PLACE = 1.0
# Lines with a number that are read on a page: no result page has so many beside its records. Guess.
MAX_LINES = 3_000
MAX_PLACES = 4
MAX_WORDS = 8
MAX_WORD_LENGTH = 40


@dataclass(frozen=True, slots=True)
class HitsSample:
    """A result page to learn from: its query, and its records where they are known."""

    page: Page
    query: str | None = None
    record_count: int | None = None
    record_elements: tuple[HtmlElement, ...] = ()


@dataclass(frozen=True, slots=True)
class HitsLineRule:
    """Where an engine's hits line stands, and the words before and after the total there."""

    places: tuple[Place, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]

    def apply(self, page: Page, query: str | None = None) -> HitsLine | None:
        """Return what the hits line of `page` says, or None when there is none."""
        best, best_score = None, CONVINCING_IN_PLACE
        for place in self.places:
            for element in place.find(page.root):
                for line in own_lines(element):
                    for reading in read_line(line.text, query, is_link=line.is_link):
                        score = reading.score + KNOWN_WORDS * self._knows(reading)
                        if score > best_score:
                            best, best_score = reading, score
            if best_score >= CONVINCING:
                break
        return best.line if best is not None else None

    def _knows(self, reading: HitsReading) -> bool:
        before = bool(reading.before) and reading.before in self.before
        return before or (bool(reading.after) and reading.after in self.after)

    def to_json(self) -> dict[str, Any]:
        """Return this rule as plain JSON data."""
        return {
            "places": [place.to_json() for place in self.places],
            "before": list(self.before),
            "after": list(self.after),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "HitsLineRule":
        """Return the rule stored as `data`. Raises `RuleFormatError`."""
        try:
            places = tuple(Place.from_json(place) for place in data["places"][:MAX_PLACES])
            before, after = tuple(data["before"]), tuple(data["after"])
        except (KeyError, TypeError) as error:
            raise RuleFormatError(f"no hits line rule: {data!r:.80}") from error
        if not all(isinstance(word, str) for word in (*before, *after)):
            raise RuleFormatError("the words of a hits line rule are not text")
        return cls(places, before, after)


@dataclass(frozen=True, slots=True)
class _Found:
    """A reading on one sample page, with the number of other lines read in the same place."""

    sample: HitsSample
    reading: HitsReading
    rivals: int


def read_hits_lines(
    page: Page, query: str | None = None, records: Iterable[HtmlElement] = ()
) -> tuple[HitsReading, ...]:
    """Return the ways to read any line of `page` as a hits line, the surest first.

    Lines inside `records` are left out.
    """
    read = (readings for _, readings in _readable_lines(page, query, records))
    return tuple(sorted(chain.from_iterable(read), key=lambda reading: -reading.score))


def _readable_lines(
    page: Page, query: str | None = None, records: Iterable[HtmlElement] = ()
) -> Iterator[tuple[TextLine, list[HitsReading]]]:
    """Yield the lines that can be read as a hits line, with the ways to read each."""
    lines = (
        (line, read_line(line.text, query, is_link=line.is_link))
        for line in text_lines(page.root, records)
    )
    return islice((read for read in lines if read[1]), MAX_LINES)


def claimed_total(
    page: Page, query: str | None, known: frozenset[str], total: int | None = None
) -> int:
    """Return how many matches any line of `page` surely claims, 0 when none does.

    Sure is a range of a whole ("1-10 of 200"), a total that names the query, and `total`, which a
    rule has read. `known` are lines (`comparable`, the query masked) that stand on the no-result
    page as well: they count something else.
    """
    for line, readings in _readable_lines(page, query):
        text = comparable(line.text)
        masked = mask_query(text, query)
        if text in known or masked in known:
            continue
        asks = MASK in masked and not says_nothing(masked)
        for reading in readings:
            said = reading.line
            is_range = bool(said.total and said.last and said.last <= said.total)
            is_sure = asks and reading.score >= CONVINCING
            if is_range or (said.total and (is_sure or said.total == total)):
                return said.total or 0
    return 0


def count_agreement(readings: Sequence[HitsReading], count: int) -> float:
    """Return how well `count` records agree with what the page's lines say, from -1 to 1.

    1: a convincing line shows a range of exactly so many, or says it is all there is. 0: the page
    says nothing. Below 0: a convincing range says another number.

    >>> readings = read_line("1-10 of 200 results")
    >>> count_agreement(readings, 10), count_agreement(readings, 3), count_agreement([], 3)
    (1.0, -0.7, 0.0)
    """
    convincing = [reading for reading in readings if reading.score >= CONVINCING]
    if not convincing:
        return 0.0
    shown = {reading.line.shown for reading in convincing} - {None}
    if count in shown:
        return 1.0
    totals = {r.line.total for r in convincing if r.line.total is not None}
    if shown:
        largest = max(number for number in shown if number is not None)
        return -min(1.0, abs(largest - count) / max(largest, count, 1))
    if count in totals:
        return 0.8
    return -0.5 if totals and count > max(totals) else 0.0


def learn_hits_line(
    samples: Sequence[HitsSample], no_result: Page | None = None
) -> HitsLineRule | None:
    """Return the rule that reads the hits line of pages like `samples`, or None.

    `no_result` is the engine's no-result page: a number that is the same there counts no matches.
    """
    found = _readings_by_place(samples)
    constant = _totals_by_place(no_result) if no_result is not None else {}
    scores = {
        key: _evidence(readings, len(samples), constant.get(key[0], frozenset()))
        for key, readings in found.items()
    }
    if not scores or max(scores.values()) < CONVINCING:
        return None
    ranked = sorted(scores, key=lambda key: -scores[key])
    totals = _totals(found[ranked[0]])
    # Other places and words that read the same numbers: the line on other pages may need them.
    same = [
        key
        for key in ranked
        if scores[key] >= CONVINCING_IN_PLACE and _totals(found[key]) == totals
    ]
    readings = [item.reading for key in same for item in found[key]]
    places = list(dict.fromkeys(place for place, _ in same))[:MAX_PLACES]
    # A path from the root is found fastest; where the page has changed around it others take over.
    places.sort(key=lambda place: not place.is_rooted)
    return HitsLineRule(
        tuple(places),
        _frequent_words(reading.before for reading in readings),
        _frequent_words(reading.after for reading in readings),
    )


# A place, and how its line is read there: with a range, or with these words around the total.
_Key = tuple[Place, tuple[str, ...]]


def _readings_by_place(samples: Sequence[HitsSample]) -> dict[_Key, list[_Found]]:
    """Return the best reading of each sample page for every place and way to read it."""
    found: dict[_Key, list[_Found]] = defaultdict(list)
    for sample in samples:
        best: dict[_Key, HitsReading] = {}
        lines_read: Counter[Place] = Counter()
        lines = _readable_lines(sample.page, sample.query, sample.record_elements)
        for line, readings in lines:
            for place in places_of(line.element):
                lines_read[place] += 1
                for reading in readings:
                    key = (place, _manner(reading))
                    if key not in best or reading.score > best[key].score:
                        best[key] = reading
        for key, reading in best.items():
            found[key].append(_Found(sample, reading, lines_read[key[0]] - 1))
    return found


def _manner(reading: HitsReading) -> tuple[str, ...]:
    if reading.line.first is None:
        return (reading.before, reading.after)
    return ("range",) if reading.line.total is None else ("range", "total")


def _totals_by_place(page: Page) -> dict[Place, frozenset[int | None]]:
    """Return the numbers read at every place of a no-result page, zero left out."""
    totals: dict[Place, set[int | None]] = defaultdict(set)
    for line, readings in _readable_lines(page):
        for place in places_of(line.element):
            totals[place].update(each.line.total for each in readings if each.line.total)
    return {place: frozenset(numbers) for place, numbers in totals.items()}


def _totals(found: Iterable[_Found]) -> set[tuple[int, int | None]]:
    return {(id(item.sample), item.reading.line.total) for item in found}


def _evidence(found: list[_Found], samples: int, constant: frozenset[int | None]) -> float:
    """Return how sure it is that these readings of one place are the hits line."""
    cues = sum(item.reading.score + RIVAL_IN_PLACE * min(item.rivals, 4) for item in found)
    agreement = sum(_agreement(item.reading.line, item.sample.record_count) for item in found)
    values = {item.reading.line.total for item in found}
    queries = {item.sample.query for item in found}
    score = (cues + agreement) / samples
    score += STARTS_LATER * any((item.reading.line.first or 0) > 1 for item in found)
    if len(queries) > 1 and values != {None}:
        score += VARIES_WITH_QUERY if len(values) > 1 else NEVER_VARIES
        score += COVERS_RECORDS * (len(values) > 1 and _cover(found))
    if constant & values - {None}:
        score += ALSO_ON_NO_RESULT_PAGE
    return score


def _cover(found: list[_Found]) -> bool:
    """Tell whether every total is known to be at least the number of records on its page."""
    return all(
        item.reading.line.total is not None
        and item.sample.record_count is not None
        and item.reading.line.total >= item.sample.record_count
        for item in found
    )


def _agreement(line: HitsLine, count: int | None) -> float:
    """Return how well one reading agrees with the number of records on its page."""
    if count is None:
        return 0.0
    if line.total == 0 < count:
        return NONE_BUT_RECORDS
    score = TOTAL_IS_COUNT * (line.total == count)
    if line.shown == count:
        score += SHOWN_IS_COUNT
    elif line.shown is not None:
        score += SHOWN_IS_NOT_COUNT * abs(line.shown - count) / max(line.shown, count)
    if line.total is not None and line.total < count:
        score += FEWER_THAN_RECORDS * (count - line.total) / count
    return score


def _frequent_words(words: Iterable[str]) -> tuple[str, ...]:
    counted = Counter(word for word in words if 0 < len(word) <= MAX_WORD_LENGTH)
    return tuple(word for word, _ in counted.most_common(MAX_WORDS))
