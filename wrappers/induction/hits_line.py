"""Learning where an engine's hits line stands: what several result pages show of it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages.page import Page
from discovery.pages.tree import class_names
from wrappers.extraction.hits_line import (
    CONVINCING,
    CONVINCING_IN_PLACE,
    MAX_PLACES,
    HitsLineRule,
    HitsReading,
    readable_lines,
)
from wrappers.extraction.lines import MAX_PLACE_DEPTH as MAX_PATH_LENGTH
from wrappers.extraction.lines import TAG_NAME, Place
from wrappers.induction.samples import ReadSample

# Weights of what several pages show, hand-weighted (guess) on the scale of the line cues.
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
OTHER_LINE_IN_PLACE = -0.5
MAX_WORDS = 8
MAX_WORD_LENGTH = 40


@dataclass(frozen=True, slots=True)
class _Found:
    """A reading on one sample page, with the number of other lines read in the same place."""

    sample: ReadSample
    reading: HitsReading
    other_lines: int


def learn_hits_line(
    samples: Sequence[ReadSample], no_result: Page | None = None
) -> HitsLineRule | None:
    """Return the rule that reads the hits line of pages like `samples`, or None.

    A number that is the same on the `no_result` page counts no matches.
    """
    found = _readings_by_place(samples)
    constant = _totals_by_place(no_result) if no_result is not None else {}
    scores = {
        key: _score(readings, len(samples), constant.get(key[0], frozenset()))
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


def _readings_by_place(samples: Sequence[ReadSample]) -> dict[_Key, list[_Found]]:
    """Return the best reading of each sample page for every place and way to read it."""
    found: dict[_Key, list[_Found]] = defaultdict(list)
    for sample in samples:
        best: dict[_Key, HitsReading] = {}
        lines_read: Counter[Place] = Counter()
        lines = readable_lines(sample.page, sample.query, sample.record_elements)
        for line, readings in lines:
            for place in propose_places(line.element):
                lines_read[place] += 1
                for reading in readings:
                    key = (place, _reading_kind(reading))
                    if key not in best or reading.score > best[key].score:
                        best[key] = reading
        for key, reading in best.items():
            found[key].append(_Found(sample, reading, lines_read[key[0]] - 1))
    return found


def _reading_kind(reading: HitsReading) -> tuple[str, ...]:
    if reading.line.first is None:
        return (reading.before, reading.after)
    return ("range",) if reading.line.total is None else ("range", "total")


def _totals_by_place(page: Page) -> dict[Place, frozenset[int | None]]:
    """Return the numbers read at every place of a no-result page, zero left out."""
    totals: dict[Place, set[int | None]] = defaultdict(set)
    for line, readings in readable_lines(page):
        for place in propose_places(line.element):
            totals[place].update(each.line.total for each in readings if each.line.total)
    return {place: frozenset(numbers) for place, numbers in totals.items()}


def _totals(found: Iterable[_Found]) -> set[tuple[int, int | None]]:
    return {(id(item.sample), item.reading.line.total) for item in found}


def _score(found: list[_Found], samples: int, constant: frozenset[int | None]) -> float:
    cues = sum(
        item.reading.score + OTHER_LINE_IN_PLACE * min(item.other_lines, 4) for item in found
    )
    agreement = sum(map(_agreement, found))
    values = {item.reading.line.total for item in found}
    queries = {item.sample.query for item in found}
    score = (cues + agreement) / samples
    score += STARTS_LATER * any((item.reading.line.first or 0) > 1 for item in found)
    if len(queries) > 1 and values != {None}:
        score += VARIES_WITH_QUERY if len(values) > 1 else NEVER_VARIES
        score += COVERS_RECORDS * (len(values) > 1 and all(map(_covers_records, found)))
    if constant & values - {None}:
        score += ALSO_ON_NO_RESULT_PAGE
    return score


def _covers_records(found: _Found) -> bool:
    total = found.reading.line.total
    return total is not None and total >= len(found.sample.record_elements) > 0


def _agreement(found: _Found) -> float:
    line, count = found.reading.line, len(found.sample.record_elements)
    if not count:
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


# An identifier or class holding a number of three digits names one record or one session.
_VOLATILE = re.compile(r"\d{3}")


def propose_places(element: HtmlElement) -> tuple[Place, ...]:
    """Return the places `element` stands in, those that travel best first.

    The path from the root changes with the theme (measured on large engines, 1999-2022).
    """
    places: list[Place] = []
    classes = tuple(sorted({name for name in class_names(element) if not _VOLATILE.search(name)}))
    tags: list[str] = []
    anchored = False
    node: HtmlElement | None = element
    while node is not None and len(tags) < MAX_PATH_LENGTH:
        if not isinstance(node.tag, str) or not TAG_NAME.fullmatch(node.tag):
            return tuple(places)
        tags.append(node.tag)
        identifier = node.get("id", "")
        if identifier and not anchored and not _VOLATILE.search(identifier):
            places.append(Place(tuple(reversed(tags)), anchor=identifier))
            anchored = True
        node = node.getparent()
    if classes:
        places.insert(0, Place((element.tag,), classes=classes))
    if node is None:
        places.append(Place(tuple(reversed(tags))))
    return tuple(places)
