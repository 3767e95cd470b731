"""Redesign: attributes as build tools write them, with hashes; ids and data attributes gone."""

import re

from discovery.pages import class_names
from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site, stem

_NOT_LETTERS = re.compile(r"[^A-Za-z]+")
# Attributes that say what a reader sees, where a link leads, or what a form sends.
_KEPT = frozenset(
    "href src srcset alt title rel action method type name value content charset lang dir colspan "
    "rowspan target onclick class".split()
)


def hash_attributes(site: Site, chance: Chance, strength: float) -> None:
    """Write classes as CSS modules, styled components or scoped styles do; drop other attributes.

    Names of CSS modules still tell the old one (`Card_title__x3Fa9`). Those of styled components
    (`sc-bdVaJa kXyzAb`) do not. Scoped styles keep the names and mark every element.
    """
    style = chance.pick(("module", "module", "styled", "styled", "scoped"), "style")
    scope = "data-v-" + chance.hashed(8, "scope").lower()
    for element in site.elements():
        place = site.place(element)
        if not chance.chosen(strength, "attributes", place):
            continue
        for name in tuple(element.attrib):
            if not _stays(str(name), str(element.get(name))):
                del element.attrib[name]
        names = class_names(element)
        if style == "scoped":
            element.set(scope, "")
        elif names and style == "module":
            element.set("class", " ".join(_module_name(name, chance) for name in names))
        elif names or element.tag in ("div", "span", "a", "li"):
            element.set("class", _styled_name(element.tag, names, chance))


def _stays(name: str, value: str) -> bool:
    """Tell whether an attribute stays; one that holds an address may be a record's link."""
    return name in _KEPT or "/" in value


def _module_name(name: str, chance: Chance) -> str:
    words = [word for word in _NOT_LETTERS.split(name) if word]
    component = chance.pick(("Results", "Page", "List", "Item"), "component", words[:1])
    local = "".join([*words[:1], *(word.capitalize() for word in words[1:])]) or "root"
    return f"{component}_{local}__{chance.hashed(5, stem(name))}"


def _styled_name(tag: str, names: tuple[str, ...], chance: Chance) -> str:
    # The first name is the component's, the second that of its state.
    component = chance.hashed(6, tag, *(stem(name) for name in names[:1]))
    state = chance.hashed(6, tag, "state", *sorted(names))
    return f"sc-{component} {state}"
