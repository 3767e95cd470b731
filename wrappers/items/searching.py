"""Items searched by their words: the full-text index of SQLite or of PostgreSQL."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import connection

from wrappers.models import POSTGRESQL_VECTOR, WITHOUT_DIACRITICS, Item

RESULTS_PER_PAGE = 10
# Words of a query that are looked for; a text pasted whole would match nothing anyway.
MAX_QUERY_WORDS = 32
# Characters of a snippet, and of those before the first word found.
SNIPPET_LENGTH = 240
SNIPPET_LEAD = 60
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class ItemHit:
    """An item that a query found, with the part of its text that shows why."""

    url: str
    title: str
    snippet: str


@dataclass(frozen=True, slots=True)
class ItemHits:
    """One page of what a query found in a collection, the best first, and how many in all."""

    total: int
    hits: tuple[ItemHit, ...]


def search_items(collection_id: int, query: str, page: int = 1) -> ItemHits:
    """Return page `page` of the items of a collection that have all words of `query`."""
    words = query_words(query)
    if not words:
        return ItemHits(0, ())
    search = _search_postgresql if connection.vendor == "postgresql" else _search_sqlite
    total, keys = search(collection_id, words, (page - 1) * RESULTS_PER_PAGE)
    items = Item.objects.in_bulk(keys)
    return ItemHits(total, tuple(_hit(items[key], words) for key in keys if key in items))


def query_words(query: str) -> tuple[str, ...]:
    """Return the words of a query, each once.

    >>> query_words('The "quick" fox-trot, the')
    ('the', 'quick', 'fox', 'trot')
    """
    folded = unicodedata.normalize("NFC", query).casefold()
    return tuple(islice(dict.fromkeys(_WORD.findall(folded)), MAX_QUERY_WORDS))


def _search_sqlite(collection_id: int, words: Sequence[str], start: int) -> tuple[int, list[int]]:
    """Search by FTS5; titles count four times as much as texts."""
    match = " ".join(f'"{word}"' for word in words)
    found = (
        "FROM wrappers_item_index JOIN wrappers_item ON wrappers_item.id = "
        "wrappers_item_index.rowid WHERE wrappers_item_index MATCH %s "
        "AND wrappers_item.collection_id = %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) {found}", [match, collection_id])
        total = cursor.fetchone()[0]
        cursor.execute(
            f"SELECT wrappers_item.id {found} "
            "ORDER BY bm25(wrappers_item_index, 4.0, 1.0), wrappers_item.id LIMIT %s OFFSET %s",
            [match, collection_id, RESULTS_PER_PAGE, start],
        )
        return total, [row[0] for row in cursor.fetchall()]


def _search_postgresql(
    collection_id: int, words: Sequence[str], start: int
) -> tuple[int, list[int]]:
    """Search by PostgreSQL's full text, without a language: words are found as they are."""
    vector = f"({POSTGRESQL_VECTOR})"
    found = (
        "FROM wrappers_item, plainto_tsquery('simple', %s) AS wanted "
        f"WHERE {vector} @@ wanted AND collection_id = %s"
    )
    wanted = " ".join(words).translate(WITHOUT_DIACRITICS)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) {found}", (wanted, collection_id))
        total = cursor.fetchone()[0]
        cursor.execute(
            f"SELECT id {found} ORDER BY ts_rank({vector}, wanted) DESC, id LIMIT %s OFFSET %s",
            (wanted, collection_id, RESULTS_PER_PAGE, start),
        )
        return total, [row[0] for row in cursor.fetchall()]


def _hit(item: Item, words: Sequence[str]) -> ItemHit:
    return ItemHit(item.url, item.title or item.url, snippet_of(item.text, words))


def snippet_of(text: str, words: Sequence[str]) -> str:
    """Return the part of a text around the first of its words that is wanted.

    >>> snippet_of("one two three", ["two"])
    'one two three'
    """
    pattern = re.compile("|".join(rf"\b{re.escape(word)}\b" for word in words), re.IGNORECASE)
    match = pattern.search(text)
    start = max(0, match.start() - SNIPPET_LEAD) if match is not None else 0
    if match is not None and start:
        start = text.find(" ", start, match.start()) + 1 or start
    part = " ".join(text[start : start + SNIPPET_LENGTH].split())
    ends_early = start + SNIPPET_LENGTH < len(text)
    return ("… " if start else "") + part + (" …" if ends_early else "")
