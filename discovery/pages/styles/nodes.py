"""The elements of a page as selectors ask for them."""

from dataclasses import dataclass, field
from functools import cached_property

from lxml.html import HtmlElement

from discovery.pages.styles.style import Style


@dataclass(slots=True, eq=False)
class StyledElement:
    """An element with its names, its place among its siblings, and its computed style.

    `children` are elements alone. Those of an element that is not shown are not there.
    """

    element: HtmlElement
    tag: str
    identifier: str
    classes: frozenset[str]
    parent: "StyledElement | None"
    position: int
    siblings: list["StyledElement"]
    style: Style
    children: list["StyledElement"] = field(default_factory=list)


_NO_CLASSES: frozenset[str] = frozenset()
# Class names of one element that selectors are tried on.
MAX_CLASSES = 40


def styled_tree(root: HtmlElement) -> StyledElement:
    """Return the tree of `root` with styles still to be computed."""
    known: dict[str, frozenset[str]] = {}
    unset = Style()

    def node(element: HtmlElement, parent: StyledElement | None, position: int) -> StyledElement:
        names = element.get("class")
        classes = _NO_CLASSES
        if names:
            classes = known.get(names) or frozenset(names.split(None, MAX_CLASSES)[:MAX_CLASSES])
            known[names] = classes
        siblings = [] if parent is None else parent.children
        return StyledElement(
            element, str(element.tag), element.get("id") or "", classes,
            parent, position, siblings, unset,
        )  # fmt: skip

    top = node(root, None, 0)
    top.siblings = [top]
    open_nodes = [top]
    while open_nodes:
        parent = open_nodes.pop()
        for child in parent.element:
            if isinstance(child.tag, str):
                parent.children.append(node(child, parent, len(parent.children)))
        open_nodes.extend(reversed(parent.children))
    return top


class MarkupElement:
    """An element as selectors ask for it, made of its markup when it is asked.

    `known` are all that were made of the page: those beside it and around it are shared.
    """

    def __init__(self, element: HtmlElement, known: dict[HtmlElement, "MarkupElement"]) -> None:
        """Take an element; nothing is read yet."""
        self.element = element
        self.tag = str(element.tag)
        self._known = known

    @classmethod
    def of(cls, element: HtmlElement, known: dict[HtmlElement, "MarkupElement"]) -> "MarkupElement":
        """Return what is `known` of an element, made now if nothing is."""
        found = known.get(element)
        if found is None:
            found = known[element] = cls(element, known)
        return found

    @cached_property
    def identifier(self) -> str:
        """The id, empty without one."""
        return self.element.get("id") or ""

    @cached_property
    def classes(self) -> frozenset[str]:
        """The class names."""
        return frozenset(self.element.get("class", "").split(None, MAX_CLASSES)[:MAX_CLASSES])

    @cached_property
    def parent(self) -> "MarkupElement | None":
        """The element around."""
        around = self.element.getparent()
        return None if around is None else MarkupElement.of(around, self._known)

    @cached_property
    def siblings(self) -> list["MarkupElement"]:
        """All elements in the one around, this one among them."""
        return [self] if self.parent is None else self.parent.children

    @cached_property
    def children(self) -> list["MarkupElement"]:
        """The elements directly inside."""
        inside = (each for each in self.element if isinstance(each.tag, str))
        children = [MarkupElement.of(each, self._known) for each in inside]
        for position, child in enumerate(children):
            child.__dict__["position"] = position
        return children

    @cached_property
    def position(self) -> int:
        """The place among the siblings."""
        return next(n for n, each in enumerate(self.siblings) if each is self)
