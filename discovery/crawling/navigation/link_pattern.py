"""Which links of a page lead on: a regular expression for their addresses, and where they stand."""

from dataclasses import dataclass

from discovery.crawling.navigation.link_graph import GraphLink
from discovery.crawling.navigation.url_patterns import compile_pattern


@dataclass(frozen=True, slots=True)
class LinkPattern:
    """An expression of a navigation pattern.

    `pattern` matches whole addresses. `paths`, where given, are the tag paths (by number) one of
    which a link must stand at: pages whose addresses say nothing are told apart by these alone.
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
