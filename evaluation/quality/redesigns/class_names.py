"""Redesign: classes and ids renamed, all else as it was."""

import re

from discovery.pages import class_names
from evaluation.quality.redesigns.chance import Chance
from evaluation.quality.redesigns.site import Site, stem

_PREFIXES = ("", "", "c-", "o-", "ui-", "ds-", "m-", "site-", "x-")
_BLOCKS = (
    "card teaser entry listing tile row panel media unit pane stack cell object story hit strip "
    "summary feature piece module frame band plate slot grid"
).split()
_PARTS = (
    "main inner body head title headline heading text copy lead excerpt meta info link action date "
    "author image thumb figure label wrap holder area group bar foot aside box note kicker"
).split()
_JOINTS = ("__", "-", "_")
# What a site calls its advertisements it calls so in its next design, in other words.
_ADVERTISING = re.compile(
    r"(?:^|[-_])(?:ad|ads|advert\w*|sponsor\w*|promoted|banner)(?:[-_]|$)", re.I
)
_ADVERTISING_NAMES = ("advert", "sponsored", "promoted", "ad-slot", "ad-unit", "advertising")
# Fewer are touched by a redesign of another kind.
_IDS_KEPT = 0.2


def rename_classes(site: Site, chance: Chance, strength: float) -> None:
    """Give classes and ids other plausible names: one name, one other name, on all pages."""
    names = _NewNames(chance)
    for element in site.elements():
        old = class_names(element)
        if old:
            element.set("class", " ".join(_rename(name, names, chance, strength) for name in old))
        identity = element.get("id")
        if identity and chance.chosen(strength * (1 - _IDS_KEPT), "id", stem(identity)):
            element.set("id", names.of("id " + stem(identity)) + _number(identity))


def _rename(name: str, names: "_NewNames", chance: Chance, strength: float) -> str:
    if not chance.chosen(strength, "class", stem(name)):
        return name
    return names.of(stem(name)) + _number(name)


def _number(name: str) -> str:
    """Return the numbers of a name, which its other name keeps.

    >>> _number("post-1234")
    '-1234'
    """
    return "".join(f"-{digits}" for digits in re.findall(r"\d+", name))


class _NewNames:
    """The new names of a site, no two the same."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._prefix = chance.pick(_PREFIXES, "prefix")
        self._joint = chance.pick(_JOINTS, "joint")
        self._given: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, name: str) -> str:
        """Return the new name of a stem."""
        if name not in self._given:
            attempt = 0
            while (new := self._name(name, attempt)) in self._taken:
                attempt += 1
            self._given[name] = new
            self._taken.add(new)
        return self._given[name]

    def _name(self, name: str, attempt: int) -> str:
        chance = self._chance.of(name, attempt)
        if _ADVERTISING.search(name):
            tail = "" if not attempt else f"-{chance.pick(_PARTS, 'part')}"
            return self._prefix + chance.pick(_ADVERTISING_NAMES, "advertising") + tail
        block = chance.pick(_BLOCKS, "block")
        if attempt > 3:
            block += self._joint + chance.pick(_BLOCKS, "second block")
        return f"{self._prefix}{block}{self._joint}{chance.pick(_PARTS, 'part')}"
