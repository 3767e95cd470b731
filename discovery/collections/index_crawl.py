"""A collection whose pages a site's own index lists: it alone is fetched, when it changed."""

import hashlib
import json
from urllib.parse import urlsplit

from django.db import transaction
from django.utils import timezone

from discovery.collections.download_reading import (
    NOT_MODIFIED,
    fetch_if_changed,
    header_of,
    page_key,
)
from discovery.collections.page_rows import counts_of
from discovery.documents.document import DocumentError
from discovery.engine_crawls.frontier import fingerprint
from discovery.jobs.crawls import CHUNK, CrawlState, RobotsStore, in_chunks
from discovery.jobs.leases import Lease, Report
from discovery.models import CollectedKind, Collection, CollectionPage, CrawlRobots, PageState
from discovery.pages.data.site_index import IndexView, SiteIndex, read_index
from discovery.web.fetch_error import FetchError
from discovery.web.fetching import open_sync_fetcher
from discovery.web.response import Response

# Seconds for the index, and bytes of it.
FETCH_DEADLINE = 30.0
MAX_INDEX_BYTES = 20_000_000
# Days until an index is asked for again, if it changed since.
REFRESH_DAYS = 1


def prepare_index(url: str, view: IndexView, name: str, home_url: str) -> Collection:
    values = {"index": view.to_json(), "entry_url": home_url, "recrawl_days": REFRESH_DAYS}
    collection, _ = Collection.objects.update_or_create(
        samples=[url],
        index__isnull=False,
        defaults={"state": CrawlState.RUNNING, "finished_at": None, "reason": "", **values},
        create_defaults={"name": (name or urlsplit(home_url).netloc)[:200], **values},
    )
    return collection


def stored_record(row: CollectionPage) -> tuple[str, str]:
    title, text = json.loads(row.html())
    return str(title), str(text)


class IndexCrawl:
    def __init__(self, lease: Lease, report: Report) -> None:
        self._lease = lease
        self._report = report
        self._collection = Collection.objects.get(pk=lease.row_id)
        self._url = self._collection.samples[0]

    def run(self) -> None:
        row = self._collection.pages.filter(kind=CollectedKind.INDEX).first() or CollectionPage(
            collection=self._collection,
            url=self._url,
            key=page_key(self._url),
            kind=CollectedKind.INDEX,
            first_run=self._collection.run,
            changed_run=self._collection.run,
            number=0,
        )
        try:
            response = self._fetch(row)
            index = None if response.status == NOT_MODIFIED else self._read(response)
        except (FetchError, DocumentError, ValueError) as error:
            self._end(CrawlState.FAILED, f"The site's index cannot be read: {error}")
            return
        told = "has not changed since"
        with transaction.atomic():
            if index is not None:
                self._store(index)
                told = f"lists {len(index.records)} documents"
            self._note(row, response)
            self._end(CrawlState.DONE, f"The index that the site's own page searches {told}.")

    def _fetch(self, row: CollectionPage) -> Response:
        robots = RobotsStore(CrawlRobots, collection=self._collection)
        with open_sync_fetcher(robots.files) as (runner, fetcher):
            response = runner.run(
                fetch_if_changed(fetcher, self._url, row, FETCH_DEADLINE, MAX_INDEX_BYTES)
            )
        robots.store_new()
        return response

    def _read(self, response: Response) -> SiteIndex:
        if response.status >= 400:
            raise ValueError(f"HTTP status {response.status}.")
        view = IndexView.from_json(self._collection.index)
        index = read_index(response.body.decode("utf-8", "replace"), view)
        if index is None:
            raise ValueError(
                "its documents do not stand where they stood. What was read before is searched; "
                "to have it learned anew, delete this collection and add the site again."
            )
        return index

    def _note(self, row: CollectionPage, response: Response) -> None:
        if response.status != NOT_MODIFIED:
            row.etag = header_of(response, "ETag")
            row.last_modified = header_of(response, "Last-Modified")
            row.content_type = (response.content_type or "")[:200]
        row.run, row.state, row.status = self._collection.run, PageState.READ, response.status
        row.fetched_at = timezone.now()
        row.save()

    def _store(self, index: SiteIndex) -> None:
        pages, run = self._collection.pages.exclude(kind=CollectedKind.INDEX), self._collection.run
        known = {row.key: row for row in pages.defer("body")}
        new, changed = [], []
        for number, record in enumerate(index.records, 1):
            said = json.dumps([record.title, record.text]).encode()
            digest = hashlib.blake2b(said, digest_size=16).hexdigest()
            # Sections of one page are documents of their own: the whole address tells them apart.
            key = fingerprint(record.url)
            row = known.pop(key, None)
            if row is None:
                row = CollectionPage(collection=self._collection, key=key, first_run=run)
                new.append(row)
            elif row.digest != digest or row.is_gone:
                changed.append(row)
            else:
                continue
            row.url = row.final_url = record.url
            row.final_key, row.number, row.digest = key, number, digest
            row.run = row.changed_run = run
            row.state, row.is_member, row.is_gone = PageState.READ, True, False
            row.content_type, row.body = "application/json", CollectionPage.compress(said)
        CollectionPage.objects.bulk_create(new, batch_size=CHUNK)
        CollectionPage.objects.bulk_update(changed, _WRITTEN, batch_size=CHUNK)
        gone = [row.pk for row in known.values() if not row.is_gone]
        for chunk in in_chunks(gone):
            CollectionPage.objects.filter(pk__in=chunk).update(is_gone=True, changed_run=run)

    def _end(self, state: CrawlState, reason: str) -> None:
        self._lease.update(
            **counts_of(self._collection),
            downloads=1,
            state=state,
            reason=reason,
            finished_at=timezone.now(),
        )
        self._collection.refresh_from_db()
        self._collection.last = self._url
        self._report(self._collection)


_WRITTEN = (
    "url", "final_url", "final_key", "number", "digest", "run", "changed_run", "state",
    "is_member", "is_gone", "content_type", "body",
)  # fmt: skip
