"""The search result record (SRR): what a result page says about one retrieved thing."""

from collections.abc import Iterable

from discovery.documents.document import Document
from wrappers.extraction.items.item import RecordItem


class SubLink(Document, frozen=True):
    """A further link of a record, below its title: absolute http(s) address and text."""

    url: str
    text: str


# Fields that a wrapper without items looks for in all of a record's text: they are read where
# records are studied or given away.
DETAILS = ("price", "author", "size", "breadcrumb", "sub_links")


class ResultRecord(Document, frozen=True):
    """One search result record (SRR; Zhao et al. 2005, section 2.3).

    `url` is the target, redirectors unwrapped; `original_url` is the address as the page links it.
    Both are absolute http(s) addresses, or None where the record has no such link. All texts are
    plain text with white space folded, empty where the record does not have them. `items` is all
    that the record says, piece by piece, where the wrapper has learned its columns: the other
    fields are then filled from them. `sort` is what sort of thing was found: a section, a format.
    """

    url: str | None
    title: str
    snippet: str = ""
    original_url: str | None = None
    date: str = ""
    thumbnail: str = ""
    price: str = ""
    author: str = ""
    size: str = ""
    breadcrumb: str = ""
    sub_links: tuple[SubLink, ...] = ()
    rating: str = ""
    sort: str = ""
    items: tuple[RecordItem, ...] = ()

    @property
    def said(self) -> tuple[RecordItem, ...]:
        """The items, those that say several things cut into these."""
        return said_by(self.items)


def said_by(items: Iterable[RecordItem]) -> tuple[RecordItem, ...]:
    """Return items, those that say several things cut into these."""
    return tuple([part for item in items for part in item.parts or (item,)])
