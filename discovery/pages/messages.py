"""Messages: what a page says when it has no answer, told by its words in many languages."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import MappingProxyType

from discovery.lexicon import Sayings, lexicon

# Characters of a line that are read: a message says what it has to say at its beginning. Guess.
MAX_LINE_LENGTH = 600


# Letters by which the words that may begin at a place of a text are found.
_BEGINNING = 3
# Latin letters come before the first of these characters; those of Greek, Cyrillic, Armenian
# before the second.
_END_OF_LATIN = "\u0250"
_END_OF_SPACED = "\u0590"


class ObstacleKind(StrEnum):
    """What a page is, or says, instead of giving an answer."""

    CAPTCHA = "a robot check"
    RATE_LIMIT = "a limit of requests"
    MAINTENANCE = "maintenance"
    REFUSAL = "a refusal"
    LOGIN = "a login wall"
    CONSENT = "a consent wall"
    AGE = "a question for one's age"
    REGION = "a choice of country or region"
    LANGUAGE = "a choice of language"
    JAVASCRIPT = "a page that only JavaScript fills"
    PAGE_GONE = "a page that is gone"
    SITE_GONE = "a site that is gone"
    STALE_FORM = "a form that is out of date"
    TOO_MANY = "more than it shows"
    SERVER_FAULT = "a failure of the site"
    COMPLAINT = "a complaint about the query"


@dataclass(frozen=True, slots=True)
class Message:
    """What a page says instead of an answer, and the line that says so."""

    kind: ObstacleKind
    line: str


_SAID, _WALLS = lexicon().sayings, lexicon().walls

# In the order in which they are looked for: the first are said in words of their own, a login or
# a query is mentioned beside much else.
_SAYINGS: tuple[tuple[ObstacleKind, Sayings], ...] = (
    (ObstacleKind.CAPTCHA, ((_WALLS.challenge, ()), *_SAID.robot_check)),
    (ObstacleKind.SERVER_FAULT, _SAID.program_fault),
    (ObstacleKind.PAGE_GONE, _SAID.page_gone),
    (ObstacleKind.STALE_FORM, _SAID.token),
    (ObstacleKind.RATE_LIMIT, _SAID.rate_limit),
    (ObstacleKind.REFUSAL, _SAID.refusal),
    (ObstacleKind.TOO_MANY, _SAID.too_many),
    (ObstacleKind.MAINTENANCE, _SAID.maintenance),
    (ObstacleKind.SITE_GONE, _SAID.site_gone),
    # A short text that speaks of it says that it is wanted, in whatever language.
    (ObstacleKind.JAVASCRIPT, (((*_WALLS.script, "javascript"), ()),)),
    (ObstacleKind.CONSENT, _SAID.consent),
    (ObstacleKind.LOGIN, _SAID.login),
    (ObstacleKind.SERVER_FAULT, _SAID.server_fault),
    (ObstacleKind.COMPLAINT, _SAID.complaint),
)


class WordFinder:
    """Finds which of many words stand in a text: at the beginning of a word, or as signs.

    All are looked for at once, by how they begin: one pattern each takes a hundred times as long.
    """

    def __init__(self, words: Iterable[str]) -> None:
        by_beginning: dict[int, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for word in dict.fromkeys(words):
            beginning = word[:_BEGINNING]
            by_beginning[len(beginning)][beginning].append(word)
        self._by_beginning = tuple(
            (length, dict(words_of)) for length, words_of in sorted(by_beginning.items())
        )

    def find(self, text: str) -> set[str]:
        """Return the words that stand in a text, case folded as they are.

        >>> sorted(WordFinder(["cat", "dog"]).find("a bobcat, two dogs"))
        ['dog']
        """
        return {
            word
            for length, words_of in self._by_beginning
            for beginning in words_of.keys() & _beginnings(text, length)
            for word in words_of[beginning]
            if _begins_in(text, word)
        }


def _beginnings(text: str, length: int) -> set[str]:
    return {text[at : at + length] for at in range(len(text) - length + 1)}


def _begins_in(text: str, word: str) -> bool:
    """Tell whether a word stands in a text without a letter of its own script before it.

    Words in Latin letters stand in texts of scripts without spaces, too. These, and Arabic, which
    writes its article before a word, ask for nothing.
    """
    first, at = word[0], text.find(word)
    while at >= 0:
        before = text[at - 1 : at]
        if first.isdigit():
            goes_on = before.isdecimal()
        elif first < _END_OF_LATIN:
            goes_on = "a" <= before <= "z" or "\u00df" <= before <= _END_OF_LATIN
        else:
            goes_on = first < _END_OF_SPACED and (before.isalnum() or before == "_")
        if not goes_on:
            return True
        at = text.find(word, at + 1)
    return False


@cache
def finder_of(words: tuple[str, ...]) -> WordFinder:
    """Return what finds the words, made once."""
    return WordFinder(words)


def words_of(sayings: Sayings) -> tuple[str, ...]:
    """Return all words of sayings."""
    return tuple(word for pair in sayings for words in pair for word in words)


def says(sayings: Sayings, words: Collection[str]) -> bool:
    """Tell whether a text with these words says one of the sayings."""
    return any(
        any(word in words for word in first)
        and (not second or any(word in words for word in second))
        for first, second in sayings
    )


@cache
def _message_finder() -> WordFinder:
    return WordFinder(word for _, sayings in _SAYINGS for word in words_of(sayings))


@cache
def _halves() -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return, for each word, the numbers of the sayings it is of and which halves of them it says.

    Both halves together are 3, as is a word that stands alone. Sayings are numbered as they count.
    """
    halves: dict[str, list[tuple[int, int]]] = defaultdict(list)
    pairs = (pair for _, sayings in _SAYINGS for pair in sayings)
    for number, (first, second) in enumerate(pairs):
        for word in first:
            halves[word].append((number, 1 if second else 3))
        for word in second:
            halves[word].append((number, 2))
    return MappingProxyType({word: tuple(said) for word, said in halves.items()})


@cache
def _kinds() -> tuple[ObstacleKind, ...]:
    """Return the kind of each saying, by its number."""
    return tuple(kind for kind, sayings in _SAYINGS for _ in sayings)


def find_message(lines: Iterable[str]) -> Message | None:
    """Return what the lines of a short text say, None when no known words are in them.

    >>> find_message(["Please wait 30 seconds between searches."]).kind.name
    'RATE_LIMIT'
    >>> find_message(["Der Suchbegriff ist zu kurz."]).kind.name
    'COMPLAINT'
    """
    said = ((number, line) for line in lines for number in _sayings_in(line))
    number, line = min(said, key=lambda each: each[0], default=(None, ""))
    return None if number is None else Message(_kinds()[number], line)


def _sayings_in(line: str) -> Iterable[int]:
    """Yield the numbers of the sayings that a line says."""
    halves: dict[int, int] = defaultdict(int)
    for word in _message_finder().find(line[:MAX_LINE_LENGTH].casefold()):
        for number, half in _halves()[word]:
            halves[number] |= half
    return (number for number, both in halves.items() if both == 3)
