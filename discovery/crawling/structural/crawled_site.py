"""One site as a crawl knows it: addresses as numbers, how far each has come, the pages read."""

from array import array
from collections.abc import Iterator, Sequence
from enum import IntEnum
from hashlib import blake2b
from typing import NamedTuple
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.link_groups import LinkGroups
from discovery.crawling.structural.page_store import VIEWS, PackedPages, PageStore, Tokens
from discovery.crawling.structural.url_families import AddressParts, cut_address
from discovery.crawling.traversal import CrawledPage, GraphLink, LinkGraph, profile_page
from discovery.documents.document import Document

# Addresses remembered. Guess: link farms and calendars make more than any crawl can ask for.
MAX_ADDRESSES = 300_000
_NO_PARTS = AddressParts((), "", ())


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
        self.parts: list[AddressParts] = []
        self._numbers: dict[str, int] = {}
        self._states = bytearray()
        self._directories = array("i")
        self._known_directories: dict[tuple[str, ...], int] = {}

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
            parts = cut_address(address) if own else _NO_PARTS
            self.addresses.append(address)
            self.parts.append(parts)
            self._states.append(DownloadState.WAITING if own else DownloadState.FOREIGN)
            known = self._known_directories
            self._directories.append(known.setdefault(parts.levels, len(known)))
        return number

    def state(self, number: int) -> DownloadState:
        return DownloadState(self._states[number])

    def set_state(self, number: int, state: DownloadState) -> None:
        self._states[number] = state

    def count(self, state: DownloadState) -> int:
        return self._states.count(int(state))

    def waiting(self) -> NDArray[np.int64]:
        return np.flatnonzero(np.array(self._states, dtype=np.uint8) == DownloadState.WAITING)

    def directories(self) -> NDArray[np.int64]:
        return np.array(self._directories, dtype=np.int64)


def host_of(address: str) -> str:
    """Return the host and port of an address, without `www.`.

    >>> host_of("http://www.A.example:8080/b")
    'a.example:8080'
    """
    try:
        return urlsplit(address).netloc.lower().removeprefix("www.")
    except ValueError:
        return ""


# The links of a page: the numbers of the addresses under each path.
Links = tuple[tuple[int, tuple[int, ...]], ...]


class Outcome(NamedTuple):
    """What came of an address asked for: the one it led to, -1 for none; digest and links are empty
    where nothing is read of it."""

    asked: int
    reached: int
    problem: str = ""
    digest: str = ""
    links: Links = ()


class StoredSite(Document, frozen=True):
    """A site as it is stored: the addresses in the order met, what came of those asked for."""

    samples: tuple[int, ...]
    choice: str
    addresses: list[str]
    outcomes: list[Outcome]
    views: tuple[PackedPages, ...]


class CrawledSite:
    """The addresses met on a site (`table`), the pages read (`store`), the links seen (`groups`).

    Addresses and pages are numbers, those of `table` and of `store`. `done` are the addresses asked
    for and those they led to, in that order. `problem` says why a sample could not be read.
    """

    def __init__(self, samples: Sequence[str], choice: str = "") -> None:
        if not samples:
            raise ValueError("a crawl needs a sample page")
        self.table = UrlTable(host_of(samples[0]))
        self.store = PageStore()
        self.groups = LinkGroups()
        self.samples = [self.table.number(sample) for sample in samples]
        self.sample_pages: list[int] = []
        self.done = array("q")
        self.problem = ""
        self.choice = choice
        self._outcomes: list[Outcome] = []

    @property
    def downloads(self) -> int:
        return len(self._outcomes)

    @property
    def in_progress(self) -> int:
        return self.table.count(DownloadState.IN_PROGRESS)

    def page_addresses(self) -> NDArray[np.int64]:
        return np.array(self.store.addresses, dtype=np.int64)

    def add(self, page: CrawledPage) -> Links:
        """Return the link collections of a sample, else none."""
        table, asked = self.table, self.table.number(page.address)
        if asked < 0 or self._is_done(asked):
            return ()
        reached = table.number(page.final_address) if page.page is not None else -1
        if reached < 0 or page.page is None:
            return self._take(Outcome(asked, -1, page.problem or "no page"))
        if table.state(reached) is DownloadState.FOREIGN:
            return self._take(Outcome(asked, -1, f"leads to {page.final_address}"))
        if reached != asked and self._is_done(reached):
            return self._take(Outcome(asked, reached))
        profile = profile_page(page.page)
        known = (
            (path, (table.number(address) for address in addresses))
            for path, addresses in profile.links
        )
        links = tuple(
            (path, tuple(number for number in numbers if number >= 0)) for path, numbers in known
        )
        digest = blake2b(page.page.body, digest_size=8).hexdigest()
        labelled = sorted({*profile.paths, *profile.labels})
        views = (profile.paths, profile.contexts, labelled)
        tokens = [np.array(view, dtype=np.uint32) for view in views]
        return self._take(Outcome(asked, reached, "", digest, links), tokens)

    def _take(self, outcome: Outcome, views: Sequence[Tokens] = ()) -> Links:
        asked, reached = outcome.asked, outcome.reached
        self._outcomes.append(outcome)
        self._set_done(asked)
        if reached < 0:
            if asked in self.samples:
                self.problem = f"the sample {self.table.addresses[asked]}: {outcome.problem}"
            return ()
        if reached != asked:
            if self._is_done(reached):
                return ()
            self._set_done(reached)
        number = self.store.add(reached, views, outcome.digest)
        if number is None:
            page, addresses = self.store.same_as(outcome.digest), self.table.addresses
            if len(addresses[reached]) < len(addresses[self.store.addresses[page]]):
                self.store.move(page, reached)
            return ()
        for path, numbers in outcome.links:
            self.groups.add(number, path, numbers)
        if asked not in self.samples:
            return ()
        self.sample_pages.append(number)
        return outcome.links

    def _is_done(self, address: int) -> bool:
        return self.table.state(address) is DownloadState.DONE

    def _set_done(self, address: int) -> None:
        self.table.set_state(address, DownloadState.DONE)
        self.done.append(address)

    def link_graph(self) -> LinkGraph:
        # A link of many pages is one object.
        addresses, met = self.table.addresses, dict[tuple[int, int], GraphLink]()

        def link(number: int, path: int) -> GraphLink:
            return met.setdefault((number, path), GraphLink(addresses[number], path))

        return {
            addresses[each.reached]: tuple(
                link(number, path) for path, numbers in each.links for number in numbers
            )
            for each in self._outcomes
            if each.digest and self.store.at(each.reached) >= 0
        }

    def stored(self) -> StoredSite:
        views = (PackedPages.of(self.store.tokens(view)) for view in range(VIEWS))
        samples = tuple(self.samples)
        return StoredSite(samples, self.choice, self.table.addresses, self._outcomes, tuple(views))

    def take_stored(self, stored: StoredSite) -> Iterator[Links]:
        """Take all that was read again; yield the link collections of the samples. Raises
        `ValueError`, `IndexError` or `StopIteration` for what no site has."""
        for address in stored.addresses:
            self.table.number(address)
        pages = zip(*(view.pages() for view in stored.views), strict=True)
        for outcome in stored.outcomes:
            is_new = outcome.digest and self.store.same_as(outcome.digest) < 0
            yield self._take(outcome, next(pages) if is_new else ())
