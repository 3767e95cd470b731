"""What a page asked for and showed while somebody searched on it."""

from dataclasses import dataclass, field

from discovery.connection.description.wall import KeptCookie, PassedWall
from discovery.connection.requests.engine_request import EngineRequest


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request of a page and its answer.

    `request.headers` are those that the page or browser gave it. `cookies` are those that the
    answer set, by name. `phase` counts what the visitor had done: 0 opened the page, 1 typed the
    query, 2 sent it, 3 and later asked for more.
    """

    request: EngineRequest
    phase: int
    status: int
    content_type: str
    answer: bytes
    cookies: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Visit:
    """One visitor's search for `query`: what was asked for, and the markup after each phase.

    `url` is the address of the page when it was opened, `addresses` are those after each phase.
    `shown` has no further markup where there was nothing to type into. `walls` are what the page
    asked first, as answered, and `cookies` what the browser kept then.
    """

    query: str
    url: str
    exchanges: tuple[Exchange, ...]
    shown: tuple[str, ...]
    addresses: tuple[str, ...] = ()
    walls: tuple[PassedWall, ...] = ()
    cookies: tuple[KeptCookie, ...] = ()

    @property
    def has_searched(self) -> bool:
        """Whether there was a field to type the query into."""
        return len(self.shown) > 1
