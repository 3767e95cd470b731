"""The elements of a page as selectors ask for them."""

from dataclasses import dataclass, field

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
