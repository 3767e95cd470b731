"""Collections from the first page to the search: crawled, wrapped, indexed, published."""

from wrappers.collections.collection_jobs import (
    begin_collection,
    finish_collection,
    recrawl,
    resume_collection,
)

__all__ = ["begin_collection", "finish_collection", "recrawl", "resume_collection"]
