"""Navigation patterns as JSON: versioned, readable, and checked when they come back."""

from typing import Any

from discovery.crawling.navigation.navigation_pattern import (
    ANYWHERE,
    ENTRY,
    TARGET,
    LinkPattern,
    NavigationPattern,
    NavigationStep,
)
from discovery.crawling.navigation.target_check import TargetCheck, check_from_json, check_to_json
from discovery.crawling.navigation.url_patterns import UnsafePatternError, compile_pattern
from discovery.pages import resolve_url

VERSION = 1
# Bounds of what is read. Guesses, far above what is written.
MAX_STARTS = 1_000
MAX_STEPS = 2_000
MAX_PATHS = 2_000
MAX_OTHERS = 10_000
MAX_COUNT = 10_000_000
_NAMES = {ENTRY: "entry", TARGET: "target", ANYWHERE: "any"}
_KINDS = {name: kind for kind, name in _NAMES.items()}


class NavigationFormatError(ValueError):
    """The JSON is no navigation pattern of this version."""


def navigation_to_json(pattern: NavigationPattern) -> dict[str, Any]:
    """Return a navigation pattern as an object of JSON."""
    data = {
        "version": VERSION,
        "starts": list(pattern.starts),
        "steps": [_step_to_json(step) for step in pattern.steps],
        "hub_count": pattern.hub_count,
        "target_count": pattern.target_count,
    }
    return data if pattern.check is None else {**data, "check": check_to_json(pattern.check)}


def navigation_from_json(data: object) -> NavigationPattern:
    """Read a navigation pattern. Raises `NavigationFormatError` on anything else."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise NavigationFormatError(f"no navigation pattern of version {VERSION}")
    starts = _addresses(data.get("starts"), MAX_STARTS)
    if not starts:
        raise NavigationFormatError("no page to start from")
    steps = tuple(_step(step) for step in _list(data.get("steps"), MAX_STEPS))
    hubs, targets = _number(data.get("hub_count")), _number(data.get("target_count"))
    return NavigationPattern(starts, steps, hubs, targets, _check(data.get("check")))


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


def _step_to_json(step: NavigationStep) -> dict[str, Any]:
    data: dict[str, Any] = {
        "from": _name(step.source),
        "to": _name(step.target),
        "pattern": step.links.pattern,
    }
    if step.links.paths:
        data["paths"] = sorted(step.links.paths)
    if step.links.known_others:
        data["known_others"] = sorted(step.links.known_others)
    return data


def _step(data: object) -> NavigationStep:
    if not isinstance(data, dict):
        raise NavigationFormatError("a step that is no object")
    source, target = _kind(data.get("from")), _kind(data.get("to"))
    if target in {ENTRY, ANYWHERE}:
        raise NavigationFormatError("a step to where no step leads")
    pattern = data.get("pattern")
    if not isinstance(pattern, str):
        raise NavigationFormatError("a step without a pattern")
    try:
        compile_pattern(pattern)
    except UnsafePatternError as error:
        raise NavigationFormatError(str(error)) from error
    paths = frozenset(map(_number, _list(data.get("paths", []), MAX_PATHS)))
    others = frozenset(_addresses(data.get("known_others", []), MAX_OTHERS))
    return NavigationStep(source, target, LinkPattern(pattern, paths, others))


def _check(data: object) -> TargetCheck | None:
    if data is None:
        return None
    try:
        return check_from_json(data)
    except ValueError as error:
        raise NavigationFormatError(str(error)) from error


def _kind(name: object) -> int:
    if isinstance(name, str) and name in _KINDS:
        return _KINDS[name]
    word, _, number = name.partition(" ") if isinstance(name, str) else ("", "", "")
    if word != "hub" or not number.isascii() or not number.isdecimal():
        raise NavigationFormatError(f"no kind of pages: {str(name)[:40]!r}")
    kind = int(number[:9])
    if not 0 < kind <= MAX_COUNT:
        raise NavigationFormatError(f"no kind of pages: {str(name)[:40]!r}")
    return kind


def _addresses(data: object, limit: int) -> tuple[str, ...]:
    addresses = _list(data, limit)
    if not all(isinstance(each, str) and resolve_url(each, each) == each for each in addresses):
        raise NavigationFormatError("an address that is none")
    return tuple(map(str, addresses))


def _list(data: object, limit: int) -> list[object]:
    if not isinstance(data, list) or len(data) > limit:
        raise NavigationFormatError(f"no list of at most {limit}")
    return data


def _number(data: object) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= 0xFFFFFFFF:
        raise NavigationFormatError("a number that is none")
    return data
