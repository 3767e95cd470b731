"""How a crawl of one site is driven: the algorithm says what to download, others download it.

A traversal never touches the network, so the same code runs in a command, in a worker's slice and
over pages read from a disk:

    while addresses := traversal.next_addresses(LIMIT):
        for address in addresses:
            traversal.add(download(address))
    traversal.members()
"""

from dataclasses import dataclass
from typing import Protocol, Self

from discovery.pages.page import Page

# Readings of the samples that a crawl tells at most.
MAX_READINGS = 5


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """The outcome of asking for one address.

    `address` is what was asked for, `final_address` where the answer came from after redirects
    (the same without any). `page` is None when there is nothing to read: a failure, a file that is
    no HTML, an answer that is too large. `problem` then says why in a word or two.
    """

    address: str
    final_address: str
    page: Page | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """A page believed to be of the sample's class.

    `address` is where it was read (after redirects); `score` says how sure that is, from 0 to 1.
    """

    address: str
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """Another class that the samples may stand for.

    `basis` says in words what it rests on, `pages` how many of it were read; `examples` are some of
    them, beyond the class taken if there are any. A crawl that is given `choice` collects it.
    """

    basis: str
    pages: int
    examples: tuple[str, ...]
    choice: str


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


class Traversal(Protocol):
    """A crawl of one site for the pages of one class."""

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        """Return at most `limit` addresses that are worth downloading next, the best first.

        An address is handed out once and is in progress until `add` took its outcome. No address
        while none is in progress means that the crawl is finished. No address while some are
        means to wait for those.
        """

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download, whether handed out or not; a second one is ignored."""

    def members(self) -> tuple[Member, ...]:
        """Return the pages that are taken for the sample's class as far as is known."""

    @property
    def confidence(self) -> float:
        """How probably the result is right and whole, from 0 to 1."""

    @property
    def coverage(self) -> float | None:
        """The share of the class that has been found at least, from 0 to 1; None when unknown."""

    @property
    def reason(self) -> str:
        """Why the confidence is what it is, and why the crawl ended when it has: a sentence."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What else the samples may stand for: a further sample decides."""

    @property
    def progress(self) -> Progress:
        """How far the crawl has come."""

    def state_to_json(self) -> str:
        """Return all that the crawl knows; `from_json` hands out again what was in progress."""

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Take a crawl up where `state_to_json` left it. Raises ValueError on what is no state."""
