"""Navigation patterns: which links a crawler follows to reach the pages of a class."""

from dataclasses import dataclass

from discovery.crawling.link_pattern import LinkPattern
from discovery.crawling.navigation_step import NavigationStep

# The kind of the pages where a crawl begins.
ENTRY = 0


@dataclass(frozen=True, slots=True)
class NavigationPattern:
    """A navigation pattern (Vidal et al. 2006, definition 2), of several paths where one is short.

    `starts` are the pages where a crawl begins: the entry, and hubs to which no link is known.
    `steps` lead from kind to kind of hubs; `targets` tell links to target pages on hubs of any kind
    and on target pages themselves.
    """

    starts: tuple[str, ...]
    steps: tuple[NavigationStep, ...]
    targets: tuple[LinkPattern, ...]
