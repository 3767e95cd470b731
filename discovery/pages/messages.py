"""Messages: what a page says when it has no answer, told by its words in many languages."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from discovery.lexicon import Sayings, lexicon

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


def find_message(lines: Iterable[str]) -> Message | None:
    """Return what the lines of a short text say, None when no known words are in them.

    >>> find_message(["Please wait 30 seconds between searches."]).kind.name
    'RATE_LIMIT'
    >>> find_message(["Der Suchbegriff ist zu kurz."]).kind.name
    'COMPLAINT'
    """
    folded = [(line, line[:MAX_LINE_LENGTH].casefold()) for line in lines]
    for kind, sayings in _SAYINGS:
        for first, second in patterns_of(sayings):
            for line, text in folded:
                if first.search(text) and (second is None or second.search(text)):
                    return Message(kind, line)
    return None


@cache
def patterns_of(sayings: Sayings) -> tuple[tuple[re.Pattern[str], re.Pattern[str] | None], ...]:
    """Return the pairs of word lists as patterns, compiled once; words that stand alone as one."""
    alone = tuple(word for first, second in sayings for word in first if not second)
    pairs = tuple((pattern_of(first), pattern_of(second)) for first, second in sayings if second)
    return ((pattern_of(alone), None), *pairs) if alone else pairs


def pattern_of(words: tuple[str, ...]) -> re.Pattern[str]:
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
