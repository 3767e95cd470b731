"""Crawls for search engines: which pages first, and whether one is an engine's interface."""

from discovery.crawling.engine_search.filtering import SearchInterface, filter_page, searches_site
from discovery.crawling.engine_search.page_priority import (
    DESCRIPTION_PRIORITY,
    HOME_PRIORITY,
    SEED_PRIORITY,
    SITEMAP_PRIORITY,
    page_priority,
)
from discovery.crawling.engine_search.sitemaps import SitemapHints, read_sitemap, sitemap_entries

__all__ = [
    "DESCRIPTION_PRIORITY",
    "HOME_PRIORITY",
    "SEED_PRIORITY",
    "SITEMAP_PRIORITY",
    "SearchInterface",
    "SitemapHints",
    "filter_page",
    "page_priority",
    "read_sitemap",
    "searches_site",
    "sitemap_entries",
]
