"""One step of a navigation pattern."""

from dataclasses import dataclass

from discovery.crawling.link_pattern import LinkPattern


@dataclass(frozen=True, slots=True)
class NavigationStep:
    """From pages of kind `source`, links that match `links` lead to pages of kind `target`.

    Kinds are numbered: 0 is the entry, the others are kinds of hubs. A step from a kind to itself
    walks through numbered pages.
    """

    source: int
    target: int
    links: LinkPattern
