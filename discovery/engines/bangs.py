"""Bangs: short names by which people call engines, `!python-docs`; a slug is called as well.

An engine is given one when it is first used, from what its site calls itself. A person may give it
another; neither learning nor mending changes it.
"""

import re
import unicodedata
from collections.abc import Collection
from urllib.parse import urlsplit

from django.db.models import Q

from discovery.models import MAX_BANG_LENGTH, Engine

# Words of a site's name that are taken, and characters of them all: it is to be typed.
MAX_WORDS = 3
MAX_LENGTH = 20
# What stands between a site's name and what it says of itself.
_REST = re.compile(r"\s+[-–—|·•»/]\s.*|\s*[|,:;(–—].*", re.DOTALL)
_WORD = re.compile(r"[a-z0-9]+")
NAMELESS = "engine"


def bang_stem(name: str, address: str) -> str:
    """Return what a bang of the engine called `name` begins with, in ASCII.

    Where the name holds no letters of the Latin script it is made from the host of `address`.

    >>> bang_stem("Café Müller – die Suche", "https://a.example/")
    'cafe-muller'
    >>> bang_stem("ويكيبيديا", "https://ar.wikipedia.org/"), bang_stem("書", "http://127.0.0.1:81/")
    ('wikipedia', 'engine')
    """
    first = _words(_REST.sub("", name.strip())) or _words(name)
    stem = ""
    for word in first[:MAX_WORDS]:
        longer = f"{stem}-{word}" if stem else word[:MAX_LENGTH]
        if len(longer) > MAX_LENGTH:
            break
        stem = longer
    return stem if re.search("[a-z]", stem) else _host_word(address)


def free_bang(stem: str, taken: Collection[str]) -> str:
    """Return `stem`, with a number where others have it.

    >>> free_bang("oak", {"oak", "oak-2"})
    'oak-3'
    """
    bang, number = stem, 2
    while bang in taken:
        bang, number = f"{stem}-{number}", number + 1
    return bang[:MAX_BANG_LENGTH]


def give_bang(engine: Engine, name: str) -> None:
    """Give an engine that its site calls `name` a bang, unless it has one."""
    unnamed = Engine.objects.filter(pk=engine.pk, bang=None)
    if not unnamed.exists():
        return
    stem = bang_stem(name, engine.home_url)
    unnamed.update(bang=free_bang(stem, taken_bangs(engine, stem)))


def taken_bangs(engine: Engine, stem: str) -> set[str]:
    """Return by what beginning with `stem` other engines are called."""
    others = Engine.objects.exclude(pk=engine.pk)
    rows = others.filter(Q(bang__istartswith=stem) | Q(slug__istartswith=stem))
    return {
        called.casefold() for row in rows.values_list("bang", "slug") for called in row if called
    }


def _words(text: str) -> list[str]:
    """Return the words of a text, accents folded away, those of other scripts left out."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    folded = "".join(each for each in decomposed if not unicodedata.combining(each))
    return _WORD.findall(folded)


def _host_word(address: str) -> str:
    """Return the longest part of a host's name, the top level left out."""
    labels = (urlsplit(address).hostname or "").split(".")[:-1]
    words = [word for label in labels for word in _words(label) if re.search("[a-z]", word)]
    return max(words, key=len, default=NAMELESS)[:MAX_LENGTH]
