"""Redesign: the same parts in another order, inside of records and around them."""

from lxml.html import HtmlElement

from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site, has_own_text
from evaluation.quality.redesigns.tree_changes import reorder

# Parts whose order is their meaning: rows of tables, entries of lists.
_ORDERED = frozenset("table thead tbody tfoot tr ul ol dl select html head".split())


def reorder_blocks(site: Site, chance: Chance, strength: float) -> None:
    """Give the parts of records, and the blocks around the records, another order.

    Records keep their order among themselves. Parts of one look stay together.
    """
    if site.whole_records:
        inside = set(site.inside_records()) | site.record_elements
        for place, elements in site.by_place().items():
            if inside.issuperset(elements) and not any(map(has_own_text, elements)):
                for element in elements:
                    _reorder_part(element, place, site, chance, strength)
    for page in site.pages:
        for element in tuple(page.body.iter()):
            if element in site.above_records and element is not page.root:
                _move_surroundings(element, site, chance, strength)


def _reorder_part(
    element: HtmlElement, place: str, site: Site, chance: Chance, strength: float
) -> None:
    """Sort the children of an element of a record by chance, those of one look alike."""
    if element.tag in _ORDERED or len(element) < 2:
        return
    looks = [site.appearance(child, inside=True) for child in element]
    if len(set(looks)) < 2 or not chance.chosen(strength, "part", place):
        return
    order = sorted(range(len(looks)), key=lambda i: (chance.share("rank", place, looks[i]), i))
    reorder(element, [element[i] for i in order])


def _move_surroundings(element: HtmlElement, site: Site, chance: Chance, strength: float) -> None:
    """Move blocks beside the records before or after them."""
    if element.tag in _ORDERED or has_own_text(element):
        return
    children = tuple(element)
    with_records = [
        child for child in children if child in site.record_elements or child in site.above_records
    ]
    others = [child for child in children if child not in with_records]
    if not with_records or not others:
        return
    if len(with_records) > 1 and _span(children, with_records) > len(with_records):
        # What stands between records (headings of sections, a record's second part) stays there.
        first, last = children.index(with_records[0]), children.index(with_records[-1])
        with_records = list(children[first : last + 1])
        others = [child for child in children if child not in with_records]
    before: list[HtmlElement] = []
    after: list[HtmlElement] = []
    for child in others:
        appearance = site.appearance(child, inside=False)
        moved = chance.chosen(strength, "moved", appearance, child.get("id", ""))
        stands_before = children.index(child) < children.index(with_records[0])
        if moved:
            stands_before = chance.chosen(0.5, "before", appearance, child.get("id", ""))
        (before if stands_before else after).append(child)
    reorder(element, [*before, *with_records, *after])


def _span(children: tuple[HtmlElement, ...], some: list[HtmlElement]) -> int:
    return children.index(some[-1]) - children.index(some[0]) + 1
