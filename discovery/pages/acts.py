"""Acts: what a button, an address or a link would do besides showing something; never set off.

Words of all languages tell it. Some say an act in whatever company ("delete"). Others name one and
what comes of it as well ("order", "report"): what says to search for it does nothing.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import islice
from urllib.parse import parse_qsl, unquote, urlsplit

from lxml.html import HtmlElement

from discovery.lexicon.words import any_of, lexicon
from discovery.pages.tree import humps_apart

# Characters that are read of a text, and of the end of a path.
MAX_TEXT = 300
# Words in a row that are one entry ("put into the cart"), and letters of it. Of the lexicon's.
MAX_ENTRY_WORDS = 5
MAX_ENTRY = 40
# Words of a link or of a part of its path: more are the title of a page about the act. Guess.
MAX_LINK_WORDS = 3
# What icons are drawn with, how many of them are looked at, and words of what they are called.
ICON_TAGS = ("i", "span", "img", "svg", "use")
MAX_ICONS = 12
MAX_WORDS = 6
# By parameters of these names programs are told what to do, or which page to show.
COMMANDS = frozenset(
    "action act do op opt cmd command task operation method mode event func function step intent "
    "verb todo request process job page view section route module option controller "
    "mutation".split()
)
# Methods of HTTP that frameworks read from a field `_method`.
_METHODS = frozenset({"put", "patch", "delete"})
# Pictures of acts: bins, crosses, carts, thumbs, locks, letters. Of no language.
_PICTURES = frozenset("🗑❌✖✕×🛒🛍👍👎❤♥💾🚫⛔✉📨📤📧📞☎⏻🔓🔒➕➖💳🖨🚩⚑🔔🗳🎁💬📝✏✍🔥💣☠▲▼⬆⬇👏")
_STARS = frozenset("★☆⭐")
_COUNTED = re.compile(r"(?:^|\s)[+\-−]1(?:\s|$)")
# What programs call acts for short, in commands and as names of their files.
_SHORT = frozenset("del rm unsub drop exec ins upd mv chmod sudo".split())
# Attributes of an element that are looked at, and what those for scripts begin with.
MAX_ATTRIBUTES = 40
_FOR_SCRIPTS = re.compile(r"data-|hx-|on|ng-|x-on|v-on|@|up-|phx-|ic-")
_NO = frozenset({"", "false", "0", "no", "off"})
# A function that is called by its own name; methods of strings and lists are not.
_CALLED = re.compile(r"(?<![.\w$])([A-Za-z_$][\w$]*)\s*\(")
# How pages that are exchanged by script stand in the history.
_HISTORY = frozenset({"replace", "advance", "restore"})
# Whatever is no letter; vowel signs of India are no `\w`.
_BETWEEN = re.compile(r"[\x00-@\[-`{-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff20]+")
# What a capital I with its dot leaves behind in lower case.
_DOT = "\u0307"
_WORDS, _FORMS = lexicon().acts, lexicon().forms
_SEARCHES = re.compile(any_of((*_FORMS.search_words, *_FORMS.search_marks)))


class _Force(IntEnum):
    """How much a text says that something is done."""

    NONE = 0
    NAMED = 1
    DONE = 2


@dataclass(frozen=True, slots=True)
class _Entries:
    """The entries of one force without their spaces, as they are matched."""

    words: frozenset[str]
    stems: frozenset[str]
    signs: frozenset[str]

    def match(self, joined: str, ends: frozenset[int]) -> bool:
        """Whether words written together begin with an entry; `ends` are the ends of words."""
        return any(
            joined[:length] in self.stems or (length in ends and joined[:length] in self.words)
            for length in range(2, min(len(joined), MAX_ENTRY) + 1)
        )

    def occur(self, text: str) -> bool:
        return any(
            text[start:end] in self.signs
            for start in range(len(text))
            for end in range(start + 2, min(start + MAX_ENTRY, len(text)) + 1)
        )


def _joined(entries: Iterable[str]) -> frozenset[str]:
    return frozenset(entry.replace(" ", "") for entry in entries)


_ACTS = _Entries(_joined(_WORDS.words), _joined(_WORDS.stems), _joined(_WORDS.signs))
_NAMED_ACTS = _Entries(
    _joined(_WORDS.noun_words), _joined(_WORDS.noun_stems), _joined(_WORDS.noun_signs)
)
_NEUTRAL_TEXTS = _joined(_WORDS.neutral_texts)
_OTHERS = _joined(_WORDS.others)


def _spaced(text: str) -> str:
    spaced = _BETWEEN.sub(" ", humps_apart(text[:MAX_TEXT])).lower().replace(_DOT, "")
    return unicodedata.normalize("NFC", spaced)


@lru_cache(maxsize=8_192)
def _force(text: str) -> _Force:
    force = _Force.NONE
    for joined, ends in _beginnings(text.split()):
        if _ACTS.match(joined, ends):
            return _Force.DONE
        if force is _Force.NONE and _NAMED_ACTS.match(joined, ends):
            force = _Force.NAMED
    if not text.isascii():
        signs = text.replace(" ", "")
        if _ACTS.occur(signs):
            return _Force.DONE
        force = max(force, _Force(_NAMED_ACTS.occur(signs)))
    return force


def _beginnings(words: list[str]) -> Iterator[tuple[str, frozenset[int]]]:
    for place in range(len(words)):
        near = words[place : place + MAX_ENTRY_WORDS]
        ends = [len("".join(near[:count])) for count in range(1, len(near) + 1)]
        joined = "".join(near)
        if not any(joined[:end] in _OTHERS for end in ends):
            yield joined, frozenset(ends)


def says_act(*texts: str) -> bool:
    """Tell whether one of the texts, of a button or a heading, says that something is done.

    >>> says_act("Delete account"), says_act("Search orders"), says_act("Order by date")
    (True, False, False)
    """
    if any(_PICTURES & set(text) or _COUNTED.search(text) for text in texts):
        return True
    return any(each.strip() in _WORDS.whole_texts or _is_act(each) for each in map(_spaced, texts))


def _is_act(text: str) -> bool:
    force = _force(text)
    return force is _Force.DONE or (force is _Force.NAMED and not _SEARCHES.search(text))


def insists_on_act(*texts: str) -> bool:
    """Tell whether one of the texts says an act, not merely what comes of one.

    >>> insists_on_act("Type DELETE to confirm"), insists_on_act("Order number")
    (True, False)
    """
    return any(_force(_spaced(text)) is _Force.DONE for text in texts)


def says_search(text: str) -> bool:
    return _SEARCHES.search(_spaced(text)) is not None


def says_go(text: str) -> bool:
    """Tell whether a text, of a button, says no more than to go on: it names nothing done.

    >>> says_go("Go!"), says_go("OK OK"), says_go("→"), says_go("Launch")
    (True, True, True, False)
    """
    words = _spaced(text).split()
    while words:
        known = (
            count
            for count in range(min(MAX_ENTRY_WORDS, len(words)), 0, -1)
            if "".join(words[:count]) in _NEUTRAL_TEXTS
        )
        count = next(known, 0) or (len(words[0]) == 1 or words[0].isnumeric())
        if not count:
            return False
        words = words[count:]
    return True


def script_acts(element: HtmlElement) -> bool:
    """Tell whether what an element tells scripts is an act, or that they ask before one.

    >>> from lxml.html import fromstring
    >>> script_acts(fromstring('<a href="/x/3" data-method="delete">x</a>'))
    True
    """
    return any(
        _attribute_acts(name.lower(), value[:MAX_TEXT])
        for name, value in islice(element.items(), MAX_ATTRIBUTES)
        if _FOR_SCRIPTS.match(name.lower())
    )


def _attribute_acts(name: str, value: str) -> bool:
    called = _CALLED.findall(value) if name.startswith(("on", "@", "x-on", "v-on", "ng-")) else ()
    if "confirm" in called:
        return True
    words = _spaced(name).split() or [""]
    if "confirm" in words and value.strip().lower() not in _NO:
        return True
    if words[-1] in _METHODS and "hx" in words:
        return True
    if words[-1] == "method":
        return value.strip().lower() in _METHODS
    told = called if called else (value,) if words[-1] in COMMANDS else ()
    return any(
        insists_on_act(each) and not says_search(each) and each.strip().lower() not in _HISTORY
        for each in told
    )


def address_acts(url: str) -> bool:
    """Tell whether the path of an address, or what it is asked with, says an act.

    >>> address_acts("http://a.example/order?x=1"), address_acts("http://a.example/report/search")
    (True, False)
    """
    parts = urlsplit(url)
    path = unquote(parts.path)[-MAX_TEXT:]
    return _is_act(_spaced(path)) or _calls_act(path) or _query_acts(parts.query)


def _calls_act(path: str) -> bool:
    """Tell whether a program is called that is named after an act for short: "/del.php"."""
    return any(part.partition(".")[0].lower() in _SHORT for part in path.split("/"))


def _query_acts(query: str) -> bool:
    pairs = parse_qsl(query[: 10 * MAX_TEXT], keep_blank_values=True)
    return any(parameter_acts(name, value) for name, value in pairs)


def parameter_acts(name: str, value: str) -> bool:
    """Tell whether a parameter tells a program to do something.

    >>> parameter_acts("op", "purge"), parameter_acts("_method", "PUT")
    (True, True)
    >>> parameter_acts("confirm", "1"), parameter_acts("order", "desc")
    (True, False)
    """
    words = _spaced(name).split()
    if insists_on_act(name) and len(words) <= MAX_LINK_WORDS and not says_search(name):
        return True
    if not words or words[-1] not in COMMANDS:
        return False
    short = value.strip().lower()
    return says_act(value) or short in _SHORT or (words[-1] == "method" and short in _METHODS)


def _is_drawn_act(link: HtmlElement) -> bool:
    """Tell whether what a link says to a hovering mouse, or its picture, is an act: a bin."""
    said = [link.get("title", ""), link.get("aria-label", ""), link.get("class", "")]
    for node in islice(link.iterdescendants(*ICON_TAGS, "title"), MAX_ICONS):
        said += (node.get(name, "") for name in ("class", "alt", "title", "src", "href"))
        said.append((node.text or "") if node.tag == "title" else "")
    short = (each.rpartition("/")[2][:MAX_TEXT] for each in said)
    return insists_on_act(*(each for each in short if len(_spaced(each).split()) <= MAX_WORDS))


def _is_name_of_act(text: str) -> bool:
    """Tell whether a text is the name of an act and no more: "Like", "Mark as read"."""
    words = _spaced(text).split()
    return (len(words) == 1 and says_act(text)) or " ".join(words) in _WORDS.whole_texts


def link_acts(
    url: str, text: str = "", link: HtmlElement | None = None, acting: frozenset[str] = frozenset()
) -> bool:
    """Tell whether following a link would do something: "/logout", "/posts/3/delete", "?op=purge".

    `text` is what it says, `link` its element, `acting` are addresses, without query, at which
    forms beside it do something. A page about an act says more than its name.

    >>> link_acts("http://a.example/logout"), link_acts("http://a.example/how-to-delete-a-row.html")
    (True, False)
    """
    if url.partition("?")[0] in acting:
        return True
    if link is not None and (script_acts(link) or _is_drawn_act(link)):
        return True
    is_drawn = (_PICTURES | _STARS) & set(text) and not any(map(str.isalpha, text))
    if is_drawn or _COUNTED.search(text):
        return True
    parts = urlsplit(url)
    # What may be an act, and what it is done to: "Watch", "?title=Main".
    has_object = bool(parts.query) or any(map(str.isnumeric, parts.path.split("/")))
    if has_object and _is_name_of_act(text):
        return True
    said = (*unquote(parts.path)[-MAX_TEXT:].split("/"), text)
    short = (each for each in said if len(_spaced(each).split()) <= MAX_LINK_WORDS)
    if insists_on_act(*short) or _calls_act(parts.path) or _query_acts(parts.query):
        return True
    # What is done to one thing: "/items/3/like", "/items/3/report".
    *_, before, last = ("", "", *parts.path.rstrip("/").split("/"))
    return before.isnumeric() and says_act(unquote(last))
