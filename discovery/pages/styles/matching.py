"""Which rules hold for which element: indexed by id, class and tag, in bounded time."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from discovery.pages.styles.nodes import MarkupElement, StyledElement
from discovery.pages.styles.selectors import (
    Compound,
    Nth,
    Selector,
    read_selector,
    split_selectors,
)
from discovery.pages.styles.sheets import Rule

# Comparisons of an element with a part of a selector on one page: ordinary pages need some hundred
# thousand. Where a page would need more, no rule holds for the rest of it.
MAX_STEPS = 1_500_000
Element = StyledElement | MarkupElement
_NAME = re.compile(r"[.#](?:[\w-]|[^\x00-\x7f])+")


@dataclass(frozen=True, slots=True)
class Applicable:
    """A selector of the rule with this number in the order of the sheets."""

    selector: Selector
    rule: int


class SelectorMatcher:
    """Tells which elements of one page selectors match, in bounded time."""

    def __init__(self, steps: int) -> None:
        """Begin with so many `steps` for the page."""
        self.steps = steps

    def matches(self, selector: Selector, node: Element) -> bool:
        """Tell whether a selector matches; False once the page has taken too many steps."""
        if not self._is(selector.compounds[0], node):
            return False
        # Places to go on from: which part is next, and below or beside which element.
        trials = [(1, node)]
        while trials:
            part, here = trials.pop()
            if part == len(selector.compounds):
                return True
            compound, combinator = selector.compounds[part], selector.combinators[part - 1]
            other = _next(here, combinator)
            while other is not None:
                if self.steps <= 0:
                    return False
                if self._is(compound, other):
                    if combinator in {" ", "~"}:
                        # If the rest fails from here, the next one up is tried; two descendant
                        # combinators in a row need not: the nearest leaves the most room.
                        further = selector.combinators[part : part + 1]
                        if further and further[0] != combinator:
                            trials.append((part, other))
                    trials.append((part + 1, other))
                    break
                if combinator in {">", "+"}:
                    break
                other = _next(other, combinator)
        return False

    def _is(self, compound: Compound, node: Element) -> bool:
        """Tell whether an element is what a part of a selector says."""
        self.steps -= 1
        if not _is_named(compound, node):
            return False
        if compound.is_simple:
            return True
        return (
            all(_has_attribute(node, *wanted) for wanted in compound.attributes)
            and all(self._is_in_state(node, state) for state in compound.states)
            and all(self._is_at(node, nth) for nth in compound.positions)
            and not any(self.matches(selector, node) for selector in compound.excluded)
            and all(
                any(self.matches(selector, node) for selector in selectors)
                for selectors in compound.alternatives
            )
            and all(self._holds(node, inside) for inside in compound.holding)
        )

    def _holds(self, node: Element, inside: Iterable[tuple[Selector, bool]]) -> bool:
        """Tell whether something in an element matches one of the selectors."""
        waiting = [(child, True) for child in node.children]
        while waiting and self.steps > 0:
            element, is_child = waiting.pop()
            if any(
                (is_child or not directly) and self.matches(selector, element)
                for selector, directly in inside
            ):
                return True
            waiting += [(child, False) for child in element.children]
        return False

    def _is_in_state(self, node: Element, state: str) -> bool:
        """Tell whether a pseudo-class without argument holds."""
        last = len(node.siblings) - 1
        match state:
            case "first-child":
                return node.position == 0
            case "last-child":
                return node.position == last
            case "only-child":
                return last == 0
            case "first-of-type":
                return self._is_at(node, _FIRST_OF_TYPE)
            case "last-of-type":
                return self._is_at(node, _LAST_OF_TYPE)
            case "only-of-type":
                return self._is_at(node, _FIRST_OF_TYPE) and self._is_at(node, _LAST_OF_TYPE)
            case "root":
                return node.parent is None
            case "empty":
                return not node.children and not node.element.text
            case "link" | "any-link":
                return node.tag in {"a", "area"} and node.element.get("href") is not None
            case "checked":
                return node.element.get("checked") is not None
            case "disabled":
                return node.element.get("disabled") is not None
            case _:
                return node.tag in _CONTROLS and node.element.get("disabled") is None

    def _is_at(self, node: Element, nth: Nth) -> bool:
        """Tell whether an element stands at a position among its siblings."""
        if nth.of_type:
            others = (
                node.siblings[node.position + 1 :]
                if nth.from_end
                else node.siblings[: node.position]
            )
            self.steps -= len(others)
            place = 1 + sum(other.tag == node.tag for other in others)
        else:
            place = len(node.siblings) - node.position if nth.from_end else node.position + 1
        distance = place - nth.offset
        if nth.step == 0:
            return distance == 0
        return distance % nth.step == 0 and distance // nth.step >= 0


class Rules(SelectorMatcher):
    """The rules that a page can need, found by the names of its elements."""

    def __init__(self, rules: Iterable[Rule], names: frozenset[str]) -> None:
        """Read the selectors of `rules`; `names` are the page's: `#id`, `.class`."""
        super().__init__(MAX_STEPS)
        self._by_name: dict[str, list[Applicable]] = defaultdict(list)
        self._candidates: dict[tuple[str, str, frozenset[str]], list[Applicable]] = {}
        for number, rule in enumerate(rules):
            for text in split_selectors(rule.selectors):
                if (
                    "(" not in text
                    and "\\" not in text
                    and not names.issuperset(_NAME.findall(text))
                ):
                    continue
                selector = read_selector(text)
                if selector is not None:
                    self._add(Applicable(selector, number))

    def _add(self, applicable: Applicable) -> None:
        """Index a selector by what is rarest in the part for the element itself."""
        compound = applicable.selector.compounds[0]
        if compound.identifier:
            key = f"#{compound.identifier}"
        elif compound.classes:
            key = f".{compound.classes[-1]}"
        else:
            key = compound.tag
        self._by_name[key].append(applicable)

    def of(self, node: StyledElement, above: dict[str, int]) -> list[Applicable]:
        """Return what holds for an element; `above` counts the names of its ancestors."""
        key = (node.tag, node.identifier, node.classes)
        candidates = self._candidates.get(key)
        if candidates is None:
            candidates = self._candidates[key] = list(self._find_candidates(node))
        self.steps -= len(candidates)
        if self.steps <= 0:
            return []
        found = []
        for applicable in candidates:
            selector = applicable.selector
            if not all(map(above.get, selector.needs)):
                continue
            is_plain = len(selector.compounds) == 1 and selector.compounds[0].is_simple
            if is_plain or self.matches(selector, node):
                found.append(applicable)
        return found

    def _find_candidates(self, node: StyledElement) -> Iterator[Applicable]:
        """Yield the selectors whose last part names the element's tag, id and classes."""
        names = ["", node.tag, *(f".{name}" for name in node.classes)]
        if node.identifier:
            names.append(f"#{node.identifier}")
        for name in names:
            for applicable in self._by_name.get(name, ()):
                if _is_named(applicable.selector.compounds[0], node):
                    yield applicable


_FIRST_OF_TYPE = Nth(0, 1, of_type=True, from_end=False)
_LAST_OF_TYPE = Nth(0, 1, of_type=True, from_end=True)
_CONTROLS = frozenset("button input select textarea option optgroup fieldset".split())


def _next(node: Element, combinator: str) -> Element | None:
    """Return the next element that a combinator leads to."""
    if combinator in {" ", ">"}:
        return node.parent
    return node.siblings[node.position - 1] if node.position else None


def _is_named(compound: Compound, node: Element) -> bool:
    """Tell whether tag, id and classes are those of the element."""
    return (
        (not compound.tag or compound.tag == node.tag)
        and (not compound.identifier or compound.identifier == node.identifier)
        and all(name in node.classes for name in compound.classes)
    )


def _has_attribute(node: Element, name: str, operator: str, wanted: str) -> bool:
    """Tell whether an attribute is as wanted."""
    found = node.element.get(name)
    if found is None:
        return False
    value = str(found)
    if operator.endswith("i"):
        value, wanted, operator = value.casefold(), wanted.casefold(), operator[:-1]
    match operator:
        case "":
            return True
        case "=":
            return value == wanted
        case "~=":
            return wanted in value.split()
        case "|=":
            return value == wanted or value.startswith(f"{wanted}-")
    if not wanted:
        return False
    if operator == "^=":
        return value.startswith(wanted)
    return value.endswith(wanted) if operator == "$=" else wanted in value
