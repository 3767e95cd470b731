"""The hubs of a target pages map, grouped (Vidal et al. 2006, section 4.3, procedure `Group`).

The paper groups the children of each node. Here all hubs of the map are grouped at once. So
numbered pages, each a child of the one before it, are one kind with a step to itself.
Hubs whose addresses say nothing are grouped by the paths of their links. Details ours.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from discovery.crawling.navigation.grouping import group_addresses
from discovery.crawling.navigation.link_graph import LinkGraph


@dataclass(frozen=True, slots=True)
class HubKind:
    """Hubs that are treated alike. `pattern` is empty when their addresses say nothing."""

    members: tuple[str, ...]
    pattern: str


# Hubs named one by one from which on they are grouped by their links instead. Guess: the way to an
# index has few pages, and naming it is the surest.
MAX_NAMED = 6
# Hubs whose sets of link paths have a Jaccard coefficient of at least this are of one kind. Guess;
# Blanco et al. take .85 for pages of a class, but hubs differ by their optional parts.
SAME_KIND = 0.5


def find_hub_kinds(
    hubs: Sequence[str], graph: LinkGraph, beside: Collection[str]
) -> tuple[HubKind, ...]:
    """Return the kinds of `hubs`. `beside` are the other pages that are linked where they are."""
    groups = group_addresses(hubs, beside)
    named = [group for group in groups if len(group.members) == 1]
    told = [HubKind(group.members, group.pattern) for group in groups if group not in named]
    if len(named) <= MAX_NAMED:
        return (*told, *(HubKind(group.members, group.pattern) for group in named))
    return (*told, *_kinds_by_links([group.members[0] for group in named], graph))


def _kinds_by_links(hubs: Sequence[str], graph: LinkGraph) -> list[HubKind]:
    leaders: list[tuple[set[int], list[str]]] = []
    for hub in hubs:
        paths = {link.path for link in graph.get(hub, ())}
        home = next((kind for own, kind in leaders if _jaccard(own, paths) >= SAME_KIND), None)
        if home is None:
            leaders.append((paths, [hub]))
        else:
            home.append(hub)
    return [HubKind(tuple(members), "") for _, members in leaders]


def _jaccard(left: set[int], right: set[int]) -> float:
    """Return the share of elements in common.

    >>> _jaccard({1, 2, 3}, {2, 3, 4})
    0.5
    """
    union = len(left | right)
    return len(left & right) / union if union else 1.0
