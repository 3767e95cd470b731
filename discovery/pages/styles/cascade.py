"""The cascade: the computed style of every element of a page."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from lxml.html import HtmlElement

from discovery.pages.styles.computing import compute
from discovery.pages.styles.declarations import Declarations, Declared, read_declarations
from discovery.pages.styles.default_sheet import (
    LIST_TAGS,
    attribute_declarations,
    default_declarations,
)
from discovery.pages.styles.matching import Applicable, Rules
from discovery.pages.styles.media import applies
from discovery.pages.styles.nodes import StyledElement, styled_tree
from discovery.pages.styles.sheets import Rule, read_sheet
from discovery.pages.styles.style import Style, Window

# Characters of all style sheets of a page that are read, and how many sheets.
MAX_SHEETS_SIZE = 4_000_000
MAX_SHEETS = 60
MAX_STYLE_ATTRIBUTE = 2_000
# Characters at the start of a sheet in which imports are looked for: they come first.
MAX_IMPORTS_SIZE = 5_000
_IMPORT = re.compile(
    r"@import\s{1,9}(?:url\(\s{0,9})?[\"']?([^\"')\s;]{1,500})[\"']?\s{0,9}\)?([^;]{0,200});"
)
_NOTHING = Declarations()


def style_page(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str], window: Window
) -> StyledElement:
    """Return the tree of a page's elements with their styles.

    `style_sheets` are the texts of external style sheets by their addresses. Elements that are not
    shown keep no children. Never raises, whatever the sheets say.
    """
    top = styled_tree(root)
    rules = list(_rules(root, base_url, style_sheets, window.width))
    _Cascade(rules, top, window).run(top)
    return top


def _rules(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str], width: float
) -> Iterator[Rule]:
    """Yield the rules of the page's sheets in their order."""
    left = MAX_SHEETS_SIZE
    for count, (text, media) in enumerate(page_sheets(root, base_url, style_sheets)):
        if count >= MAX_SHEETS or left <= 0:
            return
        if applies(media, width):
            yield from read_sheet(text[:left], width)
            left -= len(text)


def page_sheets(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str], *, in_page: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield the style sheets of a page, as far as they are given: text and media.

    If not `in_page`, those that stand in the page itself are left out.
    """
    for address, own, media in _named_sheets(root, base_url):
        if own is not None and not in_page:
            own = "".join(found[0] for found in _IMPORT.finditer(own[:MAX_IMPORTS_SIZE]))
        text = style_sheets.get(address, "") if own is None else own
        if text:
            yield from _with_imports(text, media, address, style_sheets)


def wanted_sheets(
    root: HtmlElement, base_url: str, style_sheets: Mapping[str, str], window: Window
) -> Iterator[str]:
    """Yield the addresses of the sheets that apply and are not among `style_sheets`.

    Those that sheets import are known when these are given.
    """
    seen = set(style_sheets)
    for address, own, media in _named_sheets(root, base_url):
        if not applies(media, window.width):
            continue
        text = style_sheets.get(address) if own is None else own
        named = [address] if text is None else [place for place, _ in _imported(text, address)]
        for each in named:
            if each and each not in seen:
                seen.add(each)
                yield each


def _named_sheets(root: HtmlElement, base_url: str) -> Iterator[tuple[str, str | None, str]]:
    """Yield the sheets that a page names: address, text (None: it stands there), media.

    What is written for browsers without scripts often hides all: the sheets that scripts load late
    are linked there, too.
    """
    for element in root.iter("style", "link"):
        media = element.get("media") or ""
        if element.tag == "style":
            if next(element.iterancestors("noscript"), None) is None:
                yield base_url, element.text or "", media
            continue
        relation = (element.get("rel") or "").lower().split()
        href = element.get("href")
        if href and "stylesheet" in relation and "alternate" not in relation:
            yield sheet_address(base_url, href), None, media


def _with_imports(
    text: str, media: str, address: str, style_sheets: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield a sheet, those that it imports before it."""
    # Sheets still to be yielded; None: what it imports is looked for first.
    waiting: list[tuple[str, str, str | None]] = [(text, media, address)]
    seen = {address}
    while waiting:
        text, media, place = waiting.pop()
        if place is None:
            yield text, media
            continue
        waiting.append((text, media, None))
        for inner, inner_media in reversed(list(_imported(text, place))):
            if inner in style_sheets and inner not in seen:
                seen.add(inner)
                waiting.append((style_sheets[inner], inner_media or media, inner))


def _imported(text: str, address: str) -> Iterator[tuple[str, str]]:
    """Yield the addresses of what a sheet imports, each with the media it is imported for."""
    for href, media in _IMPORT.findall(text[:MAX_IMPORTS_SIZE]):
        yield sheet_address(address, href), media


def sheet_address(base_url: str, href: str) -> str:
    """Return the absolute address of a style sheet, empty for what is none."""
    try:
        return urljoin(base_url, href.strip())
    except ValueError:
        return ""


def page_names(top: StyledElement) -> frozenset[str]:
    """Return the ids (`#id`) and class names (`.class`) of a page."""
    names: set[str] = set()
    waiting = [top]
    while waiting:
        node = waiting.pop()
        names.update([f".{name}" for name in node.classes])
        if node.identifier:
            names.add(f"#{node.identifier}")
        waiting.extend(node.children)
    return frozenset(names)


class _Cascade:
    """One walk over the page; elements that are said the same things share their style."""

    def __init__(self, rules: list[Rule], top: StyledElement, window: Window) -> None:
        self.rules = rules
        self.window = window
        self.index = Rules(rules, page_names(top))
        self.above: dict[str, int] = {}
        self.list_depth = 0
        self.computed: dict[tuple[object, ...], Style] = {}

    def run(self, top: StyledElement) -> None:
        """Give every element its style, parents first."""
        # An element that is entered, or None: the one on top of the others ends.
        waiting: list[tuple[StyledElement, bool]] = [(top, True)]
        root_style = Style()
        while waiting:
            node, entering = waiting.pop()
            if not entering:
                self.count(node, -1)
                continue
            node.style = self.style(node, root_style if node.parent is None else node.parent.style)
            if node.parent is None:
                self.window = Window(self.window.width, node.style.size)
            if node.style.display == "none":
                node.children = []
            if node.children:
                self.count(node, 1)
                waiting.append((node, False))
                waiting.extend((child, True) for child in reversed(node.children))

    def count(self, node: StyledElement, step: int) -> None:
        """Enter an element, or leave it: its names are above what comes now, or no longer."""
        above = self.above
        names = [node.tag, *(f".{name}" for name in node.classes)]
        if node.identifier:
            names.append(f"#{node.identifier}")
        for name in names:
            above[name] = above.get(name, 0) + step
        if node.tag in LIST_TAGS:
            self.list_depth += step

    def style(self, node: StyledElement, parent: Style) -> Style:
        """Return the style of one element."""
        found = self.index.of(node, self.above)
        found.sort(key=lambda each: (each.selector.specificity, each.rule))
        inline = node.element.get("style")
        own = read_declarations(inline[:MAX_STYLE_ATTRIBUTE]) if inline else _NOTHING
        hints = attribute_declarations(node.element, node.tag)
        in_list = self.list_depth > 0
        key = (
            id(parent), node.tag, in_list, id(hints), id(own),
            *((each.rule, each.selector.is_after) for each in found),
        )  # fmt: skip
        style = self.computed.get(key)
        if style is None:
            declared = self.declared(found, own, hints, node.tag, in_list=in_list)
            style = self.computed[key] = compute(parent, declared, self.window)
            if self.clears_inside(found):
                style.clears_inside = True
        return style

    def declared(
        self,
        found: list[Applicable],
        own: Declarations,
        hints: Declarations,
        tag: str,
        *,
        in_list: bool,
    ) -> Declared:
        """Return all declarations for an element, the strongest last."""
        written = [
            read_declarations(self.rules[each.rule].declarations)
            for each in found
            if not each.selector.is_after
        ]
        default = default_declarations(tag, in_list=in_list)
        parts = [default.normal, hints.normal, *(each.normal for each in written), own.normal]
        parts += [each.important for each in written if each.important]
        parts.append(own.important)
        return tuple(pair for part in parts for pair in part)

    def clears_inside(self, found: list[Applicable]) -> bool:
        """Tell whether `::after` clears the floats inside an element."""
        cleared = "none"
        for each in found:
            if each.selector.is_after:
                declared = read_declarations(self.rules[each.rule].declarations)
                cleared = dict((*declared.normal, *declared.important)).get("clear", cleared)
        return cleared in {"both", "left", "right"}
