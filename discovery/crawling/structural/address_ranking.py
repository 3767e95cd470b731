"""The addresses that wait, ranked: likely members, then likely index pages.

Likely members come first: each download brings a member. When none is left, pages that should link
to members come next (Blanco, Crescenzi and Merialdo 2005, section 3.1, recursion to index pages).
They are predicted by the links that lead to them, by their kind of address and by their directory.
Details ours.

Pages that should link to new members are mostly taken by score (exploitation). Every few of them
is one of a region where few pages have been read (exploration). Traps that only show while they
are crawled are left: calendars, filters, printing views, whose addresses are of one shape.
"""

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.links import address_shape
from discovery.crawling.structural.class_model import ClassModel
from discovery.crawling.structural.crawled_site import DownloadState, UrlTable
from discovery.crawling.structural.link_groups import FADING, LinkGroups, faded
from discovery.crawling.structural.page_store import PageStore

# Chance from which on an address is asked for as a member.
LIKELY = 0.5
# Agreement from which on links have no say beside addresses, and below which only they have.
# Guesses around `TRUSTED`.
FULL_TRUST = 0.65
NO_TRUST = 0.35
# Members one page is credited with at most: one list of all must not outshine its class. Guess.
MAX_GAIN = 50
# What a path that was never followed promises more than its kind. Guess.
EXPLORATION_BONUS = 0.3
# Share of readable addresses below which a part of a site counts as missing. Guess.
MISSING = 0.3
# How much the three predictions of a gain weigh in their geometric mean.
GROUP_SHARE, KIND_SHARE, DIRECTORY_SHARE = 0.4, 0.4, 0.2
_LEAST = 1e-3
# Addresses of one kind that must have brought nothing so that no more is expected of it. Guess.
KIND_TRIES = 30


@dataclass(frozen=True, slots=True)
class RankedAddresses:
    """Addresses in the order of their scores.

    `likely` are those that should be members, the likeliest first. `index_pages` are the others,
    those that should link to most members first. `distant` and `unfollowed` are the others by how
    few pages of their directory, or reached by their paths, have been read. `beside` are the others
    by how much of the sample's directory they share. `unread` counts those whose kind of link and
    kind of address led to members before, or has not been tried enough.
    """

    likely: tuple[int, ...]
    index_pages: tuple[int, ...]
    distant: tuple[int, ...]
    unfollowed: tuple[int, ...]
    beside: tuple[int, ...]
    unread: int


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What became of the addresses asked for, in that order.

    `addresses` were asked for, `member` is 1 for those that are members, `gain` says how many
    members each was the first to link to.
    """

    addresses: NDArray[np.int64]
    member: NDArray[np.float64]
    gain: NDArray[np.float64]


def collect_outcomes(
    store: PageStore,
    groups: LinkGroups,
    done: NDArray[np.int64],
    member: NDArray[np.bool_],
    expected: NDArray[np.int64],
) -> Outcomes:
    """Return what became of the addresses `done`; `member` says which pages are members.

    The addresses `expected` to be members are credited to the pages that link to them too.
    """
    page = np.array([store.at(address) for address in done.tolist()], dtype=np.int64)
    read = page >= 0
    is_member = np.zeros(len(done))
    is_member[read] = member[page[read]]
    shown = np.concatenate([done[is_member > 0], expected])
    credit = groups.sum_first_linked(shown, np.ones(len(shown)), len(store))
    gain = np.zeros(len(done))
    gain[read] = np.minimum(credit[page[read]], MAX_GAIN)
    return Outcomes(done, is_member, gain)


def rank_addresses(
    model: ClassModel,
    table: UrlTable,
    groups: LinkGroups,
    past: Outcomes,
    fits: NDArray[np.bool_],
    pages: NDArray[np.int64],
    member: NDArray[np.bool_],
) -> RankedAddresses:
    """Return the waiting addresses ranked.

    `fits` says of all addresses whether they fit the model's family, `pages` are the addresses of
    the pages read and `member` whether they are members.
    """
    waiting = table.waiting()
    if not len(waiting):
        return RankedAddresses((), (), (), (), (), 0)
    prediction = groups.predict(past.addresses, past.member, past.gain, waiting)
    trust = _address_trust(model)
    by_address = _chance_by_address(fits[pages], member, fits[waiting])
    readable = _readable(table, past.addresses, pages, waiting)
    chance = (trust * by_address + (1 - trust) * prediction.chance) * readable
    index = past.member == 0
    gain = past.gain[index]
    mean = float(gain.mean()) if len(gain) else 1.0
    kind, _ = _by_group(table.kinds(), past.addresses[index], gain, mean, waiting)
    directory, visits = _by_group(table.directories(), past.addresses[index], gain, mean, waiting)
    shown = (
        np.maximum(prediction.gain, _LEAST) ** GROUP_SHARE
        * np.maximum(kind, _LEAST) ** KIND_SHARE
        * np.maximum(directory, _LEAST) ** DIRECTORY_SHARE
    ) * readable
    promise = shown + EXPLORATION_BONUS * mean * (prediction.tried == 0) * readable
    value = chance + promise
    likely = np.flatnonzero(chance >= LIKELY)
    others = np.flatnonzero(chance < LIKELY)
    missing = (readable < MISSING).astype(np.float64)

    def ordered(places: NDArray[np.int64], *keys: NDArray[np.float64]) -> tuple[int, ...]:
        """Return addresses by keys, the last one first."""
        order = np.lexsort(tuple(key[places] for key in keys))
        return tuple(waiting[places[order]].tolist())

    return RankedAddresses(
        likely=ordered(likely, -promise, -chance),
        index_pages=ordered(others, -value),
        distant=ordered(others, -value, visits, missing),
        unfollowed=ordered(others, -value, prediction.tried, missing),
        beside=ordered(others, -value, visits, -_shared_levels(table, pages[0], waiting), missing),
        unread=int(np.count_nonzero(prediction.open & _open_kinds(table, past, waiting))),
    )


def _shared_levels(table: UrlTable, sample: int, waiting: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many directories each address has in common with the sample's."""
    own = table.parts[sample].levels
    counts = np.zeros(len(waiting))
    for place, number in enumerate(waiting.tolist()):
        for one, other in zip(own, table.parts[number].levels, strict=False):
            if one != other:
                break
            counts[place] += 1
    return counts


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


def _open_kinds(table: UrlTable, past: Outcomes, waiting: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Tell which addresses are of a kind that brought members, or was hardly tried."""
    kinds = table.kinds()
    count = int(kinds.max()) + 1
    own = kinds[past.addresses]
    tried = np.bincount(own, minlength=count)
    brought = np.bincount(own, weights=past.member + past.gain, minlength=count)
    kept: NDArray[np.bool_] = ((brought > 0) | (tried < KIND_TRIES))[kinds[waiting]]
    return kept


def _readable(
    table: UrlTable,
    done: NDArray[np.int64],
    pages: NDArray[np.int64],
    waiting: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return the share of addresses that led to a page, by directory and by part of the site: on
    many sites whole ones are missing."""
    result = np.ones(len(waiting))
    for groups in (table.directories(), table.regions()):
        count = int(groups.max()) + 1
        asked = np.bincount(groups[done], minlength=count)
        read = np.bincount(groups[pages], minlength=count)
        share = np.minimum((read + 2.0) / (asked + 2.0), 1.0)
        result = np.minimum(result, share[groups[waiting]])
    return result


def _by_group(
    groups: NDArray[np.int64],
    done: NDArray[np.int64],
    gain: NDArray[np.float64],
    mean: float,
    waiting: NDArray[np.int64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the gain expected of addresses by their group, and how many of it have been read."""
    count = int(groups.max()) + 1
    own = groups[done]
    weights = faded(own, FADING)
    number = np.bincount(own, weights=weights, minlength=count)
    total = np.bincount(own, weights=weights * gain, minlength=count)
    expected = (total + mean) / (number + 1.0)
    visits = np.bincount(own, minlength=count).astype(np.float64)
    return expected[groups[waiting]], visits[groups[waiting]]


# Every third page read for its links is of a region where few have been read: what linked to
# members before is not all there is. Measured: never to do so loses up to a third of classes spread
# over directories.
EXPLORATION_INTERVAL = 3


# Pages of one shape that are read before the shape may be refused, and the share of them that must
# have brought something. Guesses: lists of hundreds of pages bring something on nearly each.
MAX_BARREN = 100
MIN_USEFUL_SHARE = 0.02


class TrapGuard:
    """Counts what the shapes of addresses have brought; rejects those that bring nothing.

    >>> guard = TrapGuard()
    >>> for day in range(MAX_BARREN):
    ...     guard.record(f"http://a.example/calendar?day={day}", useful=False)
    >>> guard.admits("http://a.example/calendar?day=99"), guard.admits("http://a.example/item?id=9")
    (False, True)
    """

    def __init__(self) -> None:
        # Pages read and useful ones, by shape.
        self._counts: dict[str, tuple[int, int]] = {}

    def record(self, address: str, *, useful: bool) -> None:
        """Take what a page brought: a member of the class or links not met before that matter."""
        shape = address_shape(address)
        read, brought = self._counts.get(shape, (0, 0))
        self._counts[shape] = (read + 1, brought + useful)

    def admits(self, address: str) -> bool:
        """Tell whether an address is worth a download as far as its shape is known."""
        read, brought = self._counts.get(address_shape(address), (0, 0))
        return read < MAX_BARREN or brought >= MIN_USEFUL_SHARE * read


class PriorityQueues:
    """Queues over the addresses of `table` that `guard` admits.

    `taken` counts the index pages taken since the queues were filled, `index_page_count` how often
    one was asked for.
    """

    def __init__(self, table: UrlTable, guard: TrapGuard) -> None:
        self._table = table
        self._guard = guard
        self.index_page_count = 0
        self._likely: deque[int] = deque()
        self._index_pages: tuple[deque[int], ...] = ()
        self.taken = 0

    def fill(self, expected: RankedAddresses) -> None:
        """Replace the queues by addresses ranked anew."""
        self._likely = deque(expected.likely)
        self._index_pages = (
            deque(expected.index_pages),
            deque(expected.distant),
            deque(expected.unfollowed),
            deque(expected.beside),
        )
        self.taken = 0

    def next_likely(self) -> int | None:
        """Take the address most likely to be a member."""
        return self._first_waiting(self._likely)

    def next_index_page(self) -> int | None:
        """Take an address that should link to members; None when there is none left."""
        self.index_page_count += 1
        best, *exploring = self._index_pages
        turn, rest = divmod(self.index_page_count, EXPLORATION_INTERVAL)
        first = best if rest else exploring[turn % len(exploring)]
        for queue in (first, best):
            number = self._first_waiting(queue)
            if number is not None:
                self.taken += 1
                return number
        return None

    def _first_waiting(self, queue: deque[int]) -> int | None:
        """Take the first address of a queue that may still be asked for."""
        while queue:
            number = queue.popleft()
            if self._table.state(number) is not DownloadState.WAITING:
                continue
            if self._guard.admits(self._table.addresses[number]):
                return number
        return None
