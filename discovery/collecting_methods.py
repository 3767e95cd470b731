"""The algorithms that find the pages of a collection, by the names of their methods."""

from collections.abc import Sequence

from discovery.crawling import CrawledPage, Traversal
from discovery.models import CollectingMethod, Collection

TRAVERSALS: dict[str, type[Traversal]] = {}


def method_in_use(collection: Collection) -> CollectingMethod:
    """Return the method of the present crawl of a collection."""
    if collection.method != CollectingMethod.AUTO:
        return CollectingMethod(collection.method)
    return CollectingMethod.PATTERN if collection.pattern else CollectingMethod.INDESIT


def next_traversal(collection: Collection, samples: Sequence[CrawledPage]) -> Traversal:
    """Return the algorithm at its start."""
    return TRAVERSALS[method_in_use(collection)](samples, collection.entry_url)


def read_traversal(method: str, text: str) -> Traversal:
    """Return the algorithm as its stored state says."""
    return TRAVERSALS[method].from_json(text)


def learned_pattern(traversal: Traversal, collection: Collection):
    return collection.pattern
