"""Navigation patterns as JSON: versioned, readable, and checked when they come back."""

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from msgspec import Meta, field

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    LinkPattern,
    NavigationPattern,
    NavigationStep,
)
from discovery.crawling.navigation.target_check import StoredCheck
from discovery.crawling.navigation.url_patterns import compile_pattern
from discovery.documents.document import Document
from discovery.pages.urls import resolve_url

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
        """Return how a step is stored."""
        links = step.links
        names = _name(step.source), _name(step.target)
        return cls(*names, links.pattern, links.paths, links.known_others)

    def step(self) -> NavigationStep:
        """Return the step."""
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
        """Return how a navigation pattern is stored."""
        steps = tuple(map(_StoredStep.of, pattern.steps))
        check = None if pattern.check is None else StoredCheck.of(pattern.check)
        return cls(pattern.starts, steps, pattern.hub_count, pattern.target_count, check)

    def pattern(self) -> NavigationPattern:
        """Return the navigation pattern."""
        steps = tuple(step.step() for step in self.steps)
        check = None if self.check is None else self.check.check()
        return NavigationPattern(self.starts, steps, self.hub_count, self.target_count, check)


def navigation_to_json(pattern: NavigationPattern) -> dict[str, Any]:
    """Return a navigation pattern as an object of JSON."""
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
