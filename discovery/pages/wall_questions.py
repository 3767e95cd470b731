"""What a wall asks, told by its words in many languages."""

import re
from collections.abc import Collection, Iterable
from functools import cache
from itertools import islice
from types import MappingProxyType

from lxml.html import HtmlElement

from discovery.lexicon.reading import lexicon
from discovery.pages.messages import ObstacleKind, SayingFinder, finder_of
from discovery.pages.page import Page
from discovery.pages.tree import visible_text

# Characters of a wall's text.
MAX_TEXT = 4_000
MAX_HEADINGS = 5
MAX_NODES = 300
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
_WORDS = lexicon().choices
_SAYINGS = MappingProxyType(
    {
        ObstacleKind.AGE: _WORDS.age,
        ObstacleKind.REGION: _WORDS.region,
        ObstacleKind.LANGUAGE: _WORDS.language,
    }
)


def question_of(
    texts: Iterable[str], kinds: Collection[ObstacleKind] = KINDS
) -> ObstacleKind | None:
    """Return what texts ask a visitor, the first sentence that asks one of `kinds`; else None.

    >>> question_of(["Are you over 18?"]).name, question_of(["Wir verwenden Cookies."]).name
    ('AGE', 'CONSENT')
    >>> question_of(["Choisissez votre pays"]).name, question_of(["Fish and chips"])
    ('REGION', None)
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
    """Whether a text has the words of a question."""
    if kind is ObstacleKind.CONSENT:
        return bool(finder_of(_WORDS.consent).find(text))
    return bool(_finder(kind).find(text))


@cache
def _finder(kind: ObstacleKind) -> SayingFinder:
    return SayingFinder(_SAYINGS[kind])


def site_question(page: Page) -> ObstacleKind | None:
    """Return what a page asks that has a visitor press something before it shows what it has.

    Title and headings say it before the text does. Nothing can be typed into such a page.
    """
    if takes_text(page.root):
        return None
    headings = islice(page.root.iter("h1", "h2", "h3", "legend"), MAX_HEADINGS)
    headlines = [page.title, *(visible_text(each, most=MAX_NODES) for each in headings)]
    asked = question_of(headlines)
    if asked is not None or len(page.text) > MAX_TEXT:
        return asked
    return question_of([page.text], IN_TEXT)


def takes_text(root: HtmlElement) -> bool:
    """Whether something can be typed into a page, or a password, a file, a date be given."""
    for field in islice(root.iter("input", "textarea"), MAX_FIELDS):
        kind = field.get("type", "text").strip().lower()
        if field.tag == "textarea" or kind not in _UNTYPED:
            return True
    return False


def asks_for_birthday(root: HtmlElement) -> bool:
    """Whether a page asks when one was born: more than one click answers that."""
    selects = islice(root.iter("select"), PARTS_OF_A_BIRTHDAY)
    dates = any(
        field.get("type", "").strip().lower() in ("date", "number")
        for field in islice(root.iter("input"), MAX_FIELDS)
    )
    return dates or sum(1 for _ in selects) >= PARTS_OF_A_BIRTHDAY
