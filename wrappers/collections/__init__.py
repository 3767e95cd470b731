"""Collections from the first page to the search: crawled, wrapped, indexed, published."""

from wrappers.collections.collection_jobs import (
    begin_collection,
    finish_collection,
    read_items_slice,
    recrawl,
    resume_collection,
    tend_collections,
    work_on_crawl_slice,
)

__all__ = [
    "begin_collection",
    "finish_collection",
    "read_items_slice",
    "recrawl",
    "resume_collection",
    "tend_collections",
    "work_on_crawl_slice",
]
