"""Items searched by their words: the full-text index of SQLite or of PostgreSQL."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.db import connection

from wrappers.models import Item

RESULTS_PER_PAGE = 10
# Words of a query that are looked for; a text pasted whole would match nothing anyway.
MAX_QUERY_WORDS = 32
# Characters of a snippet, and of those before the first word found.
SNIPPET_LENGTH = 240
SNIPPET_LEAD = 60
# Items with common words that PostgreSQL ranks (.02 to .2 s) and counts (.9 s); whole pages.
# Further ones follow in the order they were stored in.
RANKED, COUNTED = 1_000, 100_000
# Latin letters with marks, and the letters they are found as: PostgreSQL's index leaves marks out
# only by an extension that not every server has.
WITHOUT_DIACRITICS = str.maketrans(
    {
        letter: parts[0]
        for letter in map(chr, range(0xC0, 0x180))
        if len(parts := unicodedata.normalize("NFD", letter)) == 2
    }
)
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
    """One page of what a query found in a collection, the best first.

    `total` is how many in all, on PostgreSQL at most `COUNTED`.
    """

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
        found = f"FROM wrappers_item WHERE vector @@ {query} AND {OF_COLLECTION}"
        counted = f"FROM (SELECT {found} LIMIT {COUNTED}) AS first"
        listed = f"SELECT id {found} ORDER BY id"
        if start < RANKED:
            first = f"SELECT id, vector {found} ORDER BY id LIMIT {RANKED}"
            listed = f"WITH first AS MATERIALIZED ({first}) SELECT id FROM first ORDER BY "  # noqa: S608
            listed += f"ts_rank(vector, {query}) DESC, id"
    else:
        wanted = " ".join(f'"{word}"' for word in words)
        counted = (
            "FROM wrappers_item_index JOIN wrappers_item ON wrappers_item.id = wrappers_item_index"
            f".rowid WHERE wrappers_item_index MATCH %(wanted)s AND {OF_COLLECTION}"
        )
        # Titles count four times as much as texts.
        order = "bm25(wrappers_item_index, 4.0, 1.0), wrappers_item.id"
        listed = f"SELECT wrappers_item.id {counted} ORDER BY {order}"
    given: dict[str, str | int] = {
        "wanted": wanted,
        "collection": collection_id,
        "shown": RESULTS_PER_PAGE,
        "start": start,
    }
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) {counted}", given)
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
