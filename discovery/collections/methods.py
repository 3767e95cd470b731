"""The algorithms that find the pages of a collection, and what one crawl leaves to the next."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin

from django.db.models import Case, QuerySet, Value, When

from discovery.collections.page_rows import in_turn, mark_unreadable, parsed_page
from discovery.crawling.indesit.traversal import IndesitTraversal
from discovery.crawling.navigation.induction import induce_navigation
from discovery.crawling.navigation.json_format import navigation_from_json, navigation_to_json
from discovery.crawling.navigation.link_graph import LinkStore, profile_links
from discovery.crawling.navigation.mapping_traversal import MappingTraversal
from discovery.crawling.navigation.navigation_pattern import NavigationPattern
from discovery.crawling.navigation.pattern_traversal import PatternTraversal
from discovery.crawling.navigation.target_check import (
    TargetCheck,
    least_similarity,
    sample_similarity,
    sample_trees,
)
from discovery.crawling.structural.traversal import StructuralTraversal
from discovery.crawling.traversal.page_profile import profile_page
from discovery.crawling.traversal.traversal import Traversal
from discovery.documents.document import DocumentError
from discovery.models import CollectedKind, CollectingMethod, Collection, CollectionPage, PageState
from discovery.pages.page import Page

# Names of algorithms, as stored with their state.
TRAVERSALS: dict[str, type[Traversal]] = {
    "structure": StructuralTraversal,
    "mapping": MappingTraversal,
    "pattern": PatternTraversal,
    "indesit": IndesitTraversal,
}
# Methods each of whose crawls goes the same way: they learn no navigation pattern.
WITHOUT_PATTERN = {CollectingMethod.STRUCTURE, CollectingMethod.INDESIT}
# Seconds spent on reading the links of a crawl again, to learn a navigation pattern from them.
LEARNING_SECONDS = 40.0
# A class of fewer pages leaves nothing to learn from.
MIN_TARGETS = 3
# Members, and other pages, whose likeness to the samples sets how like a page found later must be.
MAX_COMPARED = 200
# A crawl along a learned pattern that finds less than this share of the pages it was learned from
# has lost its way: the site has changed. Guess.
MIN_FOUND_AGAIN = 0.5


def next_traversal(collection: Collection) -> Traversal:
    """Return the algorithm of a collection's present crawl at its start.

    A navigation pattern once learned is followed; without one the site is mapped for it, or
    searched by structure or by INDESIT. A reading that a person chose is searched by structure.
    """
    pattern = stored_pattern(collection)
    if pattern is not None:
        return PatternTraversal.start(pattern)
    if collection.method == CollectingMethod.EXAMPLE and not collection.chosen_reading:
        return MappingTraversal.start(collection.samples, collection.entry_url)
    if collection.method == CollectingMethod.INDESIT and not collection.chosen_reading:
        return IndesitTraversal.start(collection.samples, max_downloads=collection.max_downloads)
    return StructuralTraversal.start(
        collection.samples,
        collection.entry_url,
        max_downloads=collection.max_downloads,
        patience=collection.patience,
        choice=collection.chosen_reading,
    )


def stored_pattern(collection: Collection) -> NavigationPattern | None:
    """Return the navigation pattern that the present crawl follows, None when it follows none."""
    if not _learns_pattern(collection) or not collection.pattern:
        return None
    try:
        return navigation_from_json(collection.pattern)
    except DocumentError:
        return None


def _learns_pattern(collection: Collection) -> bool:
    """Tell whether later crawls follow what the first learns; a chosen reading is its addresses."""
    return collection.method not in WITHOUT_PATTERN and not collection.chosen_reading


def name_of(traversal: Traversal) -> str:
    """Return the name under which an algorithm's state is stored."""
    return next(name for name, each in TRAVERSALS.items() if isinstance(traversal, each))


def read_traversal(name: str, text: str) -> Traversal:
    """Return the algorithm as its stored state says."""
    return TRAVERSALS[name].from_json(text)


def has_lost_its_way(traversal: Traversal, collection: Collection) -> bool:
    """Tell whether the navigation pattern followed no longer leads to most pages."""
    return (
        isinstance(traversal, PatternTraversal)
        and collection.method == CollectingMethod.AUTO
        and traversal.confidence < MIN_FOUND_AGAIN
    )


def learned_pattern(traversal: Traversal, collection: Collection, beat: Callable[[], None]) -> Any:
    """Return the JSON of the navigation pattern that the next crawl follows, None without one."""
    if isinstance(traversal, PatternTraversal) or not _learns_pattern(collection):
        return collection.pattern
    targets = [member.address for member in traversal.members()]
    if len(targets) < MIN_TARGETS:
        return None
    if isinstance(traversal, MappingTraversal):
        return navigation_to_json(traversal.navigation())
    links, check = _read_again(collection, beat)
    pattern = induce_navigation(_entry_of(collection), links, targets)
    return navigation_to_json(replace(pattern, check=check))


def _entry_of(collection: Collection) -> str:
    """Return the address at which the entry page was read, the home page where none is given."""
    entry = collection.entry_url or urljoin(collection.samples[0], "/")
    row = collection.pages.filter(url=entry).first()
    return row.final_url if row is not None else entry


def _read_again(
    collection: Collection, beat: Callable[[], None]
) -> tuple[LinkStore, TargetCheck | None]:
    """Return the links of the pages read by the present crawl, and the check of target pages.

    The links of index pages come first, the others as far as time allows.
    """
    links = LinkStore()
    trees = sample_trees(_sample_pages(collection))
    similarities: dict[bool, list[float]] = {True: [], False: []}
    until = time.monotonic() + LEARNING_SECONDS
    for row in in_turn(_index_pages_first(collection)):
        beat()
        page = parsed_page(row)
        if page is None:
            continue
        try:
            profile = profile_links(profile_page(page))
            if len(known := similarities[row.is_member]) < MAX_COMPARED:
                known.append(sample_similarity(trees, page))
        except Exception as error:
            mark_unreadable(row, error)
            continue
        links.put(row.final_url, profile)
        if time.monotonic() > until:
            break
    least = least_similarity(similarities[True], similarities[False])
    return links, TargetCheck(trees, least) if trees else None


def _sample_pages(collection: Collection) -> Iterator[Page]:
    """Yield the samples as the present crawl read them."""
    for row in collection.pages.filter(url__in=collection.samples, state=PageState.READ):
        page = parsed_page(row)
        if page is not None:
            yield page


def _index_pages_first(collection: Collection) -> QuerySet[CollectionPage]:
    pages = collection.pages.filter(
        run=collection.run, state=PageState.READ, kind=CollectedKind.PAGE
    ).exclude(body=b"")
    is_target = Case(When(is_member=True, then=Value(1)), default=Value(0))
    return pages.order_by(is_target, "number")
