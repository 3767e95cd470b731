"""Rules and records as tests give them to what reads them."""

from lxml.html import HtmlElement

from wrappers.extraction.record_tree import RecordNodes, RecordTree
from wrappers.extraction.records.fields import TitleKind, TitleRule
from wrappers.extraction.records.selector import ElementKey, SelectorStep
from wrappers.extraction.wrapper import Extent, RecordRule


def key(tag: str, *classes: str) -> ElementKey:
    return ElementKey((SelectorStep(tag, classes),))


def rule_of(*keys: ElementKey, extent: Extent = Extent.ELEMENT, **options: int) -> RecordRule:
    """Return the rule of records that begin with these elements, titled by their first link."""
    return RecordRule(keys, extent, (TitleRule(TitleKind.FIRST),), **options)


def nodes_of(element: HtmlElement, link: HtmlElement | None = None, most: int = 100) -> RecordNodes:
    """Return the nodes of a record whose title link is `link`, or its first one."""
    tree = RecordTree((element,), most)
    return RecordNodes(tree, tree.nodes.index(next(element.iter("a")) if link is None else link))
