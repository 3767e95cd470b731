"""How far a crawl has come."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Counts of a crawl: downloads with an outcome, members found, addresses known but not asked.

    >>> Progress(downloads=200, found=100, queue=7).rate
    0.5
    """

    downloads: int
    found: int
    queue: int

    @property
    def rate(self) -> float:
        """Members found per download, 0 before the first."""
        return self.found / self.downloads if self.downloads else 0.0
