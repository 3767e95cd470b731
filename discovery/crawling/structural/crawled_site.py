"""What a structural crawl has read of a site; others decide what to make of it."""

from array import array
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.link_groups import LinkGroups
from discovery.crawling.structural.page_store import PageStore
from discovery.crawling.structural.url_table import DownloadState, UrlTable, host_of
from discovery.crawling.traversal.page_profile import profile_page
from discovery.crawling.traversal.traversal import CrawledPage


class CrawledSite:
    """The addresses met on a site (`table`), the pages read (`store`), the links seen (`groups`).

    Addresses and pages are numbers, those of `table` and of `store`. `samples` are the addresses of
    the samples, `sample_pages` those of them that have been read. `done` are the addresses asked
    for and those they led to, in that order. `problem` says why a sample could not be read,
    `choice` is the reading of the samples that a person chose.
    """

    def __init__(self, samples: Sequence[str], choice: str = "") -> None:
        """Begin with the addresses of the samples. Raises `ValueError` without any."""
        if not samples:
            raise ValueError("a crawl needs a sample page")
        self.table = UrlTable(host_of(samples[0]))
        self.store = PageStore()
        self.groups = LinkGroups()
        self.samples = [self.table.number(sample) for sample in samples]
        self.sample_pages: list[int] = []
        self.done = array("q")
        self.downloads = 0
        self.problem = ""
        self.choice = choice

    @property
    def in_progress(self) -> int:
        """How many addresses are being downloaded."""
        return self.table.count(DownloadState.IN_PROGRESS)

    def page_addresses(self) -> NDArray[np.int64]:
        """Return the address of each page."""
        return np.array(self.store.addresses, dtype=np.int64)

    def add(self, page: CrawledPage) -> tuple[list[int], ...]:
        """Take the outcome of a download; return the link collections of a sample, else none."""
        asked = self.table.number(page.address)
        if asked < 0 or self.table.state(asked) is DownloadState.DONE:
            return ()
        self.table.set_state(asked, DownloadState.DONE)
        self.downloads += 1
        self.done.append(asked)
        reached = self.table.number(page.final_address)
        if page.page is None or reached < 0:
            self._note_problem(asked, page.problem or "no page")
            return ()
        if reached != asked:
            if self.table.state(reached) is DownloadState.FOREIGN:
                self._note_problem(asked, f"leads to {page.final_address}")
                return ()
            if self.table.state(reached) is DownloadState.DONE:
                return ()
            self.table.set_state(reached, DownloadState.DONE)
            self.done.append(reached)
        profile = profile_page(page.page)
        digest = blake2b(page.page.body, digest_size=8).hexdigest()
        number = self.store.add(reached, profile, digest)
        if number is None:
            self._take_again(self.store.same_as(digest), reached)
            return ()
        collections = [self._add_links(number, *links) for links in profile.links]
        if asked not in self.samples:
            return ()
        self.sample_pages.append(number)
        return tuple(collections)

    def _add_links(self, page: int, path: int, addresses: Sequence[str]) -> list[int]:
        """Take the links of a page under one path; return the numbers of their addresses."""
        known = (self.table.number(address) for address in addresses)
        numbers = array("i", (each for each in known if each >= 0))
        self.groups.add(page, path, numbers)
        return list(numbers)

    def _take_again(self, page: int, address: int) -> None:
        """Have a page that was read at two addresses stand at the plainer one."""
        before = self.store.addresses[page]
        if len(self.table.addresses[address]) < len(self.table.addresses[before]):
            self.store.move(page, address)

    def _note_problem(self, asked: int, problem: str) -> None:
        if asked in self.samples:
            self.problem = f"the sample {self.table.addresses[asked]}: {problem}"

    def to_state(self) -> dict[str, Any]:
        """Return all that was read in plain types."""
        return {
            "book": self.table.to_state(),
            "store": self.store.to_state(),
            "arms": self.groups.to_state(),
            "samples": self.samples,
            "sample_pages": self.sample_pages,
            "done": self.done.tolist(),
            "downloads": self.downloads,
            "problem": self.problem,
            "choice": self.choice,
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Self:
        """Return what `to_state` wrote down; what was in progress is waiting again."""
        site = cls.__new__(cls)
        site.table = UrlTable.from_state(state["book"])
        site.store = PageStore.from_state(state["store"])
        site.groups = LinkGroups.from_state(state["arms"])
        site.samples = [int(number) for number in state["samples"]]
        site.sample_pages = [int(number) for number in state["sample_pages"]]
        site.done = array("q", state["done"])
        site.downloads = int(state["downloads"])
        site.problem = str(state["problem"])
        site.choice = str(state.get("choice", ""))
        return site
