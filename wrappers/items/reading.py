"""Items: what the pages of collections say, read by a wrapper over the page class."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discovery.models import Collection, CollectionPage
from discovery.pages import NotHtmlError, Page
from wrappers.extraction import PageClassFormatError, PageClassWrapper, PageItem
from wrappers.induction import MAX_CLASS_SAMPLES, learn_page_class
from wrappers.models import Item, PageClass

# Pages read before the time is checked again; their items are written together.
BATCH_SIZE = 20
# The wrapper is learned anew when so many of its pages have changed or come since. Guess.
RELEARNING_SHARE = 0.5


# Called with how many pages are read, and of how many.
Report = Callable[[int, int], None]


def read_items(
    collection: Collection,
    seconds: float = float("inf"),
    report: Report = lambda _done, _all: None,
) -> bool:
    """Read the new or changed pages of a collection for about `seconds`; tell if all are read.

    `report` is told how many are read, and of how many. It may be cut off at any moment: what was
    read by then is stored.
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
    while pages := list(_unread(collection, page_class)[:BATCH_SIZE]):
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
    return renewed > RELEARNING_SHARE * max(1, members.count())


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
