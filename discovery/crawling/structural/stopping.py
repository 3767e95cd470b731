"""When a structural crawl ends, and how much of a class it has found by then.

The share found is a lower estimate: the links that are left are taken to be no worse than those
read since the last new page was found, though the better ones are read first. Details ours.
"""

from typing import Any

# Downloads spent on a class that cannot be told from the rest of its site. Guess.
UNTRUSTED = 300
# Downloads without a new member that a crawl ends after at the earliest: the kinds that lead to
# members are not known before some of everything has been read. Measured on five sites: 60 misses
# classes that are spread over directories.
DRY = 90
# A crawl goes on until no more pages are expected than these, or this share of those found. Guess.
MISSING = 1.0
MISSING_SHARE = 0.02


class StoppingRule:
    """Remembers when the last member was found, and how many links that may lead to more are left.

    What ends a crawl is how little the links that are left promise; what bounds its cost is the
    downloads allowed.
    """

    def __init__(self, patience: int = 1) -> None:
        """`patience` widens all bounds: a person asked to go on looking."""
        self._patience = patience
        self._found = 0
        # Downloads when the number of members last rose.
        self._risen_at = 0
        self._unread = 0
        self._likely = 0

    def record(
        self, downloads: int, found: int, unread: int, likely: int = 0, since: int = 0
    ) -> None:
        """Take a count of members, of the links not read that may lead to some, of those that are
        likely some themselves, and of the pages read `since` the last member."""
        self._unread, self._likely = unread, likely
        if found > self._found:
            # Pages that an earlier crawl read are taken up at once.
            self._risen_at = downloads if self._found else max(0, downloads - since)
        # It falls when the class is learned anew and narrower; then it may rise again.
        self._found = found

    def coverage(self, downloads: int) -> float:
        """Return the share of the class that has been found at least, from 0 to 1."""
        return estimate_coverage(self._found, self._likely + self._beyond(downloads))

    def missing(self, downloads: int) -> str:
        """Return in words what is left, nothing when nothing is expected of it."""
        expected = self._likely + self._beyond(downloads)
        return describe_missing(expected, self._likely + self._unread)

    def _beyond(self, downloads: int) -> float:
        """Return how many more members the links not read should bring."""
        return expect_more(self._unread, downloads - self._risen_at)

    def reason(self, downloads: int, *, trusted: bool) -> str:
        """Return why to stop asking for index pages, nothing when not to."""
        if not trusted and downloads >= self._patience * UNTRUSTED:
            return "the class cannot be told from other pages of the site"
        dry = downloads - self._risen_at
        missing = max(MISSING, MISSING_SHARE * self._found) / self._patience
        if dry <= self._patience * DRY or self._beyond(downloads) > missing:
            return ""
        return f"no new page of the class in {dry} downloads"

    def to_state(self) -> dict[str, Any]:
        """Return the counts in plain types."""
        return {"most": self._found, "risen_at": self._risen_at, "patience": self._patience}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "StoppingRule":
        """Return what `to_state` wrote down, now or when it kept all counts."""
        stopping = cls(int(state.get("patience", 1)))
        stopping._found = int(state["most"])
        stopping._risen_at = int(state["risen_at"])
        return stopping


def expect_more(unread: int, dry: int) -> float:
    """Return how many members `unread` links should bring when the last `dry` brought none.

    >>> expect_more(50, 99), expect_more(0, 0)
    (0.5, 0.0)
    """
    return unread / (dry + 1)


def estimate_coverage(found: int, expected: float) -> float:
    """Return the share of a class that has been found at least, from 0 to 1.

    `expected` is how many members the addresses not read should lead to.

    >>> estimate_coverage(90, 10.0), estimate_coverage(5, 0.0), estimate_coverage(0, 0.0)
    (0.9, 1.0, 0.0)
    """
    return found / (found + expected) if found else 0.0


def describe_missing(expected: float, unread: int) -> str:
    """Return in words what a crawl has left, nothing when nothing is expected of it."""
    if expected < 1:
        return ""
    return (
        f"; {unread} links of the kinds that led to such pages were not read, they may lead to "
        f"{expected:.0f} more"
    )
