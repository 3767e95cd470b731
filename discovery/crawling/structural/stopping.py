"""When a structural crawl ends."""

from bisect import bisect_left
from typing import Any

# Downloads that may be no members: these and this share of the members found. Measured: with 130
# one class of sites not in the benchmark is found by half, 200 finds it whole.
MISSES = 200
MISSES_SHARE = 0.42
# Beyond, a crawl goes on as long as its last downloads were members in this share: classes whose
# pages hang each on a page of its own are found in no other way. Measured on two such sites.
PRODUCTIVE = 0.05
PRODUCTIVE_DOWNLOADS = 60
PRODUCTIVE_SHARE = 0.1
# Downloads without a new member after which nothing more is expected: these, or this share of the
# members. Measured on five sites: .5 finds nothing that .05 does not, 60 misses classes that are
# spread over directories.
DRY = 90
DRY_SHARE = 0.05
# Downloads spent on a class that cannot be told from the rest of its site. Guess.
UNTRUSTED = 300


class StoppingRule:
    """Remembers how many members were known after how many downloads."""

    def __init__(self, patience: int = 1) -> None:
        """`patience` widens all bounds: a person asked to go on looking."""
        self._patience = patience
        self._downloads: list[int] = []
        self._found: list[int] = []
        # Downloads when the number of members last rose.
        self._risen_at = 0
        self._most = 0

    def record(self, downloads: int, found: int) -> None:
        """Take a count of members."""
        self._downloads.append(downloads)
        self._found.append(found)
        if found > self._most:
            self._most, self._risen_at = found, downloads

    def reason(self, downloads: int, trusted: bool) -> str:
        """Return why to stop asking for index pages, nothing when not to."""
        found = self._found[-1] if self._found else 0
        if not trusted and downloads >= self._patience * UNTRUSTED:
            return "the class cannot be told from other pages of the site"
        if downloads - self._risen_at > self._patience * max(DRY, DRY_SHARE * found):
            return f"no new page of the class in {downloads - self._risen_at} downloads"
        enough = self._patience * (MISSES + MISSES_SHARE * found)
        if downloads - found >= enough and not self._productive(downloads):
            return f"{downloads} downloads for {found} pages of the class are enough"
        return ""

    def _productive(self, downloads: int) -> bool:
        """Return whether enough of the last downloads were members."""
        span = max(PRODUCTIVE_DOWNLOADS, PRODUCTIVE_SHARE * downloads)
        place = bisect_left(self._downloads, downloads - span)
        before = self._found[place] if place < len(self._found) else 0
        return self._found[-1] - before >= PRODUCTIVE * span

    def to_state(self) -> dict[str, Any]:
        """Return the counts in plain types."""
        return {
            "downloads": self._downloads,
            "found": self._found,
            "most": self._most,
            "risen_at": self._risen_at,
            "patience": self._patience,
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "StoppingRule":
        """Return what `to_state` wrote down."""
        stopping = cls(int(state.get("patience", 1)))
        stopping._downloads = [int(number) for number in state["downloads"]]
        stopping._found = [int(number) for number in state["found"]]
        stopping._most = int(state["most"])
        stopping._risen_at = int(state["risen_at"])
        return stopping
