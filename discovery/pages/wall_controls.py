"""The buttons and links of a page that a visitor can press."""

import re
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from discovery.pages.messages import ObstacleKind
from discovery.pages.page import Page
from discovery.pages.tree import fold_space, visible_text

# Buttons and links of a page that are looked at: lists of countries have 250.
MAX_CONTROLS = 400
MAX_NODES = 60
MAX_LABEL = 200
# Elements above a control that may hide it, or be the head or foot of the page.
MAX_LEVELS = 40
_BUTTONS = frozenset(("submit", "button", "image"))
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
# Where links stand that every page has.
_AROUND = frozenset(("header", "footer", "nav"))


@dataclass(frozen=True, slots=True)
class WallControl:
    """A button or link, and its words as a visitor sees them."""

    element: HtmlElement
    label: str


def wall_controls(page: Page, kind: ObstacleKind) -> list[WallControl]:
    """Return what a visitor can press on a page that asks for `kind`, in document order.

    Where a place or a language is chosen in a list or by radio buttons it is that form's button.
    Else they are all that are not hidden, in the page's head and foot only when nowhere else.
    """
    found = []
    for element in islice(page.root.iter("a", "button", "input", "area"), MAX_CONTROLS):
        if _is_pressed(element) and not _is_hidden(element):
            label = _label(element)
            if label:
                found.append(WallControl(element, label))
    if kind in (ObstacleKind.REGION, ObstacleKind.LANGUAGE):
        of_lists = [each for each in found if each.element.tag != "a" and _chooses(each.element)]
        if of_lists:
            return of_lists
    return [each for each in found if not _is_around(each.element)] or found


def _is_pressed(element: HtmlElement) -> bool:
    """Whether an element is a button or a link."""
    if element.get("disabled") is not None:
        return False
    if element.tag == "input":
        return element.get("type", "").strip().lower() in _BUTTONS
    if element.tag == "button":
        return bool(element.get("type", "").strip().lower() != "reset")
    return element.get("href") is not None or element.get("onclick") is not None


def _is_hidden(element: HtmlElement) -> bool:
    """Whether a visitor does not see an element."""
    return any(
        each.get("hidden") is not None or _HIDING.search(each.get("style", "")[:MAX_LABEL])
        for each in (element, *islice(element.iterancestors(), MAX_LEVELS))
    )


def _label(element: HtmlElement) -> str:
    """Return the words of a button or link."""
    if element.tag == "input":
        text = element.get("value") or element.get("alt") or ""
    else:
        picture = next(element.iter("img"), None)
        text = visible_text(element, most=MAX_NODES) or (
            "" if picture is None else picture.get("alt", "")
        )
    return fold_space((text or element.get("aria-label") or element.get("title") or "")[:MAX_LABEL])


def _chooses(element: HtmlElement) -> bool:
    """Whether a button sends a form in which something is chosen."""
    form = next(element.iterancestors("form"), None)
    if form is None:
        return False
    radios = (each.get("type", "").lower() == "radio" for each in form.iter("input"))
    return next(form.iter("select"), None) is not None or any(radios)


def _is_around(element: HtmlElement) -> bool:
    """Whether an element stands in the head or foot that all pages of a site have."""
    return any(each.tag in _AROUND for each in islice(element.iterancestors(), MAX_LEVELS))
