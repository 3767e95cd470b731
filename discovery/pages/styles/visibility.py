"""Which elements of a page a person sees: by markup, by its own styles, by rules kept of others.

Nothing is fetched and nothing is laid out. Only what is asked about is looked at, and what is
around it, so that a page of thousands of elements costs no more than its records.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from discovery.pages.styles.default_sheet import UNSEEN_TAGS
from discovery.pages.styles.hiding import Declared, hiding_property, is_extreme, read_hiding
from discovery.pages.styles.hiding_rules import (
    MAX_CAUSE,
    WINDOW_WIDTH,
    HidingRule,
    KeptStyles,
    RuleIndex,
    hiding_rules,
)
from discovery.pages.styles.matching import SelectorMatcher
from discovery.pages.styles.media import applies
from discovery.pages.styles.nodes import MarkupElement

# Characters of a page's own style sheets that are read when it is searched, and how many sheets.
# Guess: four times what the longest of 174 real pages has.
MAX_OWN_STYLES = 400_000
MAX_OWN_SHEETS = 40
# Comparisons of elements with parts of selectors on one page.
MAX_STEPS = 100_000
# Elements looked at for one that is shown in what is hidden.
MAX_INSIDE = 500
MAX_STYLE_ATTRIBUTE = 2_000
SHEETS_CACHED = 64
# Nothing in them is shown as a part of the page.
_INVISIBLE = UNSEEN_TAGS | {"select", "textarea"}


@lru_cache(maxsize=SHEETS_CACHED)
def _own_rules(sheet: str) -> RuleIndex:
    """Return the rules of a sheet that pages have in them: those of a site are alike."""
    return RuleIndex(hiding_rules(sheet))


class _Candidates(NamedTuple):
    """Rules that may hold for elements of some names, each with the number of its sheet."""

    rules: tuple[tuple[int, HidingRule], ...]
    hiding: tuple[HidingRule, ...]


class State(NamedTuple):
    """What hides an element: causes that hide all in it, and those that what is in it may undo."""

    removed: tuple[str, ...] = ()
    invisible: str = ""
    sizeless: str = ""

    @property
    def is_seen(self) -> bool:
        """Whether a person sees text that stands here."""
        return not (self.removed or self.invisible or self.sizeless)

    @property
    def causes(self) -> tuple[str, ...]:
        """All that hides it: rules as they are written, each with its property."""
        return (*self.removed, *filter(None, (self.invisible, self.sizeless)))


_SEEN = State()
NO_STYLES = KeptStyles()


class Visibility:
    """What a person sees of one page."""

    def __init__(self, root: HtmlElement, styles: KeptStyles = NO_STYLES) -> None:
        """Read the page's own style sheets; `styles` are kept of those that it links."""
        own = tuple(map(_own_rules, own_sheets(root)))
        self._indexes: Sequence[RuleIndex] = (styles.rules, *own) if styles.sheet else own
        self._revealed = frozenset(styles.revealed)
        self._matcher = SelectorMatcher(MAX_STEPS)
        self._nodes: dict[HtmlElement, MarkupElement] = {}
        self._candidates: dict[Hashable, _Candidates] = {}
        self._names: dict[HtmlElement, frozenset[str]] = {}
        self._states: dict[HtmlElement, State] = {}

    def shows(self, element: HtmlElement) -> bool:
        """Tell whether a person sees an element, or anything in it that is hidden with it."""
        state = self.state(element)
        if state.is_seen:
            return True
        if state.removed:
            return False
        inside = islice(element.iterdescendants(), MAX_INSIDE)
        return any(self.state(each).is_seen for each in inside if isinstance(each.tag, str))

    def may_hide(self, tag: str, attributes: Mapping[str, str]) -> bool:
        """Tell whether an element of these attributes may be hidden in one that is seen."""
        if "hidden" in attributes or "style" in attributes or tag in _INVISIBLE or tag == "dialog":
            return True
        names = (tag, attributes.get("id"), attributes.get("class"))
        found = self._candidates.get(names) or self._find_candidates(*names)
        return bool(found.hiding)

    def hidden_elements(self, root: HtmlElement) -> Iterator[HtmlElement]:
        """Yield the elements in `root` that are not shown, those in them left out."""
        waiting = [root]
        while waiting:
            element = waiting.pop()
            if not self.shows(element):
                yield element
            else:
                waiting += [child for child in reversed(element) if isinstance(child.tag, str)]

    def state(self, element: HtmlElement) -> State:
        """Return what hides an element, by itself or around it."""
        states = self._states
        above = []
        node: HtmlElement | None = element
        while node is not None and node not in states:
            above.append(node)
            node = node.getparent()
        state = _SEEN if node is None else states[node]
        for each in reversed(above):
            state = states[each] = self._inside(state, each)
        return state

    def _inside(self, around: State, element: HtmlElement) -> State:
        """Return the state of an element in one of state `around`."""
        tag = element.tag
        if tag in _INVISIBLE or not isinstance(tag, str):
            return around._replace(removed=(*around.removed, f"<{tag}>"))
        get = element.get
        names = (tag, get("id"), get("class"))
        found = self._candidates.get(names)
        if found is None:
            found = self._find_candidates(*names)
        style = get("style")
        own = read_hiding(style[:MAX_STYLE_ATTRIBUTE]) if style else ()
        is_absent = get("hidden") is not None or (tag == "dialog" and get("open") is None)
        # Most are said nothing of, and are seen as what they stand in.
        if not (found.rules or own or is_absent):
            return around
        # In what is hidden so that it can be undone, all that is said counts.
        if not (around.invisible or around.sizeless or is_absent) and not (
            any(is_extreme(name, value) for name, value, _ in own)
            or any(self._matches(rule, element) for rule in found.hiding)
        ):
            return around
        return self._judged(
            around, tag, self._cascade(element, found.rules, own, is_absent=is_absent)
        )

    def _find_candidates(self, tag: str, identifier: str | None, names: str | None) -> _Candidates:
        """Return the rules whose last part may name an element."""
        wanted = ["", tag, *(f".{name}" for name in dict.fromkeys((names or "").split()))]
        if identifier:
            wanted.append(f"#{identifier}")
        rules = tuple(
            (number, rule)
            for number, index in enumerate(self._indexes)
            for rule in index.of_names(wanted)
        )
        found = _Candidates(rules, tuple(rule for _, rule in rules if rule.hides))
        self._candidates[tag, identifier, names] = found
        return found

    def _matches(self, rule: HidingRule, element: HtmlElement) -> bool:
        """Tell whether a rule holds for an element; of none once the page took too many steps."""
        if self._matcher.steps <= 0 or not self._names_around(element).issuperset(
            rule.selector.needs
        ):
            return False
        return self._matcher.matches(rule.selector, MarkupElement.of(element, self._nodes))

    def _names_around(self, element: HtmlElement) -> frozenset[str]:
        """Return the tags, `#id`s and `.class`es of all that an element stands in."""
        known = self._names
        above = []
        node: HtmlElement | None = element
        while node is not None and node not in known:
            above.append(node)
            node = node.getparent()
        for each in reversed(above):
            around = each.getparent()
            if around is None:
                known[each] = frozenset()
                continue
            own = {around.tag, *(f".{name}" for name in around.get("class", "").split())}
            if identifier := around.get("id"):
                own.add(f"#{identifier}")
            known[each] = known[around] | own
        return known[element]

    def _cascade(
        self,
        element: HtmlElement,
        rules: Iterable[tuple[int, HidingRule]],
        own: Declared,
        *,
        is_absent: bool,
    ) -> dict[str, tuple[str, str]]:
        """Return the value of each property that is declared, with the cause that declares it."""
        strength: tuple[int, ...]
        # Strength, then the value and its cause.
        strongest: dict[str, tuple[tuple[int, ...], str, str]] = {}
        if is_absent:
            strongest["display"] = ((-1,), "none", "[hidden]")
        for sheet, rule in rules:
            if not self._matches(rule, element):
                continue
            place = (rule.selector.specificity, sheet, rule.number)
            for name, value, is_important in rule.declared:
                layer = rule.is_layered if is_important else not rule.is_layered
                strength = (2 * is_important, layer, *place)
                if name not in strongest or strongest[name][0] <= strength:
                    strongest[name] = (strength, value, rule.text)
        for name, value, is_important in own:
            strength = (3 if is_important else 1,)
            if name not in strongest or strongest[name][0] <= strength:
                strongest[name] = (strength, value, "[style]")
        return {
            name: (value, f"{cause}{{{name}}}"[-MAX_CAUSE:])
            for name, (_, value, cause) in strongest.items()
        }

    def _judged(self, around: State, tag: str, values: dict[str, tuple[str, str]]) -> State:
        """Return the state of an element of these values, causes that tell nothing left out."""
        removed, (invisible, sizeless) = around.removed, around[1:]
        plain = {name: value for name, (value, _) in values.items()}
        while name := hiding_property(plain, tag):
            cause = values[name][1]
            if cause not in self._revealed:
                removed = (*removed, cause)
                break
            del plain[name]
        if "visibility" in values and plain["visibility"] not in ("inherit", "unset"):
            value, cause = values["visibility"]
            is_hidden = value in ("hidden", "collapse") and cause not in self._revealed
            invisible = cause if is_hidden else ""
        if "font-size" in values and plain["font-size"] not in ("inherit", "unset"):
            value, cause = values["font-size"]
            is_none = is_extreme("font-size", value) and cause not in self._revealed
            # Sizes that are shares of nothing are nothing.
            is_share = value.endswith(("%", "em")) and not value.endswith("rem")
            sizeless = cause if is_none else (sizeless if is_share else "")
        return State(removed, invisible, sizeless)


def own_sheets(root: HtmlElement) -> list[str]:
    """Return the style sheets that stand in a page, those for other media left out.

    What is written for browsers without scripts often hides all.
    """
    sheets: list[str] = []
    left = MAX_OWN_STYLES
    for element in islice(root.iter("style"), MAX_OWN_SHEETS):
        text = (element.text or "")[:left]
        is_unread = next(element.iterancestors("noscript", "template"), None) is not None
        if text and not is_unread and applies(element.get("media") or "", WINDOW_WIDTH):
            sheets.append(text)
            left -= len(text)
    return sheets
