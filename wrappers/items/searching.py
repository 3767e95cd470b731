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
# Items with common words that are ranked on PostgreSQL, which makes the vector of each anew for it:
# 26,000 took it seven seconds. Further ones follow in the order they were stored in.
RANKED = 1_000
OF_COLLECTION = "wrappers_item.collection_id = %(collection)s"
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
    total, keys = _search(collection_id, words, (page - 1) * RESULTS_PER_PAGE)
    items = Item.objects.in_bulk(keys)
    found = (items[key] for key in keys if key in items)
    hits = (ItemHit(it.url, it.title or it.url, snippet_of(it.text, words)) for it in found)
    return ItemHits(total, tuple(hits))


def query_words(query: str) -> tuple[str, ...]:
    """Return the words of a query, each once.

    >>> query_words('The "quick" fox-trot, the')
    ('the', 'quick', 'fox', 'trot')
    """
    folded = unicodedata.normalize("NFC", query).casefold()
    return tuple(islice(dict.fromkeys(_WORD.findall(folded)), MAX_QUERY_WORDS))


def _search(collection_id: int, words: Sequence[str], start: int) -> tuple[int, list[int]]:
    if connection.vendor == "postgresql":
        # Without a language: words are found as they are.
        wanted = " ".join(words).translate(WITHOUT_DIACRITICS)
        query = "plainto_tsquery('simple', %(wanted)s)"
        found = f"FROM wrappers_item WHERE ({POSTGRESQL_VECTOR}) @@ {query}"
        rank = f"ts_rank(({POSTGRESQL_VECTOR}), {query})"
        numbered = "SELECT id AS item, row_number() OVER (ORDER BY id) AS turn"
        listed = f"WITH found AS MATERIALIZED ({numbered} {found} AND {OF_COLLECTION}) "
        listed += "SELECT item FROM found JOIN wrappers_item ON id = item ORDER BY "
        listed += f"CASE WHEN turn <= {RANKED} THEN {rank} ELSE -1 END DESC, item"
    else:
        wanted = " ".join(f'"{word}"' for word in words)
        found = (
            "FROM wrappers_item_index JOIN wrappers_item ON wrappers_item.id = "
            "wrappers_item_index.rowid WHERE wrappers_item_index MATCH %(wanted)s"
        )
        # Titles count four times as much as texts.
        order = "bm25(wrappers_item_index, 4.0, 1.0), wrappers_item.id"
        listed = f"SELECT wrappers_item.id {found} AND {OF_COLLECTION} ORDER BY {order}"
    given: dict[str, str | int] = {
        "wanted": wanted,
        "collection": collection_id,
        "shown": RESULTS_PER_PAGE,
        "start": start,
    }
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) {found} AND {OF_COLLECTION}", given)
        total = cursor.fetchone()[0]
        cursor.execute(f"{listed} LIMIT %(shown)s OFFSET %(start)s", given)
        return total, [row[0] for row in cursor.fetchall()]


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
