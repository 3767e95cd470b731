"""Crawls of collections: all pages of a site like a sample, downloaded and kept page by page."""

from discovery.collections.crawls import (
    DEFAULT_MAX_DOWNLOADS,
    CollectionRequest,
    SampleError,
    check_request,
    collect_now,
    crawl_again,
    due_again,
    progress_of,
    settle_stopped,
    start_collection,
    work_on_collection,
)
from discovery.collections.methods import stored_pattern
from discovery.collections.page_rows import (
    CollectingProgress,
    Report,
    add_note,
    in_turn,
    mark_unreadable,
    parsed_page,
)
from discovery.collections.reading import page_key
from discovery.collections.seed_queue import IndexQuery

__all__ = [
    "DEFAULT_MAX_DOWNLOADS",
    "CollectingProgress",
    "CollectionRequest",
    "IndexQuery",
    "Report",
    "SampleError",
    "add_note",
    "check_request",
    "collect_now",
    "crawl_again",
    "due_again",
    "in_turn",
    "mark_unreadable",
    "page_key",
    "parsed_page",
    "progress_of",
    "settle_stopped",
    "start_collection",
    "stored_pattern",
    "work_on_collection",
]
