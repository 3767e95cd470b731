"""Items of a collection that a site's own index lists: what the index says of each document."""

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from discovery.collections.index_crawl import stored_record
from discovery.collections.page_rows import in_turn
from discovery.models import Collection
from wrappers.models import Item

# What reads them has no versions: the index says title and text.
NUMBER = 1
_BATCH = 200


def read_index_items(collection: Collection) -> None:
    """Read the documents that are new or changed; forget those gone."""
    members = collection.pages.members()
    items = Item.objects.filter(collection=collection)
    items.exclude(page__in=members.only("pk")).delete()
    unread = members.exclude(body=b"").exclude(item__digest=F("digest")).order_by("pk")
    read = [(row.pk, row.url, row.digest, *stored_record(row)) for row in in_turn(unread)]
    for start in range(0, len(read), _BATCH):
        batch = read[start : start + _BATCH]
        with transaction.atomic():
            # Written anew rather than updated: the index follows deletions and insertions.
            items.filter(page__in=[pk for pk, *_ in batch]).delete()
            Item.objects.bulk_create(
                Item(
                    collection_id=collection.pk,
                    page_id=pk,
                    url=url,
                    title=title,
                    text=text,
                    number=NUMBER,
                    digest=digest,
                    read_at=timezone.now(),
                )
                for pk, url, digest, title, text in batch
            )
