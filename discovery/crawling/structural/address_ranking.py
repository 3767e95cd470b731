"""The addresses that wait, ranked: likely members first, each download of which brings one.

Then pages that should link to members (Blanco, Crescenzi and Merialdo 2005, section 3.1, recursion
to index pages), predicted by the links that lead to them: mostly by score (exploitation), every few
one of a region where few pages have been read (exploration). Details ours.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.links import address_shape
from discovery.crawling.structural.class_model import ClassModel
from discovery.crawling.structural.crawled_site import StructuralSite
from discovery.crawling.structural.page_classifier import PageClassifier

# Chance from which on an address is asked for as a member.
LIKELY = 0.5
# Agreement from which on links have no say beside addresses, and below which only they have.
# Guesses around `TRUSTED`.
FULL_TRUST = 0.65
NO_TRUST = 0.35
# Members one page is credited with at most: one list of all must not outshine its class. Guess.
MAX_GAIN = 50


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The addresses asked for, in that order: 1 for those that are members, and how many members
    each was the first to link to."""

    addresses: NDArray[np.int64]
    member: NDArray[np.float64]
    gain: NDArray[np.float64]


def collect_outcomes(site: StructuralSite, member: NDArray[np.bool_]) -> Outcomes:
    """`member` says which pages are members."""
    done = np.array(site.done, dtype=np.int64)
    page = np.array([site.page_at(address) for address in done.tolist()], dtype=np.int64)
    read = page >= 0
    is_member = np.zeros(len(done))
    is_member[read] = member[page[read]]
    credit = site.links.count_first_linked(done[is_member > 0], len(site.pages))
    gain = np.zeros(len(done))
    gain[read] = np.minimum(credit[page[read]], MAX_GAIN)
    return Outcomes(done, is_member, gain)


def _address_trust(model: ClassModel) -> float:
    """Return how much an address says, beside the links to it, from 0 to 1."""
    if model.family is None:
        return 0.0
    return float(np.clip((model.quality - NO_TRUST) / (FULL_TRUST - NO_TRUST), 0.0, 1.0))


def _chance_by_address(
    read: NDArray[np.bool_], member: NDArray[np.bool_], fits: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return the share of members among the pages whose addresses fit, and among the others."""
    fitting = (np.count_nonzero(read & member) + 1.0) / (np.count_nonzero(read) + 1.5)
    other = (np.count_nonzero(~read & member) + 0.1) / (np.count_nonzero(~read) + 1.0)
    return np.where(fits, fitting, other)


# Every third page read for its links is of a region where few have been read: what linked to
# members before is not all there is. Measured: never to do so loses up to a third of classes spread
# over directories.
EXPLORATION_INTERVAL = 3


# Pages of one shape that are read before the shape may be refused, and the share of them that must
# have brought something. Guesses: lists of hundreds of pages bring something on nearly each.
MAX_BARREN = 100
MIN_USEFUL_SHARE = 0.02


class TrapGuard:
    """Rejects addresses whose shape has brought nothing: calendars, filters, printing views."""

    def __init__(self) -> None:
        # Pages read and useful ones, by shape.
        self._counts: dict[str, tuple[int, int]] = {}

    def record(self, address: str, *, useful: bool) -> None:
        shape = address_shape(address)
        read, brought = self._counts.get(shape, (0, 0))
        self._counts[shape] = (read + 1, brought + useful)

    def admits(self, address: str) -> bool:
        read, brought = self._counts.get(address_shape(address), (0, 0))
        return read < MAX_BARREN or brought >= MIN_USEFUL_SHARE * read


class AddressQueues:
    """The addresses that wait, in order: likely members, and the others by how many members they
    should link to, by how few pages of their directory, or reached by their paths, have been read.

    `likely_count` is the number of the former, `unread` that of the addresses to which links lead
    that led to members before, or were not followed. `taken` counts the index pages taken since.
    """

    def __init__(self, site: StructuralSite, guard: TrapGuard) -> None:
        self._site = site
        self._guard = guard
        self._turns = 0
        self._likely = self._index_pages = iter(np.zeros(0, dtype=np.int64))
        self._exploring = (self._index_pages, self._index_pages)
        self.likely_count = self.unread = self.taken = 0

    def rank(self, classifier: PageClassifier, past: Outcomes) -> None:
        site, fits, pages = self._site, classifier.fits, self._site.page_addresses()
        waiting = site.table.waiting()
        prediction = site.links.predict(past.addresses, past.member, past.gain, waiting)
        trust = _address_trust(classifier.model)
        by_address = _chance_by_address(fits[pages], classifier.member, fits[waiting])
        directories = site.directories()
        chance = trust * by_address + (1 - trust) * prediction.chance
        value = chance + prediction.gain
        likely = np.flatnonzero(chance >= LIKELY)
        others = np.flatnonzero(chance < LIKELY)
        tried = directories[past.addresses[past.member == 0]]
        visits = np.bincount(tried, minlength=int(directories.max()) + 1)[directories[waiting]]

        def ordered(places: NDArray[np.int64], *keys: NDArray[Any]) -> Iterator[np.int64]:
            return iter(waiting[places[np.lexsort(tuple(key[places] for key in keys))]])

        self._likely = ordered(likely, -prediction.gain, -chance)
        self._index_pages = ordered(others, -value)
        self._exploring = (
            ordered(others, -value, visits),
            ordered(others, -value, prediction.tried),
        )
        self.likely_count, self.taken = len(likely), 0
        self.unread = int(np.count_nonzero(prediction.open))

    def next_likely(self) -> int | None:
        return self._first_waiting(self._likely)

    def next_index_page(self) -> int | None:
        self._turns += 1
        turn, rest = divmod(self._turns, EXPLORATION_INTERVAL)
        first = self._index_pages if rest else self._exploring[turn % len(self._exploring)]
        for queue in (first, self._index_pages):
            number = self._first_waiting(queue)
            if number is not None:
                self.taken += 1
                return number
        return None

    def _first_waiting(self, queue: Iterator[np.int64]) -> int | None:
        table = self._site.table
        for number in map(int, queue):
            if table.is_waiting(number) and self._guard.admits(table.addresses[number]):
                return number
        return None
