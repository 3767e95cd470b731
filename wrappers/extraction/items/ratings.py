"""Ratings as they are written: "4.5 out of 5", "4,5 von 5 Sternen", "★★★★☆"."""

import re
from typing import NamedTuple

from discovery.lexicon.reading import any_text, lexicon

MAX_LENGTH = 120
FULL, HALF, EMPTY = "★⭐✭✮✯", "½⯪", "☆✩✰"
_WORDS = lexicon().records
# Programs write as many decimals as their numbers have: "4.333333492279053".
_VALUE = r"(?<![\d.,/])(\d{1,3}(?:[.,]\d{1,20})?)"
_BEST = r"(?<![\d.,])(100|10|20|[456])(?:[.,]0{1,2})?(?![\d/]|[.,]\d)"
_STARS = rf"{any_text(_WORDS.star_words)}[^\W\d_]{{0,8}}"
# Words that say that something is rated: not "starten", nor in another word.
_SAYS_SO = re.compile(
    rf"(?<![^\W\d_]){any_text((*_WORDS.star_words, *_WORDS.rating_words))}|[{FULL}{EMPTY}]",
    re.IGNORECASE,
)
_OF = re.compile(
    rf"{_VALUE}\s?(?:{_STARS}\s{{0,2}})?{any_text(_WORDS.rating_between)}\s{{0,2}}{_BEST}",
    re.IGNORECASE,
)
_AFTER_BEST = re.compile(
    rf"{_BEST}\s?{any_text(_WORDS.rating_after_best)}\s?{_VALUE}", re.IGNORECASE
)
# Stars without the most there could be: of five.
_OF_FIVE = re.compile(rf"{_VALUE}[\s-]?{_STARS}", re.IGNORECASE)
_GLYPHS = re.compile(rf"[{FULL}{HALF}{EMPTY}](?:[\s{FULL}{HALF}{EMPTY}\ufe0f]{{0,20}})")
_SHOWN = re.compile(r"\d{1,3}(?:\.\d{1,2})?/\d{1,3}\Z")
_ALONE = re.compile(r"\D{0,20}?(\d{1,2}(?:[.,]\d{1,2})?)(?![\d.,])")


class Rating(NamedTuple):
    """A rating and the best one there could be."""

    value: float
    best: float

    def __str__(self) -> str:
        """Return the rating as it is shown: "4.5/5"."""
        return f"{round(self.value, 2):g}/{self.best:g}"


def rating_in(text: str) -> Rating | None:
    """Return the rating out of a best one that a text says, or nothing.

    >>> str(rating_in("Rated 4,50 von 5 (12)")), str(rating_in("★★★★☆")), rating_in("page 7 of 5")
    ('4.5/5', '4/5', None)
    """
    text = text[:MAX_LENGTH]
    found = _OF.search(text)
    if found is not None:
        return _within(found[1], found[2])
    found = _AFTER_BEST.search(text)
    if found is not None:
        return _within(found[2], found[1])
    found = _OF_FIVE.search(text)
    if found is not None:
        return _within(found[1], "5")
    glyphs = _GLYPHS.search(text)
    return None if glyphs is None else of_glyphs(glyphs[0])


def of_glyphs(text: str) -> Rating | None:
    """Return the rating that star characters show, or nothing; without empty ones of five."""
    full, half, empty = (sum(map(text.count, signs)) for signs in (FULL, HALF, EMPTY))
    best = full + half + empty if empty else 5
    value = full + half / 2
    return Rating(value, best) if full and value <= best and best in (5, 10) else None


def shown_rating(text: str) -> str:
    """Return how what a text says of a rating is shown: out of the best one, else the number.

    >>> shown_rating("4.0001 out of 5 stars"), shown_rating("4.3 (120)"), shown_rating("very good")
    ('4/5', '4.3', 'very good')
    """
    if _SHOWN.match(text):
        # Read from signs: most ratings are, and the long patterns take their time.
        return text
    rating = rating_in(text)
    if rating is not None:
        return str(rating)
    alone = _ALONE.match(text)
    return text if alone is None else alone[1].replace(",", ".")


def speaks_of_rating(text: str) -> bool:
    """Return whether a text has a word for ratings or stars.

    >>> speaks_of_rating("Bewertung: 4"), speaks_of_rating("step 3 of 5")
    (True, False)
    """
    return _SAYS_SO.search(text) is not None


def _within(value: str, best: str) -> Rating | None:
    """Return the rating that two texts say, or nothing where it is better than the best."""
    rating = Rating(round(float(value.replace(",", ".")), 2), float(best))
    return rating if rating.value <= rating.best else None
