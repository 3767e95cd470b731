"""Items: what the pages of collections say, read by a wrapper over the page class, and searched."""

import re
import time
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from discovery.models import Collection, CollectionPage
from discovery.pages import NotHtmlError, Page
from wrappers.extraction import PageClassFormatError, PageClassWrapper, PageItem
from wrappers.induction import MAX_CLASS_SAMPLES, learn_page_class
from wrappers.models import POSTGRESQL_VECTOR, UNMARKED, Item, PageClass

# Pages read between two looks at the clock; their items are written together.
READ_AT_ONCE = 20
# The wrapper is learned anew when so many of its pages have changed or come since. Guess.
RENEWED_SHARE = 0.5
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


# Reading

Report = Callable[[int, int], None]


def read_items(
    collection: Collection,
    seconds: float = float("inf"),
    report: Report = lambda _done, _all: None,
) -> bool:
    """Read the pages of a collection that are new or changed, for about `seconds`; tell whether
    all are read.

    `report` is told how many are read, and of how many. What was read is kept when this is cut
    off at any moment.
    """
    until = time.monotonic() + seconds
    total = collection.pages.members().count()
    Item.objects.filter(collection=collection).exclude(
        page__in=collection.pages.members().only("pk")
    ).delete()
    page_class = _page_class(collection)
    if page_class is None:
        return True
    wrapper = PageClassWrapper.from_json(page_class.wrapper)
    while pages := list(_unread(collection, page_class)[:READ_AT_ONCE]):
        _read(pages, wrapper, page_class)
        report(total - _unread(collection, page_class).count(), total)
        if time.monotonic() >= until:
            return False
    PageClass.objects.filter(pk=page_class.pk).update(run=collection.run)
    return True


def _unread(collection: Collection, page_class: PageClass) -> Any:
    """Return the member pages without an item, or whose item is of another wrapper or body."""
    return (
        collection.pages.members()
        .exclude(body=b"")
        .exclude(item__number=page_class.number, item__digest=F("digest"))
        .order_by("pk")
    )


def _page_class(collection: Collection) -> PageClass | None:
    """Return the wrapper over a collection's pages, learned when need be; None without pages."""
    known = PageClass.objects.filter(collection=collection).first()
    if known is not None and not _is_outdated(known, collection):
        try:
            PageClassWrapper.from_json(known.wrapper)
            return known
        except PageClassFormatError:
            pass
    samples = list(islice(_parsed(_spread(collection)), MAX_CLASS_SAMPLES))
    if not samples:
        return None
    wrapper = learn_page_class(samples).to_json()
    number = known.number + 1 if known is not None else 1
    return PageClass.objects.update_or_create(
        collection=collection,
        defaults={"wrapper": wrapper, "number": number, "learned_at": timezone.now()},
    )[0]


def _is_outdated(known: PageClass, collection: Collection) -> bool:
    """Tell whether so many pages are new or otherwise that the wrapper is learned anew."""
    if known.run == collection.run or known.learned_at >= collection.run_started_at:
        return False
    members = collection.pages.members()
    renewed = members.filter(changed_run__gt=known.run).count()
    return renewed > RENEWED_SHARE * max(1, members.count())


def _spread(collection: Collection) -> Iterator[CollectionPage]:
    """Yield member pages from the whole of a collection."""
    keys = list(collection.pages.members().exclude(body=b"").values_list("pk", flat=True))
    step = max(1.0, len(keys) / MAX_CLASS_SAMPLES)
    for number in range(min(len(keys), MAX_CLASS_SAMPLES)):
        yield CollectionPage.objects.get(pk=keys[int(number * step)])


def _parsed(pages: Iterator[CollectionPage]) -> Iterator[Page]:
    for page in pages:
        try:
            yield page.page()
        except NotHtmlError:
            continue


def _read(
    pages: Sequence[CollectionPage], wrapper: PageClassWrapper, page_class: PageClass
) -> None:
    """Read pages and write their items."""
    items = []
    for page in pages:
        try:
            read = wrapper.extract(page.page())
        except NotHtmlError:
            read = PageItem("", (), "")
        items.append(
            Item(
                collection_id=page.collection_id,
                page=page,
                url=page.final_url or page.url,
                title=_storable(read.title)[:300],
                fields=[[_storable(name), _storable(value)] for name, value in read.fields],
                text=_storable(read.text),
                number=page_class.number,
                digest=page.digest,
                read_at=timezone.now(),
            )
        )
    with transaction.atomic():
        # Written anew rather than updated: the index follows deletions and insertions.
        Item.objects.filter(page__in=pages).delete()
        Item.objects.bulk_create(items)


def _storable(text: str) -> str:
    """Return a text as every database takes it."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


# Searching


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
    given = [" ".join(words).translate(UNMARKED), collection_id]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) {found}", given)
        total = cursor.fetchone()[0]
        cursor.execute(
            f"SELECT id {found} ORDER BY ts_rank({vector}, wanted) DESC, id LIMIT %s OFFSET %s",
            [*given, RESULTS_PER_PAGE, start],
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
    if start:
        start = text.find(" ", start, match.start()) + 1 or start  # type: ignore[union-attr]
    part = " ".join(text[start : start + SNIPPET_LENGTH].split())
    ends_early = start + SNIPPET_LENGTH < len(text)
    return ("… " if start else "") + part + (" …" if ends_early else "")
