"""Navigation patterns: which links a crawler follows to reach the pages of a class."""

from dataclasses import dataclass

from discovery.crawling.navigation.navigation_step import NavigationStep
from discovery.crawling.navigation.target_check import TargetCheck


@dataclass(frozen=True, slots=True)
class NavigationPattern:
    """A navigation pattern (Vidal et al. 2006, definition 2), of several paths where one is short.

    `starts` are the pages where a crawl begins: the entry, and pages to which it does not lead.
    `steps` lead from kind to kind of pages, at last to target pages. `hub_count` and
    `target_count` tell how many pages of either sort it was made from. `check`, if any, is what a
    target page must pass besides.
    """

    starts: tuple[str, ...]
    steps: tuple[NavigationStep, ...]
    hub_count: int = 0
    target_count: int = 0
    check: TargetCheck | None = None
