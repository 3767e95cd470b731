"""The crawl of one site: a method says what to download, others download it.

A traversal never touches the network, so the same code runs in a command, in a worker's slice and
over pages read from a disk:

    while addresses := traversal.next_addresses(LIMIT):
        for address in addresses:
            traversal.add(download(address))
    traversal.members()

All methods have one frontier and one store, the `CrawledSite`: the addresses met, how far each has
come, and what came of those asked for. What a method knows beside, it learns from the outcomes, in
their order: they are all that is stored.
"""

from abc import ABC, abstractmethod
from array import array
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from typing import ClassVar, NamedTuple
from urllib.parse import urlsplit
from zlib import compress, decompress
from zlib import error as zlib_error

import numpy as np
from numpy.typing import NDArray

from discovery.documents.document import Document
from discovery.pages.page import Page

# Addresses remembered. Guess: link farms and calendars make more than any crawl can ask for.
MAX_ADDRESSES = 300_000
# Readings of the samples that a crawl tells at most, and pages that are shown of each.
MAX_READINGS, SHOWN_OF_READING = 5, 3


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """The outcome of asking for one address: where it led after redirects, and the page.

    That is None when there is nothing to read: a failure, a file that is no HTML, an answer that is
    too large. `problem` then says why in a word or two.
    """

    address: str
    final_address: str
    page: Page | None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Member:
    """Where a page of the sample's class was read, and how sure that is, from 0 to 1."""

    address: str
    score: float


@dataclass(frozen=True, slots=True)
class Reading:
    """Another class that the samples may stand for: in words what it rests on, how many pages of it
    were read, some of them. A crawl that is given `choice` collects it."""

    basis: str
    pages: int
    examples: tuple[str, ...]
    choice: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Downloads with an outcome, members found, addresses known but not asked for."""

    downloads: int
    found: int
    queue: int


class GraphLink(NamedTuple):
    """Where a link leads, and the number of the tag path it stands at (0 if unknown)."""

    address: str
    path: int = 0


# Each page that was read, with its links in the order of the page.
LinkGraph = Mapping[str, Sequence[GraphLink]]


class DownloadState(IntEnum):
    WAITING = 0
    IN_PROGRESS = 1
    DONE = 2
    # Of another site, or one too many.
    FOREIGN = 3


class UrlTable:
    """All addresses met, numbered in that order."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.addresses: list[str] = []
        self._numbers: dict[str, int] = {}
        self._states = bytearray()

    def __len__(self) -> int:
        return len(self.addresses)

    def number(self, address: str) -> int:
        """Return an address's number, a new one for a new address, -1 when there are too many."""
        number = self._numbers.get(address)
        if number is None:
            if len(self.addresses) >= MAX_ADDRESSES:
                return -1
            number = self._numbers[address] = len(self.addresses)
            own = host_of(address) == self.host
            self.addresses.append(address)
            self._states.append(DownloadState.WAITING if own else DownloadState.FOREIGN)
        return number

    def state(self, number: int) -> DownloadState:
        return DownloadState(self._states[number])

    def is_waiting(self, number: int) -> bool:
        return self._states[number] == DownloadState.WAITING

    def set_state(self, number: int, state: DownloadState) -> None:
        self._states[number] = state

    def count(self, state: DownloadState) -> int:
        return self._states.count(int(state))

    def waiting(self) -> NDArray[np.int64]:
        return np.flatnonzero(np.array(self._states, dtype=np.uint8) == DownloadState.WAITING)


def host_of(address: str) -> str:
    """Return the host and port of an address, without `www.`.

    >>> host_of("http://www.A.example:8080/b")
    'a.example:8080'
    """
    return urlsplit(address).netloc.lower().removeprefix("www.")


# A page in numbers: what of its template is on it.
Tokens = NDArray[np.uint32]
# The links of a page: the addresses under each path, and the same as numbers.
WrittenLinks = Iterable[tuple[int, Iterable[str]]]
Links = tuple[tuple[int, tuple[int, ...]], ...]


class PageContent(NamedTuple):
    """What a method reads of a page: its links, its tokens in each of the method's views, and why
    it is no member whatever leads there."""

    links: WrittenLinks
    views: Sequence[Iterable[int]] = ()
    problem: str = ""


class Outcome(NamedTuple):
    """What came of an address asked for: the one it led to, -1 for none. Digest and links are empty
    where nothing is read of it: it failed, or what it led to is known."""

    asked: int
    reached: int
    problem: str = ""
    digest: str = ""
    links: Links = ()


class CrawledSite:
    """The addresses met on a site (`table`), what came of those asked for, the pages read.

    Addresses and pages are numbers: those of `table`, and the order of reading. `done` are the
    addresses asked for and those they led to, `reached` says where, -1 for nowhere. `read` are the
    outcomes with pages by the addresses of these, `pages` the addresses, `views` the pages' tokens
    in each view.
    """

    def __init__(self, samples: Sequence[str], views: int = 0) -> None:
        if not samples:
            raise ValueError("a crawl needs a sample page")
        self.table = UrlTable(host_of(samples[0]))
        self.samples = [self.table.number(sample) for sample in samples]
        self.outcomes: list[Outcome] = []
        self.done = array("q")
        self.reached: dict[int, int] = {}
        self.read: dict[int, Outcome] = {}
        self.pages: list[int] = []
        self.views: tuple[list[Tokens], ...] = tuple([] for _ in range(views))
        self._page_at: dict[int, int] = {}
        # Where a page of each digest was read.
        self.digests: dict[str, int] = {}

    @property
    def downloads(self) -> int:
        return len(self.outcomes)

    @property
    def in_progress(self) -> int:
        return self.table.count(DownloadState.IN_PROGRESS)

    def is_done(self, address: int) -> bool:
        return self.table.state(address) is DownloadState.DONE

    def page_at(self, address: int) -> int:
        """Return a page's number, -1 for none."""
        return self._page_at.get(address, -1)

    def record(self, outcome: Outcome, views: Sequence[Tokens]) -> None:
        self.outcomes.append(outcome)
        for address in dict.fromkeys((outcome.asked, outcome.reached)):
            if address >= 0 and not self.is_done(address):
                self.table.set_state(address, DownloadState.DONE)
                self.done.append(address)
                self.reached[address] = outcome.reached
        if outcome.digest:
            self.read[outcome.reached] = outcome
            self._page_at[outcome.reached] = len(self.pages)
            self.digests[outcome.digest] = outcome.reached
            self.pages.append(outcome.reached)
            for view, tokens in zip(self.views, views, strict=True):
                view.append(tokens)

    def link_graph(self) -> LinkGraph:
        # A link of many pages is one object.
        addresses, met = self.table.addresses, dict[tuple[int, int], GraphLink]()

        def link(number: int, path: int) -> GraphLink:
            return met.setdefault((number, path), GraphLink(addresses[number], path))

        return {
            addresses[page]: tuple(
                link(number, path) for path, numbers in each.links for number in numbers
            )
            for page, each in self.read.items()
        }


class PackedPages(Document, frozen=True):
    """Pages in one view; those of one template share most tokens, so that they pack well."""

    lengths: list[int]
    data: str

    @classmethod
    def of(cls, pages: Sequence[Tokens]) -> "PackedPages":
        data = b"".join(page.tobytes() for page in pages)
        return cls([len(page) for page in pages], b64encode(compress(data, 1)).decode())

    def pages(self) -> list[Tokens]:
        try:
            tokens = np.frombuffer(decompress(b64decode(self.data)), dtype=np.uint32)
        except zlib_error as error:
            raise ValueError(f"no pages: {error}") from error
        if sum(self.lengths) != len(tokens):
            raise ValueError("pages of other lengths than noted")
        return np.split(tokens, np.cumsum(self.lengths)[:-1]) if self.lengths else []


class _State(Document, frozen=True):
    """A crawl as it is stored; that of version 2 was one by structure."""

    VERSION: ClassVar = ("version", 3)
    UPGRADES: ClassVar = {2: lambda data: {**data, **data["site"], "version": 3}}

    addresses: list[str]
    outcomes: list[Outcome]
    views: tuple[PackedPages, ...]
    ended: str


class Traversal(ABC):
    """A crawl of one site for the pages of one class; what its methods differ in is abstract."""

    site: CrawledSite
    _ended = ""

    def next_addresses(self, limit: int) -> tuple[str, ...]:
        """Hand out at most `limit` addresses that are worth downloading next, the best first.

        Each is handed out once and is in progress until `add` took its outcome. None while some are
        in progress means to wait for those, else that the crawl is finished.
        """
        addresses: list[str] = []
        while len(addresses) < limit and not self._ended:
            number = self._next()
            if number is None:
                break
            self.site.table.set_state(number, DownloadState.IN_PROGRESS)
            addresses.append(self.site.table.addresses[number])
        return tuple(addresses)

    def add(self, page: CrawledPage) -> None:
        """Take the outcome of a download, whether handed out or not; a second one is ignored."""
        table, asked = self.site.table, self.site.table.number(page.address)
        if asked < 0 or self.site.is_done(asked):
            return
        reached = table.number(page.final_address) if page.page is not None else -1
        if reached < 0 or page.page is None:
            self._record(Outcome(asked, -1, page.problem or "no page"))
            return
        if table.state(reached) is DownloadState.FOREIGN:
            self._record(Outcome(asked, -1, f"leads to {page.final_address}"))
            return
        digest = blake2b(page.page.body, digest_size=8).hexdigest()
        if digest in self.site.digests or self.site.is_done(reached):
            self._record(Outcome(asked, self.site.digests.get(digest, reached)))
            return
        content = self._read(page.page)
        links = tuple(
            (path, tuple(number for each in addresses if (number := table.number(each)) >= 0))
            for path, addresses in content.links
        )
        views = [np.array(view, dtype=np.uint32) for view in content.views]
        self._record(Outcome(asked, reached, content.problem, digest, links), views)

    def _record(self, outcome: Outcome, views: Sequence[Tokens] = ()) -> None:
        self.site.record(outcome, views)
        self._take(outcome)

    def _end(self, reason: str) -> int | None:
        """End the crawl, or wait for what is in progress: it may give a reason to go on."""
        if not self.site.in_progress:
            self._ended = reason
        return None

    def state_to_json(self) -> str:
        site = self.site
        views = tuple(PackedPages.of(view) for view in site.views)
        return _State(site.table.addresses, site.outcomes, views, self._ended).to_text()

    def take_state(self, text: str) -> None:
        """Take a crawl up, at its start, where `state_to_json` left it; what was in progress is
        handed out again. Raises ValueError on what is no state of such a crawl."""
        state, table = _State.from_text(text), self.site.table
        try:
            for address in state.addresses:
                table.number(address)
            if table.addresses != state.addresses or len(state.views) != len(self.site.views):
                raise ValueError("a crawl that began elsewhere")
            pages = zip(*(view.pages() for view in state.views), strict=True)
            for outcome in state.outcomes:
                self._record(outcome, next(pages) if outcome.digest and state.views else ())
        except (IndexError, StopIteration) as error:
            raise ValueError(f"no state of a crawl: {error}") from error
        self._ended = state.ended

    @abstractmethod
    def _read(self, page: Page) -> PageContent: ...

    @abstractmethod
    def _take(self, outcome: Outcome) -> None:
        """Learn from what came of an address, which the site has recorded."""

    @abstractmethod
    def _next(self) -> int | None:
        """Return the address to download next: None to wait for what is in progress, or to end."""

    @abstractmethod
    def members(self) -> tuple[Member, ...]:
        """Return the pages that are taken for the sample's class so far."""

    @property
    @abstractmethod
    def confidence(self) -> float:
        """How probably the result is right and whole, from 0 to 1."""

    @property
    def coverage(self) -> float | None:
        """The share of the class that has been found at least, from 0 to 1, where it is known."""
        return None

    @property
    @abstractmethod
    def reason(self) -> str:
        """Why the confidence is what it is, and why the crawl ended when it has: a sentence."""

    @property
    def readings(self) -> tuple[Reading, ...]:
        """What else the samples may stand for: a further sample decides."""
        return ()

    @property
    @abstractmethod
    def progress(self) -> Progress: ...
