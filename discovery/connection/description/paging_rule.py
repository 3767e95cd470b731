"""How the later result pages of an engine are asked for."""

from dataclasses import dataclass
from enum import StrEnum

# Stands for the number in the patterns of a rule.
PAGE_MARK = "{page}"


class PagingKind(StrEnum):
    """What the numbers in the requests of successive result pages count."""

    PAGE = "page"
    OFFSET = "offset"


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
    values (`{searchTerms}` is the query); `dropped`: names of those no longer sent.
    """

    numbers: tuple[PageNumber, ...]
    method: str = ""
    origin: str = ""
    path: PagePath | None = None
    added: tuple[tuple[str, str], ...] = ()
    dropped: tuple[str, ...] = ()

    @property
    def kind(self) -> PagingKind:
        """Whether pages or records are counted."""
        return self.numbers[0].kind
