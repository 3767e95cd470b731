"""The algorithm of a crawl, and what it knows kept in the database from slice to slice."""

import logging
import zlib
from collections.abc import Callable

from django.db import transaction

from discovery.collections.methods import (
    has_lost_its_way,
    learned_pattern,
    name_of,
    next_traversal,
    read_traversal,
)
from discovery.collections.page_rows import CollectionPageStore
from discovery.collections.reading import take_up
from discovery.crawling import CrawledPage, Traversal
from discovery.jobs import Lease
from discovery.models import CollectedKind, Collection, CollectionStage, TraversalState

# Pages after which the algorithm's state is stored. Taking up pages after a kill costs about as
# much as reading them the first time.
STATE_EVERY = 500

logger = logging.getLogger(__name__)


class Checkpoint:
    """The algorithm as far as it has come.

    The state stored may be older than the last pages stored: those are given to the algorithm
    again. `beat` is called while that goes on.
    """

    def __init__(
        self,
        collection: Collection,
        store: CollectionPageStore,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self._collection = collection
        self._store = store
        self._beat = beat
        state = TraversalState.objects.filter(collection=collection).first()
        self._number = state.number if state is not None else 0
        self._found = -1
        if state is None:
            self.traversal: Traversal = next_traversal(collection)
        else:
            text = zlib.decompress(bytes(state.body)).decode()
            self.traversal = read_traversal(state.method, text)
        if collection.stage == CollectionStage.COLLECTING:
            self._take_up_pages()

    def _take_up_pages(self) -> None:
        for row in self._store.since(self._number):
            self._beat()
            if row.kind != CollectedKind.SITEMAP:
                self.give(take_up(row))

    def give(self, page: CrawledPage) -> None:
        """Let the algorithm take a page; one that it stumbles over is left out, and logged."""
        try:
            self.traversal.add(page)
        except Exception as error:
            logger.exception("the crawl of %s stumbles over %s", self._collection, page.address)
            problem = f"could not be judged: {type(error).__name__}"
            self.traversal.add(CrawledPage(page.address, page.final_address, None, problem))

    def set_members(self) -> None:
        """Write which of the pages stored are members as far as is known."""
        self._store.set_members(member.address for member in self.traversal.members())
        self._found = self.traversal.progress.found

    def set_members_if_more(self) -> None:
        """Write them when their number has changed: to judge all pages takes a while."""
        if self.traversal.progress.found != self._found:
            self.set_members()

    def keep(self, lease: Lease) -> None:
        """Store what the algorithm knows, and which pages it takes for members."""
        body = zlib.compress(self.traversal.state_to_json().encode())
        with transaction.atomic():
            lease.renew()
            TraversalState.objects.update_or_create(
                collection=self._collection,
                defaults={
                    "method": name_of(self.traversal),
                    "number": self._store.number,
                    "body": body,
                },
            )
            self.set_members()
            lease.update(
                confidence=self.traversal.confidence,
                confidence_reason=self.traversal.reason,
                found=self._collection.pages.members().count(),
                queue=self.traversal.progress.queue,
            )
        self._number = self._store.number

    def keep_if_due(self, lease: Lease) -> None:
        """Store it when many pages have come since the last time."""
        if self._store.number - self._number >= STATE_EVERY:
            self.keep(lease)

    def forget(self) -> None:
        """Remove what is stored: the crawl has ended, or begins anew."""
        TraversalState.objects.filter(collection=self._collection).delete()

    def gives_up_pattern(self, lease: Lease) -> bool:
        """Give up a navigation pattern that no longer leads to the pages; tell whether it was so.

        The pages read are then taken up by structure.
        """
        if not has_lost_its_way(self.traversal, self._collection):
            return False
        self.forget()
        lease.update(pattern=None)
        return True

    def learn(self, lease: Lease) -> None:
        """Keep what the next crawl can go by: the navigation pattern to the members found."""
        pattern = learned_pattern(self.traversal, self._collection, self._beat)
        lease.update(pattern=pattern)
