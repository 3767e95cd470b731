"""Elements found again: by short keys of tags, classes and ids, and by the shape of a record."""

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, cast

from lxml import etree
from lxml.html import HtmlElement
from msgspec import Meta

from discovery.documents.document import Count, Document
from wrappers.extraction.record_tree import RecordTree
from wrappers.extraction.records.separators import Separators, with_prefix

# Pairs of one stored shape.
MAX_PAIRS = 100
_PAIR = re.compile(r"[a-z][\w:-]{0,30}(?:>[a-z][\w:-]{0,30})?\Z", re.IGNORECASE)


class RecordShape:
    """The tags of a record's own elements, and every pair "parent>child" below them.

    The pairs are the tree bigrams of Ferrara and Baumgartner 2011 without order and labels: classes
    change with every new style, the nesting rarely does.
    """

    __slots__ = ("pairs",)

    def __init__(self, pairs: frozenset[str]) -> None:
        self.pairs = pairs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordShape) and self.pairs == other.pairs

    def __hash__(self) -> int:
        return hash(self.pairs)

    @classmethod
    def of(cls, tree: RecordTree) -> "RecordShape":
        return cls(tree.skeleton.pairs)

    def likeness(self, other: "RecordShape") -> float:
        """Return the Jaccard similarity of two shapes, from 0 to 1.

        >>> dt = RecordShape(frozenset({"dt", "dt>a"}))
        >>> dt.likeness(dt), dt.likeness(RecordShape(frozenset({"li", "li>a"})))
        (1.0, 0.0)
        """
        shared = len(self.pairs & other.pairs)
        return shared / (len(self.pairs) + len(other.pairs) - shared) if shared else 0.0

    def to_json(self) -> str:
        return " ".join([pair for pair in sorted(self.pairs) if _PAIR.match(pair)][:MAX_PAIRS])

    @classmethod
    def from_json(cls, text: object) -> "RecordShape":
        """Return the shape written as `text`. Raises `ValueError`."""
        pairs = text.split() if isinstance(text, str) else [""]
        if len(pairs) > MAX_PAIRS or not all(_PAIR.match(pair) for pair in pairs):
            raise ValueError(f"no shape of a record: {text!r:.80}")
        return cls(frozenset(pairs))


# Names that can stand in a key: anything else (template syntax, quotes) is data, not a name.
_PLAIN_TAG = re.compile(r"[a-z][a-z0-9_-]{0,40}\Z")
_PLAIN_NAME = re.compile(r"[^\s\"'<>{}]{1,80}\Z")
ANY_TAG = "*"
TEXT = "#text"
# What XPath takes for blank.
BLANK = " \t\r\n"
# Alternatives of what may stand before an element, and nodes of each: real separators have less.
MAX_ALTERNATIVES = 6
MAX_SEPARATOR_NODES = 4
# Elements whose child nodes separators divide. Guess: the rows of a grid.
MAX_PARENTS = 500
# A key, like a wrapper, has a handful of each part: longer lists come from elsewhere. Guess.
MAX_PARTS = 50


class SelectorError(ValueError):
    """A key with a tag, class or id that no page can have."""


def is_plain_tag(tag: str) -> bool:
    """Return whether `tag` can stand in a key.

    >>> is_plain_tag("li"), is_plain_tag("o:p]")
    (True, False)
    """
    return _PLAIN_TAG.match(tag) is not None


def is_plain_name(name: str) -> bool:
    return _PLAIN_NAME.match(name) is not None


class SelectorStep(Document, frozen=True, omit_defaults=True):
    """One element of a key: its tag (`*` for any), classes it has, its id, its column.

    `column` counts from 1 among the siblings of the same tag: the cell of a table row.
    """

    tag: str
    classes: Annotated[tuple[str, ...], Meta(max_length=MAX_PARTS)] = ()
    id: str | None = None
    column: Count | None = None

    def __post_init__(self) -> None:
        names = [*self.classes, *([self.id] if self.id is not None else [])]
        if self.tag != ANY_TAG and not is_plain_tag(self.tag):
            raise SelectorError(f"not a tag: {self.tag[:50]!r}")
        for name in names:
            if not is_plain_name(name):
                raise SelectorError(f"not a class or id: {name[:50]!r}")

    def xpath(self) -> str:
        # The last class tells more elements apart than the first, which all of a kind share.
        tests = [] if self.id is None else [f'[@id="{self.id}"]']
        tests += [
            f'[contains(concat(" ",normalize-space(@class)," ")," {name} ")]'
            for name in reversed(self.classes)
        ]
        column = "" if self.column is None else f"[{self.column}]"
        return self.tag + column + "".join(tests)

    def __str__(self) -> str:
        column = "" if self.column is None else f"[{self.column}]"
        own_id = "" if self.id is None else f"#{self.id}"
        return self.tag + own_id + "".join(f".{name}" for name in self.classes) + column


class ElementKey(Document, frozen=True, omit_defaults=True, dict=True):
    """Elements found anywhere below `scope` by a chain of parent-child `steps`.

    The last step is the element itself. An empty `scope` is the whole page; `rooted` keys start at
    the page's root instead of anywhere. With a scope, its steps are the path from the root to the
    region below which the elements stand. `after` tells what must stand directly before the
    element: how pages without classes tell the link that begins a record from the others.
    Alternatives are divided by `|`, each the tags of one or more nodes (`#text` for text), the
    nearest last. There is the empty alternative when nothing stands before. With `separators` the
    steps lead to the elements whose child nodes these divide into records, with a `tag_prefix` to
    links, of which those with that prefix begin records. Raises `SelectorError` for any other.

    >>> str(ElementKey((SelectorStep("td"), SelectorStep("a")), after="|br br"))
    'td > a (after nothing or br br)'
    """

    steps: Annotated[tuple[SelectorStep, ...], Meta(min_length=1, max_length=MAX_PARTS)]
    scope: Annotated[tuple[SelectorStep, ...], Meta(max_length=MAX_PARTS)] = ()
    rooted: bool = False
    after: str | None = None
    separators: Separators | None = None
    tag_prefix: Annotated[str, Meta(max_length=500)] | None = None

    def __post_init__(self) -> None:
        if self.after is not None:
            alternatives_of(self.after)

    def _path(self) -> str:
        chain = "/".join(step.xpath() for step in self.steps)
        if self.scope and self.rooted:
            region = "/".join(step.xpath() for step in self.scope)
            return f"/{region}/descendant::{chain}"
        scope = "/descendant::".join(step.xpath() for step in self.scope)
        if scope:
            return f"descendant-or-self::{scope}/descendant::{chain}"
        return ("/" if self.rooted else "descendant-or-self::") + chain

    @cached_property
    def compiled(self) -> etree.XPath:
        """The key ready for use but for `after`: no extension functions, XPath 1.0 only."""
        return etree.XPath(self._path(), regexp=False, smart_strings=False)

    @cached_property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        return () if self.after is None else alternatives_of(self.after)

    def find(self, root: HtmlElement) -> list[HtmlElement]:
        # As XPath what stands before takes a minute for ten thousand siblings, their square.
        found = cast(list[HtmlElement], self.compiled(root))
        if self.after is not None:
            found = [element for element in found if stands_after(element, self.alternatives)]
        if self.separators is not None:
            parents = found[:MAX_PARENTS]
            return [start for parent in parents for start in self.separators.starts(parent)]
        if self.tag_prefix is not None:
            return with_prefix(root, found, self.tag_prefix)
        return found

    def __str__(self) -> str:
        chain = " > ".join(str(step) for step in self.steps)
        between = " > " if self.rooted else " "
        scope = between.join(map(str, self.scope)) + " " if self.scope else ""
        start = "/" if self.rooted else ""
        if self.separators is not None:
            return f"{start}{scope}{chain} ({self.separators})"
        if self.tag_prefix is not None:
            return f"{start}{scope}{chain} (prefix {self.tag_prefix})"
        if self.after is None:
            return start + scope + chain
        after = " or ".join(part or "nothing" for part in self.after.split("|"))
        return f"{start}{scope}{chain} (after {after})"


def alternatives_of(after: str) -> tuple[tuple[str, ...], ...]:
    """Return the alternatives of an `after`: tags of nodes, the nearest last.

    Raises `SelectorError` for too many of them, and for what is no tag.

    >>> alternatives_of("|br br|#text")
    ((), ('br', 'br'), ('#text',))
    """
    parts = after.split("|", MAX_ALTERNATIVES)
    alternatives = tuple(tuple(part.split(" ")) if part else () for part in parts)
    if len(parts) > MAX_ALTERNATIVES or any(
        len(nodes) > MAX_SEPARATOR_NODES for nodes in alternatives
    ):
        raise SelectorError(f"too much to stand before an element: {after[:50]!r}")
    for tag in {tag for nodes in alternatives for tag in nodes} - {TEXT}:
        if not is_plain_tag(tag):
            raise SelectorError(f"not a tag: {tag[:50]!r}")
    return alternatives


def nodes_before(element: HtmlElement, count: int) -> tuple[str, ...]:
    """Return the tags of the nodes directly before an element, the nearest last.

    Text counts as `#text`, blank text not at all.

    >>> from lxml.html import fromstring
    >>> nodes_before(fromstring("<p>x<br> <br><a>y</a></p>")[2], 3)
    ('#text', 'br', 'br')
    """
    nodes: list[str] = []
    node: HtmlElement | None = element
    while node is not None and len(nodes) < count:
        previous = node.getprevious()
        parent = node.getparent()
        text = previous.tail if previous is not None else None if parent is None else parent.text
        if text and text.strip(BLANK):
            nodes.append(TEXT)
        if previous is not None:
            nodes.append(str(previous.tag))
        node = previous
    return tuple(reversed(nodes[:count]))


def stands_after(element: HtmlElement, alternatives: Sequence[tuple[str, ...]]) -> bool:
    longest = max(map(len, alternatives), default=0)
    before = nodes_before(element, max(1, longest))
    return any(before[-len(nodes) :] == nodes if nodes else not before for nodes in alternatives)
