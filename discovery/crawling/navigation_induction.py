"""A navigation pattern from the pages of a crawl (Vidal et al. 2006, section 4.3).

Map, group, and make one pattern of each group. The paper then takes the one path with the most
targets; here further paths stay as far as the map needed them, because each was put into it for
targets that no page before it brought.
"""

from collections.abc import Iterable

from discovery.crawling.address_group import AddressGroup
from discovery.crawling.grouping import group_addresses
from discovery.crawling.link_graph import LinkGraph
from discovery.crawling.link_pattern import LinkPattern
from discovery.crawling.navigation_pattern import ENTRY, NavigationPattern
from discovery.crawling.navigation_step import NavigationStep
from discovery.crawling.target_map import TargetPagesMap, map_targets


def induce_navigation(entry: str, graph: LinkGraph, targets: Iterable[str]) -> NavigationPattern:
    """Return the pattern by which a crawler reaches `targets` and pages like them from `entry`.

    `graph` holds the pages that were read, by this or any other kind of crawl; what was read and is
    no target counts against patterns that take it in.
    """
    wanted = frozenset(targets)
    target_map = map_targets(entry, graph, wanted)
    hubs = [page for page in target_map.hubs if page != entry and page not in target_map.targets]
    kinds = _hub_kinds(hubs, graph, target_map)
    return NavigationPattern(
        starts=(entry, *(page for page in hubs if target_map.hubs[page] is None)),
        steps=_steps(kinds, target_map),
        targets=_target_patterns(graph, target_map, wanted),
    )


def _hub_kinds(
    hubs: Iterable[str], graph: LinkGraph, target_map: TargetPagesMap
) -> tuple[AddressGroup, ...]:
    """Group the hubs; a pattern must not take in much else of what is linked beside them."""
    beside = {
        link.address
        for parent in target_map.hubs
        for link in graph.get(parent, ())
        if link.address not in target_map.hubs and link.address not in target_map.targets
    }
    return group_addresses(hubs, beside)


def _steps(
    kinds: tuple[AddressGroup, ...], target_map: TargetPagesMap
) -> tuple[NavigationStep, ...]:
    kind_of = {page: number for number, kind in enumerate(kinds, 1) for page in kind.members}
    kind_of[target_map.entry] = ENTRY
    arcs = dict.fromkeys(
        (kind_of.get(parent, ENTRY), kind_of[page])
        for page, parent in target_map.hubs.items()
        if page in kind_of and parent is not None
    )
    return tuple(
        NavigationStep(source, target, LinkPattern(kinds[target - 1].pattern))
        for source, target in sorted(arcs)
    )


def _target_patterns(
    graph: LinkGraph, target_map: TargetPagesMap, wanted: frozenset[str]
) -> tuple[LinkPattern, ...]:
    others = graph.keys() - wanted
    return tuple(
        LinkPattern(group.pattern, known_others=frozenset(group.others))
        for group in group_addresses(target_map.targets, others)
    )
