"""All a sample site knows: its records, by address, by section, and by what they say."""

from collections.abc import Iterable
from functools import lru_cache

from samples.index import Index, query_words
from samples.records import Record

# Answers kept so that paging through one does not rank it again.
KEPT_ANSWERS = 64


class Catalogue:
    """The records of one site and the index over them."""

    def __init__(self, records: Iterable[Record]) -> None:
        """Take the records in the order the site lists them; their paths must be distinct."""
        self.records = tuple(records)
        self._by_path = {record.path: record for record in self.records}
        if len(self._by_path) != len(self.records):
            raise ValueError("two records share a path")
        sections: dict[str, list[Record]] = {}
        for record in self.records:
            sections.setdefault(record.section, []).append(record)
        self.sections = {name: tuple(members) for name, members in sections.items()}
        self._index = Index([(record.title, record.text) for record in self.records])
        self._search = lru_cache(KEPT_ANSWERS)(self._rank)

    def find(self, path: str) -> Record | None:
        """Return the record of a page, or None."""
        return self._by_path.get(path)

    def neighbours(self, record: Record, count: int) -> tuple[Record, ...]:
        """Return up to `count` records of the same section around `record`."""
        members = self.sections[record.section]
        position = members.index(record)
        start = max(0, min(position - count // 2, len(members) - count - 1))
        return tuple(near for near in members[start : start + count + 1] if near is not record)[
            :count
        ]

    def search(self, query: str) -> tuple[Record, ...]:
        """Return all records that hold every word of `query`, best first."""
        return self._search(query_words(query))

    def suggestion(self, query: str) -> str | None:
        """Return a like query of known words, or None."""
        return self._index.suggestion(query_words(query))

    def _rank(self, words: tuple[str, ...]) -> tuple[Record, ...]:
        return tuple(self.records[position] for position in self._index.search(words))
