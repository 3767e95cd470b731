"""Navigation patterns: which links a crawler follows to reach the pages of a class."""

from dataclasses import dataclass

from discovery.crawling.navigation.link_graph import GraphLink
from discovery.crawling.navigation.target_check import TargetCheck
from discovery.crawling.navigation.url_patterns import compile_pattern


@dataclass(frozen=True, slots=True)
class LinkPattern:
    """An expression of a navigation pattern.

    `pattern` matches whole addresses. `paths`, where given, are tag paths (by number): a link must
    have one of them. Pages whose addresses say nothing are told apart by these alone.
    `known_others` match, but are known to lead elsewhere.
    """

    pattern: str
    paths: frozenset[int] = frozenset()
    known_others: frozenset[str] = frozenset()

    def matches(self, link: GraphLink) -> bool:
        """Tell whether a link is to be followed.

        >>> LinkPattern("http://a.example/[0-9]+").matches(GraphLink("http://a.example/7"))
        True
        """
        if self.paths and link.path not in self.paths:
            return False
        if not compile_pattern(self.pattern).fullmatch(link.address):
            return False
        return link.address not in self.known_others


@dataclass(frozen=True, slots=True)
class NavigationStep:
    """On pages of kind `source`, links that match `links` lead to pages of kind `target`.

    A step from a kind to itself walks through numbered pages, or from target to target.
    """

    source: int
    target: int
    links: LinkPattern


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


# Kinds of pages: where a crawl begins; hubs are numbered from 1; what is looked for. A step from
# anywhere applies to pages of all kinds.
ENTRY = 0
TARGET = -1
ANYWHERE = -2
