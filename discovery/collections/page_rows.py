"""The pages of a collection in the database: what was asked for, what is new, changed, gone."""

import logging
from collections.abc import Iterable, Iterator
from typing import Any

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from discovery.collections.download_reading import GONE_STATUSES, MAX_OUTCOME, page_key
from discovery.jobs.crawls import in_chunks
from discovery.models import CollectedKind, Collection, CollectionPage, PageState

logger = logging.getLogger(__name__)

# Rows with bodies held in memory at once.
_BODIES = 20
# Notes kept of a collection.
MAX_NOTES = 50
# What a crawl writes anew of a page that an earlier one knew.
_WRITTEN = (
    "url", "final_url", "final_key", "kind", "run", "number", "state", "outcome", "is_gone",
    "changed_run", "status", "content_type", "etag", "last_modified", "digest", "fetched_at",
    "body",
)  # fmt: skip
# Pages in these states could not be looked at: they stay what they were before.
_UNJUDGED = (PageState.FAILED, PageState.REFUSED)


class CollectionPageStore:
    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._run = collection.run
        pages = self._of_run()
        self.number = pages.aggregate(last=Max("number"))["last"] or 0
        # Row by key, of addresses asked for and of those they led to.
        self._rows: dict[str, int] = {}
        self._digests: dict[str, str] = {}
        for pk, key, final_key, digest, url in pages.values_list(
            "pk", "key", "final_key", "digest", "url"
        ):
            self._note(pk, key, final_key, digest, url)

    def stored(self, url: str) -> CollectionPage | None:
        pk = self._rows.get(page_key(url))
        return CollectionPage.objects.get(pk=pk) if pk is not None else None

    def before(self, url: str) -> CollectionPage | None:
        if self._run == 1:
            return None
        return self._collection.pages.filter(key=page_key(url), run__lt=self._run).first()

    def original(self, row: CollectionPage) -> str | None:
        """Return the address of another page stored with the very same body."""
        if row.state != PageState.READ or row.kind != CollectedKind.PAGE:
            return None
        url = self._digests.get(row.digest)
        return url if url != row.url else None

    def save(self, row: CollectionPage, before: CollectionPage | None) -> None:
        self.number += 1
        row.collection = self._collection
        row.number = self.number
        row.run = self._run
        row.final_key = page_key(row.final_url)
        if before is None:
            row.first_run = row.changed_run = self._run
            row.save(force_insert=True)
        else:
            self._compare(row, before)
            row.pk = before.pk
            row.save(update_fields=_WRITTEN)
        self._note(row.pk, row.key, row.final_key, row.digest, row.url)

    def _compare(self, row: CollectionPage, before: CollectionPage) -> None:
        """Tell whether a page changed or went; one that merely fails is kept as it was."""
        row.first_run = before.first_run
        row.is_member = before.is_member
        row.is_gone = before.is_member and row.status in GONE_STATUSES
        if row.state in _UNJUDGED and not row.is_gone:
            for name in ("content_type", "etag", "last_modified", "digest", "body"):
                setattr(row, name, getattr(before, name))
        changed = row.digest != before.digest or row.is_gone != before.is_gone
        row.changed_run = self._run if changed else before.changed_run

    def mark(self, url: str, outcome: str) -> None:
        pk = self._rows.get(page_key(url))
        if pk is not None:
            CollectionPage.objects.filter(pk=pk).update(outcome=outcome[:MAX_OUTCOME])

    def since(self, number: int) -> Iterator[CollectionPage]:
        return in_turn(self._of_run().filter(number__gt=number).order_by("number"))

    def unvisited_members(self, limit: int) -> list[str]:
        pages = self._collection.pages.members().filter(run__lt=self._run)
        return list(pages.order_by("pk").values_list("url", flat=True)[:limit])

    def set_members(self, addresses: Iterable[str]) -> None:
        wanted = {self._rows.get(page_key(address)) for address in addresses}
        wanted.discard(None)
        known = set(self._of_run().filter(is_member=True).values_list("pk", flat=True))
        for chunk in in_chunks(wanted - known):
            CollectionPage.objects.filter(pk__in=chunk).update(is_member=True)
        for chunk in in_chunks(known - wanted):
            judged = CollectionPage.objects.filter(pk__in=chunk).exclude(state__in=_UNJUDGED)
            judged.update(is_member=False)

    def _of_run(self) -> Any:
        return self._collection.pages.filter(run=self._run)

    def _note(self, pk: int, key: str, final_key: str, digest: str, url: str) -> None:
        self._rows[key] = pk
        self._rows.setdefault(final_key or key, pk)
        if digest:
            self._digests.setdefault(digest, url)


def add_note(collection: Collection, text: str) -> None:
    logger.warning("%s: %s", collection, text)
    with transaction.atomic():
        row = Collection.objects.select_for_update().only("notes").get(pk=collection.pk)
        note = {"at": timezone.now().isoformat(timespec="seconds"), "text": text}
        row.notes = [*row.notes, note][-MAX_NOTES:]
        row.save(update_fields=["notes"])


def counts_of(collection: Collection) -> dict[str, int]:
    pages, run = collection.pages, collection.run
    members = pages.members()
    return {
        "found": members.count(),
        "new_pages": members.filter(first_run=run).count(),
        "changed_pages": members.filter(changed_run=run, first_run__lt=run).count(),
        "gone_pages": pages.filter(is_gone=True, changed_run=run).count(),
    }


def in_turn(pages: QuerySet[CollectionPage]) -> Iterator[CollectionPage]:
    """Yield pages in their order, few bodies in memory at a time."""
    for chunk in in_chunks(pages.values_list("pk", flat=True), _BODIES):
        rows = CollectionPage.objects.in_bulk(chunk)
        yield from (rows[key] for key in chunk if key in rows)
