"""Redesign: more nesting, around the records and inside of them."""

from lxml.html import HtmlElement

from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site
from evaluation.quality.redesigns.tree_changes import takes_blocks, wrap, wrap_content

# Elements whose children the standard prescribes: only the content of those is wrapped.
_STRICT = frozenset(
    "ul ol dl table thead tbody tfoot tr select optgroup html head colgroup menu".split()
)
_CONTENT = frozenset("div li td article section main aside header footer nav th dd".split())
# Lines of a record that get a block around them.
_LINES = frozenset("h1 h2 h3 h4 h5 h6 p".split())
_NAMES = "inner wrap body content container box outer layout col holder".split()
# Chances of single places, times the strength. Guess: a redesign adds a few levels, not all.
_BODY, _ABOVE, _REGION, _RECORD, _INSIDE, _LINK_TEXT = 0.8, 0.3, 0.7, 0.7, 0.4, 0.4


def add_wrappers(site: Site, chance: Chance, strength: float) -> None:
    """Wrap the body, the levels above the records, each record, and parts of it."""
    elements = tuple(site.elements())
    insides = tuple(site.inside_records())
    places = {element: site.place(element) for element in elements}
    for page in site.pages:
        if chance.chosen(_BODY * strength, "body"):
            wrap_content(page.body, _wrapper(page.body, "div", chance, "body"))
    for element in elements:
        if element in site.above_records and element.tag in _CONTENT:
            probability = _REGION if _holds_records(element, site) else _ABOVE
            if chance.chosen(probability * strength, "above", places[element]):
                wrap_content(element, _wrapper(element, "div", chance, places[element]))
    if not site.whole_records:
        return
    for page in site.pages:
        for record in page.records:
            _wrap_record(record, chance, strength)
    for element in insides:
        _wrap_inside(element, places[element], chance, strength)


def _wrap_record(record: HtmlElement, chance: Chance, strength: float) -> None:
    """Wrap a record, or what is in it."""
    around = record.getparent()
    outside = around.tag not in _STRICT and takes_blocks(around) and record.tag != "td"
    if outside and chance.chosen(_RECORD * strength, "around record"):
        wrap((record,), _wrapper(record, "div", chance, "around record"))
    if record.tag in _CONTENT and chance.chosen(_RECORD * strength, "in record"):
        wrap_content(record, _wrapper(record, "div", chance, "in record"))


def _wrap_inside(element: HtmlElement, place: str, chance: Chance, strength: float) -> None:
    """Wrap a part of a record: the content of a block, or the words of a link."""
    if element.tag == "a" and chance.chosen(_LINK_TEXT * strength, "link", place):
        wrap_content(element, _wrapper(element, "span", chance, place))
    elif element.tag in _CONTENT and chance.chosen(_INSIDE * strength, "inside", place):
        wrap_content(element, _wrapper(element, "div", chance, place))
    elif (
        element.tag in _LINES
        and takes_blocks(element.getparent())
        and element.getparent().tag not in _STRICT
        and chance.chosen(_INSIDE * strength, "heading", place)
    ):
        wrap((element,), _wrapper(element, "div", chance, place))


def _holds_records(element: HtmlElement, site: Site) -> bool:
    return any(child in site.record_elements for child in element)


def _wrapper(at: HtmlElement, tag: str, chance: Chance, place: str) -> HtmlElement:
    """Return an empty wrapper for a place; most have a class of their own."""
    wrapper = at.makeelement(tag if takes_blocks(at) else "span")
    if chance.chosen(0.8, "class", place):
        first, second = (chance.pick(_NAMES, "name", place, part) for part in range(2))
        wrapper.set("class", f"{first}-{second}")
    return wrapper
