"""Walls before a page: what they ask, and the button of them that a visitor presses."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import chain, islice

from lxml.html import HtmlElement

from discovery.lexicon.words import lexicon
from discovery.pages.messages import has_word, is_said
from discovery.pages.outcomes import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.tree import fold_space, visible_text
from discovery.pages.visibility import hides_itself

# Buttons and links of a page that are looked at: lists of countries have 250.
MAX_CONTROLS = 400
MAX_NODES = 60
MAX_LABEL = 200
# Elements above a control that may hide it, or be the head or foot of the page.
MAX_LEVELS = 40
_BUTTONS = frozenset(("submit", "button", "image"))
PLACES = (ObstacleKind.REGION, ObstacleKind.LANGUAGE)
# Where links stand that every page has.
_AROUND = frozenset(("header", "footer", "nav"))


@dataclass(frozen=True, slots=True)
class WallControl:
    """A button or link, and its words as a visitor sees them."""

    element: HtmlElement
    label: str


def wall_controls(page: Page, kind: ObstacleKind) -> list[WallControl]:
    """Return what a visitor can press on a page that asks for `kind`, in document order.

    Where a place or a language is chosen in a list or by radio buttons it is that form's button.
    Else they are all that are not hidden, in the page's head and foot only when nowhere else.
    """
    found = []
    for element in islice(page.root.iter("a", "button", "input", "area"), MAX_CONTROLS):
        if _is_pressed(element) and not _is_hidden(element):
            label = _label(element)
            if label:
                found.append(WallControl(element, label))
    if kind in PLACES:
        of_lists = [each for each in found if each.element.tag != "a" and _chooses(each.element)]
        if of_lists:
            return of_lists
    return [each for each in found if not _is_around(each.element)] or found


def _is_pressed(element: HtmlElement) -> bool:
    if element.get("disabled") is not None:
        return False
    if element.tag == "input":
        return element.get("type", "").strip().lower() in _BUTTONS
    if element.tag == "button":
        return bool(element.get("type", "").strip().lower() != "reset")
    return element.get("href") is not None or element.get("onclick") is not None


def _is_hidden(element: HtmlElement) -> bool:
    around = islice(element.iterancestors(), MAX_LEVELS)
    return any(hides_itself(each.attrib) for each in (element, *around))


def _label(element: HtmlElement) -> str:
    if element.tag == "input":
        text = element.get("value") or element.get("alt") or ""
    else:
        picture = next(element.iter("img"), None)
        text = visible_text(element, most=MAX_NODES) or (
            "" if picture is None else picture.get("alt", "")
        )
    return fold_space((text or element.get("aria-label") or element.get("title") or "")[:MAX_LABEL])


def _chooses(element: HtmlElement) -> bool:
    form = next(element.iterancestors("form"), None)
    if form is None:
        return False
    radios = (each.get("type", "").lower() == "radio" for each in form.iter("input"))
    return next(form.iter("select"), None) is not None or any(radios)


def _is_around(element: HtmlElement) -> bool:
    return any(each.tag in _AROUND for each in islice(element.iterancestors(), MAX_LEVELS))


# Characters of a button's words: more are a text. Guess.
MAX_LABEL_LENGTH = 90
_WORDS = lexicon().choices
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
# Scripts that put no space between words: a word of theirs is found anywhere in a text.
_UNSPACED = re.compile("[\u0e00-\u0fff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_UNSPACED_NEGATIONS = tuple(word for word in _WORDS.negations if _UNSPACED.search(word))


class ConsentPolicy(StrEnum):
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
    (ObstacleKind.CONSENT, ConsentPolicy.NECESSARY): (
        *(_Meaning.REFUSE, _Meaning.ACCEPT, _Meaning.GO_ON),
    ),
    (ObstacleKind.CONSENT, ConsentPolicy.REFUSE): (_Meaning.REFUSE,),
    (ObstacleKind.CONSENT, ConsentPolicy.ACCEPT): (_Meaning.ACCEPT, _Meaning.GO_ON),
}
_TO_BE_OF_AGE = (_Meaning.OF_AGE, _Meaning.GO_ON, _Meaning.ACCEPT)


def choose_label(kind: ObstacleKind, labels: Sequence[str], manner: ConsentPolicy) -> int | None:
    """Return the number of the button that answers a wall of this kind, None when none does.

    >>> labels = ["Newsletter abonnieren", "Alle akzeptieren", "Nur notwendige Cookies"]
    >>> choose_label(ObstacleKind.CONSENT, labels, ConsentPolicy.NECESSARY)
    2
    """
    if manner is ConsentPolicy.LEAVE:
        return None
    if kind in PLACES:
        return _choose_place(labels)
    meanings = [_meaning(label, kind) for label in labels]
    for wanted in _WANTED.get((kind, manner), _TO_BE_OF_AGE):
        if wanted in meanings:
            return meanings.index(wanted)
    return None


def _choose_place(labels: Sequence[str]) -> int | None:
    """Return the number of the choice for everybody else, or the first that is a choice."""
    may_be = [at for at, label in enumerate(labels) if not has_word(label.casefold(), _WORDS.never)]
    everywhere = (at for at in may_be if has_word(labels[at].casefold(), _WORDS.everywhere))
    return next(chain(everywhere, may_be), None)


def _meaning(label: str, kind: ObstacleKind) -> _Meaning:
    folded = label.casefold().strip()
    if not folded or len(folded) > MAX_LABEL_LENGTH or has_word(folded, _WORDS.never):
        return _Meaning.NOTHING
    words = _WORD.findall(folded)
    is_whole = words and folded.strip(" .!?…›»→>✓×") in _WORDS.go_on
    if kind is ObstacleKind.AGE:
        if _negates(folded) or has_word(folded, _WORDS.under_age):
            return _Meaning.NOTHING
        begins_with_yes = len(words) > 1 and words[0] in _WORDS.go_on
        if has_word(folded, _WORDS.of_age) or begins_with_yes:
            return _Meaning.OF_AGE
        if has_word(folded, _WORDS.accept):
            return _Meaning.ACCEPT
        return _Meaning.GO_ON if is_whole else _Meaning.NOTHING
    if has_word(folded, _WORDS.refuse) or has_word(folded, _WORDS.necessary):
        return _Meaning.REFUSE
    if has_word(folded, _WORDS.accept):
        return _Meaning.REFUSE if _negates(folded) else _Meaning.ACCEPT
    return _Meaning.GO_ON if is_whole else _Meaning.NOTHING


def _negates(folded: str) -> bool:
    words = {word.replace("’", "'") for word in _WORD.findall(folded)}
    if words & _WORDS.negations or any(word.startswith("n'") for word in words):
        return True
    return any(sign in folded for sign in _UNSPACED_NEGATIONS)


# Characters of a wall's text.
MAX_TEXT = 4_000
MAX_HEADINGS = 5
MAX_QUESTION_NODES = 300
_HEADINGS = ("h1", "h2", "h3", "legend")
# Fields of a page that are looked at.
MAX_FIELDS = 1_000
# Selects in which one says when one was born: day, month, year.
PARTS_OF_A_BIRTHDAY = 2
# Types of `<input>` into which nothing is typed.
_UNTYPED = frozenset(("hidden", "checkbox", "radio", "submit", "button", "image", "reset"))
KINDS = (ObstacleKind.AGE, ObstacleKind.REGION, ObstacleKind.LANGUAGE, ObstacleKind.CONSENT)
# What a text below other headings asks: places to choose are offered on many pages.
IN_TEXT = (ObstacleKind.AGE, ObstacleKind.CONSENT)
_END = re.compile(r"[.!?;\u3002\uff01\uff1f\n]+")
_SAYINGS = {
    ObstacleKind.AGE: _WORDS.age,
    ObstacleKind.REGION: _WORDS.region,
    ObstacleKind.LANGUAGE: _WORDS.language,
}


def question_of(
    texts: Iterable[str], kinds: Collection[ObstacleKind] = KINDS
) -> ObstacleKind | None:
    """Return what texts ask a visitor, the first sentence that asks one of `kinds`; else None.

    >>> question_of(["Are you over 18?"]).name, question_of(["Wir verwenden Cookies."]).name
    ('AGE', 'CONSENT')
    """
    for text in texts:
        folded = text[:MAX_TEXT].casefold()
        if any(_asks(folded, kind) for kind in kinds):
            for sentence in _END.split(folded):
                asked = next((kind for kind in kinds if _asks(sentence, kind)), None)
                if asked is not None:
                    return asked
    return None


def _asks(text: str, kind: ObstacleKind) -> bool:
    if kind is ObstacleKind.CONSENT:
        return has_word(text, _WORDS.consent)
    return is_said(text, _SAYINGS[kind])


def headlines_of(page: Page, *tags: str) -> tuple[str, ...]:
    headings = islice(page.root.iter(*tags), MAX_HEADINGS)
    return (page.title, *(visible_text(each, most=MAX_QUESTION_NODES) for each in headings))


def site_question(page: Page) -> ObstacleKind | None:
    """Return what a page asks that has a visitor press something before it shows what it has.

    Title and headings say it before the text does. Nothing can be typed into such a page.
    """
    if takes_text(page.root):
        return None
    asked = question_of(headlines_of(page, *_HEADINGS))
    if asked is not None or len(page.text) > MAX_TEXT:
        return asked
    return question_of([page.text], IN_TEXT)


def takes_text(root: HtmlElement) -> bool:
    """Whether something can be typed into a page, or a password, a file, a date be given."""
    return any(
        field.tag == "textarea" or field.get("type", "text").strip().lower() not in _UNTYPED
        for field in islice(root.iter("input", "textarea"), MAX_FIELDS)
    )


def asks_for_birthday(root: HtmlElement) -> bool:
    """Whether a page asks when one was born: more than one click answers that."""
    selects = islice(root.iter("select"), PARTS_OF_A_BIRTHDAY)
    dates = any(
        field.get("type", "").strip().lower() in ("date", "number")
        for field in islice(root.iter("input"), MAX_FIELDS)
    )
    return dates or sum(1 for _ in selects) >= PARTS_OF_A_BIRTHDAY
