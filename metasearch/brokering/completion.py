"""Completion and correction of what is typed, by words, pairs and titles of sampled records.

A word that no known one begins with is corrected to the most frequent known word one edit away: a
character left out, put in or changed, or two neighbours swapped (Norvig 2007, "How to write a
spelling corrector"; its alphabet is fixed, ours are the commonest characters of the words).
"""

import heapq
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from metasearch.brokering.broker import EngineProfile, words_of

# Words and titles known in all, and words of a title where completion may begin. Guesses: some
# dozen megabytes for ten thousand engines.
MAX_WORDS = 200_000
MAX_TITLES = 10_000
MAX_BEGINNINGS = 8
# Shorter words are not completed to, nor corrected: too many lie beside them.
LEAST_COMPLETED = 3
LEAST_CORRECTED = 4
# Characters tried in place of one, and titles looked at for what is typed. Guesses.
MAX_LETTERS = 60
MAX_LOOKED_AT = 200
# Above all characters of words.
_LAST = "\U0010ffff"


class Completer:
    """Its length is the number of words known."""

    def __init__(self, profiles: Sequence[EngineProfile]) -> None:
        counts: Counter[str] = Counter()
        for profile in profiles:
            counts.update(profile.record_frequencies)
        self._counts = {
            word: count
            for word, count in counts.most_common(MAX_WORDS)
            if len(word) >= LEAST_COMPLETED and not word.isdigit()
        }
        self._words = sorted(self._counts)
        # By place: a letter begins some ten thousand words, and is typed first.
        self._weights = [self._counts[word] for word in self._words]
        letters = Counter(chain.from_iterable(self._words))
        self._letters = [letter for letter, _ in letters.most_common(MAX_LETTERS)]
        titles: dict[str, str] = {}
        for title in chain.from_iterable((*each.titles, *each.phrases) for each in profiles):
            titles.setdefault(title.casefold(), title)
        known = list(islice(titles.values(), MAX_TITLES))
        self._titles = sorted(pair for title in known for pair in _beginnings(title))
        # Profiles hold words without accents: titles tell how they are written.
        self._written = {
            plain: word
            for title in known
            for word in title.casefold().split()
            if word.isalpha() and not word.isascii()
            for plain in words_of(word)
            if plain != word and len(plain) == len(word)
        }

    def __len__(self) -> int:
        return len(self._words)

    def complete(self, query: str, limit: int) -> tuple[list[str], list[str]]:
        """Return at most `limit` queries that go on by a word, or correct it, and as many titles.

        Both are the best first: words by the records that have them, titles that begin so before
        others, each by their shortness. What is known to follow leaves no word to be guessed.
        """
        titles = self._titles_with(" ".join(words_of(query)))[:limit]
        before, space, last = query.rpartition(" ")
        typed = list(words_of(last))
        words: Sequence[str] = ()
        # Words written without spaces are pairs of characters: titles alone go on by them.
        if len(typed) == 1 and not (before and titles):
            start, end = (bisect_left(self._words, typed[0] + more) for more in ("", _LAST))
            best = heapq.nlargest(limit, range(start, end), key=self._weights.__getitem__)
            words = [self._words[place] for place in best]
            words = words or [word for word in (self._corrected(typed[0]),) if word]
        return [f"{before}{space}{self._written.get(word, word)}" for word in words], titles

    def _titles_with(self, asked: str) -> list[str]:
        if not asked:
            return []
        start = bisect_left(self._titles, (asked,))
        end = bisect_left(self._titles, (asked + _LAST,))
        found = {title: None for _, title in self._titles[start : min(end, start + MAX_LOOKED_AT)]}
        begin = {title: " ".join(words_of(title)).startswith(asked) for title in found}
        return sorted(found, key=lambda title: (not begin[title], len(title)))

    def correct(self, query: str) -> str:
        """Return `query` with its unknown words corrected, "" where nothing is to be corrected."""
        corrected = [self._correction(word) for word in query.split()]
        return " ".join(corrected) if corrected != query.split() else ""

    def _correction(self, word: str) -> str:
        better = self._corrected("".join(words_of(word)))
        return self._written.get(better, better) or word

    def _corrected(self, word: str) -> str:
        """Return the known word that `word` stands for, "" where it is known or none is near."""
        if len(word) < LEAST_CORRECTED or word in self._counts:
            return ""
        near = (each for each in one_edit_away(word, self._letters) if each in self._counts)
        return max(near, key=self._counts.__getitem__, default="")


def _beginnings(title: str) -> Iterator[tuple[str, str]]:
    words = list(words_of(title))
    for place in range(min(len(words), MAX_BEGINNINGS)):
        yield " ".join(words[place:]), title


def one_edit_away(word: str, letters: Sequence[str]) -> Iterator[str]:
    """Yield what `word` becomes by one edit, some of it more than once.

    >>> [each for each in one_edit_away("jsno", "x") if "x" not in each]
    ['sno', 'jno', 'jso', 'jsn', 'sjno', 'jnso', 'json']
    """
    parts = [(word[:place], word[place:]) for place in range(len(word) + 1)]
    yield from (left + right[1:] for left, right in parts if right)
    yield from (left + right[1] + right[0] + right[2:] for left, right in parts if len(right) > 1)
    for left, right in parts:
        for letter in letters:
            yield left + letter + right
            if right:
                yield left + letter + right[1:]
