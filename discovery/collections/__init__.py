"""Crawls of collections: all pages of a site like a sample, downloaded and kept page by page."""

from discovery.collections.crawls import (
    DEFAULT_MAX_DOWNLOADS,
    CollectionRequest,
    SampleError,
    check_request,
    crawl_runner,
    due_again,
    prepare_collection,
    prepare_further_search,
    prepare_next_crawl,
    prepare_reading,
    progress_of,
    settle_stopped,
)
from discovery.collections.index_crawl import prepare_index, stored_record
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
from discovery.collections.seed_queue import IndexQuery, addresses_like_members

__all__ = [
    "DEFAULT_MAX_DOWNLOADS",
    "CollectingProgress",
    "CollectionRequest",
    "IndexQuery",
    "Report",
    "SampleError",
    "add_note",
    "addresses_like_members",
    "check_request",
    "crawl_runner",
    "due_again",
    "in_turn",
    "mark_unreadable",
    "page_key",
    "parsed_page",
    "prepare_collection",
    "prepare_further_search",
    "prepare_index",
    "prepare_next_crawl",
    "prepare_reading",
    "progress_of",
    "settle_stopped",
    "stored_pattern",
    "stored_record",
]
