"""Messages: what a page says when it has no answer, told by its words in many languages."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from discovery.lexicon import (
    CHALLENGE_WORDS,
    COMPLAINT_SAYINGS,
    CONSENT_SAYINGS,
    LOGIN_SAYINGS,
    MAINTENANCE_SAYINGS,
    PAGE_GONE_SAYINGS,
    PROGRAM_FAULT_SAYINGS,
    RATE_LIMIT_SAYINGS,
    REFUSAL_SAYINGS,
    ROBOT_CHECK_SAYINGS,
    SCRIPT_WORDS,
    SERVER_FAULT_SAYINGS,
    SITE_GONE_SAYINGS,
    TOKEN_SAYINGS,
    TOO_MANY_SAYINGS,
)

# Characters of a line that are read: a message says what it has to say at its beginning. Guess.
MAX_LINE_LENGTH = 600


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


# Pairs of word lists: a line says the thing when it has a word of both (or of one, if alone).
Sayings = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]

# In the order in which they are looked for: the first are said in words of their own, a login or
# a query is mentioned beside much else.
_SAYINGS: tuple[tuple[ObstacleKind, Sayings], ...] = (
    (ObstacleKind.CAPTCHA, ((CHALLENGE_WORDS, ()), *ROBOT_CHECK_SAYINGS)),
    (ObstacleKind.SERVER_FAULT, PROGRAM_FAULT_SAYINGS),
    (ObstacleKind.PAGE_GONE, PAGE_GONE_SAYINGS),
    (ObstacleKind.STALE_FORM, TOKEN_SAYINGS),
    (ObstacleKind.RATE_LIMIT, RATE_LIMIT_SAYINGS),
    (ObstacleKind.REFUSAL, REFUSAL_SAYINGS),
    (ObstacleKind.TOO_MANY, TOO_MANY_SAYINGS),
    (ObstacleKind.MAINTENANCE, MAINTENANCE_SAYINGS),
    (ObstacleKind.SITE_GONE, SITE_GONE_SAYINGS),
    # A short text that speaks of it says that it is wanted, in whatever language.
    (ObstacleKind.JAVASCRIPT, ((SCRIPT_WORDS, ()), (("javascript",), ()))),
    (ObstacleKind.CONSENT, CONSENT_SAYINGS),
    (ObstacleKind.LOGIN, LOGIN_SAYINGS),
    (ObstacleKind.SERVER_FAULT, SERVER_FAULT_SAYINGS),
    (ObstacleKind.COMPLAINT, COMPLAINT_SAYINGS),
)


def find_message(lines: Iterable[str]) -> Message | None:
    """Return what the lines of a short text say, None when no known words are in them.

    >>> find_message(["Please wait 30 seconds between searches."]).kind.name
    'RATE_LIMIT'
    >>> find_message(["Der Suchbegriff ist zu kurz."]).kind.name
    'COMPLAINT'
    """
    folded = [(line, line[:MAX_LINE_LENGTH].casefold()) for line in lines]
    for kind, sayings in _SAYINGS:
        for first, second in _patterns(sayings):
            for line, text in folded:
                if first.search(text) and (second is None or second.search(text)):
                    return Message(kind, line)
    return None


@cache
def _patterns(sayings: Sayings) -> tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...]:
    """Return the pairs of word lists as patterns, compiled once."""
    return tuple(
        (_pattern(first), _pattern(second) if second else None) for first, second in sayings
    )


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern that finds any of the words: at the beginning of a word, or as signs."""
    return re.compile("|".join(_begins_word(word) + re.escape(word) for word in words))


def _begins_word(word: str) -> str:
    """Return what must not stand before a word: a letter of its own script.

    Words in Latin letters stand in texts of scripts without spaces, too. These, and Arabic, which
    writes its article before a word, ask for nothing.
    """
    if word[0].isdigit():
        return r"(?<!\d)"
    if word[0] < _END_OF_LATIN:
        return rf"(?<![a-z\u00df-{_END_OF_LATIN}])"
    return r"(?<!\w)" if word[0] < _END_OF_SPACED else ""
