"""The nodes of one record: its tree, and which link in it is the title link."""

from collections.abc import Sequence
from typing import NamedTuple

from lxml.html import HtmlElement

from wrappers.extraction.record_tree.record_tree import RecordTree


class RecordNodes(NamedTuple):
    """The nodes of one record: its elements laid flat, and the place of the title link there."""

    tree: RecordTree
    title: int

    @property
    def elements(self) -> Sequence[HtmlElement]:
        """The consecutive siblings (with their tails) that the record is made of."""
        return self.tree.elements

    @property
    def title_link(self) -> HtmlElement:
        """The title link itself."""
        return self.tree.nodes[self.title]

    @property
    def title_attributes(self) -> dict[str, str]:
        """The attributes of the title link."""
        return self.tree.attributes_at(self.title)

    @property
    def href(self) -> str:
        """The address of the title link as it is written, empty without one."""
        return self.tree.attribute(self.title, "href") or ""
