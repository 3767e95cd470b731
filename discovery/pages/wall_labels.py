"""The button of a wall that a visitor presses, told by its words in many languages."""

import re
from collections.abc import Sequence
from enum import IntEnum, StrEnum
from functools import cache

from discovery.lexicon.reading import lexicon
from discovery.pages.messages import ObstacleKind, finder_of

# Characters of a button's words: more are a text. Guess.
MAX_LABEL_LENGTH = 90
_WORDS = lexicon().choices
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Scripts that put no space between words: a word of theirs is found anywhere in a text.
_UNSPACED = re.compile("[\u0e00-\u0fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


class WallManner(StrEnum):
    """How walls are answered.

    NECESSARY: what is not necessary is refused, and where that is not offered all is accepted.
    REFUSE: never accepted. ACCEPT: all is accepted. LEAVE: nothing is pressed.
    """

    NECESSARY = "necessary"
    REFUSE = "refuse"
    ACCEPT = "accept"
    LEAVE = "leave"


class _Meaning(IntEnum):
    """What pressing a button says."""

    NOTHING = 0
    REFUSE = 1
    ACCEPT = 2
    OF_AGE = 3
    GO_ON = 4


# What is pressed of each kind of wall, the best first.
_WANTED = {
    (ObstacleKind.CONSENT, WallManner.NECESSARY): (
        *(_Meaning.REFUSE, _Meaning.ACCEPT, _Meaning.GO_ON),
    ),
    (ObstacleKind.CONSENT, WallManner.REFUSE): (_Meaning.REFUSE,),
    (ObstacleKind.CONSENT, WallManner.ACCEPT): (_Meaning.ACCEPT, _Meaning.GO_ON),
}
_TO_BE_OF_AGE = (_Meaning.OF_AGE, _Meaning.GO_ON, _Meaning.ACCEPT)


def choose_label(kind: ObstacleKind, labels: Sequence[str], manner: WallManner) -> int | None:
    """Return the number of the button that answers a wall of this kind, None when none does.

    >>> labels = ["Newsletter abonnieren", "Alle akzeptieren", "Nur notwendige Cookies"]
    >>> choose_label(ObstacleKind.CONSENT, labels, WallManner.NECESSARY)
    2
    >>> choose_label(ObstacleKind.CONSENT, labels, WallManner.ACCEPT)
    1
    >>> choose_label(ObstacleKind.AGE, ["I am under 18", "Yes, I am"], WallManner.NECESSARY)
    1
    """
    if manner is WallManner.LEAVE:
        return None
    if kind in (ObstacleKind.REGION, ObstacleKind.LANGUAGE):
        return _choose_place(labels)
    meanings = [_meaning(label, kind) for label in labels]
    for wanted in _WANTED.get((kind, manner), _TO_BE_OF_AGE):
        if wanted in meanings:
            return meanings.index(wanted)
    return None


def _choose_place(labels: Sequence[str]) -> int | None:
    """Return the number of the choice for everybody else, or the first that is a choice."""
    may_be = [at for at, label in enumerate(labels) if not _does_something_else(label.casefold())]
    everywhere = finder_of(_WORDS.everywhere)
    for at in may_be:
        if everywhere.find(labels[at].casefold()):
            return at
    return may_be[0] if may_be else None


def _meaning(label: str, kind: ObstacleKind) -> _Meaning:
    """Return what pressing a button of a wall says."""
    folded = label.casefold().strip()
    if not folded or len(folded) > MAX_LABEL_LENGTH or _does_something_else(folded):
        return _Meaning.NOTHING
    is_whole = _WORD.findall(folded) and folded.strip(" .!?…›»→>✓×") in _WORDS.go_on
    if kind is ObstacleKind.AGE:
        if _negates(folded) or finder_of(_WORDS.under_age).find(folded):
            return _Meaning.NOTHING
        if finder_of(_WORDS.of_age).find(folded) or _begins_with_yes(folded):
            return _Meaning.OF_AGE
        if finder_of(_WORDS.accept).find(folded):
            return _Meaning.ACCEPT
        return _Meaning.GO_ON if is_whole else _Meaning.NOTHING
    if finder_of(_WORDS.refuse).find(folded) or finder_of(_WORDS.necessary).find(folded):
        return _Meaning.REFUSE
    if finder_of(_WORDS.accept).find(folded):
        return _Meaning.REFUSE if _negates(folded) else _Meaning.ACCEPT
    return _Meaning.GO_ON if is_whole else _Meaning.NOTHING


def _begins_with_yes(folded: str) -> bool:
    """Whether a button says yes first: "Yes, enter"."""
    words = _WORD.findall(folded)
    return len(words) > 1 and words[0] in _WORDS.go_on


def _negates(folded: str) -> bool:
    """Whether the words of a button turn it round."""
    words = {word.replace("’", "'") for word in _WORD.findall(folded)}
    if words & _WORDS.negations or any(word.startswith("n'") for word in words):
        return True
    return any(sign in folded for sign in _unspaced_negations())


@cache
def _unspaced_negations() -> tuple[str, ...]:
    return tuple(word for word in _WORDS.negations if _UNSPACED.search(word))


def _does_something_else(folded: str) -> bool:
    """Whether a button logs in, subscribes, pays, downloads, or opens a choice of many things."""
    return bool(finder_of(_WORDS.never).find(folded))
