"""One data item of a record, and what it may mean."""

from enum import StrEnum

from discovery.documents.document import Document
from wrappers.extraction.items.ratings import shown_rating


class ItemKind(StrEnum):
    """What an item means. Stored; the fields of records are filled by it."""

    TITLE = "title"
    SNIPPET = "snippet"
    DATE = "date"
    AUTHOR = "author"
    PRICE = "price"
    RATING = "rating"
    SIZE = "size"
    TYPE = "type"  # of what sort the thing found is: a section, a category, a format
    ADDRESS = "address"  # where the thing found stands, as text: an address or a trail
    NUMBER = "number"  # the position of the record, or a score
    STATIC = "static"  # the same in every record: a label, a button
    TEXT = "text"  # anything else


class RecordItem(Document, frozen=True):
    """One item of a record: the name of its column, what it means, its text as the page shows it.

    `start` is what all items of the column begin with: "Author:", "by". Where the text says several
    things ("3 May 2004 - the snippet") `parts` are these, each an item of its own.
    """

    label: str
    kind: ItemKind
    value: str
    start: str = ""
    parts: tuple["RecordItem", ...] = ()

    @property
    def bare(self) -> str:
        """The text without what all begin with; of a rating the number and what it is out of."""
        value = self.value
        bare = value.removeprefix(self.start).lstrip(" :\u00a0") or value
        return shown_rating(bare) if self.kind is ItemKind.RATING else bare
