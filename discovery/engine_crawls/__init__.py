"""Crawls for search engines: many sites at once, each engine found becomes a proposal."""

from discovery.engine_crawls.crawls import (
    Budget,
    CrawlProgress,
    crawl_now,
    enqueue_crawl,
    progress_of,
    resume_crawl,
    sites_with_engines,
    start_crawl,
    work_on_crawl,
)
from discovery.engine_crawls.frontier import fingerprint

__all__ = [
    "Budget",
    "CrawlProgress",
    "crawl_now",
    "enqueue_crawl",
    "fingerprint",
    "progress_of",
    "resume_crawl",
    "sites_with_engines",
    "start_crawl",
    "work_on_crawl",
]
