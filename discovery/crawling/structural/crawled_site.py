"""One site as a crawl by structure knows it: the paths of links, the addresses in parts.

Blanco, Crescenzi and Merialdo (2005, section 2) conjecture that the links of one collection lead to
pages of one class. Here the conjecture is weighed: the links under one path of all pages are
expected to lead to what they have led to so far. Details ours.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.url_families import AddressParts, cut_address
from discovery.crawling.traversal import CrawledSite, Outcome

# Paths remembered for one address, the first met. Guess: few lead to it on most sites.
MAX_PATHS_OF_ADDRESS = 24
# Outcomes of all links that weigh as much as a path's. Guess.
SITE_WEIGHT = 1.0
# Latest outcomes that tell what members are linked from where a path leads: lists that have been
# read through bring nothing more. Measured: 20 to 60 do alike.
LATEST = 30


@dataclass(frozen=True, slots=True)
class LinkPrediction:
    """What is expected of addresses: the probability to be a member, and members first linked from
    there.

    `tried` says how often the least followed path to it was followed, `open` whether a path to it
    led to members before or was never followed.
    """

    chance: NDArray[np.float64]
    gain: NDArray[np.float64]
    tried: NDArray[np.float64]
    open: NDArray[np.bool_]


class LinkPaths:
    """Which paths lead to which addresses; addresses and pages are numbers."""

    def __init__(self) -> None:
        self._paths: dict[int, int] = {}
        self._paths_of: dict[int, array[int]] = {}
        self._first_linked_by: dict[int, int] = {}

    def add(self, page: int, path: int, addresses: Iterable[int]) -> None:
        number = self._paths.setdefault(path, len(self._paths))
        for address in addresses:
            paths = self._paths_of.setdefault(address, array("i"))
            if number not in paths and len(paths) < MAX_PATHS_OF_ADDRESS:
                paths.append(number)
            self._first_linked_by.setdefault(address, page)

    def count_first_linked(self, addresses: NDArray[np.int64], pages: int) -> NDArray[np.int64]:
        """Return for each page how many of the addresses it was the first to link to."""
        by = [self._first_linked_by.get(address, pages) for address in addresses.tolist()]
        return np.bincount(np.array(by, dtype=np.int64), minlength=pages)[:pages]

    def link_sets(self, sample: int, addresses: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return, a row for each path that leads to `sample`, which addresses it leads to."""
        paths, places = self._paths_to(addresses)
        leading = sorted(self._paths_of.get(sample, ()))
        rows = np.zeros((len(leading), len(addresses)), dtype=np.bool_)
        for row, path in enumerate(leading):
            rows[row, places[paths == path]] = True
        return rows

    def predict(
        self,
        done: NDArray[np.int64],
        member: NDArray[np.float64],
        gain: NDArray[np.float64],
        waiting: NDArray[np.int64],
    ) -> LinkPrediction:
        """Return what to expect of the addresses `waiting`; the others are those of `Outcomes`."""
        count, total = len(self._paths), len(waiting)
        followed, places = self._paths_to(done)
        times = np.bincount(followed, minlength=count).astype(np.float64)

        def expected(values: NDArray[np.float64], first: int = 0) -> NDArray[np.float64]:
            """The mean of each path, from an outcome on, shrunk to the site's."""
            base, late = float(values.mean()) if len(values) else 0.0, places >= first
            sums = np.bincount(followed[late], weights=values[places[late]], minlength=count)
            counts = np.bincount(followed[late], minlength=count)
            return (sums + SITE_WEIGHT * base) / (counts + SITE_WEIGHT)

        paths, owners = self._paths_to(waiting)

        def highest(values: NDArray[np.float64], without: float = 0.0) -> NDArray[np.float64]:
            result = np.full(total, without)
            np.maximum.at(result, owners, values[paths])
            return result

        is_open = (np.bincount(followed, (member + gain)[places], count) > 0) | (times == 0)
        return LinkPrediction(
            chance=highest(expected(member)),
            gain=highest(expected(gain, len(done) - LATEST)),
            tried=-highest(-times, -float(len(done))),
            open=highest(is_open.astype(np.float64)) > 0,
        )

    def _paths_to(
        self, addresses: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the paths to each address, one after the other, and the places of the addresses
        that each leads to."""
        found = [self._paths_of.get(address, ()) for address in addresses.tolist()]
        places = np.repeat(np.arange(len(found)), [len(paths) for paths in found])
        return np.array([path for paths in found for path in paths], dtype=np.int64), places


# Views of a page's structure: its paths, its contexts, its paths with its labels.
VIEWS = 3


class StructuralSite(CrawledSite):
    """`sample_pages` are the samples that were read, `problem` is why one could not be."""

    def __init__(self, samples: Sequence[str], choice: str = "") -> None:
        super().__init__(samples, VIEWS)
        self.choice = choice
        self.links = LinkPaths()
        self.sample_pages: list[int] = []
        self.problem = ""
        self._parts: list[AddressParts] = []
        self._directories: list[int] = []
        self._known_directories: dict[tuple[str, ...], int] = {}

    def take(self, outcome: Outcome) -> None:
        page = self.page_at(outcome.reached)
        if outcome.digest:
            for path, numbers in outcome.links:
                self.links.add(page, path, numbers)
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
