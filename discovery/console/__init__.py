"""The operator's console, shared parts: pages of work that is started, watched and stopped."""

from discovery.console.crawl_pages import LATEST_FIRST, SHOWN_PAGES, CrawlConsole, CrawledPagesAdmin
from discovery.console.named_values import NamedValuesFilter
from discovery.console.progress_page import ProgressPage
from discovery.console.work_pages import AddressLinesField, Button, WorkConsole

__all__ = [
    "LATEST_FIRST",
    "SHOWN_PAGES",
    "AddressLinesField",
    "Button",
    "CrawlConsole",
    "CrawledPagesAdmin",
    "NamedValuesFilter",
    "ProgressPage",
    "WorkConsole",
]
