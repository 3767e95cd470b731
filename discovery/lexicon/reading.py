"""Reads the files of the languages: each once in a process, and all of them as one lexicon."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from discovery.lexicon.words import Lexicon, Section

# One file a language, named by its code (ISO 639-1); `any` holds what belongs to none.
FOLDER = Path(__file__).parent / "languages"


@cache
def languages() -> Mapping[str, Lexicon]:
    """Return the words of each language by its code; raises ValidationError for a wrong file."""
    paths = sorted(FOLDER.glob("*.json"))
    decoder = msgspec.json.Decoder(Lexicon)
    return MappingProxyType({path.stem: decoder.decode(path.read_bytes()) for path in paths})


@cache
def lexicon() -> Lexicon:
    """Return the words of all languages together, in the order of their codes."""
    every: Lexicon = _joined(tuple(languages().values()))
    return every


def any_of(patterns: Iterable[str]) -> str:
    """Return a pattern that matches whatever one of the patterns matches.

    >>> any_of(["a", "b+"])
    '(?:a|b+)'
    """
    return f"(?:{'|'.join(patterns)})"


def any_text(texts: Iterable[str]) -> str:
    """Return a pattern that matches any of the texts as it stands, the longest first."""
    return any_of(re.escape(text) for text in sorted(texts, key=len, reverse=True))


def _joined(values: Sequence[Any]) -> Any:
    """Return what several languages have in one place as one: sections, sets, tables, lists."""
    first = values[0]
    if isinstance(first, Section):
        fields = first.__struct_fields__
        return type(first)(**{name: _joined([getattr(v, name) for v in values]) for name in fields})
    if isinstance(first, dict):
        keys = dict.fromkeys(chain.from_iterable(values))
        return {key: _joined([value[key] for value in values if key in value]) for key in keys}
    if isinstance(first, frozenset):
        return first.union(*values)
    if isinstance(first, tuple):
        return tuple(dict.fromkeys(chain.from_iterable(values)))
    return first
