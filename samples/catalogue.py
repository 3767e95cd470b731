"""All a sample site knows: its records, by address, by section, by what they say; its answers."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process


@dataclass(frozen=True, slots=True)
class Record:
    """One thing a site knows.

    `path` is the address of its page (path and query, percent-encoded), `text` what is searched and
    quoted beside the title, `facts` the labelled values its page shows.
    """

    path: str
    title: str
    text: str
    section: str
    facts: tuple[tuple[str, str], ...] = ()

    def fact(self, label: str) -> str:
        return dict(self.facts).get(label, "")


# A query longer than this is no question; the rest is ignored, as the search boxes of the web do.
MAX_QUERY_LENGTH = 200
# Words of a query beyond these do not narrow any answer down. Guess.
MAX_QUERY_WORDS = 10
# A word of the title counts as much as this many in the text. Guess.
TITLE_WEIGHT = 8
# More occurrences than these say no more about a document. Guess.
MAX_OCCURRENCES = 7
# Similarity (0–100) from which a word is offered instead. Guess: one slip in six letters.
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
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(mark for mark in decomposed if not unicodedata.combining(mark))


def read_number(text: str | None, default: int) -> int:
    """Return the number a visitor's address carries, or `default` when it carries none.

    >>> read_number("7", 1), read_number("-7", 1), read_number("9" * 5000, 1), read_number(None, 1)
    (7, 1, 1, 1)
    """
    if text and text.isdecimal() and len(text) <= 9:
        return int(text)
    return default


# Records shown beside one of their section.
NEIGHBOURS = 6
# Answers kept so that paging through one does not rank it again.
KEPT_ANSWERS = 64


class Catalogue:
    def __init__(self, records: Iterable[Record]) -> None:
        self.records = tuple(records)
        self._by_path = {record.path: record for record in self.records}
        if len(self._by_path) != len(self.records):
            raise ValueError("two records share a path")
        sections: dict[str, list[Record]] = {}
        for record in self.records:
            sections.setdefault(record.section, []).append(record)
        self.sections = {name: tuple(members) for name, members in sections.items()}
        # Short titles first: every posting keeps this order, and a search sorts by score alone.
        order = sorted(range(len(self.records)), key=lambda place: len(self.records[place].title))
        self._weights: dict[str, dict[int, int]] = {}
        for place in order:
            in_title = set(indexed_words(self.records[place].title))
            counts = Counter(indexed_words(self.records[place].text))
            for word in in_title | counts.keys():
                weight = min(counts[word], MAX_OCCURRENCES) + TITLE_WEIGHT * (word in in_title)
                self._weights.setdefault(word, {})[place] = weight
        self._vocabulary = tuple(self._weights)
        self._search = lru_cache(KEPT_ANSWERS)(self._rank)

    @property
    def section_sizes(self) -> list[tuple[str, int]]:
        return [(name, len(members)) for name, members in self.sections.items()]

    def find(self, path: str) -> Record | None:
        return self._by_path.get(path)

    def find_all(self, paths: Iterable[str]) -> list[Record]:
        return [record for path in paths if (record := self.find(path))]

    def neighbours(self, record: Record) -> list[Record]:
        members = self.sections[record.section]
        start = members.index(record) - NEIGHBOURS // 2
        start = max(0, min(start, len(members) - NEIGHBOURS - 1))
        near = members[start : start + NEIGHBOURS + 1]
        return [each for each in near if each is not record][:NEIGHBOURS]

    def search(self, query: str) -> tuple[Record, ...]:
        return self._search(query_words(query))

    def suggestion(self, query: str) -> str | None:
        """Return a query with unknown words replaced by like ones, None if there are none."""
        words = query_words(query)
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
        return " ".join(replaced) if tuple(replaced) != words else None

    def _rank(self, words: tuple[str, ...]) -> tuple[Record, ...]:
        """Return the records with all words, best first by tf-idf (Salton and Buckley 1988)."""
        if not words:
            return ()
        postings = sorted((self._weights.get(word, {}) for word in words), key=len)
        rarity = [math.log1p(len(self.records) / (len(posting) or 1)) for posting in postings]
        scores = {
            place: sum(r * posting[place] for r, posting in zip(rarity, postings, strict=True))
            for place in postings[0]
            if all(place in posting for posting in postings)
        }
        best = sorted(scores, key=scores.__getitem__, reverse=True)
        return tuple(self.records[place] for place in best)
