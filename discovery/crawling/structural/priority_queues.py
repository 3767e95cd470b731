"""The waiting addresses of a crawl in the order of their scores, taken one by one.

Pages that should link to new members are mostly taken by score (exploitation). Every few of them
is one of a region where few pages have been read (exploration). Traps that only show while they
are crawled are left: calendars, filters, printing views, whose addresses are of one shape.
"""

from collections import deque

from discovery.crawling.links.addresses import address_shape
from discovery.crawling.structural.address_ranking import RankedAddresses
from discovery.crawling.structural.url_table import DownloadState, UrlTable

# Every third page read for its links is of a region where few have been read: what linked to
# members before is not all there is. Measured: never to do so loses up to a third of classes spread
# over directories.
EXPLORATION_INTERVAL = 3


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


class PriorityQueues:
    """Queues over the addresses of `table` that `guard` admits.

    `taken` counts the index pages taken since the queues were filled, `index_page_count` how often
    one was asked for.
    """

    def __init__(self, table: UrlTable, guard: TrapGuard) -> None:
        self._table = table
        self._guard = guard
        self.index_page_count = 0
        self.clear()

    def clear(self) -> None:
        """Empty the queues."""
        self._likely: deque[int] = deque()
        self._index_pages: tuple[deque[int], ...] = ()
        self.taken = 0

    def fill(self, expected: RankedAddresses) -> None:
        """Replace the queues by addresses ranked anew."""
        self._likely = deque(expected.likely)
        self._index_pages = (
            deque(expected.index_pages),
            deque(expected.distant),
            deque(expected.unfollowed),
            deque(expected.beside),
        )
        self.taken = 0

    def next_likely(self) -> int | None:
        """Take the address most likely to be a member."""
        return self._first_waiting(self._likely)

    def next_index_page(self) -> int | None:
        """Take an address that should link to members; None when there is none left."""
        self.index_page_count += 1
        best, *exploring = self._index_pages
        turn, rest = divmod(self.index_page_count, EXPLORATION_INTERVAL)
        first = best if rest else exploring[turn % len(exploring)]
        for queue in (first, best):
            number = self._first_waiting(queue)
            if number is not None:
                self.taken += 1
                return number
        return None

    def _first_waiting(self, queue: deque[int]) -> int | None:
        """Take the first address of a queue that may still be asked for."""
        while queue:
            number = queue.popleft()
            if self._table.state(number) is not DownloadState.WAITING:
                continue
            if self._guard.admits(self._table.addresses[number]):
                return number
        return None
