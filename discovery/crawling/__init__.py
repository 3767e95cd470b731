"""Crawling: which pages of the web are looked at, in which order, and what they tell."""

from discovery.crawling.addresses import address_shape, find_trap, without_session
from discovery.crawling.crawled_page import CrawledPage
from discovery.crawling.filtering import EngineEvidence, PageVerdict, judge_page, searches_site
from discovery.crawling.frontier import (
    DESCRIPTION_PRIORITY,
    HOME_PRIORITY,
    SEED_PRIORITY,
    SITEMAP_PRIORITY,
    page_priority,
)
from discovery.crawling.indesit import indesit
from discovery.crawling.link_graph import profile_links
from discovery.crawling.link_store import LinkStore
from discovery.crawling.links import Link, forbids_following, page_links
from discovery.crawling.mapping_traversal import MappingTraversal
from discovery.crawling.member import Member
from discovery.crawling.navigation_induction import induce_navigation
from discovery.crawling.navigation_json import (
    NavigationFormatError,
    describe_navigation,
    navigation_from_json,
    navigation_to_json,
)
from discovery.crawling.navigation_pattern import NavigationPattern
from discovery.crawling.navigation_step import ANYWHERE, ENTRY, TARGET, NavigationStep
from discovery.crawling.page_profile import profile_page
from discovery.crawling.pattern_traversal import PatternTraversal
from discovery.crawling.progress import Progress
from discovery.crawling.schema import LinkCollection, PageSchema, page_schema
from discovery.crawling.search_links import address_weight, search_weight
from discovery.crawling.sitemaps import SitemapHints, read_sitemap, sitemap_entries
from discovery.crawling.sites import site_of
from discovery.crawling.structural_traversal import StructuralTraversal
from discovery.crawling.target_check import (
    TargetCheck,
    least_similarity,
    sample_similarity,
    sample_trees,
)
from discovery.crawling.trap_guard import TrapGuard
from discovery.crawling.traversal import Traversal

__all__ = [
    "ANYWHERE",
    "DESCRIPTION_PRIORITY",
    "ENTRY",
    "HOME_PRIORITY",
    "SEED_PRIORITY",
    "SITEMAP_PRIORITY",
    "TARGET",
    "CrawledPage",
    "EngineEvidence",
    "Link",
    "LinkCollection",
    "LinkStore",
    "MappingTraversal",
    "Member",
    "NavigationFormatError",
    "NavigationPattern",
    "NavigationStep",
    "PageSchema",
    "PageVerdict",
    "PatternTraversal",
    "Progress",
    "SitemapHints",
    "StructuralTraversal",
    "TargetCheck",
    "TrapGuard",
    "Traversal",
    "address_shape",
    "address_weight",
    "describe_navigation",
    "find_trap",
    "forbids_following",
    "indesit",
    "induce_navigation",
    "judge_page",
    "least_similarity",
    "navigation_from_json",
    "navigation_to_json",
    "page_links",
    "page_priority",
    "page_schema",
    "profile_links",
    "profile_page",
    "read_sitemap",
    "sample_similarity",
    "sample_trees",
    "search_weight",
    "searches_site",
    "site_of",
    "sitemap_entries",
    "without_session",
]
