"""The algorithm of a crawl, and what it knows kept in the database from slice to slice."""

import logging
import zlib
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.db import DatabaseError, InterfaceError, transaction

from discovery.collections.methods import (
    has_lost_its_way,
    learned_pattern,
    name_of,
    next_traversal,
    read_traversal,
)
from discovery.collections.page_rows import CollectionPageStore, add_note, parsed_page
from discovery.collections.reading import take_up
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.traversal.criterion import meets_criterion
from discovery.crawling.traversal.traversal import CrawledPage, Traversal
from discovery.jobs.faults import DEADLY, UNREADABLE, describe_fault, unreadable
from discovery.jobs.leases import Lease, LeaseLostError
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
        self._number = 0
        self._found = -1
        # Whether members meet the criterion of the collection, by their addresses.
        self._meets: dict[str, bool] = {}
        self.traversal: Traversal = self._stored(state) or next_traversal(collection)
        if collection.stage == CollectionStage.COLLECTING:
            self._take_up_pages()

    def _stored(self, state: TraversalState | None) -> Traversal | None:
        """Return the algorithm as it was stored; one that cannot be read begins anew.

        It is then given all pages stored: none is downloaded again.
        """
        if state is None:
            return None
        try:
            text = zlib.decompress(bytes(state.body)).decode()
            traversal = read_traversal(state.method, text)
        except Exception as error:
            fault = describe_fault(error)
            add_note(
                self._collection,
                f"What the algorithm “{state.method}” had stored cannot be read ({fault}): it "
                "takes the pages stored anew.",
            )
            return None
        self._number = state.number
        return traversal

    def _take_up_pages(self) -> None:
        for row in self._store.since(self._number):
            self._beat()
            if row.kind == CollectedKind.SITEMAP:
                continue
            outcome = row.outcome
            if self._collection.is_careful and not outcome.startswith(UNREADABLE):
                # Workers died one after the other: what kills this one is known to the next.
                self._store.mark(row.url, DEADLY)
                if self.give(take_up(row)):
                    self._store.mark(row.url, outcome)
            else:
                self.give(take_up(row))

    def give(self, page: CrawledPage) -> bool:
        """Let the algorithm take a page; one that it stumbles over is left out, and marked.

        Tells whether it took it.
        """
        try:
            self.traversal.add(page)
        except Exception as error:
            logger.exception("the crawl of %s stumbles over %s", self._collection, page.address)
            problem = unreadable(error)
            self._store.mark(page.address, problem)
            self.traversal.add(CrawledPage(page.address, page.final_address, None, problem))
            return False
        return True

    def set_members(self) -> None:
        """Write which of the pages stored are members as far as is known."""
        members = (member.address for member in self.traversal.members())
        self._store.set_members(filter(self._is_meant, members))
        self._found = self.traversal.progress.found

    def _is_meant(self, address: str) -> bool:
        """Tell whether a page meets the collection's criterion; one that cannot be read does not.

        A sample always does.
        """
        criterion = self._collection.criterion
        if not criterion or address in self._collection.samples:
            return True
        if address not in self._meets:
            self._beat()
            row = self._store.stored(address)
            page = parsed_page(row) if row is not None else None
            self._meets[address] = page is not None and meets_criterion(page, criterion)
        return self._meets[address]

    def set_members_if_more(self) -> None:
        """Write them when their number has changed: to judge all pages takes a while."""
        if self.traversal.progress.found != self._found:
            self.set_members()

    def confidence(self, *, cut_short: bool) -> float:
        """Return how probably the result is right and whole: of a crawl that a limit or a person
        has cut short, no more than the share found."""
        known, coverage = self.traversal.confidence, self.traversal.coverage
        return min(known, coverage) if cut_short and coverage is not None else known

    def keep(self, lease: Lease, *, cut_short: bool = False) -> None:
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
                confidence=self.confidence(cut_short=cut_short),
                confidence_reason=self.traversal.reason,
                coverage=self.traversal.coverage,
                readings=self._readings(),
                found=self._collection.pages.members().count(),
                queue=self.traversal.progress.queue,
            )
        self._number = self._store.number

    def _readings(self) -> list[dict[str, Any]]:
        """Return what else the samples may mean; where a person chose or a pattern is followed,
        what was known to be."""
        if self._collection.chosen_reading or isinstance(self.traversal, PatternTraversal):
            return self._collection.readings
        return [asdict(reading) for reading in self.traversal.readings]

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
        try:
            pattern = learned_pattern(self.traversal, self._collection, self._beat)
        except (LeaseLostError, DatabaseError, InterfaceError):
            raise
        except Exception as error:
            logger.exception("no navigation pattern is learned for %s", self._collection)
            add_note(
                self._collection, f"No navigation pattern was learned: {describe_fault(error)}."
            )
            pattern = None
        lease.update(pattern=pattern)
