"""Pages whose addresses fit but whose nearest pages are of other classes: indexes, overviews."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from discovery.crawling.structural.similarity import (
    Tokens,
    Vocabulary,
    learn_vocabulary,
    similarities,
)

# Pages of either side that others are compared with, and how many nearest of them are asked.
# Guesses, to bound the work.
MAX_COMPARED = 300
NEAREST = 3
# Fewer pages of a side tell nothing.
MIN_SIDE = 5
# A sample is unusual that is less like its class than this part of what the lowest tenth of it is,
# by so many of its pages. Measured on 24 sites.
MAX_USUAL, UNUSUAL_QUANTILE, UNUSUAL_SHARE = 50, 0.1, 0.8
# A page that links to so many of its class is their list, when most pages link to fewer than that.
# Measured on 36 sites.
LISTED_SHARE, USUAL_LISTED = 0.9, 0.3
# Pages compared at a time, to bound the memory.
_BATCH = 400

_Matrix = NDArray[np.float32]


def classify_by_neighbours(
    pages: Sequence[Tokens],
    core: Sequence[int],
    others: Sequence[int],
    asked: Sequence[int],
    tolerance: float,
) -> NDArray[np.bool_]:
    """Return which of the pages `asked` are nearer to the `core` of a class than to `others`.

    All are numbers of `pages`. A page is when it is `tolerance` times as near to the core. With too
    few pages on a side all asked are.
    """
    if len(core) < MIN_SIDE or len(others) < MIN_SIDE or not len(asked):
        return np.ones(len(asked), dtype=np.bool_)
    core, others = _spread(core), _spread(others)
    compared = np.array([*core, *others])
    counting = np.repeat([1 / len(core), 1 / len(others)], [len(core), len(others)])
    vocabulary = learn_vocabulary([pages[number] for number in compared], counting)
    weights = vocabulary.weights.astype(np.float32)
    reference = _rows(vocabulary, pages, compared) * weights
    sizes = reference.sum(axis=1)
    verdicts = []
    for start in range(0, len(asked), _BATCH):
        numbers = np.array(asked[start : start + _BATCH])
        rows = _rows(vocabulary, pages, numbers)
        common = rows @ reference.T
        union = (rows @ weights)[:, None] + sizes[None, :] - common
        alike = np.where(union > 0, common / np.maximum(union, 1e-9), 0.0)
        # A page is not compared with itself.
        alike[numbers[:, None] == compared[None, :]] = -1.0
        near, far = _nearest(alike[:, : len(core)]), _nearest(alike[:, len(core) :])
        verdicts.append(near >= tolerance * far)
    return np.concatenate(verdicts)


def is_unusual(vocabulary: Vocabulary, sample: Tokens, pages: Sequence[Tokens]) -> bool:
    """Tell whether a page is much less like `pages` than nearly all of them are like each other."""
    if len(pages) < MIN_SIDE:
        return False
    few = [pages[number] for number in _spread(range(len(pages)), MAX_USUAL)]
    usual = [similarities(vocabulary, page, few).mean() for page in few]
    own = float(similarities(vocabulary, sample, few).mean())
    return own < UNUSUAL_SHARE * float(np.quantile(usual, UNUSUAL_QUANTILE))


def is_list_of_all(pages: Sequence[Tokens], addresses: Tokens) -> NDArray[np.bool_]:
    """Tell which pages of a class link to nearly all the others, when few of them do.

    `addresses` are the tokens of the pages' own addresses, as pages that link there have them.
    """
    linked = np.array([np.count_nonzero(np.isin(page, addresses)) for page in pages])
    share = linked / max(1, len(pages))
    is_list: NDArray[np.bool_] = share >= LISTED_SHARE
    if len(pages) < MIN_SIDE or np.count_nonzero(is_list) > 1 or np.median(share) > USUAL_LISTED:
        is_list[:] = False
    return is_list


def _nearest(alike: NDArray[np.float64]) -> NDArray[np.float64]:
    mean: NDArray[np.float64] = np.sort(alike, axis=1)[:, -NEAREST:].mean(axis=1)
    return mean


def _spread(numbers: Sequence[int], most: int = MAX_COMPARED) -> list[int]:
    """Return at most so many of the numbers, evenly taken."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[int(place)] for place in np.linspace(0, len(numbers) - 1, most)]


def _rows(vocabulary: Vocabulary, pages: Sequence[Tokens], numbers: NDArray[np.int64]) -> _Matrix:
    """Return for each page which tokens of the vocabulary it has."""
    rows = np.zeros((len(numbers), len(vocabulary.tokens)), dtype=np.float32)
    for row, number in enumerate(numbers.tolist()):
        rows[row, vocabulary.places(pages[number])] = 1.0
    return rows
