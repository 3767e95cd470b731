"""Traps that only show while they are crawled: addresses of one shape that bring nothing.

What an address shows by itself (session ids, paths that repeat, many parameters) is
`discovery.crawling.links.addresses`. Calendars, filters and printing views pass that test. That
their pages bring nothing is known when some have been read.
"""

from discovery.crawling.links import address_shape

# Pages of one shape that are read before the shape may be refused, and the share of them that must
# have brought something. Guesses: lists of hundreds of pages bring something on nearly each.
MAX_BARREN = 100
MIN_USEFUL_SHARE = 0.02


class TrapGuard:
    """Counts what the shapes of addresses have brought; rejects those that bring nothing.

    >>> guard = TrapGuard()
    >>> for day in range(MAX_BARREN):
    ...     guard.record(f"http://a.example/calendar?day={day}", useful=False)
    >>> guard.admits("http://a.example/calendar?day=99"), guard.admits("http://a.example/item?id=9")
    (False, True)
    """

    def __init__(self) -> None:
        # Pages read and useful ones, by shape.
        self._counts: dict[str, tuple[int, int]] = {}

    def record(self, address: str, *, useful: bool) -> None:
        """Take what a page brought: a member of the class or links not met before that matter."""
        shape = address_shape(address)
        read, brought = self._counts.get(shape, (0, 0))
        self._counts[shape] = (read + 1, brought + useful)

    def admits(self, address: str) -> bool:
        """Tell whether an address is worth a download as far as its shape is known."""
        read, brought = self._counts.get(address_shape(address), (0, 0))
        return read < MAX_BARREN or brought >= MIN_USEFUL_SHARE * read

    def to_state(self) -> dict[str, tuple[int, int]]:
        """Return the counts in plain types."""
        return self._counts

    @classmethod
    def from_state(cls, state: dict[str, tuple[int, int]]) -> "TrapGuard":
        """Return the guard that `to_state` wrote down."""
        guard = cls()
        guard._counts = {str(key): (int(n), int(useful)) for key, (n, useful) in state.items()}
        return guard
