"""Records as tests give them to what reads them."""

from lxml.html import HtmlElement

from wrappers.extraction.record_tree import RecordNodes, RecordTree


def nodes_of(element: HtmlElement, link: HtmlElement | None = None, most: int = 100) -> RecordNodes:
    """Return the nodes of a record whose title link is `link`, or its first one."""
    tree = RecordTree((element,), most)
    return RecordNodes(tree, tree.nodes.index(next(element.iter("a")) if link is None else link))
