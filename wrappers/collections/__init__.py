"""Collections from the first page to the search: crawled, wrapped, indexed, published."""

from wrappers.collections.collection_jobs import (
    collect_now,
    queue_chosen_reading,
    queue_collection,
    queue_further_search,
    queue_next_crawl,
    queue_resumed_crawl,
    read_items_slice,
    tend_collections,
    work_on_crawl,
)

__all__ = [
    "collect_now",
    "queue_chosen_reading",
    "queue_collection",
    "queue_further_search",
    "queue_next_crawl",
    "queue_resumed_crawl",
    "read_items_slice",
    "tend_collections",
    "work_on_crawl",
]
