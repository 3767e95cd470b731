"""Messages: what a page says when it has no answer, told by its words in many languages."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter

from discovery.lexicon.words import Entries, Sayings, lexicon
from discovery.pages.outcomes import ObstacleKind

# Characters of a line that are read: a message says what it has to say at its beginning. Guess.
MAX_LINE_LENGTH = 600
# Lines of which it is kept what they say. Guess: those of some dozens of engines.
MAX_LINES_KEPT = 1_024
# Letters by which the words that may begin at a place of a text are found.
_BEGINNING = 3
# The characters behind Latin letters, and behind those of Greek, Cyrillic, Armenian.
_END_OF_LATIN = "\u0250"
_END_OF_SPACED = "\u0590"


@dataclass(frozen=True, slots=True)
class Message:
    """What a page is, or says, instead of an answer, and the line or mark that tells it."""

    kind: ObstacleKind
    line: str

    def __str__(self) -> str:
        return f"{self.kind} ({self.line})"


_SAID, _WALLS = lexicon().sayings, lexicon().walls

# The first are said in words of their own, a login or a query is mentioned beside much else.
_SAYINGS: tuple[tuple[ObstacleKind, Sayings], ...] = (
    (ObstacleKind.CAPTCHA, ((_WALLS.challenge, ()), *_SAID.robot_check)),
    (ObstacleKind.OFFLINE, _SAID.offline),
    (ObstacleKind.PORTAL, _SAID.portal),
    (ObstacleKind.AD_BLOCKER, _SAID.ad_blocker),
    (ObstacleKind.SERVER_FAULT, _SAID.program_fault),
    (ObstacleKind.PROXY, _SAID.proxy),
    (ObstacleKind.PAGE_GONE, _SAID.page_gone),
    (ObstacleKind.STALE_FORM, _SAID.token),
    (ObstacleKind.RATE_LIMIT, _SAID.rate_limit),
    (ObstacleKind.FILTER, _SAID.filter),
    (ObstacleKind.REFUSAL, _SAID.refusal),
    (ObstacleKind.TOO_MANY, _SAID.too_many),
    (ObstacleKind.MAINTENANCE, _SAID.maintenance),
    (ObstacleKind.SITE_GONE, _SAID.site_gone),
    (ObstacleKind.OLD_BROWSER, _SAID.old_browser),
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
        self._by_beginning: dict[str, list[str]] = defaultdict(list)
        for word in dict.fromkeys(words):
            self._by_beginning[word[:_BEGINNING]].append(word)
        # Of these few each is looked for by itself.
        self._short = tuple(each for each in self._by_beginning if len(each) < _BEGINNING)

    def find(self, text: str) -> set[str]:
        """Return the words that stand in a text, case folded as they are.

        >>> sorted(WordFinder(["cat", "dog"]).find("a bobcat, two dogs"))
        ['dog']
        """
        beginnings = {text[at : at + _BEGINNING] for at in range(len(text) - _BEGINNING + 1)}
        beginnings &= self._by_beginning.keys()
        beginnings.update(each for each in self._short if each in text)
        return {
            word
            for beginning in beginnings
            for word in self._by_beginning[beginning]
            if _begins_in(text, word)
        }


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


_word_finder = cache(WordFinder)


def has_word(text: str, words: Entries) -> bool:
    """Tell whether one of `words` stands in a text, case folded as they are."""
    return bool(_word_finder(words).find(text))


class SayingFinder:
    """Finds which of many sayings are in a line: a word of each half, or one that stands alone."""

    def __init__(self, sayings: Iterable[tuple[Entries, Entries]]) -> None:
        # For each word the numbers of its sayings, and the halves that it says: both are 3.
        self._halves: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, (first, second) in enumerate(sayings):
            for word in first:
                self._halves[word].append((number, 1 if second else 3))
            for word in second:
                self._halves[word].append((number, 2))
        self._words = WordFinder(self._halves)
        # The pages of an engine have most of their lines in common.
        self._kept = lru_cache(MAX_LINES_KEPT)(self._said_by)

    def find(self, line: str) -> tuple[int, ...]:
        return self._kept(line[:MAX_LINE_LENGTH].casefold())

    def _said_by(self, line: str) -> tuple[int, ...]:
        said: dict[int, int] = defaultdict(int)
        for word in self._words.find(line):
            for number, half in self._halves[word]:
                said[number] |= half
        return tuple(number for number, both in said.items() if both == 3)


_saying_finder = cache(SayingFinder)


def is_said(line: str, sayings: Sayings) -> bool:
    return bool(_saying_finder(sayings).find(line))


@cache
def _messages() -> SayingFinder:
    return SayingFinder(pair for _, sayings in _SAYINGS for pair in sayings)


# The kind of each of these.
_KINDS = tuple(kind for kind, sayings in _SAYINGS for _ in sayings)


def find_message(
    lines: Iterable[str], kinds: Collection[ObstacleKind] = frozenset(ObstacleKind)
) -> Message | None:
    """Return what of these kinds the lines of a short text say, None when they say none.

    >>> find_message(["Please wait 30 seconds between searches."]).kind.name
    'RATE_LIMIT'
    """
    finder = _messages()
    said = (
        (number, line) for line in lines for number in finder.find(line) if _KINDS[number] in kinds
    )
    first = min(said, key=itemgetter(0), default=None)
    return None if first is None else Message(_KINDS[first[0]], first[1])
