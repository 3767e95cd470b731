"""How a wrapper finds elements again: short keys of tags, classes and ids, compiled to XPath."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from lxml import etree
from lxml.html import HtmlElement

# Names that can stand in a key: anything else (template syntax, quotes) is data, not a name.
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9_-]{0,40}\Z")
_PLAIN_NAME = re.compile(r"[^\s\"'<>{}]{1,80}\Z")
ANY_TAG = "*"


class SelectorError(ValueError):
    """A key with a tag, class or id that no page can have."""


def is_plain_tag(tag: str) -> bool:
    """Return whether `tag` can stand in a key.

    >>> is_plain_tag("li"), is_plain_tag("o:p]")
    (True, False)
    """
    return _PLAIN_TAG.match(tag) is not None


def is_plain_name(name: str) -> bool:
    """Return whether a class name or id can stand in a key."""
    return _PLAIN_NAME.match(name) is not None


@dataclass(frozen=True, slots=True)
class Step:
    """One element of a key: its tag (`*` for any), classes it has, its id, its column.

    `column` counts from 1 among the siblings of the same tag: the cell of a table row.
    """

    tag: str
    classes: tuple[str, ...] = ()
    id: str | None = None
    column: int | None = None

    def __post_init__(self) -> None:
        """Raise `SelectorError` for names that could not be written down safely."""
        names = [*self.classes, *([self.id] if self.id is not None else [])]
        if self.tag != ANY_TAG and not is_plain_tag(self.tag):
            raise SelectorError(f"not a tag: {self.tag[:50]!r}")
        for name in names:
            if not is_plain_name(name):
                raise SelectorError(f"not a class or id: {name[:50]!r}")

    def xpath(self) -> str:
        """Return the node test and predicates of this step."""
        tests = [] if self.id is None else [f'[@id="{self.id}"]']
        tests += [
            f'[contains(concat(" ",normalize-space(@class)," ")," {name} ")]'
            for name in self.classes
        ]
        column = "" if self.column is None else f"[{self.column}]"
        return self.tag + column + "".join(tests)

    def __str__(self) -> str:
        """Return the step as a CSS selector would write it."""
        column = "" if self.column is None else f"[{self.column}]"
        own_id = "" if self.id is None else f"#{self.id}"
        return self.tag + own_id + "".join(f".{name}" for name in self.classes) + column


@dataclass(frozen=True)
class ElementKey:
    """Elements found anywhere below `scope` by a chain of parent-child `steps`.

    The last step is the element itself. An empty `scope` is the whole page; `rooted` keys start
    at the page's root instead of anywhere. `after` is the tag of the node that must stand
    directly before the element ("" when it is the first, `#text` for text): how pages without
    classes tell the link that begins a record from the others.
    """

    steps: tuple[Step, ...]
    scope: tuple[Step, ...] = ()
    rooted: bool = False
    after: str | None = None

    def xpath(self) -> str:
        """Return the key as XPath 1.0, relative to the root element or any other.

        >>> ElementKey((Step("ul", id="r"), Step("li"))).xpath()
        'descendant-or-self::ul[@id="r"]/li'
        """
        chain = "/".join(step.xpath() for step in self.steps)
        scope = "/descendant::".join(step.xpath() for step in self.scope)
        start = "/" if self.rooted else "descendant-or-self::"
        if scope:
            path = f"descendant-or-self::{scope}/descendant::{chain}"
        else:
            path = start + chain
        return path + _after_predicate(self.after)

    @cached_property
    def compiled(self) -> etree.XPath:
        """The key ready for use: no extension functions, XPath 1.0 only."""
        return etree.XPath(self.xpath(), regexp=False, smart_strings=False)

    def find(self, root: HtmlElement) -> list[HtmlElement]:
        """Return the elements of `root` that the key finds, in document order."""
        return cast(list[HtmlElement], self.compiled(root))

    def __str__(self) -> str:
        """Return the key in the manner of a CSS selector."""
        chain = " > ".join(str(step) for step in self.steps)
        scope = "".join(f"{step} " for step in self.scope)
        after = "" if self.after is None else f" (after {self.after or 'nothing'})"
        return ("/" if self.rooted else "") + scope + chain + after


def _after_predicate(after: str | None) -> str:
    """Return the predicate that holds when the node directly before is an `after`."""
    if after is None:
        return ""
    before = "preceding-sibling::node()[not(self::text()[not(normalize-space())])][1]"
    if after == "":
        return f"[not({before})]"
    test = "self::text()" if after == "#text" else f"self::{after}"
    return f"[{before}[{test}]]"
