"""What the names of keys say, whatever way they are written in."""

import re
from functools import lru_cache

from discovery.lexicon.data_keys import DATA_KEYS

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+|\d+")


@lru_cache(maxsize=4_096)
def words_of(key: str) -> tuple[str, ...]:
    """Return the words of a key in lower case.

    >>> words_of("htmlURL"), words_of("og:page_title"), words_of("numFound")
    (('html', 'url'), ('og', 'page', 'title'), ('num', 'found'))
    """
    return tuple(word.lower() for word in _WORD.findall(key[:100]))


@lru_cache(maxsize=16_384)
def says(key: str, kind: str) -> float:
    """Return how clearly a key names a kind of `DATA_KEYS`: 1 by all of it, less by a part."""
    words = words_of(key)
    names = DATA_KEYS[kind]
    if not words:
        return 0.0
    if "".join(words) in names:
        return 1.0
    if words[-1] in names:
        return 0.8
    return 0.5 if any(word in names for word in words) else 0.0
