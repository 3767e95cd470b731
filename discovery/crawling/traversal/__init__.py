"""How a crawl of one site is driven, and what is kept of the pages it read."""

from discovery.crawling.traversal.criterion import meets_criterion
from discovery.crawling.traversal.page_profile import PageProfile, address_token, profile_page
from discovery.crawling.traversal.traversal import (
    MAX_READINGS,
    CrawledPage,
    Member,
    Progress,
    Reading,
    Traversal,
)

__all__ = [
    "MAX_READINGS",
    "CrawledPage",
    "Member",
    "PageProfile",
    "Progress",
    "Reading",
    "Traversal",
    "address_token",
    "meets_criterion",
    "profile_page",
]
