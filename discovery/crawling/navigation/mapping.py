"""A navigation pattern from the pages of a crawl (Vidal et al. 2006, section 4).

The procedure `Mapping` (section 4.2, Fig. 3) is a structural crawl breadth first. The paper tells
pages like the sample by RTDM with a threshold it does not give, and does not follow the links of
targets. Here the structural crawl classifies the pages: on five sites its mean F1 is .92, that of
RTDM over tags and classes .88, over tags alone .75. Targets are followed too, since on many sites a
target is linked from another target only.

The target pages map: by which pages the targets are reached. The paper takes the tree that a
breadth-first traversal finds, which shortcuts make accidental: a target linked from the text of
some early page is not the child of the index that lists all. Here a target is the child of the page
that links to most targets.

The pattern (section 4.3): map, group, and make one pattern of each group. The paper groups the
children of each node (procedure `Group`). Here all hubs of the map are grouped at once: so numbered
pages, each a child of the one before it, are one kind with a step to itself. The paper then takes
the one path with the most targets. Here further paths stay as far as the map needed them. Details
ours.
"""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    HUB,
    TARGET,
    NavigationPattern,
    NavigationStep,
)
from discovery.crawling.navigation.url_patterns import (
    PATTERN_COST,
    cost_of,
    group_addresses,
    joined_pattern,
    open_level,
)
from discovery.crawling.traversal import LinkGraph


@dataclass(frozen=True, slots=True)
class TargetPagesMap:
    """A tree from the entry to the target pages (section 4.2).

    `hubs` are the pages whose links are followed, each after its parent, which is None for the
    entry and pages that cannot be reached from there. `targets` have their hub, and may be one too.
    """

    hubs: dict[str, str | None]
    targets: dict[str, str]


def map_targets(entry: str, graph: LinkGraph, targets: Iterable[str]) -> TargetPagesMap:
    """Cover the targets by the pages that list most of them for each page on the way there."""
    wanted = frozenset(targets) - {entry}
    parents, depths = _breadth_first(entry, graph)
    listed = {
        page: {link.address for link in graph.get(page, ())} & wanted - {page} for page in depths
    }
    hubs: dict[str, str | None] = {entry: None}
    covered = dict.fromkeys(listed[entry], entry)
    for page in sorted(depths, key=lambda page: -len(listed[page]) / depths[page]):
        if not listed[page] - covered.keys():
            continue
        way: list[str] = []
        step: str | None = page
        while step is not None and step not in hubs:
            way.append(step)
            step = parents[step]
        for step in reversed(way):
            hubs[step] = parents[step]
            covered |= dict.fromkeys(listed[step] - covered.keys(), step)
    return TargetPagesMap(hubs, covered)


def _breadth_first(entry: str, graph: LinkGraph) -> tuple[dict[str, str | None], dict[str, int]]:
    """Return the page that first links to each, None where no way leads from the entry, and how
    many pages the way to each has."""
    parents: dict[str, str | None] = {}
    depths: dict[str, int] = {}
    for root in (entry, *graph):
        order = [] if root in depths else [root]
        parents.setdefault(root, None)
        depths.setdefault(root, 1)
        for page in order:
            for link in graph.get(page, ()):
                if link.address not in depths and link.address in graph:
                    parents[link.address], depths[link.address] = page, depths[page] + 1
                    order.append(link.address)
    return parents, depths


# Pages a path must bring for each page it costs. Guess: naming pages one by one costs less from a
# third downwards, but finds none that is added later, and what is known to lead elsewhere is not
# downloaded again.
MIN_WORTH = 0.1


class LinksByPath(NamedTuple):
    """Links under some paths, matched as by a step; `covered` are the targets among them, `cost` is
    the description length in addresses."""

    pattern: str
    paths: frozenset[int]
    known_others: frozenset[str]
    covered: frozenset[str]
    cost: int


def group_links_by_path(
    graph: LinkGraph, sources: Iterable[str], wanted: Collection[str], welcome: Container[str]
) -> LinksByPath | None:
    """Return the paths, if any pays, under which `sources` link to the pages `wanted`.

    What else stands under a path costs, save what is `welcome`.
    """
    reached: dict[int, set[str]] = {}
    others: dict[int, set[str]] = {}
    for page in sources:
        for link in graph.get(page, ()):
            if link.address in wanted:
                reached.setdefault(link.path, set()).add(link.address)
            elif link.address not in welcome:
                others.setdefault(link.path, set()).add(link.address)
    paths = {
        path
        for path, targets in reached.items()
        if len(targets) >= MIN_WORTH * (PATTERN_COST + len(others.get(path, ())))
    }
    if not paths:
        return None
    covered = set[str]().union(*(reached[path] for path in paths))
    extra = set[str]().union(*(others.get(path, ()) for path in paths))
    return LinksByPath(
        joined_pattern(sorted(covered), open_level),
        frozenset(paths),
        frozenset(address for address in extra if address in graph),
        frozenset(covered),
        PATTERN_COST * len(paths) + len(extra),
    )


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
        starts=tuple(kinds.pages[ENTRY]),
        steps=(*_hub_steps(kinds), *_target_steps(kinds, wanted)),
        hub_count=len(target_map.hubs),
        target_count=len(target_map.targets),
    )


class _Kinds:
    """The pages of a map by the kind that they are of, and the groups of its hubs by kind."""

    def __init__(self, target_map: TargetPagesMap, graph: LinkGraph) -> None:
        self.map = target_map
        self.graph = graph
        hubs, targets = target_map.hubs, target_map.targets
        linked = {link.address for page in hubs for link in graph.get(page, ())}
        inner = [page for page, hub in hubs.items() if hub is not None]
        found = group_addresses(set(inner) - targets.keys(), linked - hubs.keys() - targets.keys())
        self.groups = {HUB.format(number): group for number, group in enumerate(found, start=1)}
        self.pages: dict[str, Sequence[str]] = {
            ENTRY: [page for page, hub in hubs.items() if hub is None],
            TARGET: [page for page in inner if page in targets],
            **{kind: group.members for kind, group in self.groups.items()},
        }
        self.kind_of = {page: kind for kind, pages in self.pages.items() for page in pages}


def _hub_steps(kinds: _Kinds) -> list[NavigationStep]:
    arcs = {
        (kinds.kind_of[hub], kinds.kind_of[page])
        for page, hub in kinds.map.hubs.items()
        if hub is not None and page not in kinds.map.targets
    }
    return [
        NavigationStep(source, target, kinds.groups[target].pattern)
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
        below.setdefault(kinds.kind_of[hub], set()).add(page)
    welcome = wanted | kinds.map.hubs.keys()
    found = {
        kind: group_links_by_path(kinds.graph, kinds.pages[kind], pages, welcome)
        for kind, pages in below.items()
    }
    return {kind: each for kind, each in found.items() if each is not None}
