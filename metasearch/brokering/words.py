"""The words of a text, the same for what an engine's records say and for what people ask."""

import itertools
import re
import unicodedata
from collections.abc import Iterator

# Characters of one text that are looked at, and characters of one word: bounds against hostile
# records, far above what titles and snippets hold.
MAX_TEXT_LENGTH = 5_000
MAX_WORD_LENGTH = 40

# Scripts written without spaces: their words are taken as pairs of neighbouring characters.
_UNSPACED = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"(?P<run>[{_UNSPACED}]+)|[^\W{_UNSPACED}]+")


def words_of(text: str) -> Iterator[str]:
    """Yield the words of `text` in order: folded case, without accents, repeated as they occur.

    >>> list(words_of("Crème brûlée: 2 Recipes"))
    ['creme', 'brulee', '2', 'recipes']
    >>> list(words_of("検索エンジン"))
    ['検索', '索エ', 'エン', 'ンジ', 'ジン']
    """
    folded = unicodedata.normalize("NFKD", text[:MAX_TEXT_LENGTH].casefold())
    # Put together again: the marks of Japanese and Korean belong to their characters.
    plain = "".join(char for char in folded if not "\u0300" <= char <= "\u036f")
    for match in _WORD.finditer(unicodedata.normalize("NFC", plain)):
        run = match["run"]
        if run is None or len(run) == 1:
            yield match.group()[:MAX_WORD_LENGTH]
        else:
            yield from ("".join(pair) for pair in itertools.pairwise(run))
