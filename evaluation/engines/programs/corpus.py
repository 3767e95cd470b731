"""The documents that installed programs are filled with, and the queries (`beds/library_texts`).

They are what Python's own library says of its functions and classes: texts that people wrote.
Dates are made up. Of the queries the first is in many of the documents, the last in few.
"""

import json
import re
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from evaluation.beds.packed import BEDS, archived

BED = BEDS / "library_texts" / "documents.tar.xz"
# No document has it, and nothing near it.
IMPOSSIBLE = "qxzvkwjyfh"


@dataclass(frozen=True)
class Document:
    """One text: `number` from 1 on, `slug` for its address, `section` the module it is of."""

    number: int
    slug: str
    title: str
    section: str
    text: str
    published: str

    @property
    def path(self) -> str:
        """Where a reader finds it, on every engine that does not choose for itself."""
        return f"/entry/{self.slug}"

    @property
    def summary(self) -> str:
        return self.text if len(self.text) <= 180 else self.text[:180].rsplit(" ", 1)[0] + " …"

    @property
    def page_title(self) -> str:
        words = re.sub(r" +", " ", re.sub(r"[^A-Za-z0-9 ,-]+", " ", self.title))
        return words[:80].strip(" ,-").capitalize()

    def as_data(self) -> dict[str, Any]:
        more = {"path": self.path, "summary": self.summary, "page_title": self.page_title}
        return {**asdict(self), "id": self.number, **more}


@cache
def _told() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(archived(BED)["documents.json"])
    return told


@cache
def documents() -> tuple[Document, ...]:
    return tuple(Document(**row) for row in _told()["documents"])


def queries() -> list[str]:
    return list(_told()["queries"])
