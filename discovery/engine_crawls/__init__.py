"""Crawls for search engines: many sites at once, each engine found becomes a proposal."""

from discovery.engine_crawls.crawls import (
    ENGINE_CRAWLS,
    Budget,
    CrawlProgress,
    enqueue_crawl,
    progress_of,
    resume_crawl,
    sites_with_engines,
    start_crawl,
)
from discovery.engine_crawls.frontier import fingerprint

__all__ = [
    "ENGINE_CRAWLS",
    "Budget",
    "CrawlProgress",
    "enqueue_crawl",
    "fingerprint",
    "progress_of",
    "resume_crawl",
    "sites_with_engines",
    "start_crawl",
]
