"""How far the crawl of a collection has come, as commands and the console show it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CollectingProgress:
    """Where a crawl of a collection stands, and what it did last."""

    downloads: int
    max_downloads: int
    found: int
    queue: int
    seconds: float
    last: str = ""

    @property
    def rate(self) -> float:
        """Downloads per second of work."""
        return self.downloads / self.seconds if self.seconds else 0.0


Report = Callable[[CollectingProgress], None]
