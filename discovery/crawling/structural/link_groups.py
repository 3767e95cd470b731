"""The links a crawl has seen in groups: the links of one page under one path.

Blanco, Crescenzi and Merialdo (2005, section 2) conjecture that the links of one collection lead to
pages of one class. Here the conjecture is weighed. A group is expected to lead to what its links
have led to so far, shrunk to the mean of its path on all pages. Details ours.
"""

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Groups remembered for one address, the first met. Guess: the site's frame links an address from
# every page by few paths, and what it leads to is known by then.
MAX_GROUPS_OF_ADDRESS = 24
# Outcomes of its path that weigh as much as a group's own, and outcomes of all links that weigh as
# much as a path's. Guesses.
PATH_WEIGHT = 3.0
SITE_WEIGHT = 1.0
# What a path led to counts less with each later outcome: lists that have been read through bring
# nothing more. Measured: .9 and 1 cost a tenth more downloads or a percent of recall.
FADING = 0.95
# Later outcomes than this do not fade further; only keeps numbers from vanishing.
_MAX_FADING = 400


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


@dataclass(frozen=True, slots=True)
class _Memberships:
    """Groups one after the other, and the place of the address that each leads to."""

    groups: NDArray[np.int32]
    owners: NDArray[np.int64]


class LinkGroups:
    """Which groups lead to which addresses; addresses and pages are numbers."""

    def __init__(self) -> None:
        self._paths: dict[int, int] = {}
        self._group_paths = array("i")
        self._groups_of: dict[int, array[int]] = {}
        # The page that first linked to an address, -1 for none.
        self._first_linked_by = array("i")

    def add(self, page: int, path: int, addresses: Iterable[int]) -> None:
        group = len(self._group_paths)
        self._group_paths.append(self._paths.setdefault(path, len(self._paths)))
        for address in addresses:
            groups = self._groups_of.setdefault(address, array("i"))
            if len(groups) < MAX_GROUPS_OF_ADDRESS:
                groups.append(group)
            if address >= len(self._first_linked_by):
                missing = address + 1 - len(self._first_linked_by)
                self._first_linked_by.extend(array("i", [-1]) * missing)
            if self._first_linked_by[address] < 0:
                self._first_linked_by[address] = page

    def count_first_linked(self, addresses: NDArray[np.int64], pages: int) -> NDArray[np.int64]:
        """Return for each page how many of the addresses it was the first to link to."""
        shown = np.frombuffer(self._first_linked_by, dtype=np.int32)
        by = shown[addresses[addresses < len(shown)]]
        return np.bincount(by[by >= 0], minlength=pages)

    def link_sets(self, sample: int, addresses: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return, a row for each path that leads to `sample`, which addresses it leads to."""
        paths = np.frombuffer(self._group_paths, dtype=np.int32)
        flat = self._memberships(addresses)
        leading = sorted({int(paths[group]) for group in self._groups_of.get(sample, ())})
        rows = np.zeros((len(leading), len(addresses)), dtype=np.bool_)
        for row, path in enumerate(leading):
            rows[row, flat.owners[paths[flat.groups] == path]] = True
        return rows

    def predict(
        self,
        done: NDArray[np.int64],
        member: NDArray[np.float64],
        gain: NDArray[np.float64],
        waiting: NDArray[np.int64],
    ) -> LinkPrediction:
        """Return what to expect of the addresses `waiting`; the others are those of `Outcomes`."""
        paths = np.frombuffer(self._group_paths, dtype=np.int32)
        known = self._memberships(done)
        followed = paths[known.groups]
        fading = faded(followed, FADING)
        ones, count = np.ones(len(done)), len(self._paths)

        def sums(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            """By group and, fading, by path."""
            each = values[known.owners]
            return (
                _sums(known.groups, each, len(paths)),
                _sums(followed, fading * each, count),
            )

        group_n, path_n = sums(ones)

        def expected(values: NDArray[np.float64]) -> NDArray[np.float64]:
            """The mean of each group, shrunk to its path's, that to the site's."""
            group_sum, path_sum = sums(values)
            base = float(values.mean()) if len(values) else 0.0
            path_mean = (path_sum + SITE_WEIGHT * base) / (path_n + SITE_WEIGHT)
            return (group_sum + PATH_WEIGHT * path_mean[paths]) / (group_n + PATH_WEIGHT)

        ahead = self._memberships(waiting)
        times = np.bincount(followed, minlength=count)[paths[ahead.groups]].astype(np.float64)
        total = len(waiting)
        led = _sums(followed, (member + gain)[known.owners], count)[paths[ahead.groups]] > 0
        return LinkPrediction(
            chance=_highest(expected(member)[ahead.groups], ahead.owners, total),
            gain=_highest(expected(gain)[ahead.groups], ahead.owners, total),
            tried=-_highest(-times, ahead.owners, total, -float(len(done))),
            open=_highest((led | (times == 0)).astype(np.float64), ahead.owners, total) > 0,
        )

    def _memberships(self, addresses: NDArray[np.int64]) -> _Memberships:
        groups = array("i")
        counts = np.zeros(len(addresses), dtype=np.int64)
        for place, address in enumerate(addresses.tolist()):
            found = self._groups_of.get(address)
            if found is not None:
                groups.extend(found)
                counts[place] = len(found)
        return _Memberships(
            np.array(groups, dtype=np.int32), np.repeat(np.arange(len(addresses)), counts)
        )


def _sums(
    groups: NDArray[np.integer[Any]], values: NDArray[np.float64], count: int
) -> NDArray[np.float64]:
    return np.bincount(groups, weights=values, minlength=count).astype(np.float64)


def faded(groups: NDArray[np.integer[Any]], factor: float) -> NDArray[np.float64]:
    """Return the weight of each item: `factor` to the power of the later items of its group.

    >>> import numpy as np
    >>> faded(np.array([7, 8, 7, 7]), 0.5)
    array([0.25, 1.  , 0.5 , 1.  ])
    """
    order = np.argsort(groups, kind="stable")
    ranked = groups[order]
    weights = np.ones(len(groups))
    if len(groups):
        last = np.append(ranked[1:] != ranked[:-1], True)
        group = np.cumsum(np.append(0, last[:-1]))
        later = np.flatnonzero(last)[group] - np.arange(len(groups))
        weights[order] = factor ** np.minimum(later, _MAX_FADING)
    return weights


def _highest(
    values: NDArray[np.float64], owners: NDArray[np.int64], count: int, without: float = 0.0
) -> NDArray[np.float64]:
    result = np.full(count, without)
    np.maximum.at(result, owners, values)
    return result
