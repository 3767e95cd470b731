"""Redesign: other tags for the same parts: div for table, li for div, h2 for h3."""

from lxml.html import HtmlElement

from tests.benchmarks.redesigns.chance import Chance
from tests.benchmarks.redesigns.site import Site
from tests.benchmarks.redesigns.tree_changes import takes_blocks

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


def swap_tags(site: Site, chance: Chance, strength: float) -> None:
    """Swap the tags of records, of the list around them, of tables, lists, headings and blocks."""
    elements = tuple(site.elements())
    places = {element: site.place(element) for element in elements}
    for element in elements:
        place = places[element]
        if element.tag == "table" and chance.chosen(strength, "table", place):
            _dissolve_table(element)
        elif element.tag in _LISTS and chance.chosen(strength, "list", place):
            _dissolve_list(element, chance.pick(_BLOCKS, "item", place))
        elif _can_be_list(element, site) and chance.chosen(strength * 0.5, "to list", place):
            _make_list(element)
    for element in elements:
        place = places[element]
        options = _OTHERS.get(element.tag, ())
        if element.tag == "div" and not takes_blocks(element.getparent()):
            continue
        near = site.in_record(element) or element in site.above_records
        probability = strength if near else _CHROME * strength
        if options and chance.chosen(probability, "tag", element.tag, place):
            element.tag = chance.pick(options, "other tag", element.tag, place)


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
