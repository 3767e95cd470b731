"""One site as a crawl by structure knows it: the links seen in groups, the addresses in parts."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.link_groups import LinkGroups
from discovery.crawling.structural.url_families import AddressParts, cut_address
from discovery.crawling.traversal import CrawledSite, Outcome

# Views of a page's structure: its paths, its contexts, its paths with its labels.
VIEWS = 3
# The view with labels.
LABELLED = 2


class StructuralSite(CrawledSite):
    """`sample_pages` are the samples that were read, `problem` is why one could not be."""

    def __init__(self, samples: Sequence[str], choice: str = "") -> None:
        super().__init__(samples, VIEWS)
        self.choice = choice
        self.groups = LinkGroups()
        self.sample_pages: list[int] = []
        self.problem = ""
        self._parts: list[AddressParts] = []
        self._directories: list[int] = []
        self._known_directories: dict[tuple[str, ...], int] = {}

    def take(self, outcome: Outcome) -> None:
        page = self.page_at(outcome.reached)
        if outcome.digest:
            for path, numbers in outcome.links:
                self.groups.add(page, path, numbers)
        if outcome.asked in self.samples:
            if page >= 0:
                self.sample_pages.append(page)
            else:
                sample = self.table.addresses[outcome.asked]
                self.problem = f"the sample {sample}: {outcome.problem}"

    @property
    def parts(self) -> list[AddressParts]:
        """The parts of all addresses."""
        for address in self.table.addresses[len(self._parts) :]:
            parts, known = cut_address(address), self._known_directories
            self._parts.append(parts)
            self._directories.append(known.setdefault(parts.levels, len(known)))
        return self._parts

    def directories(self) -> NDArray[np.int64]:
        """Return a number for the directory of each address."""
        return np.array(self._directories[: len(self.parts)], dtype=np.int64)

    def page_addresses(self) -> NDArray[np.int64]:
        return np.array(self.pages, dtype=np.int64)
