"""Navigation patterns: the links that a crawler follows to the pages of a class; as JSON too.

The pages of one template have their links of one collection under the same tag paths (Blanco,
Crescenzi and Merialdo 2005, section 2). Vidal et al. look at addresses alone. Details ours.
"""

from collections.abc import Collection, Container, Iterable
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta, field

from discovery.crawling.navigation.target_pages import TargetCheck
from discovery.crawling.navigation.url_patterns import (
    PATTERN_COST,
    compile_pattern,
    joined_pattern,
    open_level,
)
from discovery.crawling.traversal import GraphLink, LinkGraph
from discovery.documents.document import Document
from discovery.pages.urls import resolve_url

# Kinds of pages: where a crawl begins; hubs are numbered from 1; what is looked for. A step from
# anywhere applies to pages of all kinds.
ENTRY, TARGET, ANYWHERE = "entry", "target", "any"
HUB = "hub {}"
# Bounds of what is read. Guesses, far above what is written.
MAX_STARTS = 1_000
MAX_STEPS = 2_000
MAX_PATHS = 2_000
MAX_OTHERS = 10_000
_Number = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]


class NavigationStep(Document, frozen=True, omit_defaults=True):
    """On pages of kind `source`, links that match lead to pages of kind `target`.

    A step from a kind to itself walks through numbered pages, or from target to target. `pattern`
    matches whole addresses. `paths`, where given, are tag paths (by number): pages whose addresses
    say nothing are told apart by these alone. `known_others` match, but lead elsewhere.
    """

    source: Annotated[str, Meta(pattern=r"^(entry|any|target|hub [1-9]\d{0,6})\Z")] = field(
        name="from"
    )
    target: Annotated[str, Meta(pattern=r"^(target|hub [1-9]\d{0,6})\Z")] = field(name="to")
    pattern: str
    paths: Annotated[frozenset[_Number], Meta(max_length=MAX_PATHS)] = frozenset()
    known_others: Annotated[frozenset[str], Meta(max_length=MAX_OTHERS)] = frozenset()

    def __post_init__(self) -> None:
        compile_pattern(self.pattern)
        _check_addresses(self.known_others)

    def matches(self, link: GraphLink) -> bool:
        return (not self.paths or link.path in self.paths) and self.leads_to(link.address)

    def leads_to(self, address: str) -> bool:
        is_matched = compile_pattern(self.pattern).fullmatch(address)
        return bool(is_matched) and address not in self.known_others


class NavigationPattern(Document, frozen=True, omit_defaults=True):
    """A navigation pattern (Vidal et al. 2006, definition 2), of several paths where one is short.

    `starts` are the entry, and pages to which it does not lead. `hub_count` and `target_count` tell
    how many pages of either sort it was made from. `check` is what a target page must pass besides.
    """

    VERSION: ClassVar = ("version", 1)

    starts: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MAX_STARTS)]
    steps: Annotated[tuple[NavigationStep, ...], Meta(max_length=MAX_STEPS)]
    hub_count: _Number
    target_count: _Number
    check: TargetCheck | None = None

    def __post_init__(self) -> None:
        _check_addresses(self.starts)


def describe_navigation(pattern: NavigationPattern) -> tuple[str, ...]:
    """Return the expressions as Table 1 of the paper shows them."""
    return tuple(
        f"{step.source} -> {step.target}: {step.pattern}"
        + (f" (links at {len(step.paths)} tag paths)" if step.paths else "")
        for step in pattern.steps
    )


def _check_addresses(addresses: Iterable[str]) -> None:
    if not all(resolve_url(each, each) == each for each in addresses):
        raise ValueError("an address that is none")


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
