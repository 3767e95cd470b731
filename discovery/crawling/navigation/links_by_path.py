"""Links by their tag path on a page, for sites whose addresses say nothing.

The pages of one template have their links of one collection under the same tag paths (Blanco,
Crescenzi and Merialdo 2005, section 2). Vidal et al. look at addresses alone. Details ours.
"""

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass

from discovery.crawling.navigation.grouping import PATTERN_COST, open_pattern
from discovery.crawling.navigation.link_graph import LinkGraph
from discovery.crawling.navigation.navigation_pattern import LinkPattern

# Pages a path must bring for each page it costs. Guess: naming pages one by one costs less from a
# third downwards, but finds none that is added later, and what is known to lead elsewhere is not
# downloaded again.
MIN_WORTH = 0.1


@dataclass(frozen=True, slots=True)
class LinksByPath:
    """Links under some paths.

    `links` matches them, and `covered` are the targets among them. `cost` is the description
    length in addresses (see `grouping`).
    """

    links: LinkPattern
    covered: frozenset[str]
    cost: int


def group_links_by_path(
    graph: LinkGraph, sources: Iterable[str], wanted: Collection[str], welcome: Container[str]
) -> LinksByPath | None:
    """Return the paths under which `sources` link to the pages `wanted`, None when none pays.

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
    covered: set[str] = set()
    extra: set[str] = set()
    paths: set[int] = set()
    while True:
        best = max(
            reached.keys() - paths,
            key=lambda path: (
                _worth(reached[path] - covered, others.get(path, set()) - extra),
                path,
            ),
            default=None,
        )
        if best is None:
            break
        gain, loss = reached[best] - covered, others.get(best, set()) - extra
        if _worth(gain, loss) < MIN_WORTH:
            break
        paths.add(best)
        covered |= gain
        extra |= loss
    if not paths:
        return None
    known = frozenset(address for address in extra if address in graph)
    return LinksByPath(
        LinkPattern(open_pattern(sorted(covered)), frozenset(paths), known),
        frozenset(covered),
        PATTERN_COST * len(paths) + len(extra),
    )


def _worth(gain: set[str], loss: set[str]) -> float:
    return len(gain) / (PATTERN_COST + len(loss))
