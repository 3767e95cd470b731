"""The algorithms that find the pages of a collection, kept from slice to slice."""

import logging
import zlib
from collections.abc import Callable
from dataclasses import asdict
from typing import Any
from urllib.parse import urljoin

from django.db import DatabaseError, InterfaceError, transaction

from discovery.collections.download_reading import mark_unreadable, parsed_page, take_up
from discovery.collections.page_rows import CollectionPageStore, add_note, in_turn
from discovery.crawling.indesit import IndesitTraversal
from discovery.crawling.navigation.mapping import induce_navigation
from discovery.crawling.navigation.navigation_pattern import (
    NavigationPattern,
    TargetCheck,
    sample_similarity,
    sample_trees,
    target_check,
)
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.page_profile import meets_criterion
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal import CrawledPage, Traversal
from discovery.jobs.faults import DEADLY, UNREADABLE, describe_fault, unreadable
from discovery.jobs.leases import Lease, LeaseLostError
from discovery.models import (
    CollectedKind,
    CollectingMethod,
    Collection,
    CollectionStage,
    PageState,
    TraversalState,
)

# Methods each of whose crawls goes the same way: they learn no navigation pattern.
WITHOUT_PATTERN = {CollectingMethod.STRUCTURE, CollectingMethod.INDESIT}
# A class of fewer pages leaves nothing to learn from.
MIN_TARGETS = 3
# Members, and other pages, whose likeness to the samples sets how like a page found later must be.
MAX_COMPARED = 200
# A crawl along a learned pattern that finds less than this share of the pages it was learned from
# has lost its way: the site has changed. Guess.
MIN_FOUND_AGAIN = 0.5


def method_of(collection: Collection) -> str:
    """Return the name of the algorithm of a collection's present crawl: a navigation pattern once
    learned is followed, a reading that a person chose is searched by structure."""
    if stored_pattern(collection) is not None:
        return "pattern"
    is_indesit = collection.method == CollectingMethod.INDESIT and not collection.chosen_reading
    return "indesit" if is_indesit else "structure"


def new_traversal(collection: Collection, name: str) -> Traversal:
    """Return an algorithm at its start. Raises `ValueError` when there is no such one."""
    if name == "indesit":
        return IndesitTraversal(collection.samples)
    if name == "structure":
        return StructuralTraversal(
            collection.samples,
            collection.entry_url,
            patience=collection.patience,
            choice=collection.chosen_reading,
            breadth_first=collection.method == CollectingMethod.EXAMPLE
            and not collection.chosen_reading,
        )
    pattern = stored_pattern(collection)
    if name != "pattern" or pattern is None:
        raise ValueError(f"no algorithm {name}")
    return PatternTraversal(pattern)


def stored_pattern(collection: Collection) -> NavigationPattern | None:
    if not _learns_pattern(collection) or not collection.pattern:
        return None
    return NavigationPattern.read_or_none(collection.pattern)


def _learns_pattern(collection: Collection) -> bool:
    # A chosen reading is its addresses.
    return collection.method not in WITHOUT_PATTERN and not collection.chosen_reading


def learned_pattern(traversal: Traversal, collection: Collection, beat: Callable[[], None]) -> Any:
    if not isinstance(traversal, StructuralTraversal) or not _learns_pattern(collection):
        return collection.pattern
    targets = [member.address for member in traversal.members()]
    if len(targets) < MIN_TARGETS:
        return None
    entry = collection.entry_url or urljoin(collection.samples[0], "/")
    row = collection.pages.filter(url=entry).first()
    entry = row.final_url if row is not None else entry
    pattern = induce_navigation(entry, traversal.site.link_graph(), targets)
    return pattern.replace(check=_learned_check(collection, beat)).to_json()


def _learned_check(collection: Collection, beat: Callable[[], None]) -> TargetCheck | None:
    pages = collection.pages.filter(
        run=collection.run, state=PageState.READ, kind=CollectedKind.PAGE
    ).exclude(body=b"")
    samples = map(parsed_page, pages.filter(url__in=collection.samples))
    trees = sample_trees(page for page in samples if page is not None)
    alike: dict[bool, list[float]] = {True: [], False: []}
    for is_member, known in alike.items():
        some = pages.filter(is_member=is_member).order_by("number")[:MAX_COMPARED]
        for row in in_turn(some):
            beat()
            try:
                if (page := parsed_page(row)) is not None:
                    known.append(sample_similarity(trees, page))
            except Exception as error:
                mark_unreadable(row, error)
    return target_check(trees, alike[True], alike[False])


# Pages after which the algorithm's state is stored. Taking up pages after a kill costs about as
# much as reading them the first time.
STATE_EVERY = 500

logger = logging.getLogger(__name__)


class Checkpoint:
    """The algorithm as far as it has come.

    The state stored may be older than the last pages stored: those it is given again.
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
        # Whether members meet the criterion of the collection, by their addresses.
        self._meets: dict[str, bool] = {}
        stored = self._stored(state)
        if stored is None:
            self._method = method_of(collection)
        self.traversal: Traversal = stored or new_traversal(collection, self._method)
        if stored is None or collection.stage == CollectionStage.COLLECTING:
            self._take_up_pages()

    def _stored(self, state: TraversalState | None) -> Traversal | None:
        """Return the algorithm as stored; one that cannot be read begins anew with all pages."""
        if state is None:
            return None
        try:
            traversal = new_traversal(self._collection, state.method)
            traversal.take_state(zlib.decompress(bytes(state.body)).decode())
        except Exception as error:
            fault = describe_fault(error)
            add_note(
                self._collection,
                f"What the algorithm “{state.method}” had stored cannot be read ({fault}): it "
                "takes the pages stored anew.",
            )
            return None
        self._number, self._method = state.number, state.method
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
        """Let the algorithm take a page; mark one that it stumbles over, and return False."""
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
        members = (member.address for member in self.traversal.members())
        self._store.set_members(filter(self._is_meant, members))

    def _is_meant(self, address: str) -> bool:
        """Tell whether a page meets the collection's criterion, as samples always do."""
        criterion = self._collection.criterion
        if not criterion or address in self._collection.samples:
            return True
        if address not in self._meets:
            self._beat()
            row = self._store.stored(address)
            page = parsed_page(row) if row is not None else None
            self._meets[address] = page is not None and meets_criterion(page, criterion)
        return self._meets[address]

    def result(self, *, cut_short: bool) -> dict[str, Any]:
        """Return what is known by now; of a crawl that a limit or a person has cut short the
        confidence is no more than the share found."""
        confidence, coverage = self.traversal.confidence, self.traversal.coverage
        if cut_short and coverage is not None:
            confidence = min(confidence, coverage)
        return {
            "confidence": confidence,
            "confidence_reason": self.traversal.reason,
            "coverage": coverage,
            "found": self._collection.pages.members().count(),
        }

    def keep(self, lease: Lease, *, cut_short: bool = False) -> None:
        body = zlib.compress(self.traversal.state_to_json().encode())
        with transaction.atomic():
            lease.renew()
            TraversalState.objects.update_or_create(
                collection=self._collection,
                defaults={"method": self._method, "number": self._store.number, "body": body},
            )
            self.set_members()
            lease.update(
                **self.result(cut_short=cut_short),
                readings=self._readings(),
                queue=self.traversal.progress.queue,
            )
        self._number = self._store.number

    def _readings(self) -> list[dict[str, Any]]:
        """Where a person chose or a pattern is followed, what was known before."""
        if self._collection.chosen_reading or isinstance(self.traversal, PatternTraversal):
            return self._collection.readings
        return [asdict(reading) for reading in self.traversal.readings]

    def keep_if_due(self, lease: Lease) -> None:
        if self._store.number - self._number >= STATE_EVERY:
            self.keep(lease)

    def forget(self) -> None:
        TraversalState.objects.filter(collection=self._collection).delete()

    def gives_up_pattern(self, lease: Lease) -> bool:
        """Give up a navigation pattern that no longer leads to the pages; tell whether."""
        follows = isinstance(self.traversal, PatternTraversal)
        has_found = self.traversal.confidence >= MIN_FOUND_AGAIN
        if not follows or has_found or self._collection.method != CollectingMethod.AUTO:
            return False
        self.forget()
        lease.update(pattern=None)
        return True

    def learn(self, lease: Lease) -> None:
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
