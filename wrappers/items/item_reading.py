"""Items: what the pages of collections, or a site's own index, say of each thing."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discovery.collections.download_reading import mark_unreadable, parsed_page
from discovery.collections.index_crawl import stored_record
from discovery.collections.page_rows import add_note
from discovery.documents.document import DocumentError
from discovery.jobs.faults import DEADLY, use_without_faulty
from discovery.models import Collection, CollectionPage
from discovery.pages.page import Page
from wrappers.extraction.page_class import PageClassWrapper, PageItem
from wrappers.induction.page_class import MAX_CLASS_SAMPLES, learn_page_class
from wrappers.models import Item, PageClass

# Pages, or documents of an index, read before the time is checked again; their items are written
# together.
BATCH_SIZE = 20
INDEX_BATCH_SIZE = 200
# What reads an index has no versions: it says title and text.
INDEX_NUMBER = 1
# The wrapper is learned anew when so many of its pages have changed or come since. Guess.
RELEARNING_SHARE = 0.5


NOTHING = PageItem("", (), "")

# Called with how many pages are read, and of how many.
Report = Callable[[int, int], None]


def read_items(
    collection: Collection,
    seconds: float = float("inf"),
    report: Report = lambda _done, _all: None,
) -> bool:
    """Read the new or changed pages of a collection for about `seconds`; tell if all are read.

    `report` is told how many are read, and of how many. What was read is stored, whenever cut off.
    """
    until = time.monotonic() + seconds
    total = collection.pages.members().count()
    Item.objects.filter(collection=collection).exclude(
        page__in=collection.pages.members().only("pk")
    ).delete()
    number, read, batch_size = INDEX_NUMBER, _read_record, INDEX_BATCH_SIZE
    if collection.index is None:
        page_class = _page_class(collection)
        if page_class is None:
            return True
        wrapper = PageClassWrapper.from_json(page_class.wrapper)
        number, read, batch_size = page_class.number, partial(_extract, wrapper), BATCH_SIZE
    # Where workers died one after the other, what kills this one is known to the next.
    is_careful = collection.is_careful
    while pages := list(_unread(collection, number)[: 1 if is_careful else batch_size]):
        if is_careful:
            _write(pages, lambda _page: NOTHING, number)
            CollectionPage.objects.filter(pk=pages[0].pk).update(outcome=DEADLY)
        _write(pages, read, number)
        if is_careful:
            CollectionPage.objects.filter(pk=pages[0].pk).update(outcome=pages[0].outcome)
        Collection.objects.filter(pk=collection.pk, failed_attempts__gt=0).update(
            failed_attempts=0, last_error=""
        )
        report(total - _unread(collection, number).count(), total)
        if time.monotonic() >= until:
            return False
    PageClass.objects.filter(collection=collection).update(run=collection.run)
    return True


def _unread(collection: Collection, number: int) -> Any:
    """Return the member pages without an item, or whose item is of another wrapper or body."""
    return (
        collection.pages.members()
        .exclude(body=b"")
        .exclude(item__number=number, item__digest=F("digest"))
        .order_by("pk")
    )


def _page_class(collection: Collection) -> PageClass | None:
    known = PageClass.objects.filter(collection=collection).first()
    if known is not None and not _is_outdated(known, collection):
        try:
            PageClassWrapper.from_json(known.wrapper)
            return known
        except DocumentError as error:
            add_note(collection, f"The stored wrapper cannot be read ({error}): learned anew.")
    samples = list(islice(_parsed(_spread(collection)), MAX_CLASS_SAMPLES))
    if not samples:
        return None
    wrapper = _learn(samples).to_json()
    number = known.number + 1 if known is not None else 1
    return PageClass.objects.update_or_create(
        collection=collection,
        defaults={"wrapper": wrapper, "number": number, "learned_at": timezone.now()},
    )[0]


def _learn(samples: Sequence[tuple[CollectionPage, Page]]) -> PageClassWrapper:
    """Return the wrapper over pages; those with which learning raises are marked and left out."""
    wrapper, faulty = use_without_faulty(
        samples, lambda used: learn_page_class([page for _, page in used])
    )
    for (row, _), error in faulty:
        mark_unreadable(row, error)
    return wrapper


def _is_outdated(known: PageClass, collection: Collection) -> bool:
    if known.run == collection.run or known.learned_at >= collection.run_started_at:
        return False
    members = collection.pages.members()
    renewed = members.filter(changed_run__gt=known.run).count()
    return renewed > RELEARNING_SHARE * max(1, members.count())


def _spread(collection: Collection) -> Iterator[CollectionPage]:
    keys = list(collection.pages.members().exclude(body=b"").values_list("pk", flat=True))
    step = max(1.0, len(keys) / MAX_CLASS_SAMPLES)
    for number in range(min(len(keys), MAX_CLASS_SAMPLES)):
        yield CollectionPage.objects.get(pk=keys[int(number * step)])


def _parsed(rows: Iterator[CollectionPage]) -> Iterator[tuple[CollectionPage, Page]]:
    for row in rows:
        page = parsed_page(row)
        if page is not None:
            yield row, page


def _write(
    pages: Sequence[CollectionPage], read: Callable[[CollectionPage], PageItem], number: int
) -> None:
    """Write the items of pages anew rather than update them: the index follows deletions."""
    items = [_item(page, read(page), number) for page in pages]
    with transaction.atomic():
        Item.objects.filter(page__in=pages).delete()
        Item.objects.bulk_create(items)


def _read_record(row: CollectionPage) -> PageItem:
    title, text = stored_record(row)
    return PageItem(title, (), text)


def _extract(wrapper: PageClassWrapper, row: CollectionPage) -> PageItem:
    page = parsed_page(row)
    if page is None:
        return NOTHING
    try:
        return wrapper.extract(page)
    except Exception as error:
        mark_unreadable(row, error)
        return NOTHING


def _item(page: CollectionPage, read: PageItem, number: int) -> Item:
    return Item(
        collection_id=page.collection_id,
        page=page,
        url=page.final_url or page.url,
        title=_storable(read.title)[:300],
        fields=[[_storable(name), _storable(value)] for name, value in read.fields],
        text=_storable(read.text),
        number=number,
        digest=page.digest,
        read_at=timezone.now(),
    )


def _storable(text: str) -> str:
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
