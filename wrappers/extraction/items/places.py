"""Where pieces stand in their records: places, each written down once for all records."""

import re
from collections.abc import Collection

from msgspec import Struct

from discovery.pages.tree import MAX_CLASS_NAMES

# A place is not longer (characters), nor deeper (levels of the record's own tree). Guess.
MAX_PLACE_LENGTH = 300
MAX_DEPTH = 60
# Places, and values of `class`, kept of one engine. Guess: real ones have some dozens.
MAX_KEPT = 1_000
# Names by which style sheets commonly hide what only programs that read pages aloud should say.
_HIDING_NAMES = frozenset(
    "hidden hide sr-only visuallyhidden visually-hidden screen-reader-text screenreader "
    "screen-reader offscreen displaynone display-none invisible u-hidden is-hidden assistive-text "
    "element-invisible hidden-text".split()
)
_HIDING_STYLE = re.compile(r"(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden)")


class Place(Struct, eq=False):
    """A place in a record: its `text`, the tags down to it, its own names, its depth (from 1).

    `inside` are the places in it by tag with column, and names.
    """

    text: str
    tags: str
    names: str
    depth: int
    inside: dict[tuple[str, str], "Place"]


class Places:
    """The places of one engine's records; `classes` are the names that tell them apart.

    `labels` are the elements in title links that are places of their own: "span|badge".
    The same for every record, so that each is made up once. Of pages that write ever new ones no
    more than `MAX_KEPT` are kept.
    """

    def __init__(self, classes: Collection[str], labels: Collection[str] = ()) -> None:
        self._classes = classes
        self.labels = labels
        self._kept = 0
        self._tops: dict[tuple[str, str], Place] = {}
        self._read: dict[str, tuple[bool, str]] = {}
        # Of text that stands beside a record's elements.
        self.beside = Place("", "", "", 0, {})

    def at(self, around: Place | None, tag: str, names: str) -> Place:
        """Return the place of an element in that around it; `tag` has the number of a cell."""
        inside = self._tops if around is None else around.inside
        place = inside.get((tag, names))
        if place is None:
            tags, outer = (tag, "") if around is None else (f"{around.tags}>{tag}", around.names)
            text = f"{tags}|{names}|{outer}"[-MAX_PLACE_LENGTH:]
            place = Place(text, tags, names, 1 if around is None else around.depth + 1, {})
            if self._kept < MAX_KEPT:
                self._kept += 1
                inside[tag, names] = place
        return place

    def names_in(self, value: str) -> tuple[bool, str]:
        """Return whether a value of `class` hides its element, and which of its names count."""
        read = self._read.get(value)
        if read is None:
            names = value.split(None, MAX_CLASS_NAMES)[:MAX_CLASS_NAMES]
            telling = ".".join(sorted(name for name in names if name in self._classes))
            read = not _HIDING_NAMES.isdisjoint(names), telling
            if len(self._read) < MAX_KEPT:
                self._read[value] = read
        return read


def is_hidden(attributes: dict[str, str]) -> bool:
    """Return whether an element's attributes but its class hide it.

    >>> is_hidden({"style": "color: red; display: none"}), is_hidden({"id": "x"})
    (True, False)
    """
    if "hidden" in attributes:
        return True
    style = attributes.get("style")
    return style is not None and hides(style)


def hides(style: str) -> bool:
    """Return whether a style hides its element."""
    return _HIDING_STYLE.search(style[:MAX_PLACE_LENGTH]) is not None
