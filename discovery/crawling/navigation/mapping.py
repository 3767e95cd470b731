"""A navigation pattern from the pages of a crawl (Vidal et al. 2006, section 4).

The procedure `Mapping` (section 4.2, Fig. 3) is a structural crawl breadth first. The paper tells
pages like the sample by RTDM with a threshold it does not give, and does not follow the links of
targets. Here the structural crawl classifies the pages: on five sites its mean F1 is .92, that of
RTDM over tags and classes .88, over tags alone .75. Targets are followed too, since on many sites a
target is linked from another target only.

The pattern (section 4.3): map, group, and make one pattern of each group. The paper then takes the
one path with the most targets. Here further paths stay as far as the map needed them.
"""

from collections.abc import Iterable, Sequence

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    HUB,
    TARGET,
    LinksByPath,
    NavigationPattern,
    NavigationStep,
    group_links_by_path,
)
from discovery.crawling.navigation.target_pages import TargetPagesMap, map_targets
from discovery.crawling.navigation.url_patterns import PATTERN_COST, cost_of, group_addresses
from discovery.crawling.traversal import LinkGraph

# Patterns of target pages that are kept, the largest groups first. Guess: a class has a few forms
# of addresses; more are accidents, and each is tried on every link.
MAX_TARGET_PATTERNS = 30
# Share of targets named one by one from which on addresses are taken to say nothing. Guess.
MAX_NAMED_SHARE = 0.3


def induce_navigation(entry: str, graph: LinkGraph, targets: Iterable[str]) -> NavigationPattern:
    """Return the pattern by which a crawler reaches `targets` and pages like them from `entry`.

    A page of `graph` that is no target counts against the patterns that match it.
    """
    wanted = frozenset(targets)
    target_map = map_targets(entry, graph, wanted)
    kinds = _Kinds(target_map, graph)
    return NavigationPattern(
        starts=kinds.roots,
        steps=(*_hub_steps(kinds), *_target_steps(kinds, wanted)),
        hub_count=len(target_map.hubs),
        target_count=len(target_map.targets),
    )


class _Kinds:
    def __init__(self, target_map: TargetPagesMap, graph: LinkGraph) -> None:
        self.map = target_map
        self.graph = graph
        self.roots = tuple(page for page, hub in target_map.hubs.items() if hub is None)
        self.hubs = [
            page
            for page, hub in target_map.hubs.items()
            if hub is not None and page not in target_map.targets
        ]
        linked = {link.address for page in target_map.hubs for link in graph.get(page, ())}
        beside = linked - target_map.hubs.keys() - target_map.targets.keys()
        found = group_addresses(self.hubs, beside)
        self.kinds = {HUB.format(number): kind for number, kind in enumerate(found, start=1)}
        self._kind_of = {page: name for name, kind in self.kinds.items() for page in kind.members}

    def kind_of(self, page: str) -> str:
        if self.map.hubs.get(page, page) is None:
            return ENTRY
        return self._kind_of.get(page, TARGET)

    def pages_of(self, kind: str) -> Sequence[str]:
        if kind == ENTRY:
            return self.roots
        if kind == TARGET:
            return [page for page in self.map.hubs if self.kind_of(page) == TARGET]
        return self.kinds[kind].members


def _hub_steps(kinds: _Kinds) -> list[NavigationStep]:
    arcs = {
        (kinds.kind_of(kinds.map.hubs[page] or kinds.map.entry), kinds.kind_of(page))
        for page in kinds.hubs
    }
    return [
        NavigationStep(source, target, kinds.kinds[target].pattern)
        for source, target in sorted(arcs)
    ]


def _target_steps(kinds: _Kinds, wanted: frozenset[str]) -> list[NavigationStep]:
    others = kinds.graph.keys() - wanted
    groups = group_addresses(kinds.map.targets, others)
    by_path = _targets_by_path(kinds, wanted)
    covered = frozenset().union(*(each.covered for each in by_path.values()))
    uncovered = kinds.map.targets.keys() - covered
    cost = sum(each.cost for each in by_path.values()) + PATTERN_COST * len(uncovered)
    named = sum(len(group.members) == 1 for group in groups)
    steps: list[NavigationStep] = []
    if cost < cost_of(groups) / 2 or named > max(len(uncovered), MAX_NAMED_SHARE * len(wanted)):
        steps += (
            NavigationStep(source, TARGET, each.pattern, each.paths, each.known_others)
            for source, each in sorted(by_path.items())
        )
        groups = group_addresses(uncovered, others)
    steps += (
        NavigationStep(ANYWHERE, TARGET, group.pattern, known_others=frozenset(group.others))
        for group in groups[:MAX_TARGET_PATTERNS]
    )
    return steps


def _targets_by_path(kinds: _Kinds, wanted: frozenset[str]) -> dict[str, LinksByPath]:
    below: dict[str, set[str]] = {}
    for page, hub in kinds.map.targets.items():
        below.setdefault(kinds.kind_of(hub), set()).add(page)
    welcome = wanted | kinds.map.hubs.keys()
    found = {
        kind: group_links_by_path(kinds.graph, kinds.pages_of(kind), pages, welcome)
        for kind, pages in below.items()
    }
    return {kind: each for kind, each in found.items() if each is not None}
