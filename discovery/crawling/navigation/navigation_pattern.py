"""Navigation patterns: the links that a crawler follows to the pages of a class; as JSON too.

The pages of one template have their links of one collection under the same tag paths (Blanco,
Crescenzi and Merialdo 2005, section 2). Vidal et al. look at addresses alone. Details ours.
"""

from collections.abc import Collection, Container, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from discovery.crawling.navigation.target_pages import (
    GraphLink,
    LinkGraph,
    StoredCheck,
    TargetCheck,
)
from discovery.crawling.navigation.url_patterns import PATTERN_COST, compile_pattern, open_pattern
from discovery.documents.document import Document
from discovery.pages.urls import resolve_url


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


# Bounds of what is read. Guesses, far above what is written.
MAX_STARTS = 1_000
MAX_STEPS = 2_000
MAX_PATHS = 2_000
MAX_OTHERS = 10_000
MAX_COUNT = 10_000_000
_Number = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]
_NAMES = {ENTRY: "entry", TARGET: "target", ANYWHERE: "any"}
_KINDS = {name: kind for kind, name in _NAMES.items()}


class _StoredStep(Document, frozen=True, omit_defaults=True):
    """A step as it is stored."""

    source: str = field(name="from")
    target: str = field(name="to")
    pattern: str
    paths: Annotated[frozenset[_Number], Meta(max_length=MAX_PATHS)] = frozenset()
    known_others: Annotated[frozenset[str], Meta(max_length=MAX_OTHERS)] = frozenset()

    def __post_init__(self) -> None:
        """Raise `ValueError` for kinds of pages, a pattern or addresses that are none."""
        _kind(self.source)
        if _kind(self.target) in {ENTRY, ANYWHERE}:
            raise ValueError("a step to where no step leads")
        compile_pattern(self.pattern)
        _check_addresses(self.known_others)

    @classmethod
    def of(cls, step: NavigationStep) -> "_StoredStep":
        links = step.links
        names = _name(step.source), _name(step.target)
        return cls(*names, links.pattern, links.paths, links.known_others)

    def step(self) -> NavigationStep:
        links = LinkPattern(self.pattern, self.paths, self.known_others)
        return NavigationStep(_kind(self.source), _kind(self.target), links)


class StoredNavigation(Document, frozen=True, omit_defaults=True):
    """A navigation pattern as it is stored."""

    VERSION: ClassVar = ("version", 1)

    starts: Annotated[tuple[str, ...], Meta(min_length=1, max_length=MAX_STARTS)]
    steps: Annotated[tuple[_StoredStep, ...], Meta(max_length=MAX_STEPS)]
    hub_count: _Number
    target_count: _Number
    check: StoredCheck | None = None

    def __post_init__(self) -> None:
        """Raise `ValueError` for addresses that are none."""
        _check_addresses(self.starts)

    @classmethod
    def of(cls, pattern: NavigationPattern) -> "StoredNavigation":
        steps = tuple(map(_StoredStep.of, pattern.steps))
        check = None if pattern.check is None else StoredCheck.of(pattern.check)
        return cls(pattern.starts, steps, pattern.hub_count, pattern.target_count, check)

    def pattern(self) -> NavigationPattern:
        steps = tuple(step.step() for step in self.steps)
        check = None if self.check is None else self.check.check()
        return NavigationPattern(self.starts, steps, self.hub_count, self.target_count, check)


def navigation_to_json(pattern: NavigationPattern) -> dict[str, Any]:
    return StoredNavigation.of(pattern).to_json()


def navigation_from_json(data: object) -> NavigationPattern:
    """Read a navigation pattern. Raises `DocumentError` on anything else."""
    return StoredNavigation.from_json(data).pattern()


def describe_navigation(pattern: NavigationPattern) -> tuple[str, ...]:
    """Return the expressions, one a line, as Table 1 of the paper shows them.

    >>> step = NavigationStep(ENTRY, TARGET, LinkPattern("http://a.example/[0-9]+"))
    >>> describe_navigation(NavigationPattern(("http://a.example/",), (step,)))
    ('entry -> target: http://a.example/[0-9]+',)
    """
    return tuple(
        f"{_name(step.source)} -> {_name(step.target)}: {step.links.pattern}"
        + (f" (links at {len(step.links.paths)} tag paths)" if step.links.paths else "")
        for step in pattern.steps
    )


def _name(kind: int) -> str:
    return _NAMES.get(kind) or f"hub {kind}"


def _kind(name: str) -> int:
    """Return the number of a kind of pages. Raises `ValueError`."""
    if name in _KINDS:
        return _KINDS[name]
    word, _, number = name.partition(" ")
    kind = int(number[:9]) if number.isascii() and number.isdecimal() else 0
    if word != "hub" or not 0 < kind <= MAX_COUNT:
        raise ValueError(f"no kind of pages: {name[:40]!r}")
    return kind


def _check_addresses(addresses: Iterable[str]) -> None:
    if not all(resolve_url(each, each) == each for each in addresses):
        raise ValueError("an address that is none")


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
