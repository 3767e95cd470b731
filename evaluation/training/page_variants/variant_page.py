"""A page that is changed into a variant, with its truth."""

import random
from dataclasses import dataclass

from lxml.html import HtmlElement

from evaluation.quality.record_matching import Case


@dataclass(frozen=True, slots=True)
class VariantPage:
    """A page that is being changed: its records, where all are found, and its random choices.

    `style` makes the choices that hold for all pages of the site, `chance` those of this page.
    """

    root: HtmlElement
    case: Case
    records: list[HtmlElement]
    style: random.Random
    chance: random.Random


def remove_element(element: HtmlElement) -> None:
    """Take an element out of its tree; its tail stays."""
    if element.getparent() is not None:
        element.drop_tree()
