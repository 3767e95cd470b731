"""The first pages a structural crawl reads: some of everything around the sample.

The sample's link collections take turns (Blanco, Crescenzi and Merialdo 2005, section 3.1,
discovery of the neighbourhood). Addresses near the sample's, which are likely of its class, come
between them. A class can only be learned beside pages that are none of it.
"""

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from discovery.crawling.structural.url_table import DownloadState, UrlTable

# Of so many pages one is near in address, the others come from the lists of links in turn.
NEAR = 3


class ContrastPages:
    """Chooses the first pages: the site's entry, then links and near addresses in turn."""

    def __init__(self, entry: int) -> None:
        self._entry = entry
        self._lists: list[list[int]] = []
        self._turn = 0

    def add_lists(self, lists: Iterable[list[int]]) -> None:
        """Take the link collections of a sample."""
        self._lists.extend(lists)

    def next(self, table: UrlTable, sample: int) -> int | None:
        """Return the next address that nobody has asked for, None when none is known."""
        if self._entry >= 0 and table.state(self._entry) is DownloadState.WAITING:
            return self._entry
        self._turn += 1
        if self._turn % NEAR:
            number = self._from_lists(table)
            if number is not None:
                return number
        return _nearest(table, sample)

    def _from_lists(self, table: UrlTable) -> int | None:
        """Return the next address of the list whose turn it is."""
        for _ in range(len(self._lists)):
            links = self._lists.pop(0)
            self._lists.append(links)
            while links:
                number = links.pop(0)
                if table.state(number) is DownloadState.WAITING:
                    return number
        return None

    def to_state(self) -> dict[str, Any]:
        """Return the choice's place in plain types."""
        return {"entry": self._entry, "lists": self._lists, "turn": self._turn}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "ContrastPages":
        """Return the choice that `to_state` wrote down."""
        contrast = cls(int(state["entry"]))
        contrast._lists = [[int(number) for number in links] for links in state["lists"]]
        contrast._turn = int(state["turn"])
        return contrast


def _nearest(table: UrlTable, sample: int) -> int | None:
    """Return the waiting address that begins most like the sample's."""
    own = table.addresses[sample]
    waiting: list[int] = table.waiting().tolist()
    return max(
        waiting,
        key=lambda number: _common_start(own, table.addresses[number]),
        default=None,
    )


def _common_start(one: str, other: str) -> int:
    """Return how many characters two addresses begin with alike.

    >>> _common_start("/a/b", "/a/c")
    3
    """
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
