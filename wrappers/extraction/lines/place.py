"""Where something stands on every page of one template: a few keys that travel between pages."""

import re
from functools import lru_cache

from lxml import etree
from lxml.html import HtmlElement

from discovery.documents.document import Document

# More elements than this under one key is no place any more. Guess.
MAX_ELEMENTS = 200
# Levels of a tag path that are looked at; deeper ones are cut, deeply nested pages are hostile.
MAX_PATH_LENGTH = 60
TAG_NAME = re.compile(r"[a-z][a-z0-9_-]{0,40}")


class Place(Document, frozen=True):
    """A set of elements: the tags `path` below the element with id `anchor`, else from the root.

    With `classes` only the last tag of `path` counts, standing anywhere, carrying all of them.
    """

    path: tuple[str, ...]
    anchor: str = ""
    classes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.path or not all(TAG_NAME.fullmatch(tag) for tag in self.path):
            raise ValueError(f"no tag path: {self.path!r}")
        if len(self.path) > MAX_PATH_LENGTH:
            raise ValueError(f"a tag path of {len(self.path)} tags")

    @property
    def is_rooted(self) -> bool:
        """Whether the path starts at the root."""
        return not self.anchor and not self.classes

    def find(self, root: HtmlElement) -> list[HtmlElement]:
        """Return the elements of this place in document order, the first `MAX_ELEMENTS`."""
        found = _compile(self)(root, anchor=self.anchor, **self._class_variables())
        nodes = found if isinstance(found, list) else []
        return [node for node in nodes[:MAX_ELEMENTS] if isinstance(node, HtmlElement)]

    def _class_variables(self) -> dict[str, str]:
        return {f"c{number}": f" {name} " for number, name in enumerate(self.classes)}


@lru_cache(maxsize=2_048)
def _compile(place: Place) -> etree.XPath:
    """Compile a place. Names from outside are variables, never part of the expression."""
    if place.classes:
        tests = "".join(
            f"[contains(concat(' ', normalize-space(@class), ' '), $c{number})]"
            for number in range(len(place.classes))
        )
        return etree.XPath(f"descendant-or-self::{place.path[-1]}{tests}", regexp=False)
    if place.anchor:
        steps = "/".join(("descendant-or-self::*[@id = $anchor]", *place.path[1:]))
        return etree.XPath(steps, regexp=False)
    return etree.XPath("/" + "/".join(place.path), regexp=False)
