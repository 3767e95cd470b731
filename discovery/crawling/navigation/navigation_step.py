"""One step of a navigation pattern."""

from dataclasses import dataclass

from discovery.crawling.navigation.link_pattern import LinkPattern

# Kinds of pages: where a crawl begins; hubs are numbered from 1; what is looked for. A step from
# anywhere applies to pages of all kinds.
ENTRY = 0
TARGET = -1
ANYWHERE = -2


@dataclass(frozen=True, slots=True)
class NavigationStep:
    """On pages of kind `source`, links that match `links` lead to pages of kind `target`.

    A step from a kind to itself walks through numbered pages, or from target to target.
    """

    source: int
    target: int
    links: LinkPattern
