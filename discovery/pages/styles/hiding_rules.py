"""The rules of style sheets that may hide or show, and what is kept of them for searching."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from discovery.documents import Document
from discovery.pages.styles.hiding import Declared, is_extreme, read_hiding, with_variables
from discovery.pages.styles.selectors import Selector, read_selector, split_selectors
from discovery.pages.styles.sheets import Rule, read_sheet

# The width of a window that media queries are decided for.
WINDOW_WIDTH = 1024.0
# Characters of the rules kept with a wrapper, of causes, and how many of these.
MAX_KEPT = 12_000
MAX_CAUSE = 300
MAX_CAUSES = 50
# Selectors of the whole page, for which sheets set their variables, and how many are kept.
_WHOLE_PAGE = frozenset((":root", "html", "body", "*", ":host"))
_VARIABLE_SET = re.compile(r"(--[\w-]{1,80})\s*:([^;{}]{1,200})")
MAX_VARIABLES = 2_000
Cause = Annotated[str, Meta(max_length=MAX_CAUSE)]


class KeptStyles(Document, frozen=True, dict=True):
    """What is kept of the style sheets that an engine's pages link: the rules that hide and show.

    `sheet` are these rules as a style sheet. `revealed` are the causes of hiding that tell nothing,
    for all records have them: a script shows what they hide.
    """

    version: Literal[1] = 1
    sheet: Annotated[str, Meta(max_length=2 * MAX_KEPT)] = ""
    revealed: Annotated[tuple[Cause, ...], Meta(max_length=MAX_CAUSES)] = ()

    @cached_property
    def rules(self) -> "RuleIndex":
        """The rules of the sheet, read once."""
        return RuleIndex(hiding_rules(self.sheet))


@dataclass(frozen=True, slots=True)
class HidingRule:
    """One selector, as written and as read, with what of its declarations matters."""

    text: str
    selector: Selector
    declared: Declared
    is_layered: bool
    number: int
    hides: bool


def hiding_rules(sheet: str, first: int = 0) -> Iterator[HidingRule]:
    """Yield the rules of a sheet that may hide or show, numbered from `first`."""
    rules = read_sheet(sheet, WINDOW_WIDTH)
    variables = _variables(rules) if "var(" in sheet else {}
    for number, rule in enumerate(rules, start=first):
        declared = read_hiding(with_variables(rule.declarations, variables))
        if not declared:
            continue
        hides = any(is_extreme(name, value) for name, value, _ in declared)
        for text in split_selectors(rule.selectors):
            selector = read_selector(text)
            if selector is not None and not selector.is_after:
                yield HidingRule(text, selector, declared, rule.is_layered, number, hides)


def _variables(rules: Iterable[Rule]) -> dict[str, str]:
    """Return the variables that a sheet sets for the whole page."""
    found: dict[str, str] = {}
    for rule in rules:
        if "--" in rule.declarations and _WHOLE_PAGE & set(split_selectors(rule.selectors)):
            for name, value in _VARIABLE_SET.findall(rule.declarations):
                found[name] = value.strip()
                if len(found) >= MAX_VARIABLES:
                    return found
    return found


class RuleIndex:
    """Rules by what is rarest in the part of their selectors that names the element itself."""

    def __init__(self, rules: Iterable[HidingRule]) -> None:
        """Take rules in the order of their sheet."""
        self._by_name: dict[str, list[HidingRule]] = defaultdict(list)
        for rule in rules:
            compound = rule.selector.compounds[0]
            if compound.identifier:
                key = f"#{compound.identifier}"
            elif compound.classes:
                key = f".{compound.classes[-1]}"
            else:
                key = compound.tag
            self._by_name[key].append(rule)

    def of_names(self, names: Iterable[str]) -> Iterator[HidingRule]:
        """Yield the rules for elements of these names: tag, `#id`, `.class`."""
        for name in names:
            yield from self._by_name.get(name, ())
