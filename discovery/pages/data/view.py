"""How data is shown as a page: which texts of its objects are titles, and where those lead."""

from typing import Annotated
from urllib.parse import quote

from msgspec import Meta

from discovery.documents.document import Document
from discovery.pages.data.leaves import Leaves, Path

# Collections of one answer that are shown as records, and parts of one address. Guesses.
MAX_RECORD_VIEWS = 30
MAX_PARTS = 20


class AddressTemplate(Document, frozen=True):
    """An address with places for values of an object: texts, and paths to the values.

    >>> template = AddressTemplate(("https://a.example/item/", ("id",)))
    >>> template.fill({("id",): 7}), template.fill({})
    ('https://a.example/item/7', None)
    """

    parts: Annotated[tuple[str | tuple[str, ...], ...], Meta(min_length=1, max_length=MAX_PARTS)]

    def fill(self, leaves: Leaves) -> str | None:
        """Return the address of an object with these values, None where one is missing."""
        filled: list[str] = []
        is_whole = len(self.parts) == 1
        for part in self.parts:
            if isinstance(part, str):
                filled.append(part)
                continue
            value = leaves.get(part)
            if value is None or isinstance(value, bool) or value == "":
                return None
            text = str(value).strip()
            # Beside other text a value is a part of an address: what would end it is escaped.
            filled.append(text if is_whole else quote(text, safe="/:@!$&'()*+,;=-._~%"))
        return "".join(filled)

    def __str__(self) -> str:
        """Return the template for people."""
        return "".join(
            part if isinstance(part, str) else "{" + ".".join(part) + "}" for part in self.parts
        )


class RecordView(Document, frozen=True):
    """How the objects at one path are shown: the path to their title, and their address."""

    path: Path
    title: Path
    address: AddressTemplate | None = None


class DataView(Document, frozen=True):
    """How all of an engine's data is shown; `collections` are the objects that are records."""

    collections: Annotated[tuple[RecordView, ...], Meta(max_length=MAX_RECORD_VIEWS)] = ()
