"""Ratings, written as text or shown by attributes, widths, and names of classes."""

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final, NamedTuple

from msgspec import Meta

from discovery.documents.document import Document
from discovery.lexicon.words import any_text, lexicon
from wrappers.extraction.record_tree import RecordTree

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
    rating = Rating(round(float(value.replace(",", ".")), 2), float(best))
    return rating if rating.value <= rating.best else None


# Signs of one row, elements in it, characters of one that are compared. Guesses: rows have five or
# ten, drawn with some lines each.
MAX_SIGNS = 40
MAX_ROW_NODES = 100
MAX_SIGN_LENGTH = 80
MAX_KINDS = 10
_NUMBER = re.compile(r"\s*(\d{1,3}(?:[.,]\d{1,20})?)\s*\Z")
# Styles in which pages write how much of a row of stars is full.
_SHARE = re.compile(
    r"(?<![\w-])(?:width|--[\w-]{0,30}(?:rat|star|percent|score|width|fill|value)[\w-]{0,20})"
    r"\s{0,3}:\s{0,3}(?:calc\()?\s{0,3}(\d{1,3}(?:\.\d{1,20})?)\s{0,2}(%?)"
)
_ENDS_IN_NUMBER = re.compile(r"(\d{1,3})(?:[-_.](\d))?\Z")
_WRITTEN_NUMBERS: Final = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0}
_ALL_GLYPHS = frozenset(FULL + HALF + EMPTY)
# Elements that are a star by themselves, and attributes that tell one from another.
_ICONS = frozenset("i span svg img em b li label div use path g a".split())
_TELLING = ("class", "src", "href", "xlink:href", "fill", "d")

_Name = Annotated[str, Meta(max_length=MAX_SIGN_LENGTH)]


class SignKind(StrEnum):
    """By what a rating is shown. Stored; the first in order say it most exactly."""

    TEXT = "text"  # an attribute, or text for those who hear the page: "4.5 out of 5 stars"
    NUMBER = "number"  # an attribute, or text, that is the number alone
    SHARE = "share"  # how wide the full part is
    NAME = "name"  # the name of a class: "star-4", "Four"
    ROW = "row"  # stars of which some are full: elements or characters


class RatingSigns(Document, frozen=True, omit_defaults=True):
    """Where in a record its rating is shown, by what, and how it is read.

    The element has the `tag`, and `name` for a class or `itemprop`. `attribute` holds the rating,
    its text does where that is empty; of a name it is what stands before the number. `most` is the
    number that means `best`. `full` and `half` are the stars of a row that count.
    """

    kind: SignKind
    tag: _Name
    name: _Name = ""
    attribute: _Name = ""
    most: float = 5
    best: float = 5
    full: Annotated[tuple[_Name, ...], Meta(max_length=MAX_KINDS)] = ()
    half: Annotated[tuple[_Name, ...], Meta(max_length=MAX_KINDS)] = ()

    def read(self, tree: RecordTree) -> tuple[int, str] | None:
        """Return the place in its tree where a record shows its rating, and the rating as shown."""
        for place in tree.skeleton.places_of(self.tag):
            attributes = tree.attributes[place]
            if self.name and (not attributes or self.name not in names_of(attributes)):
                continue
            rating = self._rating(tree, place)
            if rating is not None and 0 < rating.value <= rating.best:
                return place, str(rating)
        return None

    def _rating(self, tree: RecordTree, place: int) -> Rating | None:
        if self.kind is SignKind.TEXT:
            return rating_in(said_at(tree, place, self.attribute))
        if self.kind is SignKind.ROW:
            signs = signs_in(tree, place)
            value = sum(sign in self.full for sign in signs) + 0.5 * sum(
                sign in self.half for sign in signs
            )
            return Rating(value, self.best) if signs else None
        number = self._number(tree, place)
        return None if number is None else Rating(number / self.most * self.best, self.best)

    def _number(self, tree: RecordTree, place: int) -> float | None:
        if self.kind is SignKind.NUMBER:
            return number_of(said_at(tree, place, self.attribute))
        if self.kind is SignKind.SHARE:
            return share_of(tree.attributes[place].get("style", ""))
        numbers = (
            number
            for start, number in numbers_of_names(tree.attributes[place])
            if start == self.attribute
        )
        return next(numbers, None)


def names_of(attributes: dict[str, str]) -> list[str]:
    names = attributes.get("class", "").split()
    declared = attributes.get("itemprop")
    return [*names, declared] if declared else names


def said_at(tree: RecordTree, place: int, attribute: str) -> str:
    return (tree.attributes[place].get(attribute) if attribute else tree.texts[place]) or ""


def number_of(text: str) -> float | None:
    match = _NUMBER.match(text)
    return float(match[1].replace(",", ".")) if match else None


def share_of(style: str) -> float | None:
    """Return how many hundredths of the stars a style says are full.

    >>> share_of("width: 86%"), share_of("--rating: 4.5"), share_of("width:40px")
    (86.0, 90.0, None)
    """
    match = _SHARE.search(style[:400])
    if match is None:
        return None
    if match[2]:
        return float(match[1])
    value = float(match[1])
    return value * 20 if match[0].startswith("--") and value <= 5 else None


def numbers_of_names(attributes: dict[str, str]) -> Iterator[tuple[str, float]]:
    """Yield the numbers that the classes of an element end in, each with what stands before it.

    >>> list(numbers_of_names({"class": "star-rating Four star-small-4-5"}))
    [('', 4.0), ('star-small-', 4.5)]
    """
    for name in attributes.get("class", "").split()[:MAX_SIGNS]:
        match = _ENDS_IN_NUMBER.search(name)
        if match is not None:
            yield name[: match.start()][:MAX_SIGN_LENGTH], float(f"{match[1]}.{match[2] or 0}")
            continue
        start, sign, word = name.rpartition("-")
        number = _WRITTEN_NUMBERS.get(word.lower())
        if number is not None:
            yield f"{start}{sign}"[:MAX_SIGN_LENGTH], number


def signs_in(tree: RecordTree, place: int) -> list[str]:
    signs: list[str] = []
    end = tree.skeleton.stops[place]
    if end - place > MAX_ROW_NODES:
        return []
    inside_svg = -1
    for inner in range(place, end):
        tag, attributes = tree.tags[inner], tree.attributes[inner]
        texts = (tree.texts[inner], tree.tails[inner] if inner > place else None)
        if inner <= inside_svg:
            looks = _look(attributes)
            signs[-1] = f"{signs[-1]} {looks}"[:MAX_SIGN_LENGTH].rstrip()
            continue
        for text in texts:
            if text and not text.isspace():
                glyphs = [char for char in text if char in _ALL_GLYPHS]
                if len(glyphs) < len("".join(text.split()).replace("\ufe0f", "")):
                    return []
                names = attributes.get("class", "") if text is texts[0] else ""
                signs += (f"{glyph} {names}"[:MAX_SIGN_LENGTH].rstrip() for glyph in glyphs)
        is_leaf = inner + 1 >= end or tree.parents[inner + 1] != inner
        if (
            inner > place
            and tag in _ICONS
            and not tree.has_own_text[inner]
            and (is_leaf or tag == "svg")
        ):
            signs.append(f"{tag} {_look(attributes)}"[:MAX_SIGN_LENGTH].rstrip())
            if tag == "svg":
                inside_svg = tree.skeleton.stops[inner] - 1
        if len(signs) > MAX_SIGNS:
            return []
    return signs


def _look(attributes: dict[str, str]) -> str:
    values = (attributes.get(name, "")[-40:] for name in _TELLING)
    return " ".join(value for value in values if value)
