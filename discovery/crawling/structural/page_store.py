"""The pages a structural crawl has read: their structure in numbers, and how alike they are.

Jaccard's coefficient of token sets, as in Blanco, Crescenzi and Merialdo (2005, section 2), with
weights. A token that all pages have (the site's frame) or hardly any has (a page's own number)
says nothing. So a token weighs its entropy over the pages seen. Details ours; measured: best F1 .84
unweighted, .90 weighted.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from zlib import compress, decompress
from zlib import error as zlib_error

import numpy as np
from numpy.typing import NDArray

from discovery.documents.document import Document

Tokens = NDArray[np.uint32]
# Tokens on fewer than this share of the pages, or on fewer than two, are a page's own. Measured.
MIN_SHARE = 0.01


@dataclass(frozen=True, slots=True)
class Vocabulary:
    tokens: Tokens
    weights: NDArray[np.float64]

    def places(self, tokens: Tokens) -> NDArray[np.intp]:
        if not len(self.tokens):
            return np.zeros(0, dtype=np.intp)
        found: NDArray[np.intp] = np.searchsorted(self.tokens, tokens)
        found[found == len(self.tokens)] = 0
        known: NDArray[np.intp] = found[self.tokens[found] == tokens]
        return known


def learn_vocabulary(pages: Sequence[Tokens], counting: NDArray[np.float64]) -> Vocabulary:
    """Return the tokens that recur; `counting` is how much each page counts."""
    if not pages:
        return Vocabulary(np.zeros(0, dtype=np.uint32), np.zeros(0))
    tokens, places, counts = np.unique(
        np.concatenate(pages), return_inverse=True, return_counts=True
    )
    weighed = np.bincount(places, weights=np.repeat(counting, [len(page) for page in pages]))
    recurring = (counts >= max(2, MIN_SHARE * len(pages))) & (counts < len(pages))
    share = weighed[recurring] / counting.sum()
    weights = -(share * np.log2(share) + (1 - share) * np.log2(1 - share))
    return Vocabulary(tokens[recurring], weights)


def similarities(
    vocabulary: Vocabulary, sample: Tokens, pages: Sequence[Tokens]
) -> NDArray[np.float64]:
    """Return the weighted Jaccard coefficient of `sample` with each of `pages`.

    >>> import numpy as np
    >>> sets = [np.array(tokens, dtype=np.uint32) for tokens in ([1, 2, 3], [1, 2, 4], [5, 6])]
    >>> similarities(Vocabulary(np.arange(1, 7, dtype=np.uint32), np.ones(6)), sets[0], sets)
    array([1. , 0.5, 0. ])
    """
    own = np.zeros(len(vocabulary.tokens), dtype=np.bool_)
    own[vocabulary.places(sample)] = True
    weight = float(vocabulary.weights[own].sum())
    result = np.zeros(len(pages))
    for number, tokens in enumerate(pages):
        places = vocabulary.places(tokens)
        weights = vocabulary.weights[places]
        common = float(weights[own[places]].sum())
        union = weight + float(weights.sum()) - common
        # Pages without a token that counts do not differ.
        result[number] = common / union if union > 0 else 1.0
    return result


# Views of a page's structure: its paths, its contexts, its paths with its labels.
VIEWS = 3
# The view with labels.
LABELLED = 2


class PageStore:
    """Pages numbered in the order read; each is at an address with a number of its own."""

    def __init__(self) -> None:
        self.addresses: list[int] = []
        self._views: tuple[list[Tokens], ...] = tuple([] for _ in range(VIEWS))
        self._page_at: dict[int, int] = {}
        # The page with a digest.
        self._digests: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.addresses)

    def add(self, address: int, views: Iterable[Tokens], digest: str) -> int | None:
        """Return the page's number, None when the same was read at another address."""
        if digest in self._digests:
            return None
        number = len(self.addresses)
        self._digests[digest] = self._page_at[address] = number
        self.addresses.append(address)
        for view, page in zip(self._views, views, strict=True):
            view.append(page)
        return number

    def same_as(self, digest: str) -> int:
        """Return a page's number, -1 for none."""
        return self._digests.get(digest, -1)

    def move(self, number: int, address: int) -> None:
        del self._page_at[self.addresses[number]]
        self.addresses[number] = address
        self._page_at[address] = number

    def at(self, address: int) -> int:
        """Return a page's number, -1 for none."""
        return self._page_at.get(address, -1)

    def tokens(self, view: int, numbers: Iterable[int] | None = None) -> Sequence[Tokens]:
        pages = self._views[view]
        return pages if numbers is None else [pages[number] for number in numbers]


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
