"""The waiting addresses of a crawl in the order of their scores, taken one by one.

Pages that should link to new members are mostly taken by score (exploitation). Every few of them
is one of a region where few pages have been read (exploration).
"""

from collections import deque

from discovery.crawling.structural.address_ranking import RankedAddresses
from discovery.crawling.structural.trap_guard import TrapGuard
from discovery.crawling.structural.url_table import DownloadState, UrlTable

# Every third page read for its links is of a region where few have been read: what linked to
# members before is not all there is. Measured: never to do so loses up to a third of classes spread
# over directories.
EXPLORATION_INTERVAL = 3


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
