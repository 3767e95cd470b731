"""The target pages map: by which pages the pages of a class are reached (Vidal et al. 2006, 4.2).

The paper takes the tree that a breadth-first traversal finds: each page hangs below the page that
first linked to it. Shortcuts make that tree accidental. A target linked from the text of some early
page is that page's child, not the child of the index that lists all. Here a target is the child of
the page that links to most targets. The paper settles the same ("shortcuts") later, by the path
with the most targets. Details ours.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

from discovery.crawling.navigation.link_graph import LinkGraph
from discovery.crawling.navigation.url_patterns import address_levels

# What it costs to take a target's links too, which is downloaded anyway. Guess: less than an index
# page, but targets are removed and added, and their links with them.
_TARGET_COST = 0.5

# Names of files that servers show for a folder, by convention.
_FRONT = re.compile(r"(?:(?:index|default|home|welcome)(?:\.\w+)?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TargetPagesMap:
    """A tree from the entry to the target pages.

    `hubs` are the pages whose links are followed, each with its parent. It is None for the roots:
    the entry, and pages that cannot be reached from there. The parent stands before the child.
    `targets` are the target pages, each with its hub. A target may be a hub too.
    """

    entry: str
    hubs: dict[str, str | None]
    targets: dict[str, str]


def map_targets(entry: str, graph: LinkGraph, targets: Iterable[str]) -> TargetPagesMap:
    """Return a map of `targets` over few pages of `graph`.

    Targets that no page links to are left out.
    """
    return _Mapping(entry, graph, frozenset(targets)).run()


class _Mapping:
    """The targets covered by hubs, greedily: most targets for the fewest pages first."""

    def __init__(self, entry: str, graph: LinkGraph, targets: frozenset[str]) -> None:
        self.entry = entry
        self.graph = graph
        self.wanted = targets - {entry}
        self.parents = _breadth_first(entry, graph)
        self.links_in: dict[str, list[str]] = {}
        for page, links in graph.items():
            for link in links:
                self.links_in.setdefault(link.address, []).append(page)
        self.hubs: dict[str, str | None] = {entry: None}
        self.covered: dict[str, str] = {}
        self.purities: dict[str, dict[str, float]] = {}

    def run(self) -> TargetPagesMap:
        """Take the page worth most, with its way from the entry, until all targets are covered."""
        self._cover_by(self.entry)
        queue = [(-self._worth(page), page) for page in self._candidates()]
        heapify(queue)
        while queue and len(self.covered) < len(self.wanted):
            worth, page = queue[0]
            current = -self._worth(page)
            if not current:
                heappop(queue)
            elif current > worth:
                heapreplace(queue, (current, page))
            else:
                heappop(queue)
                for step in reversed(self._path(page)):
                    self.hubs[step[0]] = step[1]
                    self._cover_by(step[0])
        return TargetPagesMap(self.entry, self.hubs, self.covered)

    def _candidates(self) -> set[str]:
        return {page for target in self.wanted for page in self.links_in.get(target, ())}

    def _cover_by(self, page: str) -> None:
        for address in self._new_targets(page):
            self.covered[address] = page

    def _new_targets(self, page: str) -> set[str]:
        return {
            target for target in self._purity(page) if target not in self.covered and target != page
        }

    def _worth(self, page: str) -> float:
        """Return how many targets a page brings for each page that has to be downloaded."""
        if page in self.hubs or not (targets := self._new_targets(page)):
            return 0.0
        purity = self._purity(page)
        gain = sum(purity[target] for target in targets)
        return gain / (_TARGET_COST if page in self.covered else len(self._path(page)))

    def _purity(self, page: str) -> dict[str, float]:
        """Return for each target that a page links to the share of targets among the links there.

        What counts is the tag path under which a link stands: the purest of its paths. An index of
        everything has all targets too, but one of the class alone is the better hub.
        """
        known = self.purities.get(page)
        if known is None:
            under: dict[int, set[str]] = {}
            for link in self.graph.get(page, ()):
                under.setdefault(link.path, set()).add(link.address)
            known = self.purities[page] = {}
            for addresses in under.values():
                targets = addresses & self.wanted
                share = len(targets) / len(addresses)
                known.update({each: max(share, known.get(each, 0.0)) for each in targets})
        return known

    def _path(self, page: str) -> list[tuple[str, str | None]]:
        """Return `page` and what leads to it from the hubs, each with its parent, itself first."""
        path: list[tuple[str, str | None]] = []
        while page not in self.hubs:
            if page in self.covered:
                path.append((page, self.covered[page]))
                break
            hub = next((other for other in self.links_in.get(page, ()) if other in self.hubs), None)
            parent = hub or self.parents.get(page)
            path.append((page, parent))
            if parent is None:
                break
            page = parent
        return path


def _breadth_first(entry: str, graph: LinkGraph) -> dict[str, str | None]:
    """Return the pages reached from the entry, each with the page that first linked to it.

    Where the entry does not lead to all pages, the traversal begins again at the plainest address
    among the others. As a rule that is the front page of a part of the site.
    """
    parents: dict[str, str | None] = {}
    for root in (entry, *sorted(graph, key=_plainness)):
        if root in parents:
            continue
        parents[root] = None
        order = [root]
        for page in order:
            for link in graph.get(page, ()):
                if link.address not in parents and link.address in graph:
                    parents[link.address] = page
                    order.append(link.address)
    return parents


def _plainness(address: str) -> tuple[int, bool, int, str]:
    """Return by what the front page of pages comes first.

    >>> pages = ["http://a.example/b/c/d", "http://a.example/b/us", "http://a.example/b/index.html"]
    >>> min(pages, key=_plainness)
    'http://a.example/b/index.html'
    """
    levels = address_levels(address)
    return len(levels), not _FRONT.fullmatch(levels[-1]), len(address), address
