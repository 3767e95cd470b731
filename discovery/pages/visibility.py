"""The elements of a page that a person sees: by markup, by its own styles, by rules kept of others.

Nothing is laid out: of where an element stands it counts only that it is put where no screen is.
Only what is asked about is looked at, and what is around it, so that a page of thousands of
elements costs no more than its records. Learning fetches the style sheets that pages link, and
keeps what searching needs of them; searching fetches nothing.
"""

import re
from collections import defaultdict
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from typing import Annotated, Literal, NamedTuple

from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.style_properties import (
    MOVED,
    OUT_OF_FLOW,
    VARIABLE,
    Declared,
    hiding_property,
    is_extreme,
    read_hiding,
    with_variables,
)
from discovery.pages.style_rules import (
    Rule,
    Selector,
    SelectorMatcher,
    applies,
    class_set,
    read_selector,
    read_sheet,
    split_selectors,
    without_a_class,
)
from discovery.pages.urls import resolve_url

# Characters of the rules kept with a wrapper, of causes, and how many of these.
MAX_KEPT = 12_000
MAX_CAUSE = 300
MAX_CAUSES = 50
# Characters and number of a page's own sheets. Guess: four times the longest of 174 real pages.
MAX_OWN_STYLES = 400_000
MAX_OWN_SHEETS = 40
# Comparisons of elements with parts of selectors on one page; the same while rules are kept, the
# elements that they are tried on, and characters of the sheets of all pages.
MAX_STEPS = 100_000
MAX_KEEPING_STEPS = 500_000
MAX_TRIED = 5_000
MAX_SHEETS_SIZE = 4_000_000
# Characters at the start of a sheet in which imports are looked for: they come first.
MAX_IMPORTS_SIZE = 5_000
# Elements looked at for one that is shown in what is hidden.
MAX_INSIDE = 500
MAX_STYLE_ATTRIBUTE = 2_000
SHEETS_CACHED = 64
# Nothing in them is shown as a part of the page.
_INVISIBLE = frozenset(
    "script style template noscript head title datalist meta link base area param source track "
    "rp noembed noframes option optgroup select textarea canvas video audio iframe".split()
)
# Elements that are no records and hold none.
_NO_RECORDS = frozenset(
    "input button select option textarea label img picture svg path use canvas video audio iframe "
    "object embed hr br form fieldset legend meter progress nav header footer html body".split()
)
MAX_VARIABLES = 2_000
# Selectors of the whole page, for which sheets set their variables.
_WHOLE_PAGE = frozenset((":root", "html", "body", "*", ":host"))
# By these an element waits where it stands until a script lets it come. What is not displayed is
# opened by whoever reads, or by nobody.
_WAITING = frozenset("opacity filter visibility transform translate scale clip-path".split())
# Names that libraries take away, or undo, once they run: of templates (Vue, Alpine, AngularJS), of
# what scrolls into view (WOW, Elementor, ScrollReveal), of pages put together late (AMP, Typekit).
_CLOAK = re.compile(
    r"(?:^|[\s.\[:\\-])(?:(?:v|x|ng|data-ng|ng\\?:)-?cloak|wow|elementor-invisible|load-hidden"
    r"|wf-loading|async-hide)(?![\w-])"
)
_DURATION = re.compile(r"(?:^|\s|,)\d{0,6}\.?\d{0,6}[1-9]\d{0,6}(?:\.\d{0,6})?m?s\b")
_DATA_TYPES = frozenset(("application/ld+json", "application/json", "text/template"))
_IMPORT = re.compile(
    r"@import\s{1,9}(?:url\(\s{0,9})?[\"']?([^\"')\s;]{1,500})[\"']?\s{0,9}\)?([^;]{0,200});"
)
Cause = Annotated[str, Meta(max_length=MAX_CAUSE)]


def hides_itself(attributes: Mapping[str, str]) -> bool:
    """Tell whether an element's attributes, read alone, hide it.

    >>> hides_itself({"style": "color: red; display: none"}), hides_itself({"id": "x"})
    (True, False)
    """
    return "hidden" in attributes or style_hides(attributes.get("style") or "")


def style_hides(style: str) -> bool:
    """Tell whether a `style` attribute, read alone, hides its element."""
    return bool(style) and any(
        name in ("display", "visibility") and is_extreme(name, value)
        for name, value, _ in read_hiding(style[:MAX_STYLE_ATTRIBUTE])
    )


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
        return RuleIndex(hiding_rules(self.sheet))


NO_STYLES = KeptStyles()


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
    rules = read_sheet(sheet)
    variables = _variables(rules) if "var(" in sheet else {}
    for number, rule in enumerate(rules, start=first):
        # What a rule sets itself counts there.
        said = rule.declarations
        own = dict(VARIABLE.findall(said)) if "var(" in said and "--" in said else {}
        declared = read_hiding(with_variables(said, {**variables, **own} if own else variables))
        hides = any(is_extreme(name, value) for name, value, _ in declared)
        for text in split_selectors(rule.selectors) if declared else ():
            selector = read_selector(text)
            if selector is not None:
                yield HidingRule(text, selector, declared, rule.is_layered, number, hides)


def _variables(rules: Iterable[Rule]) -> dict[str, str]:
    found: dict[str, str] = {}
    for rule in rules:
        if "--" in rule.declarations and _WHOLE_PAGE & set(split_selectors(rule.selectors)):
            for name, value in VARIABLE.findall(rule.declarations):
                found[name] = value.strip()
                if len(found) >= MAX_VARIABLES:
                    return found
    return found


class RuleIndex:
    """Rules by what is rarest in the part of their selectors that names the element itself."""

    def __init__(self, rules: Iterable[HidingRule]) -> None:
        self._by_name: dict[str, list[HidingRule]] = defaultdict(list)
        self._rules = tuple(rules)
        for rule in self._rules:
            own = rule.selector.compounds[0]
            last_class = f".{own.classes[-1]}" if own.classes else own.tag
            self._by_name[f"#{own.identifier}" if own.identifier else last_class].append(rule)

    def of_names(self, names: Iterable[str]) -> Iterator[HidingRule]:
        for name in names:
            yield from self._by_name.get(name, ())

    @cached_property
    def revealing(self) -> Mapping[str, Sequence[Selector]]:
        """By property what is shown once a script gives an element, or one around it, a class."""
        found: dict[str, list[Selector]] = defaultdict(list)
        for name, selector in self._showing():
            found[name] += without_a_class(selector)
        return found

    @cached_property
    def later_classes(self) -> Mapping[str, frozenset[str]]:
        """By property the last classes of the elements that rules show."""
        found: dict[str, set[str]] = defaultdict(set)
        for name, selector in self._showing():
            found[name].update(selector.compounds[0].classes[-1:])
        return {name: frozenset(classes) for name, classes in found.items()}

    def _showing(self) -> Iterator[tuple[str, Selector]]:
        for rule in self._rules:
            shown = {name for name, value, _ in rule.declared if not is_extreme(name, value)}
            for name in shown & _WAITING:
                yield name, rule.selector


@lru_cache(maxsize=SHEETS_CACHED)
def _own_rules(sheet: str) -> RuleIndex:
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
    colourless: str = ""

    @property
    def is_seen(self) -> bool:
        return not any(self)

    @property
    def is_rendered(self) -> bool:
        """Whether it is part of the page: what is transparent or off the screen may come."""
        removed = any(each.endswith("{display}") or each.startswith("<") for each in self.removed)
        return not (removed or self.invisible)

    @property
    def causes(self) -> tuple[str, ...]:
        return (*self.removed, *filter(None, (self.invisible, self.sizeless, self.colourless)))


_SEEN = State()


class Visibility:
    """What a person sees of one page."""

    def __init__(self, root: HtmlElement, styles: KeptStyles = NO_STYLES) -> None:
        """Read the page's own style sheets; `styles` are kept of those that it links."""
        self._root = root
        own = tuple(map(_own_rules, own_sheets(root)))
        kept = (styles.rules,) if styles.sheet else ()
        self._indexes: Sequence[RuleIndex] = (*kept, *own)
        self._revealed = frozenset(styles.revealed)
        self._matcher = SelectorMatcher(MAX_STEPS)
        self._candidates: dict[Hashable, _Candidates] = {}
        self._names: dict[HtmlElement, frozenset[str]] = {}
        self._states: dict[HtmlElement, State] = {}

    def shows(self, element: HtmlElement) -> bool:
        """Tell whether a person sees an element, or anything in it that is hidden with it."""
        state = self.state(element)
        if state.is_seen or state.removed:
            return state.is_seen
        inside = islice(element.iterdescendants(), MAX_INSIDE)
        return any(self.state(each).is_seen for each in inside if isinstance(each.tag, str))

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
        above = _up_to(self._states, element)
        if not above:
            return self._states[element]
        around = above[-1].getparent()
        state = _SEEN if around is None else self._states[around]
        for each in reversed(above):
            state = self._states[each] = self._inside(state, each)
        return state

    def _inside(self, around: State, element: HtmlElement) -> State:
        tag, said = element.tag, dict(element.items())
        if not isinstance(tag, str) or tag in _INVISIBLE:
            return around._replace(removed=(*around.removed, f"<{tag}>"))
        if tag in _WHOLE_PAGE:
            # Who serves a page shows it: what hides it as a whole is undone by its script.
            return around
        named = tag, said.get("id"), said.get("class")
        found = self._candidates.get(named) or self._rules_for(*named)
        own = read_hiding(said["style"][:MAX_STYLE_ATTRIBUTE]) if "style" in said else ()
        is_absent = (
            "hidden" in said or "popover" in said or (tag == "dialog" and "open" not in said)
        )
        # Most are said nothing of, and are seen as what they stand in.
        if not (found.rules or own or is_absent):
            # Links have a colour of their own.
            return around._replace(colourless="") if around.colourless and tag == "a" else around
        # In what is hidden so that it can be undone, all that is said counts.
        if not (any(around[1:]) or is_absent) and not (
            any(is_extreme(name, value) for name, value, _ in own)
            or any(self._matches(rule, element) for rule in found.hiding)
        ):
            return around
        values = self._cascade(element, found.rules, own, is_absent=is_absent)
        return self._judged(around, element, values)

    def _rules_for(self, tag: str, identifier: str | None, names: str | None) -> _Candidates:
        wanted = ["", tag, *(f".{name}" for name in dict.fromkeys((names or "").split()))]
        wanted += [f"#{identifier}"] if identifier else []
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
        return (
            self._matcher.steps > 0
            and self._names_around(element).issuperset(rule.selector.needs)
            and self._matcher.matches(rule.selector, element)
        )

    def _names_around(self, element: HtmlElement) -> frozenset[str]:
        for each in reversed(_up_to(self._names, element)):
            around = each.getparent()
            if around is None:
                self._names[each] = frozenset()
                continue
            own = [around.tag, f"#{around.get('id', '')}"]
            own += [f".{name}" for name in around.get("class", "").split()]
            self._names[each] = self._names[around].union(own)
        return self._names[element]

    def _cascade(
        self,
        element: HtmlElement,
        rules: Iterable[tuple[int, HidingRule]],
        own: Declared,
        *,
        is_absent: bool,
    ) -> dict[str, tuple[str, str]]:
        # Strength, then property, value and cause; of equal ones the last counts.
        said: list[tuple[tuple[int, ...], str, str, str]] = []
        if is_absent:
            said.append(((-1,), "display", "none", "[hidden]"))
        for sheet, rule in rules:
            if self._matches(rule, element):
                place = (rule.selector.specificity, sheet, rule.number)
                for name, value, is_important in rule.declared:
                    layer = rule.is_layered if is_important else not rule.is_layered
                    said.append(((2 * is_important, layer, *place), name, value, rule.text))
        for name, value, is_important in own:
            said.append(((3 if is_important else 1,), name, value, "[style]"))
        said.sort(key=lambda each: each[0])
        return {name: (value, f"{cause}{{{name}}}"[-MAX_CAUSE:]) for _, name, value, cause in said}

    def _judged(
        self, around: State, element: HtmlElement, values: dict[str, tuple[str, str]]
    ) -> State:
        removed, invisible, sizeless, colourless = around
        plain = {name: value for name, (value, _) in values.items()}
        while name := hiding_property(plain, element.tag):
            cause = values[name][1]
            if not (cause in self._revealed or self._comes(element, name, values)):
                removed = (*removed, cause)
                break
            del plain[name]
        if element.tag == "a" and "color" not in values:
            colourless = ""
        for name in ("visibility", "font-size", "color"):
            value, cause = values.get(name, ("inherit", ""))
            if value in ("inherit", "unset"):
                continue
            hides = is_extreme(name, value) and not (
                cause in self._revealed or self._comes(element, name, values)
            )
            if name == "visibility":
                invisible = cause if hides else ""
            elif name == "color":
                colourless = cause if hides else ""
            elif hides or value.endswith("rem") or not value.endswith(("%", "em")):
                # Sizes that are shares of nothing are nothing.
                sizeless = cause if hides else ""
        return State(removed, invisible, sizeless, colourless)

    def _comes(
        self, element: HtmlElement, name: str, values: Mapping[str, tuple[str, str]]
    ) -> bool:
        """Tell whether a script shows what a property hides, by what the page's sheets say.

        They say how it comes: by a transition or from a place near by, under another class or a
        longer one in place of its own (`lazyload`, `lazyloaded`), without scripts as it is.
        """
        if not self._has_scripts:
            return False
        if _CLOAK.search(values[name][1]) or self._is_shown_without_scripts(element, name):
            return True
        said = {each: values.get(each, ("", ""))[0] for each in ("position", "pointer-events")}
        if name not in _WAITING or said["position"] in OUT_OF_FLOW:
            return False
        return (
            (said["pointer-events"] != "none" and _is_moving(name, values))
            or ":not(" in values[name][1]
            or self._gets_longer_class(name, values[name][1].rpartition("{")[0])
            or any(
                self._matcher.steps > 0 and self._matcher.matches(selector, element)
                for index in self._indexes
                for selector in index.revealing.get(name, ())
            )
        )

    def _gets_longer_class(self, name: str, rule: str) -> bool:
        """Tell whether sheets show what has a class that begins as the last one of `rule`."""
        hiding = rule.rpartition(".")[2]
        later = (each for index in self._indexes for each in index.later_classes.get(name, ()))
        return any(len(each) > len(hiding) > 1 and each.startswith(hiding) for each in later)

    @cached_property
    def _has_scripts(self) -> bool:
        return any(each.get("type") not in _DATA_TYPES for each in self._root.iter("script"))

    def _is_shown_without_scripts(self, element: HtmlElement, name: str) -> bool:
        return any(
            said == name and not is_extreme(said, value)
            for rule in self._without_scripts
            if self._matcher.matches(rule.selector, element)
            for said, value, _ in rule.declared
        )

    @cached_property
    def _without_scripts(self) -> Sequence[HidingRule]:
        sheets = (style.text or "" for style in self._root.iterfind(".//noscript//style"))
        return [rule for sheet in islice(sheets, MAX_OWN_SHEETS) for rule in hiding_rules(sheet)]


def _is_moving(name: str, values: Mapping[str, tuple[str, str]]) -> bool:
    """Tell whether a thing comes by a transition, or from near by, said with what hides it."""
    rule = values[name][1].rpartition("{")[0]
    for each in ("transition", *MOVED):
        value, cause = values.get(each, ("", ""))
        if each == name or not value or cause.rpartition("{")[0] != rule:
            continue
        if each == "transition" and _DURATION.search(value):
            return True
        if each != "transition" and value != "none" and not is_extreme(each, value):
            return True
    return False


def _up_to(known: Container[HtmlElement], element: HtmlElement) -> list[HtmlElement]:
    """Return an element and those around it, up to the first that is known."""
    above: list[HtmlElement] = []
    node: HtmlElement | None = element
    while node is not None and node not in known:
        above.append(node)
        node = node.getparent()
    return above


def own_sheets(root: HtmlElement) -> list[str]:
    """Return the style sheets that stand in a page, those for other media left out.

    What is written for browsers without scripts often hides all.
    """
    sheets: list[str] = []
    left = MAX_OWN_STYLES
    for element in islice(root.iter("style"), MAX_OWN_SHEETS):
        text = (element.text or "")[:left]
        is_unread = next(element.iterancestors("noscript", "template"), None) is not None
        is_unread = is_unread or element.get("type", "text/css").lower() not in ("", "text/css")
        if text and not is_unread and applies(element.get("media") or ""):
            sheets.append(text)
            left -= len(text)
    return sheets


def wanted_sheets(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str]
) -> Iterator[str]:
    """Yield the addresses of the sheets that a page links and that are not among `style_sheets`."""
    found = _linked_sheets(root, base_url, style_sheets)
    yield from dict.fromkeys(address for address, text in found if text is None)


def _linked_sheets(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str]
) -> Iterator[tuple[str, str | None]]:
    """Yield the sheets for a screen that a page links or imports: address, text if it is known."""
    for element in root.iter("style", "link"):
        relation = (element.get("rel") or "").lower().split()
        if not applies(element.get("media") or ""):
            continue
        if element.tag == "style":
            if next(element.iterancestors("noscript"), None) is None:
                yield from _imported(element.text or "", base_url, style_sheets, {base_url})
        elif element.get("href") and "stylesheet" in relation and "alternate" not in relation:
            address = resolve_url(base_url, element.get("href")) or ""
            yield from _with_imports(address, style_sheets, set())


def _with_imports(
    address: str, style_sheets: Mapping[str, str], seen: set[str]
) -> Iterator[tuple[str, str | None]]:
    if address and address not in seen:
        seen.add(address)
        text = style_sheets.get(address)
        yield from _imported(text or "", address, style_sheets, seen)
        yield address, text


def _imported(
    text: str, address: str, style_sheets: Mapping[str, str], seen: set[str]
) -> Iterator[tuple[str, str | None]]:
    for href, media in _IMPORT.findall(text[:MAX_IMPORTS_SIZE]):
        if applies(media):
            yield from _with_imports(resolve_url(address, href) or "", style_sheets, seen)


def keep_styles(linked: Iterable[HidingRule], roots: Iterable[HtmlElement]) -> KeptStyles:
    """Return what is kept of the rules that the pages of these `roots` link.

    Rules that hide are kept for elements that were on no page yet, too: a decoy comes another day.
    Of rules that show, those that may overrule one that hides.
    """
    rules = [rule for rule in linked if rule.selector.compounds[0].tag not in _NO_RECORDS]
    matched = _matched(rules, roots)
    hiding = {
        name
        for rule in rules
        if rule.hides
        for name in (*rule.selector.compounds[0].classes, rule.selector.compounds[0].identifier)
    } - {""}
    keys = tuple({rule.text for rule in rules if rule.hides and rule.text.startswith("[")})
    ranked = sorted(
        (
            id(rule) not in matched,
            not rule.hides,
            len(rule.selector.compounds) > 1,
            rule.number,
            rule.text,
        )
        for rule in rules
        if id(rule) in matched or rule.hides or _may_overrule(rule, hiding, keys)
    )
    # What other rules say matters where one that hides says the same; a sheet may show, too, what
    # an attribute hides.
    named = {name for rule in rules if rule.hides for name, _, _ in rule.declared} | {"display"}
    written = {(rule.number, rule.text): _written(rule, named) for rule in rules}
    chosen: set[tuple[int, str]] = set()
    left = MAX_KEPT
    for *_, number, name in ranked:
        size = len(written[number, name])
        if 0 < size < left:
            left -= size + 1
            chosen.add((number, name))
    return KeptStyles(sheet="\n".join(text for key, text in written.items() if key in chosen))


def linked_rules(
    pages: Iterable[tuple[HtmlElement, str]], style_sheets: Mapping[str, str]
) -> Iterator[HidingRule]:
    """Yield the rules of all sheets that are linked, those of each once."""
    seen = set[str]()
    left, number = MAX_SHEETS_SIZE, 0
    for root, base_url in pages:
        for _, text in _linked_sheets(root, base_url, style_sheets):
            if not text or text in seen or left <= 0:
                continue
            seen.add(text)
            left -= len(text)
            for rule in hiding_rules(text, number):
                number = rule.number + 1
                yield rule


def _matched(rules: Iterable[HidingRule], roots: Iterable[HtmlElement]) -> set[int]:
    index = RuleIndex(rules)
    found: set[int] = set()
    for root in roots:
        matcher, tried = SelectorMatcher(MAX_KEEPING_STEPS), set[HtmlElement]()
        for link in islice(root.iter("a"), MAX_TRIED):
            for node in _up_to(tried, link)[: MAX_TRIED - len(tried)]:
                tried.add(node)
                classes = class_set(node.get("class", ""))
                names = ["", node.tag, *(f".{name}" for name in classes), f"#{node.get('id', '')}"]
                for rule in index.of_names(names):
                    if id(rule) not in found and matcher.matches(rule.selector, node):
                        found.add(id(rule))
    return found


def _may_overrule(rule: HidingRule, hiding: set[str], keys: tuple[str, ...]) -> bool:
    """Tell whether a rule may show what others hide.

    `hiding` are the names, `keys` the selectors by attributes, of what rules hide.
    """
    own = rule.selector.compounds[0]
    # Beginnings, too: what a class hides a longer one may show.
    beginnings = {name[:end] for name in own.classes for end in range(2, len(name))}
    return (
        not hiding.isdisjoint((*own.classes, *beginnings, own.identifier))
        or rule.text.startswith(keys)
        or any(is_important for *_, is_important in rule.declared)
    )


def _written(rule: HidingRule, named: Container[str]) -> str:
    declared = "".join(
        f"{name}:{value}{'!important' if is_important else ''};"
        for name, value, is_important in rule.declared
        if name in named
    )
    text = f"{rule.text}{{{declared}}}" if declared else ""
    return f"@layer{{{text}}}" if text and rule.is_layered else text
