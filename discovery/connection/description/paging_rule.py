"""How the later result pages of an engine are asked for."""

from dataclasses import dataclass
from enum import StrEnum

from discovery.connection.description.fresh_value import PageCursor

# Stands for the number in the patterns of a rule.
PAGE_MARK = "{page}"


class PagingKind(StrEnum):
    """What tells the requests of successive result pages apart."""

    PAGE = "page"
    OFFSET = "offset"
    # Nothing is counted: each page says what to ask for the next one with.
    CURSOR = "cursor"


@dataclass(frozen=True, slots=True)
class PageNumber:
    """A number that grows by `step` from page to page, and is `first` on the first one.

    `parameter` is the name of the parameter that carries it, empty when it stands in the path.
    `pattern` is the whole value with `{page}` where the number stands.
    """

    parameter: str
    first: int
    step: int
    pattern: str = PAGE_MARK

    @property
    def kind(self) -> PagingKind:
        """Pages are counted one by one, records by the page."""
        return PagingKind.PAGE if abs(self.step) == 1 else PagingKind.OFFSET

    def at(self, page: int) -> int:
        """Return the number of result page `page`, which counts from 1.

        >>> PageNumber("start", first=0, step=10).at(3)
        20
        """
        return self.first + self.step * (page - 1)


@dataclass(frozen=True, slots=True)
class PagePath:
    """The path of a later page: so many segments of the first page's are kept at its two ends.

    Between them comes `pattern`, in which `{page}` is the number and `{searchTerms}` the query.
    """

    pattern: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class PagingRule:
    """What the request of a later result page has otherwise than that of the first.

    `numbers`: what counts the pages, the best known first. `method` and `origin` (scheme and host)
    are empty where they stay, `path` is None where it stays. `added`: further parameters with their
    values (`{searchTerms}` is the query); `dropped`: names of those no longer sent. With a `cursor`
    there are no numbers: pages are asked for one after the other.
    """

    numbers: tuple[PageNumber, ...] = ()
    method: str = ""
    origin: str = ""
    path: PagePath | None = None
    added: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()
    cursor: PageCursor | None = None

    @property
    def kind(self) -> PagingKind:
        """What tells the pages apart."""
        return self.numbers[0].kind if self.numbers else PagingKind.CURSOR
