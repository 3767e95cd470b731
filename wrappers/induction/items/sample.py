"""What the data items of an engine are learned from."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages import Layout, Page
from wrappers.extraction import Wrapper, read_records, title_text


@dataclass(frozen=True, slots=True)
class ItemSample:
    """A record to learn items from: its elements and title, its page's address, what is seen.

    `seen` holds the elements that a reader sees; None where nobody knows. `link` is the title link,
    `query` what was searched for, where they are known.
    """

    elements: Sequence[HtmlElement]
    title: str
    address: str = ""
    seen: Container[HtmlElement] | None = None
    link: HtmlElement | None = None
    query: str = ""


def item_samples(
    wrapper: Wrapper, page: Page, layout: Layout | None = None, query: str | None = None
) -> list[ItemSample]:
    """Return the records of a page to learn items from; `layout` tells what a reader sees."""
    found = list(wrapper.record_nodes(page))
    read = read_records(found, page.base_url, in_full=False)
    titles = [record.title for record in read]
    if len(titles) != len(found):
        titles = [title_text(nodes.title_link) for nodes in found]
    seen = None if layout is None else layout.boxes
    return [
        ItemSample(nodes.elements, title, page.base_url, seen, nodes.title_link, query or "")
        for nodes, title in zip(found, titles, strict=True)
    ]
