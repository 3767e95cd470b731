"""One page of an answer, and the pages around it."""

from dataclasses import dataclass

from samples.records import Record

# Page numbers linked to on either side of the current one.
LINKED_PAGES = 4


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """The records `first` to `last` (counted from 1) of `total`: page `number` of `pages`."""

    query: str
    records: tuple[Record, ...]
    number: int
    pages: int
    first: int
    last: int
    total: int

    @property
    def previous(self) -> int | None:
        """The number of the page before, or None."""
        return self.number - 1 if self.number > 1 else None

    @property
    def next(self) -> int | None:
        """The number of the page after, or None."""
        return self.number + 1 if self.number < self.pages else None

    @property
    def numbers(self) -> range:
        """The numbers of the pages linked to, the current one among them."""
        first = max(1, self.number - LINKED_PAGES)
        return range(first, min(self.pages, self.number + LINKED_PAGES) + 1)


def cut_page(query: str, records: tuple[Record, ...], number: int, size: int) -> ResultsPage:
    """Return page `number` of `records`, `size` to a page; the nearest one there is.

    >>> cut_page("", (), 3, 10).number
    1
    """
    pages = max(1, -(-len(records) // size))
    number = max(1, min(number, pages))
    start = (number - 1) * size
    shown = records[start : start + size]
    return ResultsPage(
        query=query,
        records=shown,
        number=number,
        pages=pages,
        first=start + 1 if shown else 0,
        last=start + len(shown),
        total=len(records),
    )


def read_number(text: str | None, default: int) -> int:
    """Return the number a visitor's address carries, or `default` when it carries none.

    >>> read_number("7", 1), read_number("-7", 1), read_number("9" * 5000, 1), read_number(None, 1)
    (7, 1, 1, 1)
    """
    if text and text.isdecimal() and len(text) <= 9:
        return int(text)
    return default
