"""What the data items of an engine are learned from."""

from collections.abc import Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from discovery.pages.visibility import Visibility
from wrappers.extraction.records.reading import read_records
from wrappers.extraction.records.titles import title_text
from wrappers.extraction.wrapper import Wrapper
from wrappers.induction.samples.sample import Sample


@dataclass(frozen=True, slots=True)
class ItemSample:
    """A record to learn items from: its elements and title, its page's address, what is seen.

    `link` is the title link, `query` what was searched for, where they are known; without `seen`
    all is taken to be seen.
    """

    elements: Sequence[HtmlElement]
    title: str
    address: str = ""
    seen: Visibility | None = None
    link: HtmlElement | None = None
    query: str = ""


def item_samples(wrapper: Wrapper, sample: Sample) -> list[ItemSample]:
    """Return the records of a sample page to learn items from."""
    page, query = sample.page, sample.query or ""
    found = list(wrapper.record_nodes(page))
    read = read_records(found, page.base_url, in_full=False)
    titles = [record.title for record in read]
    if len(titles) != len(found):
        titles = [title_text(nodes.title_link) for nodes in found]
    seen = sample.seen
    if seen is None and page.data is None:
        seen = page.visibility(wrapper.styles)
    return [
        ItemSample(nodes.elements, title, page.base_url, seen, nodes.title_link, query)
        for nodes, title in zip(found, titles, strict=True)
    ]
