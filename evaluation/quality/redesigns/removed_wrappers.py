"""Redesign: less nesting: wrappers are gone, what stood in them stands in their place."""

from lxml.html import HtmlElement

from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site, has_own_text

_WRAPPERS = frozenset("div section span main center font article".split())
# Chances of single places, times the strength: an element around one other is a mere wrapper; one
# around several may also hold them together, and goes less often. Guess.
_SINGLE, _SEVERAL = 0.7, 0.35


def remove_wrappers(site: Site, chance: Chance, strength: float) -> None:
    """Take wrappers away above the records, inside of them, and elsewhere on the page.

    An element of a record, and one around several children among which are records, stays: the
    records would stand among what surrounds them.
    """
    doomed = []
    for place, elements in site.by_place().items():
        # What is a mere wrapper here and holds something together there is no wrapper.
        if all(_is_wrapper(element, site) for element in elements):
            is_single = all(len(element) == 1 for element in elements)
            probability = (_SINGLE if is_single else _SEVERAL) * strength
            if chance.chosen(probability, place):
                doomed += elements
    for element in doomed:
        element.drop_tag()


def _is_wrapper(element: HtmlElement, site: Site) -> bool:
    """Tell whether an element only wraps others."""
    if element.tag not in _WRAPPERS or element in site.record_elements:
        return False
    if not len(element) or has_own_text(element) or element.getparent() is None:
        return False
    if element in site.above_records:
        return len(element) == 1
    return site.whole_records or not site.in_record(element)
