"""What is known of the words an engine's records hold."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from metasearch.brokering.words import MAX_WORD_LENGTH, words_of

FORMAT = 1
# Words kept of one engine, the most frequent first. Query-based sampling of a few hundred records
# meets fewer; the bound is against hostile ones. Guess.
MAX_WORDS = 5_000


class ProfileFormatError(ValueError):
    """Stored data is not a profile."""


@dataclass(frozen=True, slots=True)
class EngineProfile:
    """Of an engine's sampled records: how many there are, and in how many each word occurs.

    `word_count` is the number of words in all of them (the cw of CORI).
    """

    slug: str
    records: int
    word_count: int
    record_frequencies: Mapping[str, int]

    def to_json(self) -> dict[str, Any]:
        """Return what `from_json` reads."""
        return {
            "format": FORMAT,
            "records": self.records,
            "word_count": self.word_count,
            "words": dict(self.record_frequencies),
        }

    @classmethod
    def from_json(cls, slug: str, data: object) -> "EngineProfile":
        """Return the stored profile of the engine `slug`. Raises `ProfileFormatError`."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ProfileFormatError("This is not an engine's profile of a known format.")
        words = data.get("words")
        counts = (data.get("records"), data.get("word_count"))
        if not isinstance(words, dict) or len(words) > MAX_WORDS:
            raise ProfileFormatError("The profile's words are missing or too many.")
        if not all(map(_is_count, (*counts, *words.values()))):
            raise ProfileFormatError("A count of the profile is not a whole number from 0.")
        if any(len(word) > MAX_WORD_LENGTH for word in words):
            raise ProfileFormatError("A word of the profile is too long.")
        return cls(slug, data["records"], data["word_count"], words)


def make_profile(slug: str, texts: Iterable[str]) -> EngineProfile:
    """Return the profile of an engine whose sampled records say `texts`, one each.

    This is query-based sampling (Callan and Connell 2001, "Query-based sampling of text databases",
    section 3). A few hundred records that queries brought tell which words a collection holds.

    >>> profile = make_profile("a", ["C++ sort", "sort of list"])
    >>> profile.record_frequencies["sort"], profile.word_count
    (2, 5)
    """
    frequencies: Counter[str] = Counter()
    records = word_count = 0
    for text in texts:
        words = list(words_of(text))
        records += 1
        word_count += len(words)
        frequencies.update(set(words))
    return EngineProfile(slug, records, word_count, dict(frequencies.most_common(MAX_WORDS)))


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
