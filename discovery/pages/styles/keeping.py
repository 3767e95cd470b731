"""What is kept of the style sheets that an engine's pages link: what searching needs of them.

Learning fetches them, searching fetches nothing. Rules that hide are kept for elements that were on
no page yet: a decoy comes another day. Of rules that show, those that may overrule one that hides.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.styles.cascade import page_sheets
from discovery.pages.styles.hiding_rules import (
    MAX_KEPT,
    WINDOW_WIDTH,
    HidingRule,
    KeptStyles,
    RuleIndex,
    hiding_rules,
)
from discovery.pages.styles.matching import SelectorMatcher
from discovery.pages.styles.media import applies
from discovery.pages.styles.nodes import MarkupElement
from discovery.pages.styles.selectors import Selector

# Characters of the sheets of all pages that are read.
MAX_SHEETS_SIZE = 4_000_000
# Elements of a page that rules are tried on, and comparisons.
MAX_TRIED = 5_000
MAX_STEPS = 500_000
# Elements that are no records and hold none.
_NO_RECORDS = frozenset(
    "input button select option textarea label img picture svg path use canvas video audio iframe "
    "object embed hr br form fieldset legend meter progress nav header footer html body".split()
)
# How many rules there may be of a sheet's kind: what matters most is kept, in this order.
_OF_PAGES_HIDING, _OF_PAGES, _PLAIN_HIDING, _HIDING, _BESIDE_HIDING, _STRONG, _OTHER = range(7)


def keep_styles(
    pages: Iterable[tuple[HtmlElement, str]], style_sheets: Mapping[str, str]
) -> KeptStyles:
    """Return what is kept of the `style_sheets`, by address, that pages (root, base) link."""
    pages = list(pages)
    rules = list(_linked_rules(pages, style_sheets))
    matched = _matched(rules, [root for root, _ in pages])
    hiding = {
        name
        for rule in rules
        if rule.hides
        for name in (*rule.selector.compounds[0].classes, rule.selector.compounds[0].identifier)
    } - {""}
    ranked = sorted((_rank(rule, matched, hiding), rule.number, rule.text) for rule in rules)
    chosen: set[tuple[int, str]] = set()
    # What other rules say matters where one that hides says the same; a sheet may show, too, what
    # an attribute hides.
    named = {name for rule in rules if rule.hides for name, _, _ in rule.declared} | {"display"}
    written = {(rule.number, rule.text): _written(rule, named) for rule in rules}
    left = MAX_KEPT
    for rank, number, text in ranked:
        size = len(written[number, text]) + 1
        if rank == _OTHER or size > left or not written[number, text]:
            continue
        left -= size
        chosen.add((number, text))
    return KeptStyles(sheet="\n".join(text for key, text in written.items() if key in chosen))


def _linked_rules(
    pages: Iterable[tuple[HtmlElement, str]], style_sheets: Mapping[str, str]
) -> Iterator[HidingRule]:
    """Yield the rules of all sheets that are linked, those of each once."""
    seen: set[str] = set()
    left = MAX_SHEETS_SIZE
    number = 0
    for root, base_url in pages:
        for text, media in page_sheets(root, base_url, style_sheets, in_page=False):
            if text in seen or left <= 0 or not applies(media, WINDOW_WIDTH):
                continue
            seen.add(text)
            left -= len(text)
            for rule in hiding_rules(text, number):
                number = rule.number + 1
                if rule.selector.compounds[0].tag not in _NO_RECORDS:
                    yield rule


def _matched(rules: Iterable[HidingRule], roots: Iterable[HtmlElement]) -> set[int]:
    """Return (by `id`) the rules that hold for links of the pages, or what they stand in."""
    index = RuleIndex(rules)
    found: set[int] = set()
    for root in roots:
        matcher, nodes = SelectorMatcher(MAX_STEPS), dict[HtmlElement, MarkupElement]()
        tried: set[HtmlElement] = set()
        for link in islice(root.iter("a"), MAX_TRIED):
            node: HtmlElement | None = link
            while node is not None and node not in tried and len(tried) < MAX_TRIED:
                tried.add(node)
                element = MarkupElement.of(node, nodes)
                names = ["", element.tag, *(f".{name}" for name in element.classes)]
                for rule in index.of_names((*names, f"#{element.identifier}")):
                    if id(rule) not in found and matcher.matches(rule.selector, element):
                        found.add(id(rule))
                node = node.getparent()
    return found


def _rank(rule: HidingRule, matched: set[int], hiding: set[str]) -> int:
    """Return how much a rule matters, the least number most."""
    is_matched = id(rule) in matched
    if rule.hides:
        if is_matched:
            return _OF_PAGES_HIDING
        return _PLAIN_HIDING if _is_plain(rule.selector) else _HIDING
    if is_matched:
        return _OF_PAGES
    compound = rule.selector.compounds[0]
    if not hiding.isdisjoint((*compound.classes, compound.identifier)):
        return _BESIDE_HIDING
    return _STRONG if any(is_important for *_, is_important in rule.declared) else _OTHER


def _is_plain(selector: Selector) -> bool:
    """Tell whether a selector is one name."""
    return len(selector.compounds) == 1 and selector.compounds[0].is_simple


def _written(rule: HidingRule, named: Container[str]) -> str:
    """Return a rule as it is kept: what it says of the properties `named`; empty if nothing."""
    declared = "".join(
        f"{name}:{value}{'!important' if is_important else ''};"
        for name, value, is_important in rule.declared
        if name in named
    )
    if not declared:
        return ""
    text = f"{rule.text}{{{declared}}}"
    return f"@layer{{{text}}}" if rule.is_layered else text
