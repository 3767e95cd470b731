"""Selectors (CSS Selectors level 3, and the common ones of level 4) as data.

cssselect2 compiles a selector in 250 µs, as Python source; here it takes ten, and a page has
thousands. A test compares what they match with lxml's selectors.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from discovery.pages.styles.hiding import plain_text

# Longer selectors, more parts, deeper nesting: not written by people.
MAX_SELECTOR = 1_000
MAX_COMPOUNDS = 16
MAX_NESTING = 3
_NAME = r"(?:[\w-]|[^\x00-\x7f]|\\[0-9a-fA-F]{1,6}\s?|\\.)+"
_PART = re.compile(
    rf"(?P<tag>[a-zA-Z](?:[\w-]|\\.)*|\*)|\#(?P<id>{_NAME})|\.(?P<class>{_NAME})"
    r"|\[\s*(?P<attribute>[\w-]+)\s*(?:(?P<operator>[~|^$*]?=)\s*"
    r"(?P<value>\"[^\"]*\"|'[^']*'|[^\]\s\"']+)\s*(?P<flag>[is])?\s*)?\]"
    r"|(?P<colons>::?)(?P<pseudo>[\w-]+)(?:\((?P<argument>(?:[^()]|\([^()]*\))*)\))?"
)
_COMBINATOR = re.compile(r"\s*([>+~])\s*|\s+")
_NTH = re.compile(r"([+-]?\d{0,4})n\s*(?:([+-])\s*(\d{1,4}))?|([+-]?\d{1,5})")
_BRACKET = re.compile(r"[(),\[\]]")
# Pseudo-classes of a page that nobody touches.
_NEVER = frozenset(
    "hover focus active visited target focus-within focus-visible invalid fullscreen "
    "indeterminate".split()
)
_PLAIN = frozenset(
    "first-child last-child only-child first-of-type last-of-type only-of-type root empty link "
    "any-link checked disabled enabled".split()
)
_NTHS = {"nth-child": (False, False), "nth-last-child": (False, True)} | {
    "nth-of-type": (True, False),
    "nth-last-of-type": (True, True),
}
# Specificity of an id and a class among those of tags, which stay below a thousand.
ID, CLASS, TAG = 1_000_000, 1_000, 1


@dataclass(frozen=True, slots=True)
class Nth:
    """A position among siblings: `step` × n + `offset`, for some n ≥ 0."""

    step: int
    offset: int
    of_type: bool
    from_end: bool


@dataclass(slots=True)
class Compound:
    """What one element has to be: a selector without combinators."""

    tag: str = ""
    identifier: str = ""
    classes: tuple[str, ...] = ()
    # name, operator ("=i": in any case), value
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    states: list[str] = field(default_factory=list)
    positions: list[Nth] = field(default_factory=list)
    # Each: one of these selectors has to match (`:is`); none of them may (`:not`).
    alternatives: list[tuple["Selector", ...]] = field(default_factory=list)
    excluded: list["Selector"] = field(default_factory=list)
    # Each: an element inside has to match one of these; directly inside where that is asked.
    holding: list[tuple[tuple["Selector", bool], ...]] = field(default_factory=list)
    is_simple: bool = True


@dataclass(frozen=True, slots=True)
class Selector:
    """A selector, read from the right.

    `compounds` begin with that of the element itself; `combinators` stand between each and the next
    one. `needs` are the names (`#id`, `.class`, tag) that ancestors of the element must have.
    """

    compounds: tuple[Compound, ...]
    combinators: tuple[str, ...]
    specificity: int
    needs: tuple[str, ...]
    is_after: bool = False


@lru_cache(maxsize=20_000)
def read_selector(text: str, nesting: int = 0) -> Selector | None:
    """Return one selector; None for what is none, and for what never matches a page at rest.

    >>> read_selector("ul.menu > li").combinators, read_selector("a:hover"), read_selector("a ! b")
    (('>',), None, None)
    """
    if len(text) > MAX_SELECTOR:
        return None
    compounds: list[Compound] = []
    combinators: list[str] = []
    specificity = position = 0
    is_after = False
    while position < len(text):
        compound = Compound()
        start = position
        while match := _PART.match(text, position):
            weight = -1 if is_after else _add(compound, match, nesting, first=position == start)
            if weight is None:
                is_after, weight = True, TAG
            if weight < 0:
                return None
            specificity += weight
            position = match.end()
        if position == start:
            return None
        compounds.append(compound)
        if position == len(text):
            break
        combined = _COMBINATOR.match(text, position)
        if combined is None or is_after or len(compounds) >= MAX_COMPOUNDS:
            return None
        combinators.append(combined[1] or " ")
        position = combined.end()
    if len(compounds) != len(combinators) + 1:
        return None
    compounds.reverse()
    combinators.reverse()
    needs = _needs(compounds, combinators)
    return Selector(tuple(compounds), tuple(combinators), specificity, needs, is_after)


def split_selectors(text: str) -> list[str]:
    """Return the selectors of a list.

    >>> split_selectors("a, b:not(.c, .d)")
    ['a', 'b:not(.c, .d)']
    """
    if "(" not in text and "[" not in text:
        return [part.strip() for part in text.split(",")]
    parts: list[str] = []
    depth = start = 0
    for bracket in _BRACKET.finditer(text):
        if bracket[0] == ",":
            if depth == 0:
                parts.append(text[start : bracket.start()].strip())
                start = bracket.end()
        else:
            depth += 1 if bracket[0] in "([" else -1
    return [*parts, text[start:].strip()]


def _needs(compounds: list[Compound], combinators: list[str]) -> tuple[str, ...]:
    """Return the names that ancestors must have."""
    names: list[str] = []
    is_above = False
    for compound, combinator in zip(compounds[1:], combinators, strict=True):
        is_above = is_above or combinator in {" ", ">"}
        if not is_above or combinator in {"+", "~"}:
            continue
        names.extend(f".{name}" for name in compound.classes)
        if compound.identifier:
            names.append(f"#{compound.identifier}")
        elif compound.tag and not compound.classes:
            names.append(compound.tag)
    return tuple(names)


def _add(compound: Compound, match: "re.Match[str]", nesting: int, *, first: bool) -> int | None:
    """Add a part; return its specificity, -1 if it never matches, None for `::after`."""
    if tag := match["tag"]:
        if not first:
            return -1
        compound.tag = "" if tag == "*" else tag.lower()
        return 0 if tag == "*" else TAG
    if name := match["id"]:
        if compound.identifier and compound.identifier != _plain(name):
            return -1
        compound.identifier = _plain(name)
        return ID
    if name := match["class"]:
        compound.classes = (*compound.classes, _plain(name))
        return CLASS
    compound.is_simple = False
    if name := match["attribute"]:
        value = (match["value"] or "").strip("\"'")
        operator = f"{match['operator'] or ''}{(match['flag'] or '').replace('s', '')}"
        compound.attributes.append((name.lower(), operator, value))
        return CLASS
    name, argument = match["pseudo"].lower(), match["argument"]
    if name == "after":
        return None
    if match["colons"] == "::" or name in _NEVER:
        return -1
    return _add_pseudo(compound, name, argument, nesting)


def _add_pseudo(compound: Compound, name: str, argument: str | None, nesting: int) -> int:
    """Add a pseudo-class; return its specificity, -1 if it never matches."""
    if argument is None:
        if name not in _PLAIN:
            return -1
        compound.states.append(name)
        return CLASS
    if name in _NTHS:
        nth = _nth(argument.strip().lower(), *_NTHS[name])
        if nth is None:
            return -1
        compound.positions.append(nth)
        return CLASS
    if name == "has" and nesting < MAX_NESTING:
        return _add_has(compound, argument, nesting)
    if name not in {"not", "is", "where", "matches"} or nesting >= MAX_NESTING:
        return -1
    inner = [read_selector(part, nesting + 1) for part in split_selectors(argument)]
    known = tuple(selector for selector in inner if selector is not None and not selector.is_after)
    weight = max((selector.specificity for selector in known), default=0)
    if name == "not":
        compound.excluded.extend(known)
    else:
        compound.alternatives.append(known)
    return 0 if name == "where" else weight


def _add_has(compound: Compound, argument: str, nesting: int) -> int:
    """Add `:has()`; what stands beside is not looked for."""
    inside: list[tuple[Selector, bool]] = []
    for part in split_selectors(argument):
        selector = read_selector(part.removeprefix(">").strip(), nesting + 1)
        if selector is not None and not selector.is_after:
            inside.append((selector, part.startswith(">")))
    if not inside:
        return -1
    compound.holding.append(tuple(inside))
    return max(selector.specificity for selector, _ in inside)


def _nth(text: str, of_type: bool, from_end: bool) -> Nth | None:
    """Return the position of `:nth-child()` and its like.

    >>> _nth("2n+1", False, False)
    Nth(step=2, offset=1, of_type=False, from_end=False)
    """
    text = {"odd": "2n+1", "even": "2n"}.get(text, text)
    match = _NTH.fullmatch(text)
    if match is None:
        return None
    if match[4]:
        return Nth(0, int(match[4]), of_type, from_end)
    step = int(match[1] + "1") if match[1] in {"", "+", "-"} else int(match[1])
    offset = int(match[3] or 0) * (-1 if match[2] == "-" else 1)
    return Nth(step, offset, of_type, from_end)


def _plain(name: str) -> str:
    """Return a name without escapes."""
    return plain_text(name) if "\\" in name else name
