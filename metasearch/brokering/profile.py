"""What is known of the words an engine's records hold."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from discovery.documents.document import Document
from metasearch.brokering.words import MAX_WORD_LENGTH, words_of

# Words kept of one engine, the most frequent first. Query-based sampling of a few hundred records
# meets fewer; the bound is against hostile ones. Guess.
MAX_WORDS = 5_000
_Count = Annotated[int, Meta(ge=0)]
_Word = Annotated[str, Meta(max_length=MAX_WORD_LENGTH)]


class EngineProfile(Document, frozen=True):
    """Of an engine's sampled records: how many there are, and in how many each word occurs.

    `word_count` is the number of words in all of them (the cw of CORI).
    """

    VERSION: ClassVar = ("format", 1)

    records: _Count
    word_count: _Count
    record_frequencies: Annotated[Mapping[_Word, _Count], Meta(max_length=MAX_WORDS)] = field(
        name="words"
    )
    slug: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return what is stored: all but the slug, which stands beside it."""
        return {name: part for name, part in super().to_json().items() if name != "slug"}


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
    return EngineProfile(records, word_count, dict(frequencies.most_common(MAX_WORDS)), slug)
