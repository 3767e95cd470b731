"""What a collected page says: the data that its template was filled with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageItem:
    """The data of one page of a class.

    `fields` are names with their values in document order, `text` is all running text that is the
    page's own. All texts are plain, white space folded within a line.
    """

    title: str
    fields: tuple[tuple[str, str], ...]
    text: str
