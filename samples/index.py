"""Full-text search: an inverted index that knows AND and ranks by tf-idf."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rapidfuzz import fuzz, process

# A query longer than this is no question; the rest is ignored, as the search boxes of the web do.
MAX_QUERY_LENGTH = 200
# Words of a query beyond these do not narrow any answer down. Guess.
MAX_QUERY_WORDS = 10
# A word of the title counts as much as this many in the text. Guess.
TITLE_WEIGHT = 8
# More occurrences than these say no more about a document. Guess.
MAX_OCCURRENCES = 7
# Similarity (0–100) from which a word is offered instead of one that matches nothing. Guess: one
# slip in a word of six letters.
MIN_SUGGESTION_SIMILARITY = 80

_WORD = re.compile(r"[^\W_]+")
_CAMEL_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def clean_query(text: str) -> str:
    r"""Return a query as it is shown again: one line of printable characters, of bounded length.

    >>> clean_query(" a\0 b\n")
    'a b'
    """
    printable = "".join(mark if mark.isprintable() else " " for mark in text[:MAX_QUERY_LENGTH])
    return " ".join(printable.split())


def query_words(query: str) -> tuple[str, ...]:
    """Return the distinct words of a query, case and accents folded, at most `MAX_QUERY_WORDS`.

    >>> query_words("Café, os_path  CAFE?")
    ('cafe', 'os', 'path')
    """
    words = (fold(word) for word in _WORD.findall(query[:MAX_QUERY_LENGTH]))
    return tuple(dict.fromkeys(words))[:MAX_QUERY_WORDS]


def indexed_words(text: str) -> Iterable[str]:
    """Yield the words a text is found by: its words, and the parts of words in camel case.

    >>> sorted(indexed_words("JSONDecodeError"))
    ['decode', 'error', 'json', 'jsondecodeerror']
    """
    for word in _WORD.findall(text):
        yield fold(word)
        if not (word.islower() or word.isupper() or word.istitle() or word.isdigit()):
            yield from (fold(part) for part in _CAMEL_PART.findall(word))


def fold(word: str) -> str:
    """Return a word without case and accents.

    >>> fold("Élève")
    'eleve'
    """
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


class Index:
    """The documents of a site by their words; a document is named by its position."""

    def __init__(self, documents: Sequence[tuple[str, str]]) -> None:
        """Index `documents`, pairs of title and text."""
        # Short titles first: every posting keeps this order, so that a stable sort by score is all
        # a search has to do.
        order = sorted(range(len(documents)), key=lambda place: len(documents[place][0]))
        self._size = len(documents)
        self._weights: dict[str, dict[int, int]] = {}
        for place in order:
            title, text = documents[place]
            in_title = set(indexed_words(title))
            counts = Counter(indexed_words(text))
            for word in in_title | counts.keys():
                weight = min(counts[word], MAX_OCCURRENCES) + TITLE_WEIGHT * (word in in_title)
                self._weights.setdefault(word, {})[place] = weight
        self._vocabulary = tuple(self._weights)

    def search(self, words: Sequence[str]) -> tuple[int, ...]:
        """Return the documents that hold all of `words`, best first; none for no words.

        Score: tf-idf (Salton and Buckley 1988), the shorter title first among equals.
        """
        if not words:
            return ()
        postings = sorted((self._weights.get(word, {}) for word in words), key=len)
        if len(postings) == 1:
            scores: Mapping[int, float] = postings[0]
        else:
            rarest, *others = postings
            rarity = [math.log1p(self._size / (len(posting) or 1)) for posting in postings]
            scores = {
                place: sum(r * posting[place] for r, posting in zip(rarity, postings, strict=True))
                for place in rarest
                if all(place in posting for posting in others)
            }
        return tuple(sorted(scores, key=scores.__getitem__, reverse=True))

    def suggestion(self, words: Sequence[str]) -> str | None:
        """Return the query with unknown words replaced by like ones, or None if there are none."""
        replaced = []
        for word in words:
            if word in self._weights:
                replaced.append(word)
                continue
            similar = process.extractOne(
                word, self._vocabulary, scorer=fuzz.ratio, score_cutoff=MIN_SUGGESTION_SIMILARITY
            )
            if similar is None:
                return None
            replaced.append(similar[0])
        return " ".join(replaced) if tuple(replaced) != tuple(words) else None
