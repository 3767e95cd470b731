"""Redesign: other tags for the same parts: div for table, li for div, h2 for h3."""

from lxml.html import HtmlElement

from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site
from evaluation.quality.redesigns.tree_changes import takes_blocks

_BLOCKS = ("div", "section", "article")
_OTHERS = {
    "div": ("section", "article", "main"),
    "section": ("div",),
    "article": ("div", "section"),
    "main": ("div",),
    "header": ("div",),
    "footer": ("div", "section"),
    "nav": ("div",),
    "aside": ("div",),
    "center": ("div",),
    "p": ("div",),
    "h1": ("h2", "div"),
    "h2": ("h3", "h4", "div"),
    "h3": ("h2", "h4", "div"),
    "h4": ("h3", "div"),
    "h5": ("h4", "div"),
    "b": ("strong", "em", "mark"),
    "strong": ("b", "mark"),
    "i": ("em",),
    "em": ("i", "mark"),
    "span": ("em", "small", "b"),
    "font": ("span",),
}
_TABLE_PARTS = frozenset("table thead tbody tfoot tr td th caption".split())
_LISTS = {"ul": "li", "ol": "li", "dl": "dd"}
# The chance of blocks that are neither near records nor a list, times the strength. Guess.
_CHROME = 0.4
# The chance that blocks become a list, times the strength. Guess.
_TO_LIST = 0.5


def swap_tags(site: Site, chance: Chance, strength: float) -> None:
    """Swap the tags of records, of the list around them, of tables, lists, headings and blocks."""
    by_place = site.by_place()
    near = {
        element
        for element in site.elements()
        if site.in_record(element) or element in site.above_records
    }
    for place, elements in by_place.items():
        tag = elements[0].tag
        if tag == "table" and chance.chosen(strength, "table", place):
            for element in elements:
                _dissolve_table(element)
        elif tag in _LISTS and chance.chosen(strength, "list", place):
            for element in elements:
                _dissolve_list(element, chance.pick(_BLOCKS, "item", place))
        elif chance.chosen(_TO_LIST * strength, "to list", place) and all(
            _can_be_list(element, site) for element in elements
        ):
            for element in elements:
                _make_list(element)
    for place, elements in by_place.items():
        for element in elements:
            tag = element.tag
            probability = strength if element in near else _CHROME * strength
            if tag not in _OTHERS or not chance.chosen(probability, "tag", tag, place):
                continue
            if tag != "div" or takes_blocks(element.getparent()):
                element.tag = chance.pick(_OTHERS[tag], "other tag", tag, place)


def _dissolve_table(table: HtmlElement) -> None:
    """Make blocks of a table and its parts; tables in its cells stay."""
    todo = [table]
    while todo:
        part = todo.pop()
        todo += [child for child in part if child.tag in _TABLE_PARTS - {"table"}]
        for name in ("colspan", "rowspan", "cellspacing", "cellpadding", "width", "align"):
            part.attrib.pop(name, None)
        if part.get("class") is None:
            part.set("class", f"t-{part.tag}")
        part.tag = "div"


def _dissolve_list(element: HtmlElement, item: str) -> None:
    """Make blocks of a list and its items."""
    element.tag = "div"
    for child in element:
        if child.tag in ("li", "dt", "dd"):
            child.tag = item


def _can_be_list(element: HtmlElement, site: Site) -> bool:
    """Tell whether an element holds records and all its children could be items of a list."""
    children = [child for child in element if child.tag not in ("script", "style")]
    return (
        element.tag in _BLOCKS
        and any(child in site.record_elements for child in children)
        and all(child.tag in _BLOCKS for child in children)
        and takes_blocks(element)
    )


def _make_list(element: HtmlElement) -> None:
    element.tag = "ul"
    for child in element:
        if child.tag in _BLOCKS:
            child.tag = "li"
