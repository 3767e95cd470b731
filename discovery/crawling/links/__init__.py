"""Links and addresses that a crawler may follow, and the site they belong to."""

from discovery.crawling.links.addresses import address_shape, find_trap, without_session
from discovery.crawling.links.content_links import likely_content_link
from discovery.crawling.links.links import Link, forbids_following, page_links
from discovery.crawling.links.search_links import address_weight, search_weight
from discovery.crawling.links.sites import site_if_any, site_of

__all__ = [
    "Link",
    "address_shape",
    "address_weight",
    "find_trap",
    "forbids_following",
    "likely_content_link",
    "page_links",
    "search_weight",
    "site_if_any",
    "site_of",
    "without_session",
]
