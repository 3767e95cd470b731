"""The search behind our own engines: all words, best first. Truth and servers use it alike."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from evaluation.engines.today.corpus import Document, documents

# A word in a title counts as this many in the text.
TITLE_WEIGHT = 5
# How many an engine gives that always answers.
NEAREST = 24


def words_of(text: str) -> list[str]:
    """Return the words of a text, as they are compared.

    >>> words_of("Copy data, and mode-bits.")
    ['copy', 'data', 'and', 'mode', 'bits']
    """
    return re.findall(r"\w+", text.casefold())


@lru_cache(maxsize=1)
def _counted() -> Sequence[tuple[Document, Counter[str]]]:
    return [
        (document, Counter(words_of(document.title) * TITLE_WEIGHT + words_of(document.text)))
        for document in documents()
    ]


def find(query: str) -> list[Document]:
    """Return the documents that have all words of `query`, best first; none for no word."""
    words = words_of(query)
    found = [
        (-sum(counts[word] for word in words), document.number, document)
        for document, counts in _counted()
        if words and all(word in counts for word in words)
    ]
    return [document for *_, document in sorted(found, key=lambda each: each[:2])]


@lru_cache(maxsize=100)
def find_near(query: str) -> list[Document]:
    """Return the documents that have all words of `query`, then those nearest to it by letters.

    It is what engines do that compare meanings: there always is a nearest one. A page or two.
    """
    right, wanted = find(query)[:NEAREST], _grams(query)
    scores = {
        document.number: sum(min(count, grams[gram]) for gram, count in wanted.items())
        for document, grams in _grammed()
    }
    near = sorted(documents(), key=lambda each: (-scores[each.number], len(each.text)))
    return [*right, *(document for document in near if document not in right)][:NEAREST]


@lru_cache(maxsize=1)
def _grammed() -> Sequence[tuple[Document, Counter[str]]]:
    return [(document, _grams(document.title * 2 + document.text)) for document in documents()]


def _grams(text: str) -> Counter[str]:
    plain = f" {' '.join(words_of(text))} "
    return Counter(plain[at : at + 3] for at in range(len(plain) - 2))


def page_of(found: Sequence[Document], page: int, size: int) -> list[Document]:
    """Return one page of what was found, counted from 1."""
    return list(found[(page - 1) * size : page * size])


def as_records(found: Iterable[Document], base: str) -> list[dict[str, str]]:
    """Return documents as what a reader sees of them at `base`: address and title."""
    return [{"url": f"{base}{each.path}", "title": each.title} for each in found]
